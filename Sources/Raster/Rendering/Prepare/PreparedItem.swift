/// A display list's item in the form from which any block can draw it: bounds, edges or mask, and paint.
struct PreparedItem: BitwiseCopyable {
  /// What the item does to the pixels of a block.
  enum Role: UInt8, BitwiseCopyable {
    case shape, beginGroup, endGroup, beginClip, endClip, beginMask, endMask
  }

  /// The form in which the pixels that the item covers are stored.
  enum Kind: UInt8, BitwiseCopyable {
    /// Nothing: the item is off-screen, empty or invisible.
    case nothing
    /// A rectangle of whole pixels, which is the item's bounds.
    case rectangle
    /// Edges that every block considers.
    case edges
    /// Edges that are sorted by band, so that a block considers only those of its band.
    case banded
    /// A coverage mask: a shadow, glyphs or a ``CoverageMask``.
    case mask
  }

  var role = Role.shape
  var kind = Kind.nothing
  var rule = FillRule.nonZero
  var blend = BlendMode.normal
  /// For the end of a mask, the property of the mask's pixels that masks the enclosing group.
  var maskKind = MaskKind.alpha
  /// Whether the item is an opaque shape that may hide items before it. It is outside all groups, masks and
  /// clips, other than those to rectangles of whole pixels.
  var isOccluder = false
  /// Whether the outline is so large for its number of edges that it is worth looking for what it hides.
  var isLarge = false
  /// The color of an item whose paint is one color, as an opaque `0xffRRGGBB`.
  var color: UInt32 = 0
  /// The alpha by which the item's colors are multiplied, 0…255.
  var alpha: UInt32 = 255
  /// The factor by which the item's coverage is multiplied, in 1/256.
  ///
  /// The factor is below 256 for a hairline in a blend mode in which a fainter paint would give another
  /// result.
  var coverageScale: UInt32 = 256
  /// The half-open rectangle of the pixels that the item touches on the screen.
  var bounds = PixelRect32.empty
  /// The part of ``bounds`` inside the enclosing clips.
  var visible = PixelRect32.empty
  /// The index of the item's pixel clip, or −1.
  var clip: Int32 = -1
  /// The worker whose ``PrepareScratch`` has the item's edges, tables and masks.
  var worker: Int32 = 0
  /// Whether the item has vertical edges across bands, so that some of its rows may be identical.
  var hasVerticalEdges = false
  /// Whether the outline has horizontal edges that may be longer than a cell of ``Occlusion``. They are not
  /// among the item's edges.
  var hasHorizontalEdges = false
  /// Whether an edge crosses the left or right side of the screen.
  var crossesScreenSides = false
  /// The index of the item's edges in the worker's ``BandedEdgeStore``, or that of its first band.
  var edges = 0
  /// The index of the color source in the worker's ``PrepareScratch/sources``; −1 if the paint is one color.
  var source: Int32 = -1
  /// Whether all colors of the paint are opaque.
  var isPaintOpaque = false
  var mask = PreparedMask()

  /// Whether the pixels that the item covers fully do not depend on items before it.
  var isOpaque: Bool {
    @inline(__always) get {
      kind != .mask && kind != .nothing && blend == .normal && alpha == 255 && coverageScale == 256 && isPaintOpaque
    }
  }

  /// Whether the item may hide items before it, if no group, mask or clip is around it.
  var canHide: Bool {
    @inline(__always) get { isLarge && isOpaque }
  }

  /// Whether the paint is one color.
  var isColor: Bool { source < 0 }
}
