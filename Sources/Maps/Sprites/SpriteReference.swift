/// A sprite sheet that a style names in its property `sprite`.
package struct SpriteReference: Sendable, Hashable {
  /// The id of the sheet whose images are named without a prefix.
  package static let defaultID = "default"

  package let id: String
  /// The path of the sheet's files without extension, as the style has it.
  package let url: String

  package init(id: String = defaultID, url: String) {
    self.id = id
    self.url = url
  }

  /// Reads a style's property `sprite`: a string, or an array of objects with `id` and `url`.
  ///
  /// - Returns: The sheets, and the errors of the elements that were left out.
  package static func references(
    in property: JSONNode, style: String
  ) -> (references: [SpriteReference], errors: [SpriteError]) {
    if let url = property.string { return ([SpriteReference(url: url)], []) }
    guard let elements = property.array else {
      return ([], [.brokenReference(style: style, reason: "a string or an array is expected, not \(property.typeName)")])
    }
    var references: [SpriteReference] = []
    var errors = SpriteErrorList(file: style)
    var ids: Set<String> = []
    for (index, element) in elements.enumerated() {
      guard let object = element.object, let id = object["id"]?.string, let url = object["url"]?.string else {
        errors.append(.brokenReference(style: style, reason: "element \(index + 1) has no strings \"id\" and \"url\""))
        continue
      }
      guard ids.insert(id).inserted else {
        let text = SpriteError.shortened(id)
        errors.append(.brokenReference(style: style, reason: "two sheets have the id \"\(text)\"; the first is drawn"))
        continue
      }
      references.append(SpriteReference(id: id, url: url))
    }
    return (references, errors.list)
  }

  /// Returns the path of the sheet's files without extension.
  ///
  /// A relative path begins at the directory of the style's file.
  ///
  /// - Throws: ``SpriteError/notLocal(style:url:)`` for a remote URL.
  package func path(style: String) throws(SpriteError) -> String {
    let scheme = "file://"
    var path = url
    if url.hasPrefix(scheme) { path = String(url.dropFirst(scheme.count)) }
    guard !path.isEmpty, !path.contains("://") else { throw .notLocal(style: style, url: url) }
    if path.hasPrefix("/") { return path }
    return style.lastIndex(of: "/").map { style[...$0] + path } ?? path
  }
}
