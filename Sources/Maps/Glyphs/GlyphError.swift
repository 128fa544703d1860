/// An error in reading glyph files, or in a single glyph of one.
public enum GlyphError: Error, Hashable, Sendable {
  /// The file cannot be read. `reason` is the operating system's message.
  case unreadable(file: String, reason: String)
  /// The file is not a file of glyphs. `reason` is part of a sentence.
  case notGlyphs(file: String, reason: String)
  /// One glyph of the file is left out. The error does not affect the others.
  case brokenGlyph(file: String, character: UInt32, reason: String)
  /// There are `count` more errors in the glyphs of the file.
  case moreErrors(file: String, count: Int)
  /// None of the fonts of a stack has a directory at `pattern`.
  case missingFont(font: String, pattern: String)
  /// The style names glyphs at a remote URL, or at an address that is no path.
  case notLocal(style: String, url: String)
  /// The style's property `glyphs` has no place for the font or the range of characters.
  case brokenPattern(style: String, reason: String)
}

extension GlyphError: CustomStringConvertible {
  /// A message that names the file and the glyph, the cause of the error, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason):
      "\(file): cannot be read (\(reason)). Check the file and its permissions."
    case .notGlyphs(let file, let reason):
      "\(file): \(reason). Other fonts draw its characters; download or create the file again."
    case .brokenGlyph(let file, let character, let reason):
      "\(file): glyph \(Self.name(of: character)): \(reason). Another font draws it."
    case .moreErrors(let file, let count):
      "\(file): \(count) more \(count == 1 ? "error" : "errors") in its glyphs. Download or create the file again."
    case .missingFont(let font, let pattern):
      "\(SpriteError.shortened(pattern)): there are no glyphs of the font \"\(SpriteError.shortened(font))\". Other fonts draw its texts."
    case .notLocal(let style, let url):
      "\(style): the glyphs \"\(SpriteError.shortened(url))\" are not on this machine. Download them and name their path in \"glyphs\"."
    case .brokenPattern(let style, let reason):
      "\(style): glyphs: \(reason). Give a path such as \"fonts/{fontstack}/{range}.pbf\"."
    }
  }

  /// Returns a character's number as Unicode writes it, such as `U+0041`.
  static func name(of character: UInt32) -> String {
    let digits = String(character, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}
