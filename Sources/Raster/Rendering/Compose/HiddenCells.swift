/// The cells of a block that are hidden.
struct HiddenCells: ~Copyable {
  /// For each column of the block, the rows in which its cell is hidden.
  private let rows: UnsafeMutablePointer<CellBlock.Rows>
  private var columnCount = 0
  /// The rows of cells that the block touches.
  private var allRows: CellBlock.Rows = 0
  /// The number of columns in which all cells are hidden.
  private var hiddenColumns = 0
  /// Whether any cell is hidden.
  private(set) var isAny = false

  /// - Parameter columns: The greatest number of columns of cells.
  init(columns: Int) {
    rows = .allocate(capacity: columns)
    rows.initialize(repeating: 0, count: columns)
  }

  deinit { rows.deallocate() }

  /// Whether all cells of the block are hidden.
  var isComplete: Bool { hiddenColumns == columnCount }

  /// Begins a block, in which no cell is hidden.
  mutating func begin(_ block: CellBlock) {
    columnCount = block.columns(touching: block.rect).upper
    allRows = CellBlock.mask(of: block.rows(touching: block.rect))
    (hiddenColumns, isAny) = (0, false)
  }

  /// Ends the block.
  mutating func end() {
    if isAny { rows.update(repeating: 0, count: columnCount) }
  }

  /// Hides cells.
  @inline(__always)
  mutating func add(_ columns: Range<Int>, _ newRows: CellBlock.Rows) {
    for column in columns {
      let old = rows[column]
      let new = old | newRows
      rows[column] = new
      if new == allRows && old != new { hiddenColumns &+= 1 }
    }
    isAny = true
  }

  /// Cuts some cells to the rectangle around those that are not hidden.
  func cut(_ columns: inout ColumnRange, _ touched: inout Range<Int>) {
    let mask = CellBlock.mask(of: touched)
    while columns.lower < columns.upper && rows[columns.lower] & mask == mask { columns.lower &+= 1 }
    guard columns.lower < columns.upper else { return }
    while rows[columns.upper &- 1] & mask == mask { columns.upper &-= 1 }
    var hiddenRows = mask
    var column = columns.lower
    while hiddenRows != 0 && column < columns.upper {
      hiddenRows &= rows[column]
      column &+= 1
    }
    // In the columns that are left, some row is visible.
    let visible = mask & ~hiddenRows
    touched = visible.trailingZeroBitCount..<(CellBlock.Rows.bitWidth &- visible.leadingZeroBitCount)
  }
}
