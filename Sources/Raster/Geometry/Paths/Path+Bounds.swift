extension Path {
  /// The bounding box of the path's points and its curves' control points; nil for an empty path.
  ///
  /// The box contains the whole outline and may be larger than ``Path/bounds``.
  public var controlBounds: Rect? {
    var bounds = BoundingBox()
    for point in points { bounds.add(point) }
    return bounds.rect
  }

  /// The bounding box of the path's outline. Control points outside the outline do not enlarge the box.
  ///
  /// Each edge of the box is rounded outward to a multiple of 1/65536 of the path's unit. For an empty path,
  /// the property is nil. A subpath that consists only of a ``Path/move(to:)`` adds its one point to the box.
  ///
  /// - Complexity: One pass over the path, with at most two square roots for each curve.
  public var bounds: Rect? {
    var bounds = BoundingBox()
    var next = 0
    for verb in verbs {
      let count = verb.pointCount
      if count == 0 { continue }
      let end = points[next &+ count &- 1]
      if count > 1 {
        let from = points[next &- 1]
        var isOutside = false
        for control in points[next..<next &+ count &- 1] {
          isOutside =
            isOutside || control.x < min(from.x, end.x) || control.x > max(from.x, end.x) || control.y < min(from.y, end.y)
            || control.y > max(from.y, end.y)
        }
        if isOutside {
          if count == 2 {
            bounds.add(BezierSegment(from: from, control: points[next], to: end))
          } else {
            bounds.add(BezierSegment(from: from, control1: points[next], control2: points[next &+ 1], to: end))
          }
        }
      }
      bounds.add(end)
      next &+= count
    }
    return bounds.rect
  }
}

extension BoundingBox {
  /// Adds the curve's extremes in x and y, rounded outward.
  fileprivate mutating func add(_ curve: BezierSegment) {
    for t in Self.extremes(curve.degree, curve.a.x, curve.b.x, curve.c.x, curve.d.x) {
      let x = curve.point(at: t).x
      add(x: Scalar(saturating: x >> 16))
      add(x: Scalar(saturating: (x &+ 0xffff) >> 16))
    }
    for t in Self.extremes(curve.degree, curve.a.y, curve.b.y, curve.c.y, curve.d.y) {
      let y = curve.point(at: t).y
      add(y: Scalar(saturating: y >> 16))
      add(y: Scalar(saturating: (y &+ 0xffff) >> 16))
    }
  }

  /// Returns the parameters where one coordinate's derivative is zero, in units of 2^-32 and strictly between
  /// the ends.
  ///
  /// The derivative is (1 − t)²·p + 2(1 − t)t·q + t²·r for a cubic with the differences p, q, r, and (1 −
  /// t)·p + t·q for a quadratic. A parameter error of 2^-32 moves an extreme by its square.
  private static func extremes(_ degree: Int, _ a: Int128, _ b: Int128, _ c: Int128, _ d: Int128) -> [Int128] {
    var (p, q, r) = (b &- a, c &- b, d &- c)  // ≤ 2^81
    // Keep 58 bits: the dropped ones are far below the curve's own size.
    let excess = Int128(max(max(bitWidth(of: p), bitWidth(of: q), bitWidth(of: r)) &- 58, 0))
    (p, q, r) = (p >> excess, q >> excess, r >> excess)
    func parameter(_ numerator: Int128, _ denominator: Int128) -> Int128? {
      if denominator == 0 { return nil }
      let t = (numerator << 32) / denominator  // ≤ 2^94
      return t > 0 && t < 1 << 32 ? t : nil
    }
    if degree == 2 { return [parameter(p, p &- q)].compactMap { $0 } }
    // (p − 2q + r)·t² + 2(q − p)·t + p = 0
    let (square, half) = (p &- 2 &* q &+ r, q &- p)  // ≤ 2^60, 2^59
    let discriminant = half &* half &- square &* p  // ≤ 2^119
    if discriminant < 0 { return [] }
    let root = Int128(squareRoot(of: UInt128(discriminant)))
    let sum = half < 0 ? half &- root : half &+ root
    return [parameter(0 &- sum, square), parameter(0 &- p, sum)].compactMap { $0 }
  }
}
