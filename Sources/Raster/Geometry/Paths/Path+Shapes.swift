/// The direction in which an arc runs from its start to its end, as seen on a screen where y points down.
public enum ArcDirection: UInt8, Hashable, Sendable {
  /// Clockwise: angles increase along the arc.
  case clockwise
  /// Counterclockwise: angles decrease along the arc.
  case counterclockwise
}

extension Path {
  /// Creates the path of a rectangle: one closed subpath that runs clockwise from the rectangle's origin.
  public init(rect: Rect) {
    self.init()
    addRect(rect)
  }

  /// Creates the path of the ellipse that touches all four sides of `rect`.
  public init(ellipseIn rect: Rect) {
    self.init()
    addEllipse(in: rect)
  }

  /// Creates the path of a rectangle with rounded corners.
  ///
  /// The corner radius is limited to half the shorter side.
  public init(roundedRect rect: Rect, cornerRadius: Scalar) {
    self.init()
    addRoundedRect(rect, radius: cornerRadius)
  }

  /// Adds an arc of the circle around `center`.
  ///
  /// If the path's last subpath is open, a line connects its last point to the start of the arc. Otherwise
  /// the arc starts a new subpath.
  ///
  /// Angle 0 points along +x. Angles grow clockwise on screen, from +x toward +y.
  ///
  /// The arc is at most one turn, as with `CGPath`'s `addArc`. If `endAngle` is a turn or more past
  /// `startAngle` in the arc's direction, the arc is the whole circle. Otherwise, the arc ends where it first
  /// reaches the direction of `endAngle`.
  ///
  /// In Core Graphics, the `clockwise` parameter is meant for a y axis that points up. So Core Graphics'
  /// `clockwise: false` corresponds to ``ArcDirection/clockwise``.
  ///
  /// The arc is made of cubic curves of at most a quarter turn each. The distance of these curves from the
  /// circle is at most 0.00028 times the radius. The radius is clamped to ±2^31 points.
  public mutating func addArc(center: Point, radius: Scalar, startAngle: Angle, endAngle: Angle, direction: ArcDirection) {
    addArc(
      center: center, radii: Size(width: radius, height: radius), startAngle: startAngle, endAngle: endAngle, direction: direction)
  }

  /// Adds an arc of an ellipse around `center`.
  ///
  /// `radii.width` is the ellipse's radius along +x, and `radii.height` is its radius along +y. The ellipse
  /// is then rotated about its center by `rotation`.
  ///
  /// Before the rotation, an angle of 0° points along +x, and 90° points along +y. All angles are measured on
  /// a circle, before the circle is stretched to the ellipse. SVG and the HTML canvas' `ellipse()` measure
  /// angles in the same way.
  ///
  /// Arcs of more than a turn are handled as in ``addArc(center:radius:startAngle:endAngle:direction:)``. The
  /// line to the arc's start and the limit of the radii are also the same.
  public mutating func addArc(
    center: Point, radii: Size, rotation: Angle = .zero, startAngle: Angle, endAngle: Angle, direction: ArcDirection
  ) {
    let turn = Angle.degrees(360)
    let difference = direction == .clockwise ? endAngle - startAngle : startAngle - endAngle
    let sweep = difference >= turn ? turn : difference.normalized
    addArc(center: center, radii: radii, rotation: rotation, from: startAngle, sweep: direction == .clockwise ? sweep : -sweep)
  }

  /// Adds the ellipse that touches all four sides of `rect`.
  ///
  /// The ellipse is a closed subpath that runs clockwise from the ellipse's rightmost point.
  ///
  /// The ellipse's two radii are clamped to ±2^31 points.
  public mutating func addEllipse(in rect: Rect) {
    let limit = Scalar(1 << 31)
    let radii = Size(
      width: (rect.width / 2).clamped(from: -limit, to: limit), height: (rect.height / 2).clamped(from: -limit, to: limit))
    move(to: Point(x: rect.center.x + radii.width, y: rect.center.y))
    addArc(center: rect.center, radii: radii, from: .zero, sweep: .degrees(360))
    closeSubpath()
  }

