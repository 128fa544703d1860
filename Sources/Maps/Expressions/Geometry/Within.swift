/// `within`: whether a point or line feature is inside polygons. A point on an edge is outside.
///
/// As the specification's implementations do, the polygons are rounded to 1/8192 of the feature's tile.
final class WithinNode: ExpressionNode, @unchecked Sendable {
  private typealias Point = SIMD2<Double>

  /// The polygons' rings in the map's square.
  private let polygons: [[[Point]]]
  private let lowest: Point
  private let highest: Point

  private init(_ polygons: [[[SIMD2<Double>]]]) {
    self.polygons = polygons.map { $0.map { $0.map(MercatorSquare.position) } }
    let vertices = self.polygons.joined().joined()
    lowest = vertices.reduce(Point(repeating: .infinity)) { pointwiseMin($0, $1) }
    highest = vertices.reduce(Point(repeating: -.infinity)) { pointwiseMax($0, $1) }
    super.init(.boolean, dependencies: [.feature, .evaluation])
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    .boolean(try boolean(&context))
  }

  override func boolean(_ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    guard let feature = context.feature, feature.kind == .point || feature.kind == .line, let geometry = feature.geometry else {
      return false
    }
    let width = Double(1 << geometry.tile.zoom) * FeatureGeometry.extent
    let low = Self.rounded(lowest * width)
    let high = Self.rounded(highest * width)
    let origin = Point(Double(geometry.tile.x), Double(geometry.tile.y)) * FeatureGeometry.extent
    var parts = geometry.parts.map { $0.map { Self.wrapped($0 + origin, low, high, width) } }
    parts.removeAll(where: \.isEmpty)
    guard !parts.isEmpty, parts.allSatisfy({ $0.allSatisfy { all($0 .> low) && all($0 .< high) } }) else { return false }
    let polygons = polygons.map { $0.map { $0.map { Self.rounded($0 * width) } } }
    if feature.kind == .point {
      return parts.allSatisfy { part in
        part.allSatisfy { point in polygons.contains { PlanarGeometry.contains($0, point, edges: .isOutside) } }
      }
    }
    return parts.allSatisfy { line in polygons.contains { Self.contains($0, line) } }
  }

  private static func contains(_ rings: [[Point]], _ line: [Point]) -> Bool {
    guard line.allSatisfy({ PlanarGeometry.contains(rings, $0, edges: .isOutside) }) else { return false }
    return !PlanarGeometry.containsSegment(line) { a, b in
      rings.contains { ring in PlanarGeometry.containsSegment(ring) { PlanarGeometry.cross(a, b, $0, $1) } }
    }
  }

  /// Moves a point by the width of the world if the polygons are nearer there.
  private static func wrapped(_ point: Point, _ low: Point, _ high: Point, _ width: Double) -> Point {
    guard point.x < low.x || point.x > high.x else { return point }
    for edge in [low.x, high.x] {
      if point.x - edge > width / 2 { return Point(point.x - width, point.y) }
      if edge - point.x > width / 2 { return Point(point.x + width, point.y) }
    }
    return point
  }

  private static func rounded(_ point: Point) -> Point {
    Point(ElementaryFunctions.floor(point.x + 0.5), ElementaryFunctions.floor(point.y + 0.5))
  }

  static func parse(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount == 1 else {
      throw parser.failure("\"within\" expects one argument, but found \(call.argumentCount).", call)
    }
    guard let geometry = GeometryLiteral(call.items[1]), !geometry.polygons.isEmpty else {
      throw parser.failure("\"within\" expects a GeoJSON object with polygons.", call)
    }
    return WithinNode(geometry.polygons)
  }
}
