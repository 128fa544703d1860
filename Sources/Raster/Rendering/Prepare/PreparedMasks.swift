/// A prepared item's reference to its coverage mask.
struct PreparedMask: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// The shadow of a rounded rectangle under a translation. A pixel's coverage is its row's times its
    /// column's.
    case translatedShadow
    /// The shadow of a rounded rectangle under a translation that moves its sides between pixels.
    case ninePatchShadow
    /// The shadow of a rounded rectangle under any other map.
    case transformedShadow
    /// A mask whose coverage is interpolated between its pixels: a path's shadow, or a ``CoverageMask`` under
    /// any map.
    case sampledMask
    case glyphs
    /// A mask in which each pixel falls on one pixel of the screen.
    case pixelAlignedMask
  }

  var kind = Kind.glyphs
  /// For an inner shadow, the form in which the edges of the shape itself are stored; `nothing` for any other
  /// mask.
  var outline = PreparedItem.Kind.nothing
  /// The index in ``PreparedMasks/shadows``, or of the first band in ``PreparedMasks/glyphBands``.
  var index: Int32 = 0
}

/// A shadow or a mask at its position on the screen.
struct PlacedShadow: BitwiseCopyable {
  /// The tables of a rounded rectangle's shadow.
  var tables: UnsafePointer<ShadowTables>?
  /// The coverage of a sampled or pixel-aligned mask, row by row.
  var mask: UnsafePointer<UInt8>?
  var chunks: MaskChunks?
  var maskWidth: Int32 = 0, maskHeight: Int32 = 0
  /// The rectangle that casts the shadow, in 1/65536.
  ///
  /// A translated shadow's rectangle is in pixels of the screen. Of a transformed shadow's rectangle, only
  /// the size counts. For a pixel-aligned mask, `left` and `top` are the mask's first pixel, in whole pixels.
  var left: Int64 = 0, top: Int64 = 0, width: Int64 = 0, height: Int64 = 0
  /// The map from the screen to the rectangle's own units, or to the mask's pixels, in 1/65536.
  var map: InverseMapping?
  /// The spacing of an ``InterpolatedShadowComposition`` as binary logarithms of pixels. If both are 0, every
  /// pixel is looked up.
  var stepX: Int64 = 0, stepY: Int64 = 0
  /// For a translated shadow, the index in ``PreparedMasks/profiles`` of its columns' coverage.
  ///
  /// The coverage of the rows follows that of the columns.
  var profile = 0
  /// For a translated shadow, the columns between which every pixel of a row has the same coverage.
  ///
  /// The range is empty if no columns are that alike.
  var uniformMinX: Int32 = 0, uniformMaxX: Int32 = 0
}

/// A glyph's mask at its position on the screen.
struct PlacedGlyph: BitwiseCopyable {
  /// Coverage row by row, each row padded with zeros to a multiple of 4 bytes.
  let bytes: UnsafePointer<UInt8>
  /// The mask's first pixel, which may be off-screen.
  let x: Int32, y: Int32
  let width: Int32, height: Int32

  var bounds: PixelRect32 {
    PixelRect32(minX: x, minY: y, maxX: x &+ width, maxY: y &+ height)  // ≤ 2^31
  }
}

/// A part of the glyphs of ``PreparedMasks/glyphs``.
struct GlyphRange: BitwiseCopyable {
  var start: Int32
  /// The index after the last glyph.
  var end: Int32
  /// The band's next range in ``PreparedMasks/glyphRanges``; −1 after the last one.
  var next: Int32
}

/// The glyphs of a run that touch a band, as a list of ranges. Some glyphs in a range may not touch it.
struct GlyphBand: BitwiseCopyable {
  /// The first and the last range in ``PreparedMasks/glyphRanges``; −1 if there is none.
  var first: Int32 = -1, last: Int32 = -1
}

/// The shadows, glyphs and masks that one worker prepared for a frame.
struct PreparedMasks: ~Copyable {
  var shadows = GrowingBuffer<PlacedShadow>(capacity: 16)
  /// The coverage of the columns and rows of translated shadows, of 65535.
  var profiles = GrowingBuffer<UInt16>(capacity: 1024)
  /// The visible glyphs of all runs. Those of one run are in the order of drawing.
  var glyphs = GrowingBuffer<PlacedGlyph>(capacity: 64)
  /// For every run, the bands of its bounds, from top to bottom.
  var glyphBands = GrowingBuffer<GlyphBand>(capacity: 64)
  /// The ranges of glyphs of all bands.
  var glyphRanges = GrowingBuffer<GlyphRange>(capacity: 64)

  /// Forgets the last frame.
  mutating func removeAll() {
    shadows.count = 0
    profiles.count = 0
    glyphs.count = 0
    glyphBands.count = 0
    glyphRanges.count = 0
  }

  /// Adds a shadow or a mask, to which `prepared` then refers.
  mutating func append(_ shadow: PlacedShadow, kind: PreparedMask.Kind, to prepared: inout PreparedItem) {
    prepared.mask.kind = kind
    prepared.mask.index = Int32(truncatingIfNeeded: shadows.count)
    shadows.append(shadow)
  }

  /// Returns the index of the first range of a run's glyphs in the band of row `y`; −1 if there is none.
  @inline(__always)
  func firstGlyphRange(of item: UnsafePointer<PreparedItem>, at y: Int) -> Int {
    let band = y >> RenderBlockHeight.bits &- Int(item.pointee.bounds.minY) >> RenderBlockHeight.bits
    return Int(glyphBands.base[Int(item.pointee.mask.index) &+ band].first)
  }

  /// Adds glyphs to a band, after those that it has.
  mutating func add(_ indices: Range<Int>, to band: UnsafeMutablePointer<GlyphBand>) {
    let (start, end) = (Int32(truncatingIfNeeded: indices.lowerBound), Int32(truncatingIfNeeded: indices.upperBound))
    let last = Int(band.pointee.last)
    // Passing over some glyphs that do not touch the band takes less time than another range.
    if last >= 0, start &- glyphRanges.base[last].end <= 8 {
      glyphRanges.base[last].end = end
      return
    }
    let index = Int32(truncatingIfNeeded: glyphRanges.count)
    glyphRanges.append(GlyphRange(start: start, end: end, next: -1))
    if last >= 0 { glyphRanges.base[last].next = index } else { band.pointee.first = index }
    band.pointee.last = index
  }
}
