internal import CFreeType
internal import CHarfBuzz
internal import CartoucheRaster

/// An initialized FreeType library.
final class FreeTypeLibrary {
  let library: FT_Library

  init() throws(FontError) {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { throw .freeTypeUnavailable }
    self.library = library
  }

  deinit { FT_Done_FreeType(library) }
}

/// A face of a font file, such as bold italic, with its description, metrics and glyph outlines.
///
/// FreeType reads the outlines, and HarfBuzz shapes the text. Both libraries read the same bytes, and neither
/// library applies hinting. Metrics are integers in font units, so they are the same on every machine.
///
/// A face may also consist of distance fields, which a map's glyph files contain. Then it has no font file.
///
/// Any thread may use a face: reading it takes the lock of its font collection.
// The lock guards the objects of FreeType and HarfBuzz, the glyphs of fields, and the current size.
public final class FontFace: @unchecked Sendable {
  /// The family, weight, slant and width of the face, as stated in the font file.
  public let descriptor: FontDescriptor
  /// The path of the font file. If the face was added from bytes, the property is the name that was given
  /// with the bytes. For a face made of distance fields, it is the family's name.
  public let file: String
  /// The index of the face in its font file.
  public let index: Int
  /// The number of font units in one em. The em is the font size: at a font size of 17 points, one em is 17
  /// points.
  public let unitsPerEm: Int
  /// The face's ascent, descent (positive downwards) and gap between lines, in font units.
  let ascent: Int, descent: Int, lineGap: Int
  /// The index of the face in its font collection.
  let collectionIndex: Int32

  let lock: FontLock
  /// The face in FreeType; nil if the face consists of distance fields.
  let freeType: FT_Face?
  let harfBuzz: OpaquePointer
  /// The glyphs of a face made of distance fields; nil for a face of a font file.
  let fieldGlyphs: FieldGlyphs?
  // FreeType and HarfBuzz read from these two until the face is destroyed.
  private let library: FreeTypeLibrary?
  let bytes: FontFileMemory?
  /// The font size that was last set in FreeType, in 1/64 pixels per em; 0 if no size is set.
  var currentSize: Int64 = 0

  /// Opens one face of a font file.
  ///
  /// - Throws: ``FontError/notAFont(file:code:)`` or ``FontError/noOutlines(file:face:)``.
  init(
    _ bytes: FontFileMemory, file: String, index: Int, collectionIndex: Int32, library: FreeTypeLibrary, lock: FontLock
  ) throws(FontError) {
    self.lock = lock
    var opened: FT_Face?
    let memory = bytes.memory
    let status = shim_ft_open(library.library, memory.baseAddress, memory.count, index, &opened)
    guard status == 0, let opened else { throw .notAFont(file: file, code: Int(status)) }
    let face = hb_face_create(bytes.blob, UInt32(clamping: index))
    defer { hb_face_destroy(face) }
    guard shim_ft_is_outline_font(opened) != 0, hb_face_get_glyph_count(face) > 0, let font = hb_font_create(face) else {
      FT_Done_Face(opened)
      throw .noOutlines(file: file, face: index)
    }
    unitsPerEm = Int(hb_face_get_upem(face)).clamped(from: 16, to: 16_384)
    hb_font_set_scale(font, Int32(unitsPerEm), Int32(unitsPerEm))
    var extents = hb_font_extents_t()
    hb_font_get_h_extents(font, &extents)
    // A font with missing or absurd metrics gets the usual shares of an em.
    let limit = unitsPerEm * 8
    let isSensible = extents.ascender > 0 && extents.ascender <= limit && extents.descender <= 0 && -Int(extents.descender) <= limit
    ascent = isSensible ? Int(extents.ascender) : unitsPerEm * 4 / 5
    descent = isSensible ? -Int(extents.descender) : unitsPerEm / 5
    lineGap = Int(extents.line_gap).clamped(from: 0, to: limit)
    descriptor = FontDescriptor(opened)
    (self.file, self.index, self.collectionIndex, self.library, self.bytes) = (file, index, collectionIndex, library, bytes)
    (freeType, harfBuzz, fieldGlyphs) = (opened, font, nil)
  }

