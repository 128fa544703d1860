import CartoucheRaster

/// The type of a source in a style sheet.
enum SourceType: String {
  case vector, raster, image, video
  case geoJSON = "geojson"
  case rasterDEM = "raster-dem"

  /// Whether a kind of layers can draw sources of this type.
  func serves(_ kind: StyleLayer.Kind) -> Bool {
    switch kind {
    case .background: false
    case .raster: self == .raster || self == .image || self == .video
    case .fill, .line, .circle, .symbol, .heatmap, .fillExtrusion: self == .vector || self == .geoJSON
    }
  }
}

/// The sources of a style sheet.
extension StyleSheetReader {
  mutating func readSources(_ node: JSONNode?) {
    defer { reportUnusedTiles() }
    guard let node, !node.isNull else { return }
    guard let sources = node.object else { return reportType(node, property: "sources", expected: "an object") }
    for member in sources.members {
      let item = "source \"\(Self.shortened(member.key))\""
      guard let object = member.value.object else {
        report(
          member.value, item: item, "a source is an object, and this is \(Self.article(member.value.typeName)). It is left out.")
        continue
      }
      guard let type = object["type"]?.string.flatMap(SourceType.init) else {
        let found = object["type"].map { "not \(Self.shortened($0.text))" } ?? "and the source has none"
        report(
          object["type"] ?? member.value, item: item, property: "type",
          "\"vector\", \"raster\", \"geojson\" or \"image\" is expected, \(found). The source is left out.")
        continue
      }
      sourceTypes[member.key] = type
      style.sources[member.key] = source(type, member.key, object, member.value, item) ?? StyleSource(.unusable)
    }
  }

  private mutating func reportUnusedTiles() {
    for name in tiles.keys.sorted() where name != "*" && sourceTypes[name] != .vector && sourceTypes[name] != .raster {
      let reason = sourceTypes[name] == nil ? "the style has no source of this name" : "the source has no tiles"
      report(line: 0, item: "source \"\(Self.shortened(name))\"", "\(reason). The tiles that are given for it are not used.")
    }
  }

  /// Returns a source; nil if it cannot be used, which is then reported.
  private mutating func source(_ type: SourceType, _ name: String, _ object: JSONObject, _ node: JSONNode, _ item: String)
    -> StyleSource?
  {
    switch type {
    case .vector, .raster: return tiledSource(type, name, object, node, item)
    case .geoJSON: return geoJSONSource(object, node, item)
    case .image: return imageSource(object, node, item)
    case .rasterDEM, .video:
      report(object["type"] ?? node, item: item, "sources of the type \"\(type.rawValue)\" are not drawn.")
      return nil
    }
  }

  // MARK: - Tiles

  private mutating func tiledSource(
    _ type: SourceType, _ name: String, _ object: JSONObject, _ node: JSONNode, _ item: String
  ) -> StyleSource? {
    let zooms = zoomRange(object, node, item)
    guard let provider = provider(type, name, object, node, zooms, item) else { return nil }
    guard provider.tileFormat.isImage == (type == .raster) else {
      report(
        node, item: item,
        "\(provider.name): its tiles are \(provider.tileFormat), and the style uses them as a source of the type \"\(type.rawValue)\". "
          + "Give other tiles by the name \"\(Self.shortened(name))\".")
      return nil
    }
    var source = StyleSource(.tiles(provider))
    if zooms.lowest != nil || zooms.highest != nil {
      let range = provider.zoomRange
      let (lowest, highest) = (max(zooms.lowest ?? 0, range.lowerBound), min(zooms.highest ?? range.upperBound, range.upperBound))
      guard lowest <= highest else {
        report(
          node, item: item,
          "\(provider.name): it has tiles of the zooms \(range.lowerBound) to \(range.upperBound), of which the style uses none.")
        return nil
      }
      source.zoomRange = lowest...highest
    }
    if type == .raster {
      source.tileSize = 512
      if let size = number(object, "tileSize", item: item) { source.tileSize = Int(size.clamped(from: 64, to: 4096)) }
    }
    source.bounds = bounds(object, item)
    source.countsRowsFromSouth = countsRowsFromSouth(object, item)
    source.promotedIDs = promotedIDs(object, item)
    source.attribution = string(object, "attribution", item: item).map(AttributionText.plain)
    return source
  }

