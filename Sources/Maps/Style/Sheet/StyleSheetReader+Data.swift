import CartoucheImages
import CartoucheRaster

/// The sources and images of a style sheet that are read as a whole.
extension StyleSheetReader {
  // MARK: - GeoJSON

  private static let knownGeoJSONKeys: Set<String> = [
    "type", "data", "minzoom", "maxzoom", "attribution", "buffer", "filter", "tolerance", "cluster", "clusterRadius",
    "clusterMaxZoom", "clusterMinPoints", "clusterProperties", "lineMetrics", "generateId", "promoteId",
  ]

  mutating func geoJSONSource(_ object: JSONObject, _ node: JSONNode, _ item: String) -> StyleSource? {
    for member in object.members where !Self.knownGeoJSONKeys.contains(member.key) {
      report(
        member.value, item: item, property: member.key, "there is no such key in a source of the type \"geojson\". It is ignored.")
    }
    var problems: [String] = []
    var options = GeoJSONOptions(object, problems: &problems)
    for problem in problems { report(node, item: item, "\(problem).") }
    options.attribution = AttributionText.plain(options.attribution)
    guard let data = object["data"], data.string != nil || data.object != nil else {
      report(
        object["data"] ?? node, item: item, property: "data",
        "the path of a file or an object of GeoJSON is expected. Nothing is drawn.")
      return nil
    }
    var path: String?
    if let address = data.string {
      guard case .local(let local) = SheetAddress(address, directory: directory) else {
        report(
          data, item: item, property: "data",
          "the data is at \(Self.shortened(address)); remote addresses are not read. Give the path of a file.")
        return nil
      }
      path = local
    }
    let source = Self.geoJSON(data, path: path, options)
    for error in source.takeErrors() {
      // Lines of inline data are not those of the sheet.
      report(data, item: item, property: "data", path == nil ? Self.withoutLine(error) : error.description)
    }
    return .geoJSON(source)
  }

  private static func geoJSON(_ data: JSONNode, path: String?, _ options: GeoJSONOptions) -> GeoJSONSource {
    GeoJSONSource(path.map { .file(path: $0) } ?? .bytes(Array(data.text.utf8)), options: options)
  }

  private static func withoutLine(_ error: GeoJSONError) -> String {
    error.count > 1 ? "\(error.reason) (and \(error.count - 1) more with this fault)" : error.reason
  }

  // MARK: - Images

  mutating func imageSource(_ object: JSONObject, _ node: JSONNode, _ item: String) -> StyleSource? {
    let corners = object["coordinates"]?.array?.compactMap { pair -> Coordinate? in
      let numbers = pair.array?.compactMap(\.number) ?? []
      return numbers.count == 2 && pair.array?.count == 2 ? Coordinate(latitude: numbers[1], longitude: numbers[0]) : nil
    }
    guard let corners, corners.count == 4, object["coordinates"]?.array?.count == 4 else {
      report(
        object["coordinates"] ?? node, item: item, property: "coordinates",
        "four pairs of a longitude and a latitude are expected, clockwise from the top left corner. Nothing is drawn.")
      return nil
    }
    guard let address = string(object, "url", item: item), let url = object["url"] else {
      if object["url"] == nil { report(node, item: item, property: "url", "the path of an image is expected. Nothing is drawn.") }
      return nil
    }
    guard case .local(let path) = SheetAddress(address, directory: directory) else {
      report(
        url, item: item, property: "url",
        "the image is at \(Self.shortened(address)); remote addresses are not read. Give the path of a file.")
      return nil
    }
    do throws(TileError) {
      let file = try MappedFile(path: path)
      let bytes = file.withBytes(offset: 0, count: UInt64(file.count)) { Array($0) } ?? []
      do throws(ImageError) {
        return .image(ImageSource(try Image(decoding: bytes), corners: corners))
      } catch {
        report(url, item: item, property: "url", "\(path): \(error.description). Nothing is drawn.")
      }
    } catch {
      report(url, item: item, property: "url", error.description)
    }
    return nil
  }

  // MARK: - Sprites

  mutating func readSprites(_ node: JSONNode?) {
    guard let node, !node.isNull else { return }
    let property = "sprite"
    let (references, errors) = SpriteReference.references(in: node, style: path)
    for error in errors { report(node, property: property, Self.reason(of: error)) }
    var sheet = SpriteSheet()
    for reference in references {
      guard case .local(let name) = SheetAddress(reference.url, directory: directory) else {
        report(
          node, property: property,
          "the sheet is at \(Self.shortened(reference.url)); remote addresses are not read. Put its files beside the style, and "
            + "name their path without extension.")
        continue
      }
      do throws(SpriteError) {
        let result = try SpriteSheet.read(name, pixelRatio: pixelRatio)
        for error in result.errors { report(node, property: property, error.description) }
        sheet.add(result.sheet, id: reference.id)
      } catch {
        report(node, property: property, error.description)
      }
    }
    style.images = sheet.images
  }

  private static func reason(of error: SpriteError) -> String {
    guard case .brokenReference(_, let reason) = error else { return error.description }
    return "\(reason). Give a path, or an array of objects with \"id\" and \"url\"."
  }
}
