/// One worker's memory for preparing items, reused from frame to frame.
///
/// Preparing an item writes this memory. Composing a block only reads it. Any worker reads it for the items
/// that this worker prepared; see ``PreparedItem/worker``.
///
/// The memory is a struct behind a pointer and not a class, because every access to a class's variable would
/// be checked for exclusivity at run time.
struct PrepareScratch: ~Copyable {
  var flattening = Flattening()
  var stroking = Stroking()
  /// The flattened outline of the item being prepared.
  var contours = Contours()
  /// The outline of an image, a nine-patch or a shadow's bounds.
  var rectangle = Path()
  var edgeBuilder = EdgeBuilder()
  /// The part of the screen that the frame draws; nil for the whole screen.
  private(set) var damage: DamageBounds?
  /// The frame's edges by band.
  var bandedEdges = BandedEdgeStore()
  /// The frame's paints other than colors.
  var sources = GrowingBuffer<ColorSource>(capacity: 16)
  /// The frame's gradient tables and nine-patches.
  var tables = GrowingBuffer<UInt32>(capacity: 1024)
  /// The frame's shadows, glyphs and masks.
  var masks = PreparedMasks()
  /// The number of frames since the use of the memory was last looked at, and the most edges of one of them.
  private var use = (frames: 0, edges: 0)

  /// The number of frames after which memory is given back that none of them needed.
  static var frameWindow: Int { 256 }
  /// The number of edges for which there is always memory: 256 KB.
  static var usualEdges: Int { 1 << 14 }

  /// Forgets the last frame.
  ///
  /// A frame that draws a whole map needs megabytes, and thousands after it need a few kilobytes. So memory
  /// for four times as many edges as any recent frame had is given back, and grows again as needed.
  ///
  /// - Parameter damage: The part of the screen that is drawn; nil for the whole screen.
  mutating func beginFrame(damage: DamageBounds?) {
    use = (use.frames &+ 1, max(use.edges, edgeBuilder.edges.count &+ bandedEdges.copyCount))
    if use.frames >= Self.frameWindow {
      if edgeBuilder.edges.capacity &+ bandedEdges.copyCapacity > max(use.edges &* 4, Self.usualEdges) { self = PrepareScratch() }
      use = (0, 0)
    }
    edgeBuilder.edges.count = 0
    self.damage = damage
    bandedEdges.removeAll()
    sources.count = 0
    tables.count = 0
    masks.removeAll()
  }

  /// Returns the edges of an item that may touch the rows of a band.
  ///
  /// - Parameters:
  ///   - kind: The representation of the item's outline: its own kind, or that of the shape around an inner
  ///     shadow.
  ///   - band: The number of the band, counted from the top of the screen.
  func edges(of item: UnsafePointer<PreparedItem>, kind: PreparedItem.Kind, band: Int) -> BandEdges {
    let index = item.pointee.edges
    switch kind {
    case .edges: return bandedEdges.edges(index, in: edgeBuilder.edges.base)
    case .banded:
      return bandedEdges.edges(
        index &+ band &- Int(item.pointee.bounds.minY) >> RenderBlockHeight.bits, in: edgeBuilder.edges.base)
    case .nothing, .rectangle, .mask:
      return BandEdges(edges: edgeBuilder.edges.base, spans: UnsafeBufferPointer(start: nil, count: 0))
    }
  }
}
