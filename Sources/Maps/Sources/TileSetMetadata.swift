/// What the metadata of an archive or a directory of tiles says about the tiles. Any part may be missing.
///
/// The metadata of PMTiles and MBTiles archives and TileJSON files have the same members. They differ in the
/// types: a list of numbers may be an array or a text with commas, and a number may be a text.
///
/// - Source: MBTiles Specification 1.3, section "Metadata"; TileJSON Specification 3.0.
struct TileSetMetadata: Sendable {
  /// The order of the rows in the names of tiles.
  enum RowOrder: Sendable {
    /// Rows are counted from the north.
    case xyz
    /// Rows are counted from the south.
    case tms

    /// Returns the row in this order for a row from the north, and the reverse.
    func row(_ row: Int, zoom: Int) -> Int { self == .tms ? (1 << zoom) - 1 - row : row }
  }

  /// The credits of the makers of the tiles, as plain text.
  var attribution = ""
  /// The area of the tiles; nil if it is missing, empty or not on the map.
  var bounds: MapRect?
  var minimumZoom: Int?
  var maximumZoom: Int?
  /// The name of the tiles' format, for example `pbf`.
  var formatName: String?
  var rowOrder: RowOrder?
  /// The names of the layers of vector tiles.
  var vectorLayers: [String] = []
  /// The addresses of tiles, with {z}, {x} and {y} for the tile's zoom, column and row.
  var addresses: [String] = []

  init() {}

  /// Reads the members of a JSON object. Members with unusable values count as missing.
  init(_ object: JSONObject) {
    attribution = object["attribution"]?.string.map(AttributionText.plain) ?? ""
    if let sides = object["bounds"].flatMap(Self.numbers), sides.count == 4 {
      bounds = MapRect(west: sides[0], south: sides[1], east: sides[2], north: sides[3])
    }
    minimumZoom = object["minzoom"].flatMap(Self.zoom)
    maximumZoom = object["maxzoom"].flatMap(Self.zoom)
    if let lowest = minimumZoom, let highest = maximumZoom, lowest > highest { (minimumZoom, maximumZoom) = (nil, nil) }
    formatName = object["format"]?.string
    switch object["scheme"]?.string?.lowercased() {
    case "xyz": rowOrder = .xyz
    case "tms": rowOrder = .tms
    default: break
    }
    vectorLayers = object["vector_layers"]?.array?.compactMap { $0.object?["id"]?.string } ?? []
    addresses = object["tiles"]?.array?.compactMap(\.string) ?? []
  }

  /// Reads the rows of an archive's table: names and values, all of them texts. The row `json` has the text
  /// of an object with further members.
  init(_ rows: [(name: String, value: String)]) {
    var object = JSONObject()
    for (name, value) in rows {
      guard name == "json" else {
        object.set(name, to: JSONNode(.string(value)))
        continue
      }
      let inner = try? JSONNode(parsing: value).object
      for member in inner?.members ?? [] where object[member.key] == nil { object.set(member.key, to: member.value) }
    }
    self.init(object)
  }

  /// The range of zooms, if the metadata has the lowest and the highest zoom.
  var zoomRange: ClosedRange<Int>? {
    guard let minimumZoom, let maximumZoom else { return nil }
    return minimumZoom...maximumZoom
  }

  private static func numbers(_ node: JSONNode) -> [Double]? {
    if let elements = node.array {
      let numbers = elements.compactMap(\.number)
      return numbers.count == elements.count ? numbers : nil
    }
    guard let text = node.string, text.utf8.count < 200 else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.filter { !$0.isWhitespace }) }
    return numbers.count == parts.count ? numbers : nil
  }

  private static func zoom(_ node: JSONNode) -> Int? {
    guard let value = node.number ?? numbers(node)?.first, let zoom = Int(exactly: value), (0...TileID.maximumZoom).contains(zoom)
    else { return nil }
    return zoom
  }
}
