import CartoucheMaps
import Testing

@Suite("Decoding GeoJSON")
struct GeoJSONDecoderTests {
  private func decode(_ text: String) throws -> [GeoJSONFeature] { try GeoJSONDecoder(name: "test").decode(.text(text)) }

  private func geometry(_ text: String) throws -> GeoJSONGeometry? { try decode("{\"type\": \(text)}").first?.geometry }

  /// The coordinates of a geometry, rounded to millionths of a degree, as text.
  private func text(_ coordinates: [Coordinate]) -> String {
    coordinates.map { "\(($0.longitude * 1e6).rounded() / 1e6) \(($0.latitude * 1e6).rounded() / 1e6)" }.joined(separator: ", ")
  }

  @Test("each type of geometry is decoded as itself, also with one member, and rings end with their first position")
  func types() throws {
    guard case .point(let point) = try geometry("\"Point\", \"coordinates\": [10.5, 20.25, 300]") else { throw Mismatch() }
    #expect(text([point]) == "10.5 20.25")
    guard case .multiPoint(let points) = try geometry("\"MultiPoint\", \"coordinates\": [[10, 20]]") else { throw Mismatch() }
    #expect(text(points) == "10.0 20.0")
    guard case .lineString(let line) = try geometry("\"LineString\", \"coordinates\": [[179, 2], [181, 40]]") else {
      throw Mismatch()
    }
    #expect(text(line) == "179.0 2.0, 181.0 40.0")
    guard case .multiLineString(let lines) = try geometry("\"MultiLineString\", \"coordinates\": [[[1, 2], [3, 4]]]") else {
      throw Mismatch()
    }
    #expect(lines.map(text) == ["1.0 2.0, 3.0 4.0"])
    let ring = "[[0, 0], [40, 0], [40, 40], [0, 0]]"
    let hole = "[[20, 10], [30, 20], [30, 10], [20, 10]]"
    guard case .polygon(let rings) = try geometry("\"Polygon\", \"coordinates\": [\(ring), \(hole)]") else { throw Mismatch() }
    #expect(rings.map(text) == ["0.0 0.0, 40.0 0.0, 40.0 40.0, 0.0 0.0", "20.0 10.0, 30.0 20.0, 30.0 10.0, 20.0 10.0"])
    guard case .multiPolygon(let polygons) = try geometry("\"MultiPolygon\", \"coordinates\": [[\(ring), \(hole)], [\(ring)]]")
    else { throw Mismatch() }
    #expect(polygons.map(\.count) == [2, 1])
  }

  private struct Mismatch: Error {}

  @Test("properties keep their types and identifiers, and are decoded again from features")
  func properties() throws {
    let features = try decode(
      """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": 7, "properties": {"a": [1, {"b": "x"}], "n": null, "t": "é", "f": true, "d": 1.5},
         "geometry": {"type": "Point", "coordinates": [1, 2]}},
        {"type": "Feature", "id": "k", "properties": null, "geometry": null}
      ]}
      """)
    #expect(features.map(\.id) == [.number(7), .text("k")])
    #expect(
      features[0].properties == [
        "a": .array([.number(1), .object(["b": .text("x")])]), "n": .null, "t": .text("é"), "f": .boolean(true), "d": .number(1.5),
      ])
    #expect(features[1].geometry == nil && features[1].overlays.isEmpty && features[1].annotations.isEmpty)
    let again = try GeoJSONDecoder().decode(.features(features))
    #expect(again.map(\.properties) == features.map(\.properties))
  }

  @Test("lines and polygons become overlays, points annotations, also those in collections")
  func overlays() throws {
    let ring = "[[0, 0], [40, 0], [40, 40], [0, 0]]"
    let text =
      "\"GeometryCollection\", \"geometries\": [{\"type\": \"Point\", \"coordinates\": [5, 6]}, "
      + "{\"type\": \"LineString\", \"coordinates\": [[1, 2], [3, 4]]}, "
      + "{\"type\": \"MultiLineString\", \"coordinates\": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]}, "
      + "{\"type\": \"GeometryCollection\", \"geometries\": [{\"type\": \"Polygon\", \"coordinates\": [\(ring)]}]}, "
      + "{\"type\": \"MultiPolygon\", \"coordinates\": [[\(ring)], [\(ring)]]}, "
      + "{\"type\": \"MultiPoint\", \"coordinates\": [[7, 8], [9, 10]]}]"
    let feature = try #require(try decode("{\"type\": \(text)}").first)
    let overlays = feature.overlays
    #expect(overlays.map { "\(type(of: $0))" } == ["MapPolyline", "MultiPolyline", "MapPolygon", "MultiPolygon"])
    #expect((overlays[1] as? MultiPolyline)?.polylines.map(\.pointCount) == [2, 2])
    #expect((overlays[3] as? MultiPolygon)?.polygons.count == 2)
    #expect(feature.annotations.map { $0.coordinate.longitude.rounded() } == [5, 7, 9])
  }

  @Test("a polygon around the whole world is as wide as the world")
  func world() throws {
    let ring = "[[-180, -80], [180, -80], [180, 80], [-180, 80], [-180, -80]]"
    let overlays = try decode("{\"type\": \"Polygon\", \"coordinates\": [\(ring)]}")[0].overlays
    #expect(overlays[0].boundingMapRect.width == MapPoint.worldSize + 1)
  }

  @Test(
    "an error has its line; the rest is decoded if it is asked for",
    arguments: [
      ("\"coordinates\": [1]", "test:3: a feature is left out: a position has fewer than two numbers"),
      ("\"coordinates\": [1, \"2\"]", "test:3: a feature is left out: a coordinate is not a number"),
      ("\"coordinates\": [NaN, 2]", "test:3: "),
      ("\"coordinates\": [1, 2", "test:3: "),
    ])
  func errors(coordinates: String, message: String) throws {
    let good = "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, 2]}}"
    let bad = good.replacing("\"coordinates\": [1, 2]", with: coordinates)
    let text = "{\"type\": \"FeatureCollection\", \"features\": [\n\(good),\n\(bad),\n\(good)]}"
    let error = #expect(throws: GeoJSONError.self) { try decode(text) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    var errors: [GeoJSONError] = []
    let features = GeoJSONDecoder(name: "test").decode(.text(text)) { errors.append($0) }
    #expect(!errors.isEmpty && features.count >= 1)
  }

  @Test("a missing file is an error that names it")
  func missingFile() {
    let error = #expect(throws: GeoJSONError.self) { try GeoJSONDecoder().decode(.file(path: "/nowhere/parks.geojson")) }
    #expect(error?.source == "/nowhere/parks.geojson")
  }
}
