/// A display list's item, ready to be drawn in any block: bounds, where its edges are, and its paint.
struct PreparedItem: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// Outside the screen, empty or invisible.
    case nothing
    /// A rectangle of whole pixels: its bounds.
    case rectangle
    /// Edges in one run, to be looked through by every block.
    case edges
    /// Edges sorted by band.
    case banded
  }

  enum Filling: UInt8, BitwiseCopyable {
    case color, gradient, picture
  }

  var kind = Kind.nothing
  var filling = Filling.color
  var rule = FillRule.nonZero
  var isOpaque = false
  /// Straight colour for `color`, and how much of it, 0…255; for pictures the opacity alone.
  var color: UInt32 = 0
  var alpha: UInt32 = 255
  /// Pixels touched, half-open, inside the screen.
  var minX: Int32 = 0, minY: Int32 = 0, maxX: Int32 = 0, maxY: Int32 = 0
  /// The clip's number, or −1.
  var clip: Int32 = -1
  /// Whose buffers hold what follows.
  var worker: Int32 = 0
  /// `edges`: the first and how many. `banded`: the first of the bands' offsets, and how many bands.
  var start: Int = 0
  var count: Int = 0
  /// The gradient's table in the worker's tables, or nothing.
  var table: Int = 0
  var map: PlaneMap?
  var pixels: UnsafePointer<UInt32>?
  var pictureWidth: Int32 = 0, pictureHeight: Int32 = 0
}
