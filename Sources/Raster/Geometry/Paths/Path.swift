/// A shape's outline: lines, quadratic and cubic Bézier curves in one or more subpaths.
///
/// A path is a value; copies share storage until one of them changes. No sequence of calls is an error.
/// Without a ``move(to:)``, a call after ``closeSubpath()`` continues from the subpath's first point, and the
/// first call of all starts at its own first point.
public struct Path: Hashable, Sendable {
  /// A step of the outline. In this order, the steps take 1, 1, 2, 3 and 0 points.
  package enum Verb: UInt8, Sendable {
    case move, line, quadratic, cubic, close
  }

  package private(set) var verbs: [Verb] = []
  package private(set) var points: [Point] = []
  private var start = Point.zero
  private var isOpen = false

  public init() {}

  /// Whether the path has no steps.
  public var isEmpty: Bool { verbs.isEmpty }

  /// The point where the next step starts; nil for an empty path.
  public var currentPoint: Point? { verbs.isEmpty ? nil : (isOpen ? points[points.count - 1] : start) }

  /// Reserves storage for the given numbers of steps and points.
  public mutating func reserveCapacity(verbs verbCount: Int, points pointCount: Int) {
    verbs.reserveCapacity(verbCount)
    points.reserveCapacity(pointCount)
  }

  /// Removes all steps but keeps the storage.
  public mutating func removeAll() {
    verbs.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    start = .zero
    isOpen = false
  }

  /// Starts a new subpath at `point`.
  public mutating func move(to point: Point) {
    verbs.append(.move)
    points.append(point)
    start = point
    isOpen = true
  }

  /// Adds a line from the current point.
  public mutating func addLine(to point: Point) {
    open(at: point)
    verbs.append(.line)
    points.append(point)
  }

  /// Adds a quadratic Bézier curve from the current point.
  public mutating func addQuadCurve(to end: Point, control: Point) {
    open(at: control)
    verbs.append(.quadratic)
    points.append(control)
    points.append(end)
  }

  /// Adds a cubic Bézier curve from the current point.
  public mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    open(at: control1)
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(end)
  }

  /// Adds a line back to the subpath's start. A stroke has a join there instead of two caps.
  public mutating func closeSubpath() {
    guard isOpen else { return }
    verbs.append(.close)
    isOpen = false
  }

  /// Adds a rectangle as a closed subpath, clockwise from its origin.
  public mutating func addRect(_ rect: Rect) {
    let corners = rect.corners
    move(to: corners[0])
    for index in 1..<4 { addLine(to: corners[index]) }
    closeSubpath()
  }

  /// Adds all steps of another path; the next step continues from its end.
  public mutating func addPath(_ other: Path) {
    verbs.append(contentsOf: other.verbs)
    points.append(contentsOf: other.points)
    if !other.verbs.isEmpty {
      start = other.start
      isOpen = other.isOpen
    }
  }

  /// Returns the transformed path. Curves stay curves; each point is rounded to nearest and clamped to the
  /// range.
  public func transformed(by transform: AffineTransform) -> Path {
    var path = self
    transform.apply(to: &path.points, from: 0)
    path.start = transform.apply(start)
    return path
  }

  private mutating func open(at point: Point) {
    guard !isOpen else { return }
    move(to: verbs.isEmpty ? point : start)
  }
}
