import CartoucheRaster

/// Reads a style sheet into a style. Parts with mistakes are left out and reported.
///
/// - Source: MapLibre Style Specification, version 8.
struct StyleSheetReader {
  /// The maximum number of errors that are kept. More of them are only counted.
  private static let maximumErrorCount = 500

  let path: String
  let directory: String
  let lines: LineTable
  let pixelRatio: Scalar
  /// The tiles that the caller gives, by the name of the source.
  let tiles: [String: any TileSource]
  var style = MapStyle(layers: [])
  /// The types of the sources that are in the sheet, usable or not.
  var sourceTypes: [String: SourceType] = [:]
  /// The names of properties in expressions, which are compiled only to find mistakes.
  var keys = PropertyKeys()
  private var errors: [StyleError] = []
  private var uncountedErrors = 0
  /// The keys of the errors that are reported only once.
  private var reported: Set<String> = []

  init(path: String, directory: String, lines: LineTable, tiles: [String: any TileSource], pixelRatio: Scalar) {
    (self.path, self.directory, self.lines, self.tiles, self.pixelRatio) = (path, directory, lines, tiles, pixelRatio)
    style.path = path
  }

  /// Reads the sheet.
  ///
  /// - Throws: ``StyleError`` if it is no style sheet at all.
  mutating func read(_ node: JSONNode) throws(StyleError) {
    guard let root = node.object else {
      throw StyleError(file: path, line: line(of: node), "a style sheet is an object, and this is \(Self.article(node.typeName)).")
    }
    guard let version = root["version"] else {
      throw StyleError(
        file: path, line: line(of: node),
        "it has no \"version\"; style sheets of version 8 are read. Check that it is a style sheet.")
    }
    guard version.number == 8 else {
      throw StyleError(
        file: path, line: line(of: version), property: "version",
        "style sheets of version 8 are read, and this is of version \(Self.shortened(version.text)).")
    }
    guard let layers = root["layers"]?.array else {
      throw StyleError(
        file: path, line: line(of: root["layers"] ?? node), "it has no array \"layers\". Check that it is a style sheet.")
    }
    for member in root.members where !Self.knownKeys.contains(member.key) && !member.key.contains(":") {
      report(member.value, property: member.key, "there is no such key in a style sheet. It is ignored.")
    }
    style.name = string(root, "name") ?? ""
    readState(root["state"])
    if let node = root["transition"], !node.isNull, let transition = transition(node) { style.transition = transition }
    readCamera(root)
    readUndrawn(root, layers)
    readSources(root["sources"])
    readSprites(root["sprite"])
    readGlyphs(root["glyphs"])
    readLayers(layers)
  }

  /// Returns the style with its errors.
  func finished() -> MapStyle {
    var style = style
    style.errors = errors
    if uncountedErrors > 0 {
      style.errors.append(StyleError(file: path, "there are \(uncountedErrors) more errors."))
    }
    return style
  }

  private static let knownKeys: Set<String> = [
    "version", "name", "metadata", "center", "centerAltitude", "zoom", "bearing", "pitch", "roll", "state", "light", "sky",
    "projection", "terrain", "sources", "sprite", "glyphs", "font-faces", "transition", "layers",
    // Editors of style sheets write these.
    "id", "created", "modified", "owner", "visibility", "draft", "protected",
  ]

  // MARK: - Errors

  func line(of node: JSONNode) -> Int { lines.line(of: node.offset) }

  mutating func report(_ node: JSONNode, item: String = "", property: String = "", _ reason: String) {
    report(line: line(of: node), item: item, property: property, reason)
  }

  mutating func report(line: Int, item: String = "", property: String = "", _ reason: String) {
    guard errors.count < Self.maximumErrorCount else {
      uncountedErrors += 1
      return
    }
    errors.append(StyleError(file: path, line: line, item: item, property: Self.shortened(property), reason))
  }

  /// Reports an error unless one with the same key was reported.
  mutating func reportOnce(_ key: String, _ node: JSONNode, item: String = "", property: String = "", _ reason: String) {
    if reported.insert(key).inserted { report(node, item: item, property: property, reason) }
  }

  /// Reports that a value is of a wrong type.
  mutating func reportType(_ node: JSONNode, item: String = "", property: String, expected: String) {
    report(node, item: item, property: property, "\(expected) is expected, not \(Self.article(node.typeName)). It is ignored.")
  }

  /// Returns a text of the sheet as messages show it, since it may be long.
  static func shortened(_ text: String, limit: Int = 120) -> String {
    let scalars = text.unicodeScalars.prefix(limit + 1)
    return scalars.count <= limit ? text : String(String.UnicodeScalarView(scalars.prefix(limit))) + "…"
  }

  /// Returns the name of a type of JSON with its article.
  static func article(_ typeName: String) -> String {
    switch typeName {
    case "null": "null"
    case "array", "object": "an \(typeName)"
    default: "a \(typeName)"
    }
  }

  // MARK: - Members of objects

  /// Returns a text; nil if it is missing. A value of another type is reported.
  mutating func string(_ object: JSONObject, _ key: String, item: String = "") -> String? {
    read(object, key, item: item, expected: "a string", \.string)
  }

  mutating func number(_ object: JSONObject, _ key: String, item: String = "") -> Double? {
    read(object, key, item: item, expected: "a number", \.number)
  }

  /// Returns an array of numbers; nil if it is missing. Another length or another type is reported.
  mutating func numbers(_ object: JSONObject, _ key: String, count: Int, item: String = "") -> [Double]? {
    read(object, key, item: item, expected: "an array of \(count) numbers") { node in
      let numbers = node.array?.compactMap(\.number)
      return numbers?.count == count && node.array?.count == count ? numbers : nil
    }
  }

  mutating func read<Value>(
    _ object: JSONObject, _ key: String, item: String, expected: String, _ value: (JSONNode) -> Value?
  ) -> Value? {
    guard let node = object[key], !node.isNull else { return nil }
    guard let value = value(node) else {
      let isSameType = expected.hasPrefix(Self.article(node.typeName))
      if isSameType {
        report(node, item: item, property: key, "\(expected) is expected. It is ignored.")
      } else {
        reportType(node, item: item, property: key, expected: expected)
      }
      return nil
    }
    return value
  }
}
