/// Finds which parts of a block are hidden by opaque shapes that are drawn later.
///
/// The block is divided into columns of 16 pixels. An opaque shape hides a column if it covers every pixel of
/// the column in all rows of the block.
///
/// The items of the block are visited front to back. Each item is cut at its first and its last column that
/// are not hidden. If every column of an item is hidden, it is not drawn. Edges beside the cut are not walked
/// cell by cell.
///
/// This is the coarse depth test of vello_cpu, applied to whole items instead of to their strips.
struct Occlusion: ~Copyable {
  /// A column is 2^4 pixels wide.
  private static var bits: Int { 4 }
  private static var width: Int { 1 << bits }

  /// What the edges of a shape add to a column and to all columns to its right.
  private struct Change: BitwiseCopyable {
    /// The number of edges that begin to touch a column, minus those that ended left of it.
    var touching: Int32 = 0
    /// The winding numbers that begin, in 1/256 of a row.
    var winding: Int32 = 0
  }

  /// For each column of the block whether it is hidden.
  private let hidden: UnsafeMutablePointer<Bool>
  private let changes: UnsafeMutablePointer<Change>
  /// The pixels of each item that are not hidden, counted from the block's first item.
  private var visible = GrowingBuffer<VisibleColumns>()

  /// The part of an item that is not hidden, as columns of pixels.
  struct VisibleColumns: BitwiseCopyable {
    var lower: Int32
    var upper: Int32
  }

  /// The result for one block.
  struct Result {
    /// The index of the first item to draw: everything before it is hidden.
    var first: Int
    /// The items from `first` up to here may be hidden in part: see ``Occlusion/visibleColumns(_:)``.
    var firstWhole: Int
    /// Whether every pixel is overwritten by an opaque item.
    var isComplete: Bool
  }

  /// - Parameter width: The greatest width of a block in pixels.
  init(width: Int) {
    let columns = width >> Self.bits + 2
    hidden = .allocate(capacity: columns)
    hidden.initialize(repeating: false, count: columns)
    changes = .allocate(capacity: columns + 1)
    changes.initialize(repeating: Change(), count: columns + 1)
  }

  deinit {
    hidden.deallocate()
    changes.deallocate()
  }

  /// Returns the part of an item that may be drawn, by the item's index minus that of the block's first item.
  @inline(__always)
  func visibleColumns(_ index: Int) -> VisibleColumns { visible.base[index] }

  /// Visits the items of a block front to back.
  mutating func resolve(_ plan: FramePlan, items: Range<Int>, band: Int, rect: PixelRect) -> Result {
    let count = (rect.maxX &- 1) >> Self.bits &- rect.minX >> Self.bits &+ 1
    var result = Result(first: items.lowerBound, firstWhole: items.lowerBound, isComplete: false)
    var visibleCount = count
    for index in items.reversed() {
      let item = plan.items + Int(plan.bandItems[index])
      let mayHide =
        item.pointee.isOccluder && Int(item.pointee.visible.minY) <= rect.minY && Int(item.pointee.visible.maxY) >= rect.maxY
      if visibleCount == count && !mayHide { continue }
      let part = item.pointee.visible.part(in: rect)
      guard !part.isEmpty else {
        if visibleCount < count { visible.base[index &- items.lowerBound] = VisibleColumns(lower: 0, upper: 0) }
        continue
      }
      var columns = ColumnRange(
        lower: part.minX >> Self.bits &- rect.minX >> Self.bits, upper: (part.maxX &- 1) >> Self.bits &- rect.minX >> Self.bits &+ 1
      )
      if visibleCount < count { visible.base[index &- items.lowerBound] = cut(&columns, part, rect) }
      guard mayHide, columns.lower < columns.upper else { continue }
      let newlyHidden = hide(columns, by: item, part, plan: plan, band: band, rect: rect, isLast: index == items.lowerBound)
      guard newlyHidden > 0 else { continue }
      if visibleCount == count {
        result.firstWhole = index
        visible.reserve(items.count)
      }
      visibleCount &-= newlyHidden
      if visibleCount == 0 {
        result.first = index
        result.isComplete = true
        break
      }
    }
    if visibleCount < count { hidden.update(repeating: false, count: count) }
    return result
  }

  /// Cuts an item to the columns from its first to its last that is not hidden.
  ///
  /// - Parameters:
  ///   - columns: The columns that the item touches.
  ///   - part: The item's pixels in the block.
  /// - Returns: The columns of pixels that are left.
  private func cut(_ columns: inout ColumnRange, _ part: PixelRect, _ rect: PixelRect) -> VisibleColumns {
    while columns.lower < columns.upper && hidden[columns.lower] { columns.lower &+= 1 }
    guard columns.lower < columns.upper else { return VisibleColumns(lower: 0, upper: 0) }
    while hidden[columns.upper &- 1] { columns.upper &-= 1 }
    let left = rect.minX >> Self.bits
    return VisibleColumns(
      lower: Int32(truncatingIfNeeded: max(part.minX, (left &+ columns.lower) << Self.bits)),
      upper: Int32(truncatingIfNeeded: min(part.maxX, (left &+ columns.upper) << Self.bits)))
  }

