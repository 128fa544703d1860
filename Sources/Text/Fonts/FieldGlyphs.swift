internal import CHarfBuzz
internal import CartoucheRaster

/// The glyphs of a face made of distance fields. A glyph's index is its Unicode scalar.
///
/// Glyphs are read in ranges of 256 scalars, each when the first of its characters is looked up.
final class FieldGlyphs {
  /// The number of font units in one em: 64 in each pixel of the fields, so that HarfBuzz can round.
  static let unitsPerEm = FieldGlyph.pixelsPerEm * unitsPerPixel
  static let unitsPerPixel = 64

  let source: @Sendable (_ range: Int) -> [FieldGlyph]
  private var glyphs: [UInt32: FieldGlyph] = [:]
  private var readRanges: Set<UInt32> = []

  init(source: @escaping @Sendable (_ range: Int) -> [FieldGlyph]) {
    self.source = source
  }

  /// Returns the glyph of a Unicode scalar; nil if the face has none.
  func glyph(for scalar: UInt32) -> FieldGlyph? {
    guard scalar > 0, scalar <= 0x10_ffff else { return nil }
    if readRanges.insert(scalar >> 8).inserted {
      for glyph in source(Int(scalar >> 8)) where glyph.scalar >> 8 == scalar >> 8 && glyph.isValid {
        glyphs[glyph.scalar] = glyph
      }
    }
    return glyphs[scalar]
  }

  /// Returns a glyph's outline in points, or a line around the glyph at some distance.
  ///
  /// - Parameters:
  ///   - scalar: The Unicode scalar of the glyph.
  ///   - size: The font size in points.
  ///   - distance: The distance from the glyph's edge, in points at this size.
  /// - Returns: The outline, with the pen position at the origin and y down. The result is nil if the field
  ///   does not extend to the distance.
  func outline(of scalar: UInt32, size: Scalar, distance: Scalar = 0) -> Path? {
    guard let glyph = glyph(for: scalar), size > 0, !glyph.field.isEmpty else { return Path() }
    let scale = WideFixed<32>(rounding: size) / FieldGlyph.pixelsPerEm
    let pixels = distance * FieldGlyph.pixelsPerEm / size
    if pixels > Self.longestDistance { return nil }
    let border = FieldGlyph.border
    let level = FieldGlyph.edgeLevel - (pixels * FieldGlyph.levelPerPixel).rounded
    let path = FieldOutline.path(
      field: glyph.field, width: glyph.width + 2 * border, height: glyph.height + 2 * border, level: level)
    return path.transformed(
      by: AffineTransform(
        a: scale, b: 0, c: 0, d: scale, tx: scale * (glyph.left - border), ty: scale * (glyph.inkTop - border)))
  }

  /// The greatest distance outside a glyph that its field states, in pixels. At six pixels a byte is 0.
  private static let longestDistance: Scalar = 5.5
}

extension FieldGlyphs {
  /// Creates a HarfBuzz font that reads its characters, advances and extents from these glyphs.
  ///
  /// The font has no tables, so HarfBuzz composes Arabic letters and places marks by rules of its own.
  ///
  /// - Returns: A font that refers to this object, which must live as long as the font.
  func makeHarfBuzzFont() -> OpaquePointer? {
    let face = hb_face_create(hb_blob_get_empty(), 0)
    defer { hb_face_destroy(face) }
    hb_face_set_upem(face, UInt32(Self.unitsPerEm))
    guard let font = hb_font_create(face), let functions = hb_font_funcs_create() else { return nil }
    defer { hb_font_funcs_destroy(functions) }
    hb_font_set_scale(font, Int32(Self.unitsPerEm), Int32(Self.unitsPerEm))
    hb_font_funcs_set_nominal_glyph_func(
      functions,
      { _, data, scalar, glyph, _ in
        guard FieldGlyphs.from(data)?.glyph(for: scalar) != nil else { return 0 }
        glyph?.pointee = scalar
        return 1
      }, nil, nil)
    hb_font_funcs_set_glyph_h_advance_func(
      functions,
      { _, data, glyph, _ in
        Int32(clamping: (FieldGlyphs.from(data)?.glyph(for: glyph)?.advance ?? 0) * FieldGlyphs.unitsPerPixel)
      }, nil, nil)
    hb_font_funcs_set_glyph_extents_func(
      functions,
      { _, data, glyph, extents, _ in
        guard let glyph = FieldGlyphs.from(data)?.glyph(for: glyph), let extents else { return 0 }
        func units(_ pixels: Int) -> Int32 { Int32(clamping: pixels * FieldGlyphs.unitsPerPixel) }
        // In HarfBuzz, y points up, and the height is negative.
        extents.pointee = hb_glyph_extents_t(
          x_bearing: units(glyph.left), y_bearing: units(-glyph.inkTop), width: units(glyph.width), height: units(-glyph.height))
        return 1
      }, nil, nil)
    hb_font_set_funcs(font, functions, Unmanaged.passUnretained(self).toOpaque(), nil)
    return font
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> FieldGlyphs? {
    data.map { Unmanaged<FieldGlyphs>.fromOpaque($0).takeUnretainedValue() }
  }
}
