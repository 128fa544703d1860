/// The pattern of the paths of glyph files, such as `fonts/{fontstack}/{range}.pbf`.
package struct GlyphPattern: Sendable, Hashable {
  private static let fontPlaceholder = "{fontstack}"
  private static let rangePlaceholder = "{range}"
  private static let fileScheme = "file://"

  /// The path, with `{fontstack}` for the font and `{range}` for the first and the last character.
  package let text: String

  /// Creates the pattern of the files `DIRECTORY/FONT/FIRST-LAST.pbf`.
  package init(directory: String) {
    text = directory + (directory.hasSuffix("/") ? "" : "/") + "\(Self.fontPlaceholder)/\(Self.rangePlaceholder).pbf"
  }

  /// Creates the pattern that a style's property `glyphs` is.
  ///
  /// A relative path begins at the directory of the style's file. A URL with the scheme `file` may have
  /// percent-encoded characters.
  ///
  /// - Parameter style: The path of the style's file.
  /// - Throws: ``GlyphError`` if the pattern is a remote URL, or lacks a placeholder.
  package init(url: String, style: String) throws(GlyphError) {
    var path = url
    if url.hasPrefix(Self.fileScheme) { path = Self.withoutPercentEncoding(String(url.dropFirst(Self.fileScheme.count))) }
    guard !path.isEmpty, !path.contains("://") else { throw .notLocal(style: style, url: url) }
    for placeholder in [Self.fontPlaceholder, Self.rangePlaceholder] where !path.contains(placeholder) {
      throw .brokenPattern(style: style, reason: "\"\(SpriteError.shortened(url))\" has no \(placeholder)")
    }
    let directory = path.hasPrefix("/") ? "" : style.lastIndex(of: "/").map { String(style[...$0]) } ?? ""
    text = directory + path
  }

  /// Returns the path of a font's file.
  ///
  /// - Returns: The path, or nil if the font's name cannot be the name of a directory.
  func path(font: String, range: Int) -> String? {
    // A name with a slash would lead out of the directory of fonts.
    guard !font.isEmpty, !font.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }), font != ".", font != "..",
      font.utf8.count <= 255
    else { return nil }
    let first = range * GlyphFile.rangeLength
    return text.replacing(Self.rangePlaceholder, with: "\(first)-\(first + GlyphFile.rangeLength - 1)")
      .replacing(Self.fontPlaceholder, with: font)
  }

  /// Returns the directory of a font's files.
  func directory(font: String) -> String? {
    path(font: font, range: 0).flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
  }

  private static func withoutPercentEncoding(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
      {
        decoded.append(UInt8(high << 4 | low))
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
