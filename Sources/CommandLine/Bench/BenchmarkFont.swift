import CFreeType
import CartoucheRaster

/// The font that benchmark scenes are set in, at one size: DejaVu Sans, its outlines not fitted to the pixels.
final class BenchmarkFont {
  /// Where Debian's `fonts-dejavu-core` puts it.
  static let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  private var library: FT_Library?
  private var face: FT_Face?
  private var indices: [UInt32: Int32] = [:]
  /// Each glyph that was asked for.
  private(set) var shapes: [GlyphShape] = []

  /// - Parameter size: pixels an em, held to 1…1024.
  /// - Returns: nil if the font is not there or cannot be read.
  init?(size: Scalar) {
    let size = min(max(size, 1), 1024)
    guard FT_Init_FreeType(&library) == 0, FT_New_Face(library, Self.path, 0, &face) == 0,
      FT_Set_Char_Size(face, 0, FT_F26Dot6(size.rawValue >> 10), 72, 72) == 0
    else { return nil }
  }

  deinit {
    if let face { FT_Done_Face(face) }
    if let library { FT_Done_FreeType(library) }
  }

  /// The index in ``shapes`` of a character's glyph; the font's box for what it lacks.
  func shape(of codepoint: UInt32) -> Int32 {
    if let known = indices[codepoint] { return known }
    let index = Int32(shapes.count)
    indices[codepoint] = index
    shapes.append(GlyphShape(outline: outline(of: codepoint)))
    return index
  }

  private func outline(of codepoint: UInt32) -> Path {
    var path = Path()
    guard let face, FT_Load_Glyph(face, FT_Get_Char_Index(face, FT_ULong(codepoint)), shim_ft_load_unhinted_outline) == 0,
      face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return path }
    var steps = FT_Outline_Funcs()
    steps.move_to = { to, path in
      add(path) { $0.move(to: point(to)) }
    }
    steps.line_to = { to, path in
      add(path) { $0.addLine(to: point(to)) }
    }
    steps.conic_to = { control, to, path in
      add(path) { $0.addQuadCurve(to: point(to), control: point(control)) }
    }
    steps.cubic_to = { control1, control2, to, path in
      add(path) { $0.addCurve(to: point(to), control1: point(control1), control2: point(control2)) }
    }
    let result = withUnsafeMutablePointer(to: &path) { FT_Outline_Decompose(&face.pointee.glyph.pointee.outline, &steps, $0) }
    if result != 0 { return Path() }
    path.closeSubpath()
    return path
  }
}

/// Adds a step of an outline to the path behind `pointer`.
private func add(_ pointer: UnsafeMutableRawPointer?, _ step: (inout Path) -> Void) -> Int32 {
  if let pointer { step(&pointer.assumingMemoryBound(to: Path.self).pointee) }
  return 0
}

/// 1/64 pixels with y up as points with y down.
private func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
  guard let vector else { return .zero }
  return Point(x: Scalar(rawValue: Int64(vector.pointee.x) << 10), y: Scalar(rawValue: -Int64(vector.pointee.y) << 10))
}