  /// Adds the circle around `center` as a closed subpath, clockwise from the circle's rightmost point.
  public mutating func addCircle(center: Point, radius: Scalar) {
    addEllipse(in: Rect(x: center.x - radius, y: center.y - radius, width: radius * 2, height: radius * 2))
  }

  /// Adds a rectangle with rounded corners as a closed subpath.
  ///
  /// The corner radius is limited to half the shorter side.
  public mutating func addRoundedRect(_ rect: Rect, radius: Scalar) {
    addRoundedRect(rect, radii: CornerRadii(radius))
  }

  /// Adds a rectangle with a separate radius for each rounded corner, as a closed subpath.
  ///
  /// The subpath runs clockwise and starts on the top edge, at the end of the top left corner. For an empty
  /// rectangle, nothing is added.
  ///
  /// Each corner is a quarter circle. If the two radii along a side add up to more than the side's length,
  /// all four radii are scaled down by the same factor. CSS Backgrounds 3 has the same rule in section 5.5.
  /// Negative radii become zero.
  public mutating func addRoundedRect(_ rect: Rect, radii: CornerRadii) {
    if rect.isEmpty { return }
    let fitted = radii.fitting(rect.size)
    if fitted == CornerRadii(0) { return addRect(rect) }
    let corners: [(x: Scalar, y: Scalar, radius: Scalar, inX: Int, inY: Int, from: Int)] = [
      (rect.maxX, rect.minY, fitted.topRight, -1, 1, 270), (rect.maxX, rect.maxY, fitted.bottomRight, -1, -1, 0),
      (rect.minX, rect.maxY, fitted.bottomLeft, 1, -1, 90), (rect.minX, rect.minY, fitted.topLeft, 1, 1, 180),
    ]
    move(to: Point(x: rect.minX + fitted.topLeft, y: rect.minY))
    for corner in corners {
      let center = Point(x: corner.x + corner.radius * corner.inX, y: corner.y + corner.radius * corner.inY)
      addArc(
        center: center, radii: Size(width: corner.radius, height: corner.radius), from: .degrees(WideFixed(corner.from)),
        sweep: .degrees(90))
    }
    closeSubpath()
  }

  /// Adds the arc in pieces of at most 90°. Each is a cubic whose control points lie on the tangents, 4/3
  /// tan(sweep/4) radii away.
  private mutating func addArc(center: Point, radii: Size, rotation: Angle = .zero, from start: Angle, sweep: Angle) {
    let axis = rotation.sineAndCosine
    func direction(_ angle: Angle) -> (x: WideFixed<32>, y: WideFixed<32>) {
      let (sine, cosine) = angle.sineAndCosine
      return (cosine, sine)
    }
    func pointOnArc(_ x: WideFixed<32>, _ y: WideFixed<32>) -> Point {
      let (across, down) = (WideFixed<32>(rounding: radii.width) * x, WideFixed<32>(rounding: radii.height) * y)
      if rotation == .zero { return Point(x: center.x + Scalar(rounding: across), y: center.y + Scalar(rounding: down)) }
      return Point(
        x: center.x + Scalar(rounding: across * axis.cosine - down * axis.sine),
        y: center.y + Scalar(rounding: across * axis.sine + down * axis.cosine))
    }
    let size = sweep.degrees.magnitude
    let pieces = max((size.ceiling + 89) / 90, 1)
    let quarter = sweep / (pieces * 4)
    // tan = sin / cos, which is accurate enough for angles up to 22.5°.
    let (sine, cosine) = quarter.sineAndCosine
    let handleLength = sine * 4 / (cosine * 3)
    var current = direction(start)
    let first = pointOnArc(current.x, current.y)
    if currentPoint == nil || !isDrawing { move(to: first) } else if currentPoint != first { addLine(to: first) }
    if size == 0 { return }
    for piece in 1...pieces {
      let next = direction(piece == pieces ? start + sweep : start + quarter * (piece * 4))
      addCurve(
        to: pointOnArc(next.x, next.y),
        control1: pointOnArc(current.x - handleLength * current.y, current.y + handleLength * current.x),
        control2: pointOnArc(next.x + handleLength * next.y, next.y - handleLength * next.x))
      current = next
    }
  }

  private var isDrawing: Bool { verbs.last.map { $0 != .close } ?? false }
}
