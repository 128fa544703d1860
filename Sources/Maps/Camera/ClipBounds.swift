/// The rectangle to which distant geometry is clipped, in 1/65536 points.
///
/// A tile may be drawn in place of a missing tile of a far higher zoom. Such a tile extends thousands of view
/// widths beyond the screen.
struct ClipBounds {
  var low: SIMD2<Int64>
  var high: SIMD2<Int64>

  /// Returns a bit for each side of the rectangle that `point` is beyond: left 1, right 2, above 4, below 8.
  @inline(__always)
  func outcode(_ point: SIMD2<Int64>) -> UInt8 {
    (point.x < low.x ? 1 : 0) | (point.x > high.x ? 2 : 0) | (point.y < low.y ? 4 : 0) | (point.y > high.y ? 8 : 0)
  }

  /// Clips a convex or concave polygon to the rectangle (Sutherland and Hodgman 1974).
  ///
  /// Where the polygon leaves the rectangle and comes back, the clipped polygon runs along the rectangle's
  /// edge.
  ///
  /// - Parameter scratch: Working memory, whose content is overwritten.
  func clip(_ points: inout [SIMD2<Int64>], scratch: inout [SIMD2<Int64>]) {
    for side in 0..<4 {
      guard !points.isEmpty else { return }
      scratch.removeAll(keepingCapacity: true)
      var from = points[points.count - 1]
      for to in points {
        let (isFromIn, isToIn) = (isInside(from, side), isInside(to, side))
        if isFromIn != isToIn { scratch.append(crossing(from, to, side)) }
        if isToIn { scratch.append(to) }
        from = to
      }
      swap(&points, &scratch)
    }
  }

  private func isInside(_ point: SIMD2<Int64>, _ side: Int) -> Bool {
    switch side {
    case 0: point.x >= low.x
    case 1: point.x <= high.x
    case 2: point.y >= low.y
    default: point.y <= high.y
    }
  }

  /// Returns the intersection of the line through `a` and `b` with the edge of a side of the rectangle.
  ///
  /// The two points are on different sides of the edge. The result does not depend on their order.
  private func crossing(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>, _ side: Int) -> SIMD2<Int64> {
    let isVertical = side < 2
    let edge = side == 0 ? low.x : side == 1 ? high.x : side == 2 ? low.y : high.y
    var (from, to) = (a, b)
    if (to.x, to.y) < (from.x, from.y) { swap(&from, &to) }
    let (start, end) = isVertical ? (from.x, to.x) : (from.y, to.y)
    let (base, tip) = isVertical ? (from.y, to.y) : (from.x, to.x)
    let whole = Int128(end) - Int128(start)  // not 0: the sides differ
    let product = (Int128(tip) - Int128(base)) * (Int128(edge) - Int128(start))  // < 2^126
    let other = base &+ Int64(truncatingIfNeeded: product / whole)
    return isVertical ? SIMD2(edge, other) : SIMD2(other, edge)
  }

  /// Returns the part of a segment within the rectangle; nil if no part of the segment is within the
  /// rectangle.
  func clip(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> (SIMD2<Int64>, SIMD2<Int64>)? {
    var (from, to) = (a, b)
    for side in 0..<4 {
      let (isFromIn, isToIn) = (isInside(from, side), isInside(to, side))
      if !isFromIn, !isToIn { return nil }
      if !isFromIn { from = crossing(from, to, side) } else if !isToIn { to = crossing(from, to, side) }
    }
    return (from, to)
  }
}
