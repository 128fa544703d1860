/// Kept coverages made ready for one item: where they come from and how the screen's pixels map to them.
struct PreparedMask: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// A rounded rectangle's shadow that is only moved: products of a row's and a column's share.
    case translatedShadow
    /// A rounded rectangle's shadow under any other map.
    case transformedShadow
    /// A path's shadow.
    case pathShadow
    case glyphs
    /// Coverages whose pixels are the screen's.
    case pixelAlignedMask
  }

  var kind = Kind.glyphs
  /// Of a shadow that falls inwards, how the shape's own edges are kept; `nothing` for all others.
  var outline = PreparedItem.Kind.nothing
  /// The shadow's number, or where the offsets of the glyphs' bands begin.
  var index: Int32 = 0
}

/// A shadow at its place.
struct PlacedShadow: BitwiseCopyable {
  /// A rounded rectangle's.
  var tables: UnsafePointer<ShadowTables>?
  /// A path's.
  var mask: UnsafePointer<UInt8>?
  var chunks: MaskChunks?
  var maskWidth: Int32 = 0, maskHeight: Int32 = 0
  /// The rectangle that casts it, in 1/65536: on the screen if it is upright; otherwise its corner is the origin of `map`.
  var left: Int64 = 0, top: Int64 = 0, width: Int64 = 0, height: Int64 = 0
  /// From the screen to the rectangle's own units, or to the mask's pixels, in 1/65536.
  var map: InverseMapping?
  /// Otherwise the shadow is looked up at every 2^`stepX`th column and 2^`stepY`th row, and between them it is a straight line.
  var stepX: Int64 = 0, stepY: Int64 = 0
  /// If upright, where the shares of the columns begin, from the item's first on, and behind them those of the rows.
  var shares = 0
  /// If upright, the columns between which nothing changes along a row; empty where there are none.
  var uniformMinX: Int32 = 0, uniformMaxX: Int32 = 0
}

/// What preparing and drawing kept coverages needs, kept from frame to frame.
struct MaskBuffers: ~Copyable {
  var shadows = GrowingBuffer<PlacedShadow>(capacity: 16)
  var shares = GrowingBuffer<UInt16>(capacity: 1024)
  var glyphs = GrowingBuffer<PlacedGlyph>(capacity: 64)
  /// Glyphs, each once for every band it touches.
  var bandGlyphs = GrowingBuffer<PlacedGlyph>(capacity: 64)
  /// For every run and each of its bands where its glyphs begin in ``bandGlyphs``, and where the last band's end.
  var bandStarts = GrowingBuffer<Int32>(capacity: 64)
  /// A row of shares of 65535.
  let row: UnsafeMutablePointer<UInt16>
  /// A row of a corner's grid.
  let cells: UnsafeMutablePointer<UInt16>
  /// What a row of a ``ShadowGrid`` has at its columns.
  let grid: UnsafeMutablePointer<Int32>
  /// Two rows of one, spread over the screen's columns.
  let gridRows: UnsafeMutablePointer<UInt16>
  let gridWidth: Int

  init(width: Int) {
    row = .allocate(capacity: width)
    row.initialize(repeating: 0, count: width)
    cells = .allocate(capacity: ShadowTables.Corner.maximumSide)
    cells.initialize(repeating: 0, count: ShadowTables.Corner.maximumSide)
    gridWidth = width + 4
    grid = .allocate(capacity: gridWidth)
    grid.initialize(repeating: 0, count: gridWidth)
    gridRows = .allocate(capacity: gridWidth * 2)
    gridRows.initialize(repeating: 0, count: gridWidth * 2)
  }

  deinit {
    row.deallocate()
    cells.deallocate()
    grid.deallocate()
    gridRows.deallocate()
  }

  /// Forgets the last frame.
  mutating func removeAll() {
    shadows.count = 0
    shares.count = 0
    glyphs.count = 0
    bandGlyphs.count = 0
    bandStarts.count = 0
  }
}

extension RenderScratch {
  /// Makes the mask of `item` ready and sets its bounds.
  ///
  /// Glyphs that are not upright become edges instead, as any path.
  ///
  /// - Returns: false if nothing can be seen of it, or if it has edges and no mask.
  mutating func prepareMask(of item: DisplayList.Item, in prepared: inout PreparedItem, size: PixelSize) -> Bool {
    switch item.shape {
    case .shadow(let mask, let rect):
      return prepareShadow(mask, of: rect, transform: item.transform, in: &prepared, size: size)
    case .glyphs(let run):
      if item.transform.isTranslation && run.hasMasks {
        return prepareGlyphMasks(of: run, transform: item.transform, in: &prepared, size: size)
      }
      prepareGlyphOutlines(of: run, transform: item.transform, in: &prepared, size: size)
      return false
    case .mask(let mask):
      return prepareCoverageMask(mask, transform: item.transform, in: &prepared, size: size)
    default:
      return false
    }
  }

  /// Hands the coverages of `item` in `rect` to `filler`, row by row.
  func compose(
    mask item: UnsafePointer<PreparedItem>, in rect: PixelRect, owner: UnsafePointer<RenderScratch>, into filler: inout SpanFiller
  ) {
    let mask = item.pointee.mask
    if mask.kind == .glyphs {
      composeGlyphs(item, in: rect, owner: owner, into: &filler)
      return
    }
    let shadow = owner.pointee.masks.shadows.base + Int(mask.index)
    if mask.kind == .pixelAlignedMask {
      composePixelAlignedMask(shadow, in: rect, into: &filler)
      return
    }
    if mask.outline != .nothing {
      composeInnerShadow(item, shadow, in: rect, owner: owner, into: &filler)
    } else if mask.kind == .translatedShadow {
      composeTranslatedShadow(item, shadow, in: rect, shares: owner.pointee.masks.shares.base, into: &filler)
    } else {
      composeTransformedShadow(item, shadow, in: rect, into: &filler)
    }
  }
}
