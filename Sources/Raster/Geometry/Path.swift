/// A shape's outline: lines, quadratic and cubic Bézier curves in one or more subpaths.
///
/// A value; copies share storage until one is changed. Every call after ``closeSubpath()`` without a ``move(to:)`` goes on from
/// the subpath's first point, and drawing before any `move` starts at that call's first point, so no sequence of calls is an error.
public struct Path: Hashable, Sendable {
  /// What a step of the outline is; the number of points it takes is 1, 1, 2, 3, 0.
  package enum Verb: UInt8, Sendable {
    case move, line, quadratic, cubic, close
  }

  package private(set) var verbs: [Verb] = []
  package private(set) var points: [Point] = []
  private var start = Point.zero
  private var isOpen = false

  public init() {}

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { verbs.isEmpty }

  /// Where the next step starts.
  public var currentPoint: Point? { verbs.isEmpty ? nil : (isOpen ? points[points.count - 1] : start) }

  /// Makes room for so many steps and points.
  public mutating func reserveCapacity(verbs verbCount: Int, points pointCount: Int) {
    verbs.reserveCapacity(verbCount)
    points.reserveCapacity(pointCount)
  }

  /// Empties the path and keeps its storage.
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

  /// Draws a line back to where the subpath began; a stroke joins there instead of capping.
  public mutating func closeSubpath() {
    guard isOpen else { return }
    verbs.append(.close)
    isOpen = false
  }

  /// Adds a rectangle as a closed subpath, clockwise from its origin.
  public mutating func addRect(_ rect: Rect) {
    move(to: rect.origin)
    addLine(to: Point(x: rect.maxX, y: rect.minY))
    addLine(to: Point(x: rect.maxX, y: rect.maxY))
    addLine(to: Point(x: rect.minX, y: rect.maxY))
    closeSubpath()
  }

  /// Adds all of another path; what comes next goes on from its end.
  public mutating func addPath(_ other: Path) {
    verbs.append(contentsOf: other.verbs)
    points.append(contentsOf: other.points)
    if !other.verbs.isEmpty {
      start = other.start
      isOpen = other.isOpen
    }
  }

  /// The path as `transform` shows it: curves stay curves, each point is rounded to nearest and held to the range.
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
