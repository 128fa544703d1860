/// `distance`: the shortest distance in meters from the feature to a geometry of the style. It is 0 inside of
/// polygons.
///
/// Every segment is compared with every other, so a geometry should have hundreds of vertices, not thousands.
final class DistanceNode: ExpressionNode, @unchecked Sendable {
  private typealias Point = SIMD2<Double>

  private let geometry: GeometryLiteral

  private init(_ geometry: GeometryLiteral) {
    self.geometry = geometry
    super.init(.number, dependencies: [.feature, .evaluation])
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    .number(try number(&context))
  }

  override func number(_ context: inout EvaluationContext) throws(EvaluationError) -> Double {
    guard let feature = context.feature, let kind = feature.kind, let found = feature.geometry else { return .nan }
    let scale = 1 / (Double(1 << found.tile.zoom) * FeatureGeometry.extent)
    let origin = Point(Double(found.tile.x), Double(found.tile.y)) * FeatureGeometry.extent
    let parts = found.parts.map { $0.map { MercatorSquare.degrees(($0 + origin) * scale) } }.filter { !$0.isEmpty }
    guard let first = parts.first?.first else { return .nan }
    let measure = Measure(ruler: LocalRuler(latitude: first.y))
    let own: [Shape] =
      switch kind {
      case .point: parts.flatMap { $0.map { .line([$0]) } }
      case .line: parts.map { .line($0) }
      // The rings of a feature do not repeat their first vertex.
      case .polygon: [.polygon(parts.map { $0 + $0.prefix(1) })]
      }
    let others = geometry.points.map { Shape.line([$0]) } + geometry.lines.map(Shape.line) + geometry.polygons.map(Shape.polygon)
    var nearest = Double.infinity
    for other in others {
      for shape in own {
        nearest = min(nearest, measure.distance(shape, other))
        if nearest == 0 { return 0 }
      }
    }
    return nearest
  }

  /// A point is a line with one vertex.
  private enum Shape {
    case line([Point])
    case polygon([[Point]])

    var lines: [[Point]] {
      switch self {
      case .line(let line): [line]
      case .polygon(let rings): rings
      }
    }
  }

  private struct Measure {
    let ruler: LocalRuler

    func distance(_ a: Shape, _ b: Shape) -> Double {
      if overlaps(a, b) || overlaps(b, a) { return 0 }
      var nearest = Double.infinity
      for first in a.lines {
        for second in b.lines { nearest = min(nearest, distance(first, second)) }
      }
      return nearest
    }

    /// Whether a vertex of `b` is in `a`.
    private func overlaps(_ a: Shape, _ b: Shape) -> Bool {
      guard case .polygon(let rings) = a else { return false }
      return b.lines.contains { $0.contains { PlanarGeometry.contains(rings, $0, edges: .isInside) } }
    }

    private func distance(_ a: [Point], _ b: [Point]) -> Double {
      var nearest = Double.infinity
      for first in segments(a) {
        for second in segments(b) {
          if PlanarGeometry.cross(first.0, first.1, second.0, second.1) { return 0 }
          nearest = min(
            nearest, ruler.distance(first.0, second.0, second.1), ruler.distance(first.1, second.0, second.1),
            ruler.distance(second.0, first.0, first.1), ruler.distance(second.1, first.0, first.1))
        }
      }
      return nearest
    }

    /// The segments of a line, or one without length for a point.
    private func segments(_ line: [Point]) -> [(Point, Point)] {
      line.count == 1 ? [(line[0], line[0])] : Array(zip(line, line.dropFirst()))
    }
  }

  static func parse(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount == 1 else {
      throw parser.failure("\"distance\" expects one argument, but found \(call.argumentCount).", call)
    }
    guard let geometry = GeometryLiteral(call.items[1]) else {
      throw parser.failure("\"distance\" expects a GeoJSON object with a geometry.", call)
    }
    return DistanceNode(geometry)
  }
}
