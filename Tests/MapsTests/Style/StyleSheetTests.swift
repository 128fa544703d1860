import CartoucheImages
import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Reading style sheets")
struct StyleSheetTests {
  /// Returns a sheet with a GeoJSON source `points` and the given layers and other members.
  static func sheet(layers: String, _ others: String = "") throws -> MapStyle {
    try MapStyle(
      json: Array(
        """
        {"version": 8, \(others.isEmpty ? "" : others + ",")
        "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
        "layers": [\(layers)]}
        """.utf8), path: "style.json", directory: "")
  }

  /// Returns a sheet with the given sources.
  static func sheet(
    sources: String, directory: String = "", tiles: [String: any TileSource] = [:], pixelRatio: Scalar = 1
  ) throws -> MapStyle {
    try MapStyle(
      json: Array("{\"version\": 8, \"sources\": {\(sources)}, \"layers\": []}".utf8), path: "style.json", directory: directory,
      tiles: tiles, pixelRatio: pixelRatio)
  }

  @Test("a layer has its name, kind, source, zooms, filter and properties")
  func layer() throws {
    let style = try Self.sheet(
      layers: """
        {"id": "back", "type": "background", "paint": {"background-color": "#123456"}},
        {"id": "roads", "type": "line", "source": "points", "minzoom": 3.5, "maxzoom": 12, "metadata": {"a": 1},
         "filter": ["==", "class", "road"],
         "layout": {"line-cap": "round", "visibility": "none"},
         "paint": {"line-width": {"base": 1.2, "stops": [[5, 1], [10, 4]]}, "line-width-transition": {"duration": 300},
                   "line-color": ["get", "color"], "line-blur": null}}
        """, "\"name\": \"Town\", \"glyphs\": \"https://example.org/{fontstack}/{range}.pbf\"")
    #expect(style.errors.isEmpty)
    #expect(style.name == "Town" && style.path == "style.json" && style.layers.map(\.name) == ["back", "roads"])
    let back = try #require(style[layer: "back"])
    #expect(back.kind == .background && back.zoomRange == 0..<25 && back[.backgroundColor] == .expression("\"#123456\""))
    let roads = try #require(style[layer: "roads"])
    #expect(roads.kind == .line && roads.source == "points" && roads.sourceLayer.isEmpty && roads.isHidden)
    #expect(roads.zoomRange == 3.5..<12 && roads.line == 4)
    #expect(roads[.lineCap] == .expression("\"round\"") && roads[.lineColor] == .expression("[\"get\", \"color\"]"))
    #expect(roads.properties.count == 3)
    guard case .json(let filter) = roads.filter else {
      Issue.record("the filter is not JSON")
      return
    }
    #expect(filter == StyleJSON("[\"==\", \"class\", \"road\"]"))
  }

  @Test("all kinds of layers are read")
  func kinds() throws {
    let image = "\"image\": {\"type\": \"raster\", \"tiles\": [\"/{z}-{x}-{y}.png\"]}"
    let points = "\"points\": {\"type\": \"geojson\", \"data\": {\"type\": \"FeatureCollection\", \"features\": []}}"
    let layers = StyleLayer.Kind.allCases.map { kind in
      let source = kind == .background ? "" : ", \"source\": \"\(kind == .raster ? "image" : "points")\""
      return "{\"id\": \"\(kind.rawValue)\", \"type\": \"\(kind.rawValue)\"\(source)}"
    }
    let style = try MapStyle(
      json: Array("{\"version\": 8, \"sources\": {\(image), \(points)}, \"layers\": [\(layers.joined(separator: ","))]}".utf8),
      path: "style.json", directory: "")
    #expect(style.errors.isEmpty && style.layers.map(\.kind) == StyleLayer.Kind.allCases)
  }

  @Test("a layer takes what another one has")
  func references() throws {
    let style = try Self.sheet(
      layers: """
        {"id": "c", "ref": "b", "paint": {"fill-color": "red"}},
        {"id": "b", "ref": "a", "paint": {"fill-color": "blue"}},
        {"id": "a", "type": "fill", "source": "points", "minzoom": 4, "layout": {"fill-sort-key": 2}, "paint": {"fill-opacity": 0.5}}
        """)
    #expect(style.errors.isEmpty)
    let layer = try #require(style[layer: "c"])
    #expect(layer.kind == .fill && layer.source == "points" && layer.zoomRange.lowerBound == 4)
    #expect(layer[.fillSortKey] != nil && layer[.fillOpacity] == nil && layer[.fillColor] == .expression("\"red\""))
  }