  /// Hides the columns that an opaque item covers.
  ///
  /// - Returns: How many columns were not hidden before.
  private mutating func hide(
    _ touched: ColumnRange, by item: UnsafePointer<PreparedItem>, _ part: PixelRect, plan: FramePlan, band: Int, rect: PixelRect,
    isLast: Bool
  ) -> Int {
    // Only columns that the item has all pixels of.
    let left = rect.minX & ~(Self.width &- 1)
    var columns = touched
    if part.minX > max(rect.minX, left &+ columns.lower << Self.bits) { columns.lower &+= 1 }
    if part.maxX < min(rect.maxX, left &+ columns.upper << Self.bits) { columns.upper &-= 1 }
    guard columns.lower < columns.upper else { return 0 }
    var newlyHidden = 0
    if item.pointee.kind == .rectangle {
      for column in columns.lower..<columns.upper where !hidden[column] {
        hidden[column] = true
        newlyHidden &+= 1
      }
      return newlyHidden
    }
    // The block's first item hides nothing. An outline with many edges hides little for the time that it
    // takes.
    let edges = plan.edges(of: item, band: band)
    let edgeCount = edges.spans.reduce(0) { $0 &+ Int($1.count) }
    guard !isLast, edgeCount <= 8 &+ 2 &* (columns.upper &- columns.lower) else { return 0 }
    let end = add(edges, of: item, to: columns, rect: rect)
    let whole = Int32(truncatingIfNeeded: rect.height) << 8
    var (touching, winding): (Int32, Int32) = (0, 0)
    for column in columns.lower...columns.upper {
      touching &+= changes[column].touching
      winding &+= changes[column].winding
      changes[column] = Change()
      if touching == 0 && column < end && winding != 0 && !hidden[column] && covers(winding, whole, item.pointee.rule) {
        hidden[column] = true
        newlyHidden &+= 1
      }
    }
    return newlyHidden
  }

  /// Whether a column without edges is covered, by the winding numbers of all its rows together.
  private func covers(_ winding: Int32, _ whole: Int32, _ rule: FillRule) -> Bool {
    let number = winding / whole
    return number &* whole == winding && (rule == .nonZero || number & 1 != 0)
  }

  /// Adds to ``changes`` what the edges of an item do in the rows of `rect`.
  ///
  /// - Returns: The column from which on a horizontal edge may lie that is not among the edges.
  private func add(_ edges: BandEdges, of item: UnsafePointer<PreparedItem>, to columns: ColumnRange, rect: PixelRect) -> Int {
    let (top, bottom) = (Int32(truncatingIfNeeded: rect.minY) << 8, Int32(truncatingIfNeeded: rect.maxY) << 8)
    let left = Int(rect.minX) & ~(Self.width &- 1)
    var end = columns.upper
    for span in edges.spans {
      for edge in UnsafeBufferPointer(start: edges.edges + Int(span.start), count: Int(span.count)) {
        let (upper, lower) = (max(min(edge.y0, edge.y1), top), min(max(edge.y0, edge.y1), bottom))
        guard upper < lower else { continue }
        let (from, to) = Self.extent(of: edge, top: top, bottom: bottom)
        let first = max((from >> 8 &- left) >> Self.bits, columns.lower)
        let next = min((to >> 8 &- left) >> Self.bits &+ 1, columns.upper)
        guard first < columns.upper else { continue }
        if item.pointee.hasHorizontalEdges && (upper > top || lower < bottom) { end = min(end, first) }
        let after = max(next, columns.lower)
        if first < after {
          changes[first].touching &+= 1
          changes[after].touching &-= 1
        }
        changes[after].winding &+= (lower &- upper) &* edge.sign
      }
    }
    return end
  }

  /// Returns the leftmost and the rightmost x, in 1/256 px, that an edge may have in some rows.
  @inline(__always)
  private static func extent(of edge: Edge, top: Int32, bottom: Int32) -> (from: Int, to: Int) {
    let (x0, y0, x1, y1) = (Int(edge.x0), Int(edge.y0), Int(edge.x1), Int(edge.y1))
    var (from, to) = (min(x0, x1), max(x0, x1))
    let (upper, lower) = (Int(top), Int(bottom))
    // A steep or short edge touches few columns anyway.
    if to &- from > width << 8 && (min(y0, y1) < upper || max(y0, y1) > lower) {
      let (dx, dy) = (x1 &- x0, y1 &- y0)  // ≤ 2^26
      let atTop = x0 &+ (upper &- y0) &* dx / dy
      let atBottom = x0 &+ (lower &- y0) &* dx / dy
      (from, to) = (max(from, min(atTop, atBottom)), min(to, max(atTop, atBottom)))
    }
    // The rasterizer and the quotients above round by less than this.
    return (from &- 16, to &+ 16)
  }
}
