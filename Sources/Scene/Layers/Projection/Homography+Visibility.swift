import CartoucheRaster

extension Homography {
  /// Whether the plane is seen from behind: a clockwise turn on the plane is then seen as a counterclockwise
  /// turn.
  var isBackFacing: Bool {
    let h = shortened(to: 40)
    func product(_ a: Int64, _ b: Int64, _ c: Int64) -> Int128 { Int128(a) &* Int128(b) &* Int128(c) }  // ≤ 2^120
    return product(h.xx, h.yy, h.w0) &+ product(h.xy, h.y0, h.wx) &+ product(h.x0, h.yx, h.wy)
      &- product(h.x0, h.yy, h.wx) &- product(h.xy, h.yx, h.w0) &- product(h.xx, h.y0, h.wy) < 0
  }

  /// Returns the part of `rect` that is in front of the viewer, in the space of `rect`; nil if no part is
  /// behind the viewer.
  func visiblePart(of rect: Rect) -> Path? {
    let h = shortened(to: 60)
    let corners = rect.corners
    var divisors = InlineArray<4, Int128>(repeating: 0)  // ≤ 2^109
    var largest: UInt128 = 0
    var isComplete = true
    for index in corners.indices {
      divisors[index] = h.homogeneous(corners[index]).w
      largest = max(largest, divisors[index].magnitude)
      if divisors[index] <= 0 { isComplete = false }
    }
    if isComplete { return nil }
    // Divisors keep as many bits as a product with a coordinate allows: 48 for content at its natural size.
    let shift = Int128(max(66 - largest.leadingZeroBitCount, 0))
    var path = Path()
    func add(_ point: Point) {
      if path.isEmpty { path.move(to: point) } else { path.addLine(to: point) }
    }
    for index in 0..<4 {
      let (a, b) = (corners[index], corners[(index + 1) % 4])
      let (wa, wb) = (divisors[index] >> shift, divisors[(index + 1) % 4] >> shift)  // ≤ 2^62
      if wa > 0 { add(a) }
      guard (wa > 0) != (wb > 0), wa != wb else { continue }
      func cut(_ from: Scalar, _ to: Scalar) -> Scalar {
        Scalar(rawValue: from.rawValue + Int64((Int128(to.rawValue) - Int128(from.rawValue)) * wa / (wa - wb)))  // ≤ 2^126
      }
      add(Point(x: cut(a.x, b.x), y: cut(a.y, b.y)))
    }
    path.closeSubpath()
    return path
  }
}
