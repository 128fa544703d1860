import CartoucheMaps
import Testing

@Suite("Geometry in style expressions")
struct ExpressionGeometryTests {
  /// Evaluates an expression for a feature in the tile of zoom 0, with vertices in degrees.
  private func evaluate(_ json: String, _ kind: VectorFeature.Kind, _ parts: [[SIMD2<Double>]]) throws -> StyleValue {
    let tile = TileID(unchecked: 12, 2048, 2048)
    let width = 4096 * FeatureGeometry.extent
    let vertices = parts.map { part in
      part.map { degrees in
        let position = (MercatorSquare.position(degrees) - 0.5) * width
        return SIMD2(ElementaryFunctions.rounded(position.x), ElementaryFunctions.rounded(position.y))
      }
    }
    var context = EvaluationContext(feature: PropertyFeature(kind: kind, geometry: FeatureGeometry(tile: tile, parts: vertices)))
    return try ExpressionFixture().compile(json).evaluate(&context)
  }

  private let square =
    #"{"type": "Polygon", "coordinates": [[[0, 0], [0, 2], [2, 2], [2, 0], [0, 0]], [[0.5, 0.5], [0.5, 1], [1, 1], [1, 0.5], [0.5, 0.5]]]}"#

  @Test("points and lines are inside a polygon if none of them is outside or in a hole")
  func within() throws {
    let json = #"["within", \#(square)]"#
    #expect(
      try evaluate(json, .point, [[SIMD2(1.5, 1.5)]]) == .boolean(true)
        && evaluate(json, .point, [[SIMD2(0.7, 0.7)]]) == .boolean(false))
    #expect(try evaluate(json, .point, [[SIMD2(1.5, 1.5)], [SIMD2(3, 3)]]) == .boolean(false))
    #expect(try evaluate(json, .line, [[SIMD2(1.2, 0.2), SIMD2(1.8, 1.8)]]) == .boolean(true))
    // Both ends are inside, but the line crosses the hole.
    #expect(try evaluate(json, .line, [[SIMD2(0.2, 0.7), SIMD2(1.8, 0.8)]]) == .boolean(false))
    #expect(try evaluate(json, .polygon, [[SIMD2(1.5, 1.5), SIMD2(1.6, 1.5), SIMD2(1.6, 1.6)]]) == .boolean(false))
    #expect(throws: ExpressionError.self) {
      try ExpressionFixture().compile(#"["within", {"type": "Point", "coordinates": [0, 0]}]"#)
    }
    #expect(throws: ExpressionError.self) {
      try ExpressionFixture().compile(#"["within", {"type": "Polygon", "coordinates": [[[0]]]}]"#)
    }
  }

  @Test("a distance is that of the nearest points, in meters, and 0 inside of polygons")
  func distance() throws {
    func meters(_ json: String, _ kind: VectorFeature.Kind, _ parts: [[SIMD2<Double>]]) throws -> Double {
      try evaluate(#"["distance", \#(json)]"#, kind, parts).number ?? .nan
    }
    // A degree at the equator: 111,319 m east, 110,574 m north.
    #expect(try abs(meters(#"{"type": "Point", "coordinates": [1, 0]}"#, .point, [[SIMD2(0, 0)]]) - 111_319.5) < 2)
    #expect(try abs(meters(#"{"type": "Point", "coordinates": [0, 1]}"#, .point, [[SIMD2(0, 0)]]) - 110_574.3) < 2)
    let line = #"{"type": "LineString", "coordinates": [[-1, 1], [1, 1]]}"#
    #expect(
      try abs(meters(line, .point, [[SIMD2(0.5, 0)]]) - 110_574.3) < 2 && meters(line, .line, [[SIMD2(0, 0), SIMD2(0, 2)]]) == 0)
    #expect(
      try meters(square, .point, [[SIMD2(1.5, 1.5)]]) == 0 && abs(meters(square, .point, [[SIMD2(0.75, 0.75)]]) - 27_643) < 20)
    #expect(try meters(square, .polygon, [[SIMD2(-5, -5), SIMD2(5, -5), SIMD2(5, 5), SIMD2(-5, 5)]]) == 0)
    // The nearest edge is the one that closes the ring.
    let west = #"{"type": "Point", "coordinates": [-1, 0.5]}"#
    #expect(try abs(meters(west, .polygon, [[SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]]) - 111_320) < 20)
    #expect(evaluate(#"["distance", {"type": "Sphere"}]"#) == "invalid at ")
  }

  private func evaluate(_ json: String) -> String { ExpressionFixture().evaluate(json) }
}
