import CartoucheText

/// The fonts of a style's texts.
///
/// Where the style has glyph files, the files of a text's fonts are one face, which is searched first. The
/// installed fonts with the names that the style gives follow, and the standard fonts.
struct LabelFonts: Sendable {
  /// The glyph files; nil if the style has none.
  let glyphs: GlyphDirectory?

  private static let separator: Character = "\u{1f}"

  /// Returns the descriptions of a text's fonts, in the order in which they are searched for a character.
  func descriptors(_ names: [String]) -> [FontDescriptor] {
    let installed = names.map { FontDescriptor(styleName: $0) }
    guard let glyphs else { return installed }
    let family = glyphs.pattern.text + String(Self.separator) + names.joined(separator: ",")
    return [FontDescriptor(family: family)] + installed
  }

  /// Adds the faces of glyph files to a collection that lacks them.
  ///
  /// - Parameter families: The families that a collection lacked; those that are no glyph files are ignored.
  /// - Returns: The other families, and whether faces were added.
  func add(_ families: [String], to fonts: FontCollection) -> (missing: [String], hasAdded: Bool) {
    var missing: [String] = []
    var hasAdded = false
    for family in families {
      let parts = family.split(separator: Self.separator, maxSplits: 1)
      guard parts.count == 2 else {
        missing.append(family)
        continue
      }
      guard let glyphs, glyphs.pattern.text == parts[0] else { continue }
      let stack = String(parts[1])
      let face = fonts.addFieldFace(family: family) { glyphs.glyphs(font: stack, range: $0) }
      if face != nil { hasAdded = true }
    }
    return (missing, hasAdded)
  }
}
