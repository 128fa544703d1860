import CartoucheMaps
import Testing

@Suite("Reading GeoJSON")
struct GeoJSONReadingTests {
  private func kinds(_ text: String) -> [VectorFeature.Kind] { GeoJSONSource(text: text).features(0, 0, 0).map(\.kind) }

  private func inCollection(_ features: String...) -> String {
    "{\"type\": \"FeatureCollection\", \"features\": [\n" + features.joined(separator: ",\n") + "\n]}"
  }

  private func feature(_ geometry: String, _ members: String = "") -> String {
    "{\"type\": \"Feature\", \(members) \"geometry\": \(geometry)}"
  }

  private let point = "{\"type\": \"Point\", \"coordinates\": [10, 20]}"

  @Test("every type of geometry is read")
  func types() {
    let all: [(String, VectorFeature.Kind, [Int])] = [
      ("\"Point\", \"coordinates\": [1, 2]", .point, [1]),
      ("\"MultiPoint\", \"coordinates\": [[1, 2], [30, 40, 50]]", .point, [1, 1]),
      ("\"LineString\", \"coordinates\": [[1, 2], [30, 40]]", .line, [2]),
      ("\"MultiLineString\", \"coordinates\": [[[1, 2], [30, 40]], [], [[1, 2], [3, 40], [50, 6]]]", .line, [2, 3]),
      ("\"Polygon\", \"coordinates\": [[[0, 0], [40, 0], [40, 40], [0, 0]], [[20, 10], [30, 20], [30, 10]]]", .polygon, [3, 3]),
      (
        "\"MultiPolygon\", \"coordinates\": [[[[0, 0], [40, 0], [40, 40]]], [], [[[0, 0], [-40, 0], [-40, -40]]]]", .polygon,
        [3, 3]
      ),
    ]
    for (geometry, kind, counts) in all {
      for text in ["{\"type\": \(geometry)}", feature("{\"type\": \(geometry)}"), inCollection(feature("{\"type\": \(geometry)}"))]
      {
        let features = GeoJSONSource(text: text).features(0, 0, 0)
        #expect(features.map(\.kind) == [kind], "\(text)")
        #expect(features.first?.parts.map(\.count) == counts, "\(text)")
      }
    }
  }

  @Test("a collection of geometries has one feature for each, also in collections; members come in any order")
  func collections() {
    let inner =
      "{\"geometries\": [{\"coordinates\": [[1, 2], [30, 4]], \"type\": \"LineString\"}], \"type\": \"GeometryCollection\"}"
    let text =
      "{\"geometry\": {\"geometries\": [\(point), \(inner)], \"type\": \"GeometryCollection\"}, \"id\": 3, \"type\": \"Feature\"}"
    let features = GeoJSONSource(text: text).features(0, 0, 0)
    #expect(features.map(\.kind) == [.point, .line])
    #expect(features.map(\.id) == [3, 3])
    #expect(kinds("{\"features\": [\(feature(point))], \"type\": \"FeatureCollection\"}") == [.point])
  }

  @Test("a feature without geometry is skipped silently")
  func withoutGeometry() {
    for geometry in [
      "null", "{\"type\": \"Point\", \"coordinates\": []}", "{\"type\": \"GeometryCollection\", \"geometries\": []}",
    ] {
      let source = GeoJSONSource(text: inCollection(feature(geometry), feature(point)))
      #expect(source.features(0, 0, 0).count == 1)
      #expect(source.errorTexts() == [])
    }
  }

