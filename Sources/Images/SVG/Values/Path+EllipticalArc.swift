import CartoucheRaster

extension Path {
  /// Adds an elliptical arc between two points as cubic curves of at most 90° each.
  ///
  /// The last curve ends exactly at `end`. If the radii are too small, they are scaled up until the ellipse
  /// reaches both points. If a radius is zero, the arc is a line.
  ///
  /// - Source: SVG 2, appendix B.2.4, computed on the unit circle so that no coordinate is squared.
  mutating func addEllipticalArc(
    from start: (x: Number, y: Number), to end: (x: Number, y: Number), radii: (x: Number, y: Number), rotation: Angle,
    isLarge: Bool, isClockwise: Bool
  ) {
    if start == end { return }
    guard radii.x > 0, radii.y > 0 else { return addLine(to: Point(end.x, end.y)) }
    let axis = rotation.sineAndCosine
    let (halfX, halfY) = ((start.x - end.x) / 2, (start.y - end.y) / 2)
    // The vector from the chord's center to its start, on the unit circle's plane.
    let u = (axis.cosine * halfX + axis.sine * halfY) / radii.x
    let v = (axis.cosine * halfY - axis.sine * halfX) / radii.y
    let distance = Number.hypotenuse(u, v)
    guard distance > 0, distance < Number(1 << 20) else { return addLine(to: Point(end.x, end.y)) }
    // The circle's center is beside the chord, unless the chord is a diameter or so long that the circle must
    // grow.
    let (unitU, unitV) = (u / distance, v / distance)
    let growth = max(distance, 1)
    let centerDistance = distance < 1 ? (1 - distance * distance).squareRoot() : 0
    let side: Number = isLarge == isClockwise ? -1 : 1
    let (centerU, centerV) = (centerDistance * unitV * side, -(centerDistance * unitU * side))
    let (startU, startV) = (u / growth - centerU, v / growth - centerV)
    let (endU, endV) = (-(u / growth) - centerU, -(v / growth) - centerV)
    let first = Angle.arctangent(y: startV, x: startU)
    var sweep = (Angle.arctangent(y: endV, x: endU) - first).normalized
    if !isClockwise { sweep = sweep - .degrees(360) }
    let (radiusX, radiusY) = (radii.x * growth, radii.y * growth)
    let (middleX, middleY) = (start.x / 2 + end.x / 2, start.y / 2 + end.y / 2)

    func point(_ x: Number, _ y: Number) -> Point {
      let (across, down) = ((x + centerU) * radiusX, (y + centerV) * radiusY)
      return Point(middleX + across * axis.cosine - down * axis.sine, middleY + across * axis.sine + down * axis.cosine)
    }
    let pieces = max((sweep.degrees.magnitude.ceiling + 89) / 90, 1)
    let quarter = (sweep / (pieces * 4)).sineAndCosine
    let handle = quarter.sine * 4 / (quarter.cosine * 3)
    var (sine, cosine) = first.sineAndCosine
    for piece in 1...pieces {
      let next = (first + sweep * piece / pieces).sineAndCosine
      addCurve(
        to: piece == pieces ? Point(end.x, end.y) : point(next.cosine, next.sine),
        control1: point(cosine - handle * sine, sine + handle * cosine),
        control2: point(next.cosine + handle * next.sine, next.sine - handle * next.cosine))
      (sine, cosine) = next
    }
  }
}
