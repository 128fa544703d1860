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

/// The shadows, glyphs and masks that one worker prepared for a frame.
struct PreparedMasks: ~Copyable {
  var shadows = GrowingBuffer<PlacedShadow>(capacity: 16)
  /// The coverage of the columns and rows of translated shadows, of 65535.
  var profiles = GrowingBuffer<UInt16>(capacity: 1024)
  /// The glyphs of the run being prepared.
  var glyphs = GrowingBuffer<PlacedGlyph>(capacity: 64)
  /// The glyphs of all runs, once for every band that they touch.
  var bandGlyphs = GrowingBuffer<PlacedGlyph>(capacity: 64)
  /// For every run, its bands' spans of ``bandGlyphs``.
  var glyphBands = GrowingBuffer<IndexSpan>(capacity: 64)

  /// Forgets the last frame.
  mutating func removeAll() {
    shadows.count = 0
    profiles.count = 0
    glyphs.count = 0
    bandGlyphs.count = 0
    glyphBands.count = 0
  }

  /// Adds a shadow or a mask, to which `prepared` then refers.
  mutating func append(_ shadow: PlacedShadow, kind: PreparedMask.Kind, to prepared: inout PreparedItem) {
    prepared.mask.kind = kind
    prepared.mask.index = Int32(truncatingIfNeeded: shadows.count)
    shadows.append(shadow)
  }
}
