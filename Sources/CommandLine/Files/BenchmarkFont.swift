import Cartouche
import CartoucheText

/// The font of benchmark scenes at one size: DejaVu Sans with unhinted outlines.
final class BenchmarkFont {
  /// The path at which Debian's `fonts-dejavu-core` installs it.
  static let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  private let fonts = FontCollection()
  private let face: FontFace
  private let size: Scalar
  private var indices: [UInt32: Int32] = [:]
  /// The glyphs used so far.
  private(set) var shapes: [GlyphShape] = []

  /// - Parameter size: Pixels per em, clamped to 1…1024.
  /// - Returns: nil if the font is missing or cannot be read.
  init?(size: Scalar) {
    guard let face = try? fonts.add(contentsOf: Self.path).first else { return nil }
    self.face = face
    self.size = min(max(size, 1), 1024)
  }

  /// Returns the index in ``shapes`` of a character's glyph; that of the font's box if the font lacks the
  /// character.
  func shape(of codepoint: UInt32) -> Int32 {
    if let known = indices[codepoint] { return known }
    let index = Int32(shapes.count)
    indices[codepoint] = index
    shapes.append(GlyphShape(outline: face.outline(of: face.glyph(for: codepoint) ?? 0, size: size)))
    return index
  }

  /// Returns a text of characters at given positions, which is turned when it is drawn.
  func drawing(of characters: [(codepoint: UInt32, origin: Point)], color: Color) -> TextDrawing {
    let glyphs = characters.map { (glyph: face.glyph(for: $0.codepoint) ?? 0, origin: $0.origin) }
    let layout = TextLayout(placing: glyphs, of: face, style: TextStyle(fontSize: size, color: color))
    return TextDrawing(layout, fonts: fonts)
  }
}
