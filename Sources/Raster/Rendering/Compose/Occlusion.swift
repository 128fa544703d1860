/// Finds which parts of a block are hidden by opaque shapes that are drawn later.
///
/// The block is divided into cells of 8 × 8 pixels. An opaque shape hides a cell if it covers every pixel of
/// the cell.
///
/// The items of the block are visited front to back. Each item is cut to the rectangle around its cells that
/// are not hidden. If every cell of an item is hidden, it is not drawn. Edges beside the cut are not walked
/// pixel by pixel.
///
/// This is the coarse depth test of vello_cpu, applied to whole items instead of to their strips.
struct Occlusion: ~Copyable {
  private var hidden: HiddenCells
  private var outlines: OutlineCells
  /// The part of each item that is not hidden, by the item's index minus that of the block's first item.
  private var visible = GrowingBuffer<PixelRect32>()

  /// The result for one block.
  struct Result {
    /// The index of the first item to draw: everything before it is hidden.
    var first: Int
    /// The items from `first` up to here may be hidden in part: see ``Occlusion/visiblePart(_:)``.
    var firstWhole: Int
    /// Whether every pixel is overwritten by an opaque item.
    var isComplete: Bool
  }

  /// - Parameter width: The greatest width of a block in pixels.
  init(width: Int) {
    let columns = width >> CellBlock.bits + 2
    hidden = HiddenCells(columns: columns)
    outlines = OutlineCells(columns: columns)
  }

  /// Returns the part of an item that may be drawn, by the item's index minus that of the block's first item.
  @inline(__always)
  func visiblePart(_ index: Int) -> PixelRect32 { visible.base[index] }

  /// Visits the items of a block front to back.
  mutating func resolve(_ plan: FramePlan, items: Range<Int>, band: Int, rect: PixelRect) -> Result {
    let block = CellBlock(rect)
    hidden.begin(block)
    var result = Result(first: items.lowerBound, firstWhole: items.lowerBound, isComplete: false)
    for index in items.reversed() {
      let item = plan.items + Int(plan.bandItems[index])
      guard hidden.isAny || item.pointee.isOccluder else { continue }
      let part = item.pointee.visible.part(in: rect)
      guard !part.isEmpty else {
        if hidden.isAny { visible.base[index &- items.lowerBound] = .empty }
        continue
      }
      var columns = block.columns(touching: part)
      var rows = block.rows(touching: part)
      if hidden.isAny {
        hidden.cut(&columns, &rows)
        visible.base[index &- items.lowerBound] = block.pixels(of: columns, rows: rows, in: part)
      }
      guard item.pointee.isOccluder, columns.lower < columns.upper else { continue }
      let wasAnyHidden = hidden.isAny
      hide(columns, rows, by: item, part, plan: plan, band: band, block, itemsBelow: index &- items.lowerBound)
      if !wasAnyHidden && hidden.isAny {
        result.firstWhole = index
        visible.reserve(items.count)
      }
      if hidden.isComplete {
        result.first = index
        result.isComplete = true
        break
      }
    }
    hidden.end()
    return result
  }

  /// Hides the cells that an opaque item covers.
  ///
  /// - Parameters:
  ///   - columns, rows: The cells that the item touches, except for some that are hidden.
  ///   - part: The item's pixels in the block.
  ///   - itemsBelow: The number of items that may be hidden.
  private mutating func hide(
    _ columns: ColumnRange, _ rows: Range<Int>, by item: UnsafePointer<PreparedItem>, _ part: PixelRect, plan: FramePlan,
    band: Int, _ block: CellBlock, itemsBelow: Int
  ) {
    // Only cells that the item has all pixels of.
    let rows = block.rows(rows, within: part)
    let columns = block.columns(columns, within: part)
    let count = rows.count &* max(columns.upper &- columns.lower, 0)
    guard count > 0 else { return }
    if item.pointee.kind == .rectangle { return hidden.add(columns.lower..<columns.upper, CellBlock.mask(of: rows)) }
    // A small outline, or one with many edges, hides little for the time that it takes, and so does one with
    // little below it.
    let edges = plan.edges(of: item, band: band)
    let edgeCount = edges.spans.reduce(0) { $0 &+ Int($1.count) }
    guard count >= 6, edgeCount <= min(8 &+ columns.upper &- columns.lower, 8 &* itemsBelow) else { return }
    outlines.hideCells(
      coveredBy: edges, hasHorizontalEdges: item.pointee.hasHorizontalEdges, columns: columns, rows: rows, block, in: &hidden)
  }
}
