/// A display list's item, ready to be drawn in any block: bounds, where its edges are, and its paint.
struct PreparedItem: BitwiseCopyable {
  /// What it does to the pixels being put together.
  enum Role: UInt8, BitwiseCopyable {
    case shape, beginGroup, endGroup, beginClip, endClip, beginMask, endMask
  }

  /// How its coverage is found.
  enum Kind: UInt8, BitwiseCopyable {
    /// Outside the screen, empty or invisible.
    case nothing
    /// A rectangle of whole pixels: its bounds.
    case rectangle
    /// Edges to be looked through by every block.
    case edges
    /// Each band has its own.
    case banded
    /// Coverages that are kept: shadows, glyphs and masks.
    case mask
  }

  var role = Role.shape
  var kind = Kind.nothing
  var rule = FillRule.nonZero
  var blend = BlendMode.normal
  /// What a mask's end does with the group around it.
  var maskKind = MaskKind.alpha
  /// Whether a rectangle covers everything that was drawn before it: opaque, and in no group or clip.
  var isOccluder = false
  /// Opaque straight colour, `0xffRRGGBB`, where the source is one colour.
  var color: UInt32 = 0
  /// How much of the colours is laid down, 0…255.
  var alpha: UInt32 = 255
  /// How much of its coverage counts, of 256: less for a hairline in a mode where a paler paint would be something else.
  var fading: UInt32 = 256
  /// Pixels touched, half-open, inside the screen.
  var bounds = PixelBounds.empty
  /// What is left of ``bounds`` inside the clips around it.
  var visible = PixelBounds.empty
  /// The pixel clip's number, or −1.
  var clip: Int32 = -1
  /// Whose buffers hold what follows.
  var worker: Int32 = 0
  /// Whether rows of it may be alike.
  var hasVerticalEdges = false
  /// Whether an edge goes beyond the screen's left or right side.
  var crossesScreenSides = false
  /// The number of its edges among the worker's ``BandedEdgeStore``, or that of the first band's.
  var edges = 0
  var source = ColorSource()
  var mask = PreparedMask()

  /// Whether it shows nothing of what is under its bounds.
  var isOpaqueRectangle: Bool { kind == .rectangle && blend == .normal && alpha == 255 && source.isOpaque }
}

/// A rectangle of pixels in 32 bits: half-open.
struct PixelBounds: BitwiseCopyable, Equatable {
  var minX: Int32, minY: Int32, maxX: Int32, maxY: Int32

  static var empty: PixelBounds { PixelBounds(minX: 0, minY: 0, maxX: 0, maxY: 0) }

  init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  init(_ size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: Int32(truncatingIfNeeded: size.width), maxY: Int32(truncatingIfNeeded: size.height))
  }

  var isEmpty: Bool { minX >= maxX || minY >= maxY }

  func intersection(_ other: PixelBounds) -> PixelBounds {
    let both = PixelBounds(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    return both.isEmpty ? .empty : both
  }

  func union(_ other: PixelBounds) -> PixelBounds {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelBounds(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// The rectangle's part inside `rect`; may be empty.
  @inline(__always)
  func part(in rect: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(Int(minX), rect.minX), minY: max(Int(minY), rect.minY), maxX: min(Int(maxX), rect.maxX),
      maxY: min(Int(maxY), rect.maxY))
  }
}
