import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Errors in style sheets")
struct StyleErrorTests {
  private func errors(layers: String, _ others: String = "") throws -> [String] {
    try StyleSheetTests.sheet(layers: layers, others).errors.map(\.description)
  }

  @Test(
    "a file that is no style sheet is refused",
    arguments: [
      ("[1]", "s.json:1: a style sheet is an object, and this is an array."),
      ("\n{\"version\": 7, \"layers\": []}", "s.json:2: version: style sheets of version 8 are read, and this is of version 7."),
      ("{\"layers\": []}", "s.json:1: it has no \"version\"; style sheets of version 8 are read. Check that it is a style sheet."),
      ("{\"version\": 8}", "s.json:1: it has no array \"layers\". Check that it is a style sheet."),
      ("{\"version\": 8,\n \"layers\": 3}", "s.json:2: it has no array \"layers\". Check that it is a style sheet."),
      ("{\"version\":\n 8,}", "s.json:2: the text is not JSON: a key in double quotes is expected here"),
    ])
  func refused(text: String, message: String) {
    let error = #expect(throws: StyleError.self) { try MapStyle(json: Array(text.utf8), path: "s.json", directory: "") }
    #expect(error?.description == message)
  }

  @Test("a file that cannot be read is refused")
  func unreadable() {
    let error = #expect(throws: StyleError.self) { try MapStyle(contentsOfFile: "/no/such/style.json") }
    #expect(
      error?.description == "/no/such/style.json: cannot be read (No such file or directory). Check the path and its permissions.")
  }

  @Test(
    "a layer that is wrong is left out",
    arguments: [
      ("7", "layer 1: a layer is an object, and this is a number. It is left out."),
      ("{\"type\": \"fill\"}", "layer 1: the layer has no string \"id\". It is left out."),
      ("{\"id\": \"a\"}", "layer \"a\": the layer has no string \"type\". It is left out."),
      (
        "{\"id\": \"a\", \"type\": \"fil\"}",
        "layer \"a\": type: there is no type of layers \"fil\". The layer is left out."
      ),
      ("{\"id\": \"a\", \"type\": \"fill\"}", "layer \"a\": the layer has no string \"source\". It is left out."),
      (
        "{\"id\": \"a\", \"type\": \"fill\", \"source\": \"b\"}",
        "layer \"a\": source: the style has no source \"b\". The layer is left out."
      ),
      (
        "{\"id\": \"a\", \"type\": \"raster\", \"source\": \"points\"}",
        "layer \"a\": source: a layer of the type \"raster\" cannot draw the source \"points\" of the type \"geojson\". "
          + "The layer is left out."
      ),
      ("{\"id\": \"a\", \"ref\": \"b\"}", "layer \"a\": ref: there is no layer \"b\". The layer is left out."),
      ("{\"id\": \"a\", \"ref\": \"a\"}", "layer \"a\": ref: the layers refer to each other in a circle. The layer is left out."),
      (
        "{\"id\": \"a\", \"type\": \"fill\", \"source\": \"points\", \"filter\": [\"==\", 1]}",
        "layer \"a\": filter: \"==\" expects two or three arguments. The layer is left out."
      ),
      (
        "{\"id\": \"a\", \"type\": \"fill\", \"source\": \"points\", \"filter\": [\"to-boolean\", [\"feature-state\", \"b\"]]}",
        "layer \"a\": filter: \"feature-state\" may not be used here. The layer is left out."
      ),
    ])
  func brokenLayer(layer: String, message: String) throws {
    let style = try StyleSheetTests.sheet(layers: layer + ",\n{\"id\": \"last\", \"type\": \"background\"}")
    #expect(style.errors.map(\.description) == ["style.json:3: " + message])
    #expect(style.layers.map(\.name) == ["last"])
  }

  @Test(
    "a property that is wrong has its default",
    arguments: [
      ("\"layout\": [], \"paint\": {}", "layout: an object is expected, not an array. It is ignored."),
      ("\"paint\": {\"line-colour\": \"red\"}", "line-colour: there is no such property. It is ignored."),
      (
        "\"paint\": {\"fill-color\": \"red\"}",
        "fill-color: it is a property of layers of the type \"fill\", and this one is of the type \"line\". It is ignored."
      ),
      ("\"paint\": {\"line-cap\": \"butt\"}", "line-cap: it belongs in the layer's \"layout\". The default is used."),
      ("\"layout\": {\"line-width\": 2}", "line-width: it belongs in the layer's \"paint\". The default is used."),
      ("\"line-width\": 2", "line-width: it belongs in the layer's \"paint\". It is ignored."),
      ("\"colour\": 2", "colour: there is no such key in a layer. It is ignored."),
      ("\"minzoom\": \"3\"", "minzoom: a number is expected, not a string. It is ignored."),
      ("\"paint\": {\"line-width\": \"2\"}", "line-width: Expected number but found string instead. The default is used."),
      ("\"paint\": {\"line-color\": \"rouge\"}", "line-color: The value 'rouge' is not a valid color. The default is used."),
      (
        "\"layout\": {\"line-cap\": \"flat\"}",
        "line-cap: Expected one of butt, round, square, but found flat. The default is used."
      ),
      ("\"layout\": {\"line-cap\": [\"get\", \"a\"]}", "line-cap: The property may not depend on features. The default is used."),
      (
        "\"paint\": {\"line-width\": [\"line-progress\"]}",
        "line-width: \"line-progress\" may not be used here. The default is used."
      ),
      (
        "\"paint\": {\"line-gradient\": [\"get\", \"a\"]}",
        "line-gradient: The property may not depend on features. The default is used."
      ),
      (
        "\"layout\": {\"line-sort-key\": [\"feature-state\", \"a\"]}",
        "line-sort-key: \"feature-state\" may not be used here. The default is used."
      ),
      (
        "\"layout\": {\"visibility\": \"maybe\"}",
        "visibility: Expected one of visible, none, but found maybe. The layer is visible."
      ),
    ])
  func brokenProperty(members: String, message: String) throws {
    let style = try StyleSheetTests.sheet(
      layers: "{\"id\": \"a\", \"type\": \"line\", \"source\": \"points\",\n\n \(members)}")
    #expect(style.errors.map(\.description) == ["style.json:5: layer \"a\": " + message])
    #expect(style.layers.count == 1 && style.layers[0].properties.isEmpty && !style.layers[0].isHidden)
  }

  @Test("an error in an expression has its place and its line")
  func expressionLine() throws {
    let paint = "{\"line-width\": [\"+\",\n 1,\n [\"no-such\"]]}"
    let found = try errors(layers: "{\"id\": \"a\", \"type\": \"line\", \"source\": \"points\", \"paint\": \(paint)}")
    #expect(found.count == 1 && found[0].hasPrefix("style.json:5: layer \"a\": line-width: [2]"), "\(found)")
  }

  @Test("a layer of vector tiles needs a source layer")
  func sourceLayer() throws {
    let style = try MapStyle(
      json: Array(
        """
        {"version": 8, "sources": {"city": {"type": "vector", "tiles": ["/{z}-{x}-{y}.mvt"]}}, "layers": [
        {"id": "a", "type": "fill", "source": "city"},
        {"id": "b", "type": "fill", "source": "city", "source-layer": "water"}]}
        """.utf8), path: "style.json", directory: "")
    #expect(
      style.errors.map(\.description) == [
        "style.json:2: layer \"a\": the layer has no string \"source-layer\", which sources of vector tiles need. It is left out."
      ])
    #expect(style.layers.map(\.sourceLayer) == ["water"])
  }

  @Test("the second of two layers with one id is left out")
  func duplicate() throws {
    let style = try StyleSheetTests.sheet(
      layers: "{\"id\": \"a\", \"type\": \"background\"},\n{\"id\": \"a\", \"type\": \"fill\", \"source\": \"points\"}")
    #expect(style.errors.map(\.description) == ["style.json:4: layer \"a\": two layers have this \"id\". The second is left out."])
    #expect(style.layers.map(\.kind) == [.background])
  }

  @Test("types of layers that are not drawn are reported once")
  func undrawnTypes() throws {
    let found = try errors(
      layers:
        "{\"id\": \"a\", \"type\": \"hillshade\"}, {\"id\": \"b\", \"type\": \"hillshade\"}, {\"id\": \"c\", \"type\": \"sky\"}")
    #expect(
      found == [
        "style.json:3: layer \"a\": layers of the type \"hillshade\" are not drawn. They are left out.",
        "style.json:3: layer \"c\": layers of the type \"sky\" are not drawn. They are left out.",
      ])
  }

  @Test(
    "what a sheet asks for and maps do not draw is reported",
    arguments: [
      ("\"pitch\": 60", "pitch: maps are drawn from straight above. The angle is ignored."),
      ("\"roll\": -1", "roll: maps are drawn from straight above. The angle is ignored."),
      ("\"terrain\": {\"source\": \"a\"}", "terrain: terrain is not drawn. The map is flat."),
      ("\"sky\": {}", "sky: the sky is not drawn."),
      (
        "\"projection\": {\"type\": \"globe\"}",
        "projection: the projection \"globe\" is not drawn. The map has the projection \"mercator\"."
      ),
      ("\"center\": [1]", "center: an array of 2 numbers is expected. It is ignored."),
      ("\"zoom\": \"far\"", "zoom: a number is expected, not a string. It is ignored."),
      ("\"fonts\": 1", "fonts: there is no such key in a style sheet. It is ignored."),
      ("\"state\": {\"a\": 1}", "state: \"a\" needs an object with a \"default\". It is ignored."),
      (
        "\"sprite\": 3",
        "sprite: a string or an array is expected, not number. Give a path, or an array of objects with \"id\" and \"url\"."
      ),
      (
        "\"sprite\": \"https://example.org/a\"",
        "sprite: the sheet is at https://example.org/a; remote addresses are not read. Put its files beside the style, and name their "
          + "path without extension."
      ),
    ])
  func undrawn(member: String, message: String) throws {
    #expect(try errors(layers: "", member) == ["style.json:1: " + message])
  }

  @Test("light is reported where it would change buildings")
  func light() throws {
    let building =
      "{\"id\": \"a\", \"type\": \"fill-extrusion\", \"source\": \"points\", \"paint\": {\"fill-extrusion-height\": 9}}"
    #expect(try errors(layers: "", "\"light\": {}").isEmpty)
    #expect(
      try errors(layers: building, "\"light\": {}") == [
        "style.json:1: light: light is not drawn. Buildings are flat and have their own colors."
      ])
  }

  @Test(
    "a source that is wrong is unusable",
    arguments: [
      ("3", "a source is an object, and this is a number. It is left out."),
      (
        "{}",
        "type: \"vector\", \"raster\", \"geojson\" or \"image\" is expected, and the source has none. The source is left out."
      ),
      (
        "{\"type\": \"vektor\"}",
        "type: \"vector\", \"raster\", \"geojson\" or \"image\" is expected, not \"vektor\". The source is left out."
      ),
      ("{\"type\": \"raster-dem\", \"url\": \"a\"}", "sources of the type \"raster-dem\" are not drawn."),
      (
        "{\"type\": \"vector\"}",
        "it has neither a string \"url\" nor an array \"tiles\" with addresses. Give its tiles by the name \"a\"."
      ),
      (
        "{\"type\": \"vector\", \"url\": \"https://example.org/a.json\"}",
        "it is at https://example.org/a.json; remote addresses are not read. Give its tiles by the name \"a\"."
      ),
      (
        "{\"type\": \"vector\", \"url\": \"pmtiles:///none/a.pmtiles\"}",
        "/none/a.pmtiles: cannot be read (No such file or directory). Check the path and its permissions. "
          + "Or give its tiles by the name \"a\"."
      ),
      (
        "{\"type\": \"vector\", \"tiles\": [\"/none/{z}-{x}-{y}.mvt\"]}",
        "/none/{z}-{x}-{y}.mvt: cannot be read (there is no directory /none). Check the path and its permissions. "
          + "Or give its tiles by the name \"a\"."
      ),
      (
        "{\"type\": \"raster\", \"tiles\": [\"/tmp/{bbox}.png\"]}",
        "/tmp/{bbox}.png: {bbox} in the pattern of its tiles stands for nothing. Give a PMTiles (version 3) or MBTiles archive, or a "
          + "directory of tiles. Or give its tiles by the name \"a\"."
      ),
      (
        "{\"type\": \"raster\", \"tiles\": [\"/tmp/{z}-{x}-{y}.mvt\"]}",
        "/tmp/{z}-{x}-{y}.mvt: its tiles are vector tiles, and the style uses them as a source of the type \"raster\". "
          + "Give other tiles by the name \"a\"."
      ),
      ("{\"type\": \"geojson\"}", "data: the path of a file or an object of GeoJSON is expected. Nothing is drawn."),
      (
        "{\"type\": \"geojson\", \"data\": \"https://example.org/a.json\"}",
        "data: the data is at https://example.org/a.json; remote addresses are not read. Give the path of a file."
      ),
      (
        "{\"type\": \"image\", \"url\": \"a.png\", \"coordinates\": [[1, 2]]}",
        "coordinates: four pairs of a longitude and a latitude are expected, clockwise from the top left corner. Nothing is drawn."
      ),
    ])
  func brokenSource(source: String, message: String) throws {
    let style = try StyleSheetTests.sheet(sources: "\n\"a\": \(source)")
    #expect(style.errors.map(\.description) == ["style.json:2: source \"a\": " + message])
    if case .unusable? = style.sources["a"]?.content {} else { #expect(style.sources["a"] == nil) }
  }

  @Test(
    "an option of a source that is wrong is ignored",
    arguments: [
      ("\"bounds\": [5, 5, 5, 5]", "bounds: west, south, east and north are expected, in degrees. The bounds are ignored."),
      ("\"scheme\": \"zyx\"", "scheme: \"xyz\" or \"tms\" is expected, not \"zyx\". It is ignored."),
      ("\"minzoom\": 9, \"maxzoom\": 8", "minzoom: it is above \"maxzoom\". Both are ignored."),
      (
        "\"promoteId\": 1",
        "promoteId: the name of a property is expected, or an object with a name for each source layer. Other values are ignored."
      ),
    ])
  func brokenOption(member: String, message: String) throws {
    let style = try StyleSheetTests.sheet(sources: "\"a\": {\"type\": \"vector\", \"tiles\": [\"/{z}-{x}-{y}.mvt\"], \(member)}")
    #expect(style.errors.map(\.description) == ["style.json:1: source \"a\": " + message])
    if case .tiles? = style.sources["a"]?.content {} else { Issue.record("the source has no tiles") }
  }

  @Test("an option of GeoJSON that is wrong, or that there is not, is ignored")
  func geoJSONOptions() throws {
    let style = try StyleSheetTests.sheet(
      sources: """
        "a": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []},
        "clusters": 1, "cluster": 1}
        """)
    #expect(
      style.errors.map(\.description) == [
        "style.json:2: source \"a\": clusters: there is no such key in a source of the type \"geojson\". It is ignored.",
        "style.json:1: source \"a\": the member \"cluster\" is ignored: a boolean is expected, and not number.",
      ])
  }

  @Test("tiles for a source that the sheet does not have are reported")
  func unusedTiles() throws {
    final class Tiles: TileSource {
      let name = "given"
      let zoomRange = 15...16
      func tile(_ id: TileID) throws(TileError) -> [UInt8]? { nil }
    }
    let style = try StyleSheetTests.sheet(
      sources: "\"a\": {\"type\": \"geojson\", \"data\": {}}, \"c\": {\"type\": \"vector\", \"maxzoom\": 9}",
      tiles: ["a": Tiles(), "b": Tiles(), "c": Tiles()])
    let messages = style.errors.map(\.description)
    #expect(
      messages.suffix(3) == [
        "style.json:1: source \"c\": given: it has tiles of the zooms 15 to 16, of which the style uses none.",
        "style.json: source \"a\": the source has no tiles. The tiles that are given for it are not used.",
        "style.json: source \"b\": the style has no source of this name. The tiles that are given for it are not used.",
      ])
  }

  @Test("values that are nested too deep are left out, and errors without end are counted")
  func limits() throws {
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    let style = try StyleSheetTests.sheet(
      layers: "{\"id\": \"a\", \"type\": \"background\", \"metadata\": \(deep), \"paint\": {\"background-color\": \"red\"}}")
    #expect(style.errors.count == 1 && style.errors[0].line == 3 && style.layers.count == 1)
    #expect(style.layers[0].properties.count == 1)
    let nested = String(repeating: "[\"!\",", count: 900) + "true" + String(repeating: "]", count: 900)
    let filtered = try StyleSheetTests.sheet(
      layers: "{\"id\": \"a\", \"type\": \"fill\", \"source\": \"points\", \"filter\": \(nested)}")
    #expect(filtered.errors.count == 1 && filtered.errors[0].item == "layer \"a\"" && filtered.layers.isEmpty)
    let many = try StyleSheetTests.sheet(layers: [String](repeating: "1", count: 2000).joined(separator: ","))
    #expect(many.errors.count == 501 && many.errors.last?.reason == "there are 1500 more errors.")
  }
}
