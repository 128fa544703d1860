import Cartouche

/// The font that benchmark scenes are set in, at one size: DejaVu Sans, its outlines not fitted to the pixels.
final class BenchmarkFont {
  /// Where Debian's `fonts-dejavu-core` puts it.
  static let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  private let face: FontFace
  private let size: Scalar
  private var indices: [UInt32: Int32] = [:]
  /// Each glyph that was asked for.
  private(set) var shapes: [GlyphShape] = []

  /// - Parameter size: pixels an em, held to 1…1024.
  /// - Returns: nil if the font is not there or cannot be read.
  init?(size: Scalar) {
    guard let face = try? FontCollection().add(contentsOf: Self.path).first else { return nil }
    self.face = face
    self.size = min(max(size, 1), 1024)
  }

  /// The index in ``shapes`` of a character's glyph; the font's box for what it lacks.
  func shape(of codepoint: UInt32) -> Int32 {
    if let known = indices[codepoint] { return known }
    let index = Int32(shapes.count)
    indices[codepoint] = index
    shapes.append(GlyphShape(outline: face.outline(of: face.glyph(for: codepoint) ?? 0, size: size)))
    return index
  }
}
