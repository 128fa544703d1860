/// Records which points of flattened lines are inside a curve, where a stroke has no corner.
///
/// This observer also inserts end tangents: points 1/512 px from the ends of curves along their tangents. So
/// a stroke's caps and corners follow the direction of the curve, not that of its first or last chord. No end
/// tangent is inserted where one segment continues another smoothly, nor at the start of a closed subpath.
struct SmoothPointRecorder: CurveObserver {
  /// For each point, whether it is inside a curve.
  private(set) var flags: [Bool] = []
  /// The end tangent before the last point.
  private var arriving: Point?
  /// Whether the last segment was a curve whose end tangent is not inserted yet.
  private var isCurve = false
  private var isAtClosedStart = false

  init() {}

  /// Forgets all points and keeps the storage.
  mutating func removeAll() { flags.removeAll(keepingCapacity: true) }

  mutating func beginSubpath(_ verbs: [Path.Verb], at index: Int) {
    arriving = nil
    isCurve = false
    isAtClosedStart = verbs.closesSubpath(from: index + 1)
  }

  mutating func addLine(from start: Point, to end: Point, points: inout [Point]) {
    if isCurve, !isSmooth(at: start, leaving: Self.endTangent(start, end, end, end)) { insertArriving(into: &points) }
    arriving = Self.endTangent(end, start, start, start)
    (isCurve, isAtClosedStart) = (false, false)
  }

  mutating func beginCurve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, points: inout [Point]) {
    let leaving = Self.endTangent(p0, p1, p2, p3)
    if !isSmooth(at: p0, leaving: leaving) && !isAtClosedStart {
      insertArriving(into: &points)
      if let leaving { points.append(leaving) }
    }
    isAtClosedStart = false
  }

  mutating func endCurve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    arriving = Self.endTangent(p0, p1, p2, p3)
    isCurve = true
  }

  mutating func endSubpath(isClosed: Bool, points: inout [Point]) {
    if !isClosed { insertArriving(into: &points) }
  }

  mutating func removeLast(_ count: Int) { flags.removeLast(count) }

  mutating func finishVerb(pointCount: Int) {
    guard flags.count < pointCount else { return }
    while flags.count < pointCount - 1 { flags.append(true) }
    flags.append(false)
  }

  /// Inserts the end tangent before the last point, if a curve ended there.
  private mutating func insertArriving(into points: inout [Point]) {
    guard isCurve, let arriving, let last = points.popLast(), let flag = flags.popLast() else { return }
    points.append(arriving)
    points.append(last)
    flags.append(true)
    flags.append(flag)
    isCurve = false
  }

  /// Whether the segment that leaves `point` continues the direction of the segment that arrives at `point`.
  private func isSmooth(at point: Point, leaving: Point?) -> Bool {
    guard let arriving, let leaving else { return false }
    let (x, y) = (arriving.x + leaving.x - point.x * 2, arriving.y + leaving.y - point.y * 2)
    return max(x.magnitude, y.magnitude).rawValue <= 3
  }

  /// Returns the point 1/512 px from the end `p0` of a curve; nil if the curve itself is not much longer.
  private static func endTangent(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) -> Point? {
    // Towards the first control point that is not the end itself.
    endTangent(p0, towards: p1) ?? endTangent(p0, towards: p2) ?? endTangent(p0, towards: p3)
  }

  private static func endTangent(_ end: Point, towards control: Point) -> Point? {
    let (dx, dy) = (control.x - end.x, control.y - end.y)
    let length = Scalar.hypotenuse(dx, dy)
    if length.rawValue < 1024 { return nil }
    func shortened(_ delta: Scalar) -> Scalar {
      Scalar(rawValue: Int64(truncatingIfNeeded: Int128(delta.rawValue) &* 128 / Int128(length.rawValue)))
    }
    return Point(x: end.x + shortened(dx), y: end.y + shortened(dy))
  }
}

extension [Path.Verb] {
  /// Whether the subpath whose verbs begin at `index` is closed.
  fileprivate func closesSubpath(from index: Int) -> Bool {
    var index = index
    while index < count && self[index] != .move {
      if self[index] == .close { return true }
      index += 1
    }
    return false
  }
}
