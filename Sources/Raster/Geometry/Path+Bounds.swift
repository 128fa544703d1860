extension Path {
  /// The smallest rectangle that holds all points and control points, so also all of the outline; nil of an empty path.
  public var controlBounds: Rect? {
    guard let first = points.first else { return nil }
    var extent = Extent(first)
    for point in points { extent.add(point) }
    return extent.rect
  }

  /// The smallest rectangle that holds the outline itself, curves by their extremes and not by their control points; rounded outwards to
  /// 1/65536, nil of an empty path.
  ///
  /// A subpath that is no more than a ``move(to:)`` counts as its point.
  ///
  /// - Complexity: one pass; two square roots a curve that swings beyond its ends.
  public var bounds: Rect? {
    guard let first = points.first else { return nil }
    var extent = Extent(first)
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
            extent.add(PathSegment(from: from, control: points[next], to: end))
          } else {
            extent.add(PathSegment(from: from, control1: points[next], control2: points[next &+ 1], to: end))
          }
        }
      }
      extent.add(end)
      next &+= count
    }
    return extent.rect
  }
}

/// The lowest and highest coordinates of what was added.
private struct Extent {
  private var minX: Scalar, minY: Scalar, maxX: Scalar, maxY: Scalar

  init(_ point: Point) { (minX, minY, maxX, maxY) = (point.x, point.y, point.x, point.y) }

  var rect: Rect { Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) }

  mutating func add(_ point: Point) {
    (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
    (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
  }

  /// Adds the places where the curve turns back in x or y.
  mutating func add(_ curve: PathSegment) {
    for t in Self.turns(curve.degree, curve.a.x, curve.b.x, curve.c.x, curve.d.x) {
      let x = curve.point(at: t).x
      (minX, maxX) = (min(minX, Scalar(saturating: x >> 16)), max(maxX, Scalar(saturating: (x &+ 0xffff) >> 16)))
    }
    for t in Self.turns(curve.degree, curve.a.y, curve.b.y, curve.c.y, curve.d.y) {
      let y = curve.point(at: t).y
      (minY, maxY) = (min(minY, Scalar(saturating: y >> 16)), max(maxY, Scalar(saturating: (y &+ 0xffff) >> 16)))
    }
  }

  /// Where one coordinate's derivative is zero, in 2^-32ths strictly between the ends.
  ///
  /// The derivative is (1 − t)²·p + 2(1 − t)t·q + t²·r for a cubic with the differences p, q, r, and (1 − t)·p + t·q for a quadratic. An
  /// error of 2^-32 there moves an extreme by its square.
  private static func turns(_ degree: Int, _ a: Int128, _ b: Int128, _ c: Int128, _ d: Int128) -> [Int128] {
    var (p, q, r) = (b &- a, c &- b, d &- c)  // ≤ 2^81
    // 58 bits: what is dropped is far below the curve's own size.
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
