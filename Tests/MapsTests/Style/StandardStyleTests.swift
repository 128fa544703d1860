import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("The built-in styles")
struct StandardStyleTests {
  private static let styles = [("day", MapStyle.standard), ("night", MapStyle.standardDark)]

  /// The layers of the schema OpenMapTiles, and those of the map of the world.
  private static let sourceLayers: Set<String> = [
    "water", "waterway", "landcover", "landuse", "mountain_peak", "park", "boundary", "aeroway", "transportation", "building",
    "water_name", "transportation_name", "place", "housenumber", "poi", "aerodrome_label",
    "land", "countries", "urban", "glaciers", "ocean", "lakes", "rivers", "coastline", "boundaries", "places",
  ]

  @Test("no layer has an error, and each names a layer of the two schemas", arguments: styles)
  func layersAreValid(name: String, style: MapStyle) {
    let screen = MapScreen()
    screen.map.style = style
    screen.commit()
    #expect(screen.map.takeErrors().map(\.description) == [])
    for layer in style.layers {
      #expect(layer.kind == .background || Self.sourceLayers.contains(layer.sourceLayer), "\(layer.name)")
      for property in layer.properties.keys {
        #expect(PropertyTable.entry(property, of: layer.kind) != nil, "\(layer.name): \(property.name)")
      }
    }
    #expect(Set(style.layers.map(\.name)).count == style.layers.count)
  }

  @Test("both styles draw the same features in other colors")
  func nightIsLikeDay() throws {
    let (day, night) = (MapStyle.standard, MapStyle.standardDark)
    #expect(day.layers.map(\.name) == night.layers.map(\.name))
    #expect(day.images.keys.sorted() == night.images.keys.sorted())
    for (a, b) in zip(day.layers, night.layers) {
      #expect(a.filter == b.filter && a.zoomRange == b.zoomRange && Set(a.properties.keys) == Set(b.properties.keys), "\(a.name)")
    }
    func lightness(_ color: PropertyValue?) throws -> Int {
      guard case .color(let color) = try #require(color) else { return -1 }
      return Int(color.red) + Int(color.green) + Int(color.blue)
    }
    func background(_ style: MapStyle) throws -> Int {
      guard case .zoomColor(let color) = style.layers[0][.backgroundColor] else { return -1 }
      return try lightness(.color(color.color(at: 0)))
    }
    #expect(try background(day) > 600)
    #expect(try 0...150 ~= background(night))
    for layer in day.layers where layer.kind == .symbol && layer[.textHaloColor] != nil && !layer.name.hasPrefix("poi-") {
      let other = try #require(night[layer: layer.name])
      #expect(try lightness(layer[.textColor]) < lightness(layer[.textHaloColor]), "\(layer.name)")
      #expect(try lightness(other[.textColor]) > lightness(other[.textHaloColor]) + 200, "\(layer.name)")
    }
  }

  @Test("names are above all else, and places have precedence over streets, and those over points of interest")
  func order() throws {
    let layers = MapStyle.standard.layers
    let first = try #require(layers.firstIndex { $0.kind == .symbol })
    #expect(layers[first...].allSatisfy { $0.kind == .symbol })
    func indices(_ prefix: String) -> [Int] { layers.indices.filter { layers[$0].name.hasPrefix(prefix) } }
    let groups = ["street-arrow", "house-number", "poi-", "street-name-", "shield-", "water-name-", "place-"].map(indices)
    for (lower, upper) in zip(groups, groups.dropFirst()) {
      let (last, next) = try (#require(lower.last), #require(upper.first))
      #expect(last < next)
    }
  }

  @Test("each icon has an image", arguments: styles)
  func icons(name: String, style: MapStyle) throws {
    var found: Set<String> = []
    for layer in style.layers {
      switch layer[.iconImage] {
      case nil: continue
      case .text(let name): found.insert(name)
      case .json(let json): found.formUnion(style.images.keys.filter { json.node.text.contains("\"\($0)\"") })
      default: Issue.record("\(layer.name): an icon of another kind")
      }
    }
    #expect(found == Set(style.images.keys))
    #expect(style.images.count > 15)
    for (name, icon) in style.images {
      #expect(icon.pixelRatio == 2 && !icon.image.isEmpty && icon.size.width <= 16 && icon.size.height <= 16, "\(name)")
      #expect(icon.image.pixels.contains { $0 >> 24 > 200 }, "\(name) is blank")
      if name.hasPrefix("shield-") { #expect(icon.stretchX.count == 1 && icon.stretchY.count == 1) }
    }
  }
}