  private mutating func provider(
    _ type: SourceType, _ name: String, _ object: JSONObject, _ node: JSONNode, _ zooms: (lowest: Int?, highest: Int?),
    _ item: String
  ) -> (any TileSource)? {
    if let given = tiles[name] ?? (type == .vector ? tiles["*"] : nil) { return given }
    let advice = "ive its tiles by the name \"\(Self.shortened(name))\"."
    let url = string(object, "url", item: item)
    let patterns = url == nil ? object["tiles"]?.array?.compactMap(\.string) ?? [] : []
    let addresses = (url.map { [$0] } ?? patterns).map { SheetAddress($0, directory: directory) }
    let place = object["url"] ?? object["tiles"] ?? node
    let local = addresses.lazy.compactMap { if case .local(let path) = $0 { path } else { nil } }.first
    guard let local else {
      guard case .remote(let address)? = addresses.first else {
        report(place, item: item, "it has neither a string \"url\" nor an array \"tiles\" with addresses. G\(advice)")
        return nil
      }
      report(place, item: item, "it is at \(Self.shortened(address)); remote addresses are not read. G\(advice)")
      return nil
    }
    do throws(TileError) {
      if url != nil { return try TileArchive.open(path: local) }
      return try TilePattern(
        local, isImage: type == .raster, zoomRange: TilePattern.zoomRange(of: local, lowest: zooms.lowest, highest: zooms.highest),
        pixelRatio: pixelRatio)
    } catch {
      report(place, item: item, "\(error.description) Or g\(advice)")
      return nil
    }
  }

  /// Returns the zooms to which the sheet limits a source.
  private mutating func zoomRange(_ object: JSONObject, _ node: JSONNode, _ item: String) -> (lowest: Int?, highest: Int?) {
    func zoom(_ value: Double) -> Int { Int(value.clamped(from: 0, to: Double(TileID.maximumZoom))) }
    let lowest = number(object, "minzoom", item: item).map(zoom)
    let highest = number(object, "maxzoom", item: item).map(zoom)
    if let lowest, let highest, lowest > highest {
      report(object["minzoom"] ?? node, item: item, property: "minzoom", "it is above \"maxzoom\". Both are ignored.")
      return (nil, nil)
    }
    return (lowest, highest)
  }

  private mutating func bounds(_ object: JSONObject, _ item: String) -> MapRect? {
    guard let sides = numbers(object, "bounds", count: 4, item: item), let node = object["bounds"] else { return nil }
    let bounds = MapRect(west: sides[0], south: sides[1], east: sides[2], north: sides[3])
    if bounds == nil {
      report(node, item: item, property: "bounds", "west, south, east and north are expected, in degrees. The bounds are ignored.")
    }
    return bounds
  }

  private mutating func countsRowsFromSouth(_ object: JSONObject, _ item: String) -> Bool {
    guard let node = object["scheme"], !node.isNull else { return false }
    if node.string == "tms" { return true }
    if node.string != "xyz" {
      report(
        node, item: item, property: "scheme", "\"xyz\" or \"tms\" is expected, not \(Self.shortened(node.text)). It is ignored.")
    }
    return false
  }

  private mutating func promotedIDs(_ object: JSONObject, _ item: String) -> [String: String] {
    guard let node = object["promoteId"], !node.isNull else { return [:] }
    if let name = node.string { return ["": name] }
    let members = node.object?.members ?? []
    let names = members.compactMap { member in member.value.string.map { (member.key, $0) } }
    if node.object == nil || names.count < members.count {
      report(
        node, item: item, property: "promoteId",
        "the name of a property is expected, or an object with a name for each source layer. Other values are ignored.")
    }
    return Dictionary(names) { _, last in last }
  }
}