  @Test("the camera has the sheet's center, zoom and bearing")
  func camera() throws {
    let style = try Self.sheet(layers: "", "\"center\": [11.5, 48.25], \"zoom\": 12.5, \"bearing\": -30, \"pitch\": 0")
    let camera = try #require(style.camera)
    #expect(camera.zoom == 12.5 && camera.bearing == .degrees(-30))
    #expect(camera.centerPoint == MapPoint(clamping: Coordinate(latitude: 48.25, longitude: 11.5)))
    #expect(
      try Self.sheet(layers: "", "\"zoom\": 2").camera?.centerPoint == MapPoint(clamping: Coordinate(latitude: 0, longitude: 0)))
    #expect(try Self.sheet(layers: "", "\"bearing\": 0").camera == nil)
  }

  @Test("the global state has its defaults, which decide on visibility")
  func state() throws {
    let visibility = "[\"case\", [\"global-state\", \"shown\"], \"visible\", \"none\"]"
    for shown in [false, true] {
      let style = try Self.sheet(
        layers: "{\"id\": \"a\", \"type\": \"background\", \"layout\": {\"visibility\": \(visibility)}}",
        "\"state\": {\"shown\": {\"default\": \(shown)}, \"color\": {\"default\": \"red\"}}")
      #expect(style.errors.isEmpty && style.globalState == ["shown": StyleJSON("\(shown)"), "color": StyleJSON("\"red\"")])
      #expect(style.layers[0].isHidden == !shown)
    }
  }

  @Test("GeoJSON has its options, inline or in a file")
  func geoJSON() throws {
    try withScratchFolder { folder in
      try Data("{\"type\": \"FeatureCollection\", \"features\": []}".utf8).write(to: folder.appending(path: "points.geojson"))
      let style = try Self.sheet(
        sources: """
          "file": {"type": "geojson", "data": "points.geojson", "cluster": true, "clusterRadius": 20, "attribution": "<b>Us</b>"},
          "inline": {"type": "geojson", "data": {"type": "Point", "coordinates": [1, 2]}, "lineMetrics": true, "maxzoom": 9}
          """, directory: folder.path)
      #expect(style.errors.isEmpty)
      guard case .geoJSON(let file)? = style.sources["file"]?.content, case .geoJSON(let inline)? = style.sources["inline"]?.content
      else {
        Issue.record("the sources are not GeoJSON")
        return
      }
      #expect(file.options.isClustered && file.options.clusterRadius == 20 && file.options.attribution == "Us")
      #expect(inline.options.hasLineMetrics && inline.options.maximumZoom == 9 && !inline.options.isClustered)
    }
  }

  @Test("tiles are read by the pattern of their files")
  func patterns() throws {
    try withScratchFolder { folder in
      let tile: [UInt8] = [0x1a, 1, 2, 3]
      for name in ["2-1-3.mvt", "2-1-3@2x.mvt", "one.mvt", "213.mvt"] {
        try Data(tile + [UInt8(name.count)]).write(to: folder.appending(path: name))
      }
      let style = try Self.sheet(
        sources: """
          "dashes": {"type": "vector", "tiles": ["{z}-{x}-{y}{ratio}.mvt"], "minzoom": 1, "maxzoom": 5, "scheme": "tms",
                     "bounds": [-10, -20, 30, 40], "promoteId": {"road": "ref"}, "attribution": "&copy; Us"},
          "one": {"type": "vector", "tiles": ["https://example.org/{z}.mvt", "./one.mvt"], "promoteId": "id"},
          "quad": {"type": "vector", "tiles": ["file://\(folder.path)/{quadkey}.mvt"]}
          """, directory: folder.path, pixelRatio: 2)
      #expect(style.errors.isEmpty)
      let id = try #require(TileID(zoom: 2, x: 1, y: 3))
      for (name, count) in [("dashes", 12), ("one", 7)] {
        guard case .tiles(let source)? = style.sources[name]?.content else {
          Issue.record("the source \(name) has no tiles")
          continue
        }
        #expect(try source.tile(id) == tile + [UInt8(count)] && source.tileFormat == .vector)
      }
      guard case .tiles(let quad)? = style.sources["quad"]?.content else {
        Issue.record("the source has no tiles")
        return
      }
      let third = try #require(TileID(zoom: 3, x: 3, y: 5))  // Columns 011 and rows 101 make 213.
      #expect(try quad.tile(third) == tile + [7] && quad.zoomRange == 0...22)
      #expect(try quad.tile(id) == nil)
      let dashes = try #require(style.sources["dashes"])
      #expect(dashes.zoomRange == 1...5 && dashes.countsRowsFromSouth && dashes.promotedIDs == ["road": "ref"])
      let bounds = try #require(dashes.bounds)
      #expect(bounds.origin == MapPoint(clamping: Coordinate(latitude: 40, longitude: -10)) && dashes.attribution == "© Us")
      #expect(!bounds.contains(MapPoint(clamping: Coordinate(latitude: -21, longitude: 0))))
      #expect(style.sources["one"]?.promotedIDs == ["": "id"] && style.sources["one"]?.countsRowsFromSouth == false)
    }
  }

  @Test("directories of zooms tell the highest zoom of a pattern")
  func zooms() throws {
    try withScratchFolder { folder in
      for zoom in [0, 3, 11] {
        try FileManager.default.createDirectory(at: folder.appending(path: "t/\(zoom)/0"), withIntermediateDirectories: true)
      }
      let pattern = folder.path + "/t/{z}/{x}/{y}.pbf"
      #expect(TilePattern.zoomRange(of: pattern, lowest: nil, highest: nil) == 0...11)
      #expect(TilePattern.zoomRange(of: pattern, lowest: 2, highest: 14) == 2...14)
      #expect(TilePattern.zoomRange(of: folder.path + "/{z}-{x}-{y}.pbf", lowest: nil, highest: nil) == 0...22)
    }
  }

  private final class Tiles: TileSource {
    let name = "given"
    let zoomRange = 2...10
    let tileFormat: TileFormat
    init(_ format: TileFormat) { tileFormat = format }
    func tile(_ id: TileID) throws(TileError) -> [UInt8]? { nil }
  }

  @Test("tiles of the caller replace those at remote addresses and keep the sheet's limits")
  func givenTiles() throws {
    let (city, photos) = (Tiles(.vector), Tiles(.jpeg))
    let style = try Self.sheet(
      sources: """
        "city": {"type": "vector", "url": "https://example.org/tiles.json", "maxzoom": 14, "promoteId": "id"},
        "photos": {"type": "raster", "tiles": ["https://example.org/{z}/{x}/{y}.jpg"], "tileSize": 256, "minzoom": 4}
        """, tiles: ["city": city, "photos": photos])
    #expect(style.errors.isEmpty)
    guard case .tiles(let first)? = style.sources["city"]?.content, case .tiles(let second)? = style.sources["photos"]?.content
    else {
      Issue.record("the sources have no tiles")
      return
    }
    #expect(first === city && second === photos)
    #expect(style.sources["city"]?.zoomRange == 2...10 && style.sources["city"]?.promotedIDs == ["": "id"])
    #expect(style.sources["photos"]?.zoomRange == 4...10 && style.sources["photos"]?.tileSize == 256)
  }

  @Test("an image and the images of sprite sheets are read from files")
  func images() throws {
    try withScratchFolder { folder in
      let png = try PNG.encode(Image(size: PixelSize(width: 4, height: 2)) { pixels in pixels.update(repeating: 0xffff_0000) })
      for name in ["photo.png", "a.png", "b.png"] { try Data(png).write(to: folder.appending(path: name)) }
      for name in ["a", "b"] {
        let index = "{\"dot\": {\"x\": 1, \"y\": 0, \"width\": 2, \"height\": 2, \"pixelRatio\": 1}}"
        try Data(index.utf8).write(to: folder.appending(path: name + ".json"))
      }
      let text = """
        {"version": 8, "layers": [], "sprite": [{"id": "default", "url": "a"}, {"id": "other", "url": "./b"}],
         "sources": {"photo": {"type": "image", "url": "photo.png", "coordinates": [[1, 4], [3, 4], [3, 2], [1, 2]]}}}
        """
      let path = folder.appending(path: "style.json").path
      try Data(text.utf8).write(to: URL(filePath: path))
      let style = try MapStyle(contentsOfFile: path)
      #expect(style.errors.isEmpty && style.images.keys.sorted() == ["dot", "other:dot"])
      #expect(style.images["dot"]?.image.size == PixelSize(width: 2, height: 2))
      guard case .image(let image)? = style.sources["photo"]?.content else {
        Issue.record("the source is not an image")
        return
      }
      #expect(image.image.size == PixelSize(width: 4, height: 2))
      #expect(image.corners.first == Coordinate(latitude: 4, longitude: 1) && image.corners.count == 4)
    }
  }

  @Test("every property's default is a value of its type")
  func defaults() throws {
    for kind in StyleLayer.Kind.allCases {
      for name in PropertyTable.propertyNames(of: kind) {
        let entry = try #require(PropertyTable.entry(StyleProperty(name), of: kind))
        #expect(name.hasPrefix(kind.rawValue) || kind == .symbol)
        guard let value = entry.specification.defaultValue else { continue }
        var keys = PropertyKeys()
        let expression = try PropertyExpression(value, for: entry.specification, keys: &keys)
        #expect(entry.refusal(of: expression.expression.dependencies) == nil)
        var context = EvaluationContext(heatmapDensity: 0.5)
        #expect(expression.value(&context) != .null, "\(name)")
      }
    }
  }
}
