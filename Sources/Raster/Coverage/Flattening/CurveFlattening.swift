/// Adds the contours that `verbs` draw through `points`, their curves as chords no farther than `tolerance` from them.
///
/// - Parameter flags: where `flagging`, gets one value a point: whether it lies inside a curve, so that no corner is meant there. Then curves also
///   get ``EndTangents``.
func appendCurves(
  _ verbs: [Path.Verb], _ points: [Point], tolerance: Int64, closing: Bool, to contours: inout Contours, flags: inout [Bool],
  flagging: Bool
) {
  var begin = contours.points.count
  var leads = EndTangents()
  func end(_ contours: inout Contours, _ flags: inout [Bool], isClosed: Bool) {
    if contours.points.count == begin { return }
    if flagging && !isClosed { leads.insertLast(into: &contours.points, flags: &flags) }
    let corners = contours.points.count - begin
    if corners < (closing ? 3 : isClosed ? 1 : 2) {
      contours.points.removeLast(corners)
      if flagging { flags.removeLast(corners) }
    } else {
      contours.endContour(isClosed: closing || isClosed)
    }
    begin = contours.points.count
  }
  points.withUnsafeBufferPointer { points in
    var next = 0
    var pen = Point.zero
    for (index, verb) in verbs.enumerated() {
      switch verb {
      case .move:
        end(&contours, &flags, isClosed: false)
        pen = points[next]
        contours.points.append(pen)
        next += 1
        if flagging { leads.begin(isClosed: verbs.closesSubpath(from: index + 1)) }
      case .line:
        if flagging { leads.addLine(from: pen, to: points[next], into: &contours.points, flags: &flags) }
        pen = points[next]
        contours.points.append(pen)
        next += 1
      case .quadratic:
        let (control, to) = (points[next], points[next + 1])
        if flagging { leads.beginCurve(pen, control, to, to, into: &contours.points, flags: &flags) }
        appendQuadratic(pen, control, to, tolerance: tolerance, to: &contours.points)
        if flagging { leads.endCurve(to, control, pen, pen) }
        pen = to
        next += 2
      case .cubic:
        let (control1, control2, to) = (points[next], points[next + 1], points[next + 2])
        if flagging { leads.beginCurve(pen, control1, control2, to, into: &contours.points, flags: &flags) }
        appendCubic(pen, control1, control2, to, tolerance: tolerance, to: &contours.points)
        if flagging { leads.endCurve(to, control2, control1, pen) }
        pen = to
        next += 3
      case .close:
        end(&contours, &flags, isClosed: true)
      }
      if flagging && flags.count < contours.points.count {
        while flags.count < contours.points.count - 1 { flags.append(true) }
        flags.append(false)
      }
    }
  }
  end(&contours, &flags, isClosed: false)
}

extension [Path.Verb] {
  /// Whether the subpath whose steps begin at `index` is closed.
  fileprivate func closesSubpath(from index: Int) -> Bool {
    var index = index
    while index < count && self[index] != .move {
      if self[index] == .close { return true }
      index += 1
    }
    return false
  }
}

/// Points a hair, 1/512 px, from the ends of curves along their tangents, so that a stroke's caps and corners stand as the curve does and not as its
/// first or last chord.
///
/// Where one stretch goes on smoothly from another there are none, nor where a closed subpath begins.
private struct EndTangents {
  /// The place a hair before the last point, and whether a curve ended there.
  private var arriving: Point?
  private var isCurve = false
  private var isAtClosedStart = false

  init() {}

  /// Begins a subpath.
  mutating func begin(isClosed: Bool) {
    arriving = nil
    isCurve = false
    isAtClosedStart = isClosed
  }

  mutating func addLine(from start: Point, to end: Point, into points: inout [Point], flags: inout [Bool]) {
    if isCurve, !goesOn(at: start, leaving: Self.lead(start, end, end, end)) { insertLast(into: &points, flags: &flags) }
    arriving = Self.lead(end, start, start, start)
    (isCurve, isAtClosedStart) = (false, false)
  }

  mutating func beginCurve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, into points: inout [Point], flags: inout [Bool]) {
    let leaving = Self.lead(p0, p1, p2, p3)
    if !goesOn(at: p0, leaving: leaving) && !isAtClosedStart {
      insertLast(into: &points, flags: &flags)
      if let leaving { points.append(leaving) }
    }
    isAtClosedStart = false
  }

  /// - Parameter p0: where the curve ended; its other points follow, backwards.
  mutating func endCurve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    arriving = Self.lead(p0, p1, p2, p3)
    isCurve = true
  }

  /// Puts in the place before the last point, where a curve ended there.
  mutating func insertLast(into points: inout [Point], flags: inout [Bool]) {
    guard isCurve, let arriving, let last = points.popLast(), let flag = flags.popLast() else { return }
    points.append(arriving)
    points.append(last)
    flags.append(true)
    flags.append(flag)
    isCurve = false
  }

  /// Whether what leaves `place` has the direction of what arrives there.
  private func goesOn(at place: Point, leaving: Point?) -> Bool {
    guard let arriving, let leaving else { return false }
    let (x, y) = (arriving.x + leaving.x - place.x * 2, arriving.y + leaving.y - place.y * 2)
    return max(x.magnitude, y.magnitude).rawValue <= 3
  }

  /// The place a hair from the end `p0` of a curve; nil where the curve is not much longer itself.
  private static func lead(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) -> Point? {
    // Towards the first control point that is not the end itself.
    lead(p0, p1) ?? lead(p0, p2) ?? lead(p0, p3)
  }

  private static func lead(_ place: Point, _ control: Point) -> Point? {
    let (dx, dy) = (control.x - place.x, control.y - place.y)
    let length = Scalar.hypotenuse(dx, dy)
    if length.rawValue < 1024 { return nil }
    func hair(_ way: Scalar) -> Scalar {
      Scalar(rawValue: Int64(truncatingIfNeeded: Int128(way.rawValue) &* 128 / Int128(length.rawValue)))
    }
    return Point(x: place.x + hair(dx), y: place.y + hair(dy))
  }
}
