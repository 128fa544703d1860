/// Adds the contours that `verbs` draw through `points`, with curves as chords.
///
/// - Parameters:
///   - tolerance: The greatest distance of a chord from its curve, in 1/65536.
///   - closing: Whether the contours are to be filled. If so, all contours count as closed, and contours with
///     fewer than three points are left out.
///   - observer: Records lines and curves: ``SmoothPointRecorder`` for strokes, ``IgnoredCurves`` for fills.
func appendCurves<Observer: CurveObserver>(
  _ verbs: [Path.Verb], _ points: [Point], tolerance: Int64, closing: Bool, to contours: inout Contours,
  observer: inout Observer
) {
  var begin = contours.points.count
  func end(_ contours: inout Contours, _ observer: inout Observer, isClosed: Bool) {
    if contours.points.count == begin { return }
    observer.endSubpath(isClosed: isClosed, points: &contours.points)
    let corners = contours.points.count - begin
    if corners < (closing ? 3 : isClosed ? 1 : 2) {
      contours.points.removeLast(corners)
      observer.removeLast(corners)
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
        end(&contours, &observer, isClosed: false)
        pen = points[next]
        contours.points.append(pen)
        next += 1
        observer.beginSubpath(verbs, at: index)
      case .line:
        observer.addLine(from: pen, to: points[next], points: &contours.points)
        pen = points[next]
        contours.points.append(pen)
        next += 1
      case .quadratic:
        let (control, to) = (points[next], points[next + 1])
        observer.beginCurve(pen, control, to, to, points: &contours.points)
        appendQuadratic(pen, control, to, tolerance: tolerance, to: &contours.points)
        observer.endCurve(to, control, pen, pen)
        pen = to
        next += 2
      case .cubic:
        let (control1, control2, to) = (points[next], points[next + 1], points[next + 2])
        observer.beginCurve(pen, control1, control2, to, points: &contours.points)
        appendCubic(pen, control1, control2, to, tolerance: tolerance, to: &contours.points)
        observer.endCurve(to, control2, control1, pen)
        pen = to
        next += 3
      case .close:
        end(&contours, &observer, isClosed: true)
      }
      observer.finishVerb(pointCount: contours.points.count)
    }
  }
  end(&contours, &observer, isClosed: false)
}

/// Records the lines and curves that ``appendCurves(_:_:tolerance:closing:to:observer:)`` turns into points.
///
/// An observer's functions may insert points of their own before the next points of the path.
protocol CurveObserver {
  /// Begins a subpath with the verb at `index`, whose point was just added.
  mutating func beginSubpath(_ verbs: [Path.Verb], at index: Int)
  mutating func addLine(from start: Point, to end: Point, points: inout [Point])
  /// Begins a curve with the control points `p0` to `p3`, whose points will be added next.
  mutating func beginCurve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, points: inout [Point])
  /// Ends a curve, whose control points are given backwards.
  mutating func endCurve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point)
  mutating func endSubpath(isClosed: Bool, points: inout [Point])
  /// Forgets the last points, which were removed.
  mutating func removeLast(_ count: Int)
  /// Ends a verb, after which there are `pointCount` points.
  mutating func finishVerb(pointCount: Int)
}

/// An observer that records nothing.
struct IgnoredCurves: CurveObserver {
  @inline(__always)
  func beginSubpath(_ verbs: [Path.Verb], at index: Int) {}
  @inline(__always)
  func addLine(from start: Point, to end: Point, points: inout [Point]) {}
  @inline(__always)
  func beginCurve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, points: inout [Point]) {}
  @inline(__always)
  func endCurve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {}
  @inline(__always)
  func endSubpath(isClosed: Bool, points: inout [Point]) {}
  @inline(__always)
  func removeLast(_ count: Int) {}
  @inline(__always)
  func finishVerb(pointCount: Int) {}
}