  /// Creates a face made of distance fields.
  ///
  /// - Returns: nil if HarfBuzz has no memory.
  init?(family: String, glyphs: FieldGlyphs, collectionIndex: Int32, lock: FontLock) {
    self.lock = lock
    guard let font = glyphs.makeHarfBuzzFont() else { return nil }
    unitsPerEm = FieldGlyphs.unitsPerEm
    (ascent, descent, lineGap) = (FieldGlyph.ascender * FieldGlyphs.unitsPerPixel, 7 * FieldGlyphs.unitsPerPixel, 0)
    descriptor = FontDescriptor(family: family)
    (file, index, self.collectionIndex, library, bytes) = (family, 0, collectionIndex, nil, nil)
    (freeType, harfBuzz, fieldGlyphs) = (nil, font, glyphs)
  }

  deinit {
    // Closing a face changes the lists of FreeType's library.
    lock.withLock {
      hb_font_destroy(harfBuzz)
      if let freeType { FT_Done_Face(freeType) }
    }
  }

  /// Returns the number of faces in a font file, clamped to 1…64.
  static func faceCount(in bytes: FontFileMemory) -> Int {
    Int(hb_face_count(bytes.blob)).clamped(from: 1, to: 64)
  }

  /// Returns the index of the glyph for a single Unicode scalar.
  ///
  /// - Parameter scalar: The code of the Unicode scalar.
  /// - Returns: The glyph's index in the face, or nil if the face has no glyph for the scalar.
  public func glyph(for scalar: UInt32) -> UInt32? {
    lock.withLock {
      var glyph: UInt32 = 0
      return hb_font_get_nominal_glyph(harfBuzz, scalar, &glyph) != 0 && glyph != 0 ? glyph : nil
    }
  }

  /// Returns the advance of a glyph at `size` points per em, in points. The glyph's neighbors are not taken
  /// into account.
  func advance(of glyph: UInt32, size: Scalar) -> Scalar {
    points(Int(hb_font_get_glyph_h_advance(harfBuzz, glyph)), size: size)
  }

  /// Returns a length in font units as a length in points, at `size` points per em. The result is rounded to
  /// nearest.
  func points(_ units: Int, size: Scalar) -> Scalar {
    let (product, overflows) = Int64(units).multipliedReportingOverflow(by: size.rawValue)
    if overflows || product.magnitude > 1 << 62 { return size * units / unitsPerEm }
    // Ties round away from zero, as above.
    let (em, half) = (Int64(unitsPerEm), Int64(unitsPerEm / 2))
    return Scalar(rawValue: (product + (product < 0 ? -half : half)) / em)
  }
}

extension FontDescriptor {
  /// Reads the description of a face from the font's tables. Entries that are missing count as regular.
  fileprivate init(_ face: FT_Face) {
    func text(_ name: UnsafeMutablePointer<CChar>?) -> String { name.map { String(cString: $0) } ?? "" }
    let flags = Int(face.pointee.style_flags)
    let styleName = text(face.pointee.style_name).lowercased()
    var weight = flags & Int(FT_STYLE_FLAG_BOLD) != 0 ? FontWeight.bold : .regular
    var width = FontWidth.normal
    if let table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2)?.assumingMemoryBound(to: TT_OS2.self), table.pointee.version != 0xffff {
      if table.pointee.usWeightClass > 0 { weight = FontWeight(rawValue: Int(table.pointee.usWeightClass)) }
      if table.pointee.usWidthClass > 0 { width = FontWidth(rawValue: Int(table.pointee.usWidthClass)) }
    }
    var slant = flags & Int(FT_STYLE_FLAG_ITALIC) != 0 ? FontSlant.italic : .upright
    if styleName.contains("oblique") { slant = .oblique }
    self.init(family: text(face.pointee.family_name), weight: weight, slant: slant, width: width)
  }
}
