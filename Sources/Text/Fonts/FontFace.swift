internal import CFreeType
internal import CHarfBuzz
internal import CartoucheRaster

/// FreeType, started.
final class FreeTypeLibrary {
  let library: FT_Library

  init() throws(FontError) {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { throw .freeTypeUnavailable }
    self.library = library
  }

  deinit { FT_Done_FreeType(library) }
}

/// One face of a font file: what it is called, what it measures, its outlines.
///
/// FreeType reads its outlines and HarfBuzz shapes with it, both from the same bytes and neither fitting anything to pixels: measures are
/// whole numbers of the font's own units, the same on every machine.
public final class FontFace {
  /// What the font says of itself.
  public let descriptor: FontDescriptor
  /// The file, or what was said in its place.
  public let file: String
  /// Which of the file's faces it is.
  public let index: Int
  /// How many of its units an em is.
  public let unitsPerEm: Int
  /// Above the baseline, below it (positive too), and between lines, in the font's units.
  let ascent: Int, descent: Int, lineGap: Int
  /// Its number in its collection.
  let collectionIndex: Int32

  let freeType: FT_Face
  let harfBuzz: OpaquePointer
  // Both read from these as long as they live.
  private let library: FreeTypeLibrary
  private let bytes: FontBytes
  /// The size that FreeType was set to last, in 1/64 pixels an em.
  var currentSize: Int64 = 0

  /// - Throws: ``FontError/notAFont(file:code:)``, ``FontError/noOutlines(file:face:)``.
  init(_ bytes: FontBytes, file: String, index: Int, collectionIndex: Int32, library: FreeTypeLibrary) throws(FontError) {
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
    // A font that says nothing, or nonsense, gets the usual shares of an em.
    let limit = unitsPerEm * 8
    let isSensible = extents.ascender > 0 && extents.ascender <= limit && extents.descender <= 0 && -Int(extents.descender) <= limit
    ascent = isSensible ? Int(extents.ascender) : unitsPerEm * 4 / 5
    descent = isSensible ? -Int(extents.descender) : unitsPerEm / 5
    lineGap = Int(extents.line_gap).clamped(from: 0, to: limit)
    descriptor = FontDescriptor(opened)
    (self.file, self.index, self.collectionIndex, self.library, self.bytes) = (file, index, collectionIndex, library, bytes)
    (freeType, harfBuzz) = (opened, font)
  }

  deinit {
    hb_font_destroy(harfBuzz)
    FT_Done_Face(freeType)
  }

  /// How many faces the file has, at most 64 of which are used; at least one.
  static func faceCount(in bytes: FontBytes) -> Int {
    Int(hb_face_count(bytes.blob)).clamped(from: 1, to: 64)
  }

  /// The glyph of a character by itself; nil if the font lacks it.
  public func glyph(for scalar: UInt32) -> UInt32? {
    var glyph: UInt32 = 0
    return hb_font_get_nominal_glyph(harfBuzz, scalar, &glyph) != 0 && glyph != 0 ? glyph : nil
  }

  /// How far the pen goes for a glyph by itself.
  func advance(of glyph: UInt32, size: Scalar) -> Scalar {
    points(Int(hb_font_get_glyph_h_advance(harfBuzz, glyph)), size: size)
  }

  /// So many of the font's units at `size` points an em, rounded to nearest.
  func points(_ units: Int, size: Scalar) -> Scalar {
    let (product, overflows) = Int64(units).multipliedReportingOverflow(by: size.rawValue)
    if overflows || product.magnitude > 1 << 62 { return size * units / unitsPerEm }
    // Away from zero where it is in the middle, as above.
    let (em, half) = (Int64(unitsPerEm), Int64(unitsPerEm / 2))
    return Scalar(rawValue: (product + (product < 0 ? -half : half)) / em)
  }
}

extension FontDescriptor {
  /// What `face` says of itself in its tables; what it does not say is regular.
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
