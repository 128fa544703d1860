/// The reference of a prepared item to its coverage mask.
struct PreparedMask: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// The shadow of a rounded rectangle under a translation: products of a row's and a column's coverage.
    case translatedShadow
    /// The shadow of a rounded rectangle under any other map.
    case transformedShadow
    /// A mask that is sampled between its pixels: a path's shadow, or a ``CoverageMask`` under any map.
    case sampledMask
    case glyphs
    /// A mask whose pixels are the screen's.
    case pixelAlignedMask
  }

  var kind = Kind.glyphs
  /// For an inner shadow, the representation of the shape's own edges; `nothing` for all others.
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
  /// For a translated shadow, on the screen, in pixels; for a transformed one, only the size counts. For a
  /// pixel-aligned mask, `left` and `top` are its first pixel, in whole pixels.
  var left: Int64 = 0, top: Int64 = 0, width: Int64 = 0, height: Int64 = 0
  /// From the screen to the rectangle's own units, or to the mask's pixels, in 1/65536.
  var map: InverseMapping?
  /// The spacing of a ``ShadowGrid`` as binary logarithms of pixels; 0 and 0 look up every pixel.
  var stepX: Int64 = 0, stepY: Int64 = 0
  /// For a translated shadow, the index in ``PreparedMasks/profiles`` of its columns; its rows follow.
  var profile = 0
  /// For a translated shadow, the columns between which a row has one coverage; empty where there are none.
  var uniformMinX: Int32 = 0, uniformMaxX: Int32 = 0
}

/// A glyph's mask at its position on the screen.
struct PlacedGlyph: BitwiseCopyable {
  /// Coverage row by row, each row padded with zeros to a multiple of 4 bytes.
  let bytes: UnsafePointer<UInt8>
  /// The mask's first pixel, which may be off-screen.
  let x: Int32, y: Int32
  let width: Int32, height: Int32

  var bounds: PixelBounds {
    PixelBounds(minX: x, minY: y, maxX: x &+ width, maxY: y &+ height)  // ≤ 2^31
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