  @Test("properties keep their types, and the last of two with one name counts; expressions get arrays, objects and null")
  func properties() throws {
    let members = "\"properties\": {\"a\": [1, {\"b\": \"x\"}], \"n\": null, \"t\": \"é\", \"f\": true, \"d\": 1.5, \"d\": 2},"
    let tile = try #require(GeoJSONSource(text: feature(point, members)).tile(TileID(at: MapPoint(x: 0, y: 0), zoom: 0)))
    #expect(
      tile.features[0].properties == [
        "a": .json("[1,{\"b\":\"x\"}]"), "n": .null, "t": .string("é"), "f": .flag(true), "d": .number(2),
      ])
    var keys = PropertyKeys()
    let expressions = try [
      "[\"get\", \"a\"]", "[\"at\", 0, [\"get\", \"a\"]]", "[\"has\", \"n\"]", "[\"typeof\", [\"get\", \"n\"]]",
    ]
    .map { try StyleExpression(try JSONNode(parsing: $0), type: nil, keys: &keys) }
    var context = EvaluationContext(zoom: 0, feature: LayerFeature(tile.layers[0], keys: keys))
    let values = try expressions.map { try $0.evaluate(&context).json }
    #expect(values == ["[1,{\"b\":\"x\"}]", "1", "true", "\"null\""])
  }

  @Test("whole numbers that are not negative identify features; other IDs do not, unless the property is promoted")
  func identifiers() {
    let ids = ["5", "\"5\"", "-1", "1.5", "null", "{}", "1e300"]
    let text = inCollection(ids.map { feature(point, "\"id\": \($0), \"properties\": {\"n\": 7},") }.joined(separator: ","))
    #expect(GeoJSONSource(text: text).features(0, 0, 0).map(\.id) == [5, nil, nil, nil, nil, nil, nil])
    #expect(
      GeoJSONSource(text: text, options: .with { $0.generatesIDs = true }).features(0, 0, 0).map(\.id) == [0, 1, 2, 3, 4, 5, 6])
    #expect(
      GeoJSONSource(text: text, options: .with { $0.promoteID = "n" }).features(0, 0, 0).map(\.id) == Array(repeating: 7, count: 7))
  }

  @Test("broken features are left out, and each fault is reported once with its line and count")
  func faults() {
    let broken = [
      ("{\"type\": \"Point\", \"coordinates\": [1, null]}", "a coordinate is not a number"),
      ("{\"type\": \"Point\", \"coordinates\": [1]}", "a position has fewer than two numbers"),
      ("{\"type\": \"Point\", \"coordinates\": [[1, 2]]}", "its coordinates are not nested as those of a Point"),
      ("{\"type\": \"LineString\", \"coordinates\": [[1, 2], [[3, 4]]]}", "its coordinates are nested unevenly"),
      ("{\"type\": \"LineString\", \"coordinates\": [[1, 2]]}", "a line has only one position"),
      ("{\"type\": \"Polygon\", \"coordinates\": [[[1, 2], [3, 4], [1, 2]]]}", "a ring has fewer than three corners"),
      ("{\"type\": \"Circle\", \"coordinates\": [1, 2]}", "its geometry has the unknown type \"Circle\""),
      ("{\"type\": \"Point\"}", "its geometry has no coordinates"),
      ("{\"coordinates\": [1, 2]}", "its geometry has no type"),
      ("7", "its geometry is not an object"),
      ("{\"type\": \"Point\", \"coordinates\": {\"x\": [1, 2]}}", "a coordinate is not a number"),
      ("{\"type\": \"Point\", \"coordinates\": 7}", "its coordinates are not an array"),
    ]
    for (geometry, reason) in broken {
      let source = GeoJSONSource(text: inCollection(feature(point), feature(geometry), feature(point), feature(geometry)))
      #expect(source.features(0, 0, 0).count == 2, "\(geometry)")
      #expect(source.errorTexts() == ["test:3: a feature is left out: \(reason) (and 1 more with this fault)"], "\(geometry)")
      #expect(source.errorTexts() == [], "errors are taken once")
    }
  }

  @Test("collections nested too deep are a fault of their feature only")
  func deepCollections() {
    func nested(_ depth: Int) -> String {
      depth == 0 ? point : "{\"type\": \"GeometryCollection\", \"geometries\": [\(nested(depth - 1))]}"
    }
    for (depth, count) in [(10, 2), (200, 1), (5000, 1)] {
      let source = GeoJSONSource(text: inCollection(feature(nested(depth)), feature(point)))
      #expect(source.features(0, 0, 0).count == count)
      #expect(source.errorTexts().count == 2 - count)
    }
    let brackets = String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)
    let members = "\"properties\": {\"deep\": \(brackets)}, \"x\": \(brackets),"
    let source = GeoJSONSource(
      text: inCollection(feature(point, members), feature("{\"type\": \"Point\", \"coordinates\": \(brackets)}"), feature(point)))
    #expect(source.features(0, 0, 0).count == 3 - 1)
  }

  @Test("features before a fault of the syntax are shown, and the fault is reported with its line")
  func syntax() {
    let cut = GeoJSONSource(text: String(inCollection(feature(point), feature(point)).dropLast(60)))
    #expect(cut.features(0, 0, 0).count == 1)
    let texts = cut.errorTexts()
    #expect(
      texts.count == 1 && texts[0].hasPrefix("test:3: the text ends") && texts[0].hasSuffix("the features before it are shown"))
    for (text, part) in [
      ("[1]", "this is not GeoJSON"), ("{}", "\"type\" is missing"), ("{\"type\": \"Topology\"}", "\"Topology\""), ("", "empty"),
      ("{\"type\": xyz}", "test:1: letters"),
      ("{\"type\": \"FeatureCollection\"}", "no array \"features\""),
    ] {
      let source = GeoJSONSource(text: text)
      let texts = source.errorTexts()
      #expect(texts.count == 1 && texts[0].contains(part), "\(texts)")
      #expect(source.features(0, 0, 0).isEmpty)
    }
    let missing = GeoJSONSource(.file(path: "/nowhere/x.geojson"))
    #expect(
      missing.errorTexts() == [
        "/nowhere/x.geojson: cannot be read (No such file or directory). Check the path and its permissions."
      ])
  }

  @Test("NaN and Infinity, which are not JSON, are reported and count as null; features with such a coordinate are left out")
  func notFinite() {
    let broken = feature("{\"type\": \"Point\", \"coordinates\": [NaN, 1]}")
    let padding = String(repeating: "\"NaN\\\" -Infinity\", ", count: 10_000)
    let members = "\"properties\": {\"list\": [\(padding) -1, Infinity], \"n\": NaN, \"i\": -Infinity, \"t\": \"NaN \\\\\"},"
    let source = GeoJSONSource(text: inCollection(feature(point), broken, feature(point, members), broken, feature(point)))
    #expect(source.features(0, 0, 0).count == 3)
    #expect(
      source.errorTexts() == [
        "test:3: letters are written in double quotes; NaN and Infinity are not numbers of JSON; they count as null",
        "test:3: a feature is left out: a coordinate is not a number (and 1 more with this fault)",
      ])
    let properties = source.features(0, 0, 0)[1].properties
    #expect(properties["n"] == .null && properties["i"] == .null && properties["t"] == .string("NaN \\"))
    guard case .json(let list) = properties["list"] else { return #expect(Bool(false)) }
    #expect(list.hasSuffix("\"NaN\\\" -Infinity\",-1,null]") && list.utf8.count > 170_000)
  }

  @Test("a filter hides features, and a broken one is reported")
  func filters() {
    let text = inCollection(feature(point, "\"properties\": {\"n\": 1},"), feature(point, "\"properties\": {\"n\": 2},"))
    let source = GeoJSONSource(text: text, options: .with { $0.filter = "[\">\", [\"get\", \"n\"], 1]" })
    #expect(source.features(0, 0, 0).map { $0.properties["n"] } == [.number(2)])
    let broken = GeoJSONSource(text: text, options: .with { $0.filter = "[\"nonsense\"]" })
    #expect(broken.features(0, 0, 0).count == 2)
    #expect(broken.errorTexts().count == 1)
  }

  @Test("the options of a style sheet's source are read, and those of a wrong type are reported")
  func styleOptions() throws {
    let text = """
      {"maxzoom": 12, "buffer": "wide", "cluster": true, "promoteId": "n", "filter": ["has", "a"],
       "clusterProperties": {"sum": ["+", ["get", "x"]], "any": [["any", ["accumulated"], ["get", "any"]], true]}}
      """
    var problems: [String] = []
    let options = GeoJSONOptions(try #require(try JSONNode(parsing: text).object), problems: &problems)
    #expect(problems == ["the member \"buffer\" is ignored: a number is expected, and not string"])
    #expect(options.maximumZoom == 12 && options.isClustered && options.promoteID == "n" && options.filter == "[\"has\",\"a\"]")
    #expect(
      options.clusterProperties.map(\.reduce) == [
        "[\"+\", [\"accumulated\"], [\"get\", \"sum\"]]", "[\"any\",[\"accumulated\"],[\"get\",\"any\"]]",
      ])
  }
}
