/// The outline of a shape: lines and quadratic and cubic Bézier curves in one or more subpaths.
///
/// A path is a value. Copies of a path share storage until one of the copies changes.
///
/// The methods can be called in any order. A line or curve that is added after ``closeSubpath()`` starts at
/// the first point of the closed subpath. A line that is added to an empty path starts at its own end point.
/// A curve that is added to an empty path starts at its first control point.
public struct Path: Hashable, Sendable {
  /// A step of the outline. In this order, the steps take 1, 1, 2, 3 and 0 points.
  package enum Verb: UInt8, Sendable, BitwiseCopyable {
    case move, line, quadratic, cubic, close
  }

  package private(set) var verbs: [Verb] = []
  package private(set) var points: [Point] = []
  private var start = Point.zero
  private var isOpen = false

  /// Creates an empty path.
  public init() {}

  /// Whether the path is empty. A path that consists only of a ``move(to:)`` is not empty.
  public var isEmpty: Bool { verbs.isEmpty }

  /// The point from which the next line or curve starts; nil for an empty path.
  public var currentPoint: Point? { verbs.isEmpty ? nil : (isOpen ? points[points.count - 1] : start) }

  /// Reserves storage for a total of `verbCount` steps and `pointCount` points.
  ///
  /// A step is a move, a line, a curve or the closing of a subpath. A move or line has one point, a quadratic
  /// curve has two, and a cubic curve has three. A closing has none.
  public mutating func reserveCapacity(verbs verbCount: Int, points pointCount: Int) {
    verbs.reserveCapacity(verbCount)
    points.reserveCapacity(pointCount)
  }

  /// The number of bytes of the path's storage.
  package var byteCapacity: Int { verbs.capacity &+ points.capacity &* MemoryLayout<Point>.stride }

  /// Moves all points by `offset`.
  package mutating func translate(by offset: Point) {
    guard offset != .zero else { return }
    for index in points.indices { points[index] = points[index] + offset }
    start = start + offset
  }

  /// Removes everything from the path but keeps the path's storage for later use.
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

  /// Adds a line from the current point to `point`.
  public mutating func addLine(to point: Point) {
    open(at: point)
    verbs.append(.line)
    points.append(point)
  }

  /// Adds a quadratic Bézier curve from the current point to `end`.
  public mutating func addQuadCurve(to end: Point, control: Point) {
    open(at: control)
    verbs.append(.quadratic)
    points.append(control)
    points.append(end)
  }

  /// Adds a cubic Bézier curve from the current point to `end`.
  public mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    open(at: control1)
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(end)
  }

  /// Closes the current subpath with a line from its last point to its first point.
  ///
  /// If no subpath is open, nothing is added.
  ///
  /// When a closed subpath is stroked, its first point gets a join. An open subpath gets a cap at each end.
  public mutating func closeSubpath() {
    guard isOpen else { return }
    verbs.append(.close)
    isOpen = false
  }

  /// Adds a rectangle as a closed subpath, clockwise from the rectangle's origin.
  public mutating func addRect(_ rect: Rect) {
    let corners = rect.corners
    move(to: corners[0])
    for index in 1..<4 { addLine(to: corners[index]) }
    closeSubpath()
  }

  /// Adds a closed subpath of straight lines.
  ///
  /// - Parameters:
  ///   - count: The number of points. If it is 0, nothing is added.
  ///   - point: Returns the point with an index.
  @inline(__always)
  package mutating func addPolygon(count: Int, _ point: (_ index: Int) -> Point) {
    guard count > 0 else { return }
    verbs.append(.move)
    verbs.append(contentsOf: repeatElement(.line, count: count &- 1))
    verbs.append(.close)
    start = point(0)
    isOpen = false
    for index in 0..<count { points.append(point(index)) }
  }

  /// Adds all subpaths of another path.
  ///
  /// If `other` is not empty, its ``currentPoint`` becomes the current point of this path.
  public mutating func addPath(_ other: Path) {
    verbs.append(contentsOf: other.verbs)
    points.append(contentsOf: other.points)
    if !other.verbs.isEmpty {
      start = other.start
      isOpen = other.isOpen
    }
  }

  /// Returns the path with all of its points mapped by `transform`.
  ///
  /// Curves stay curves. Each coordinate is rounded to the nearest ``Scalar`` and clamped to the range of
  /// ``Scalar``.
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
