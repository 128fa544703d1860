/// One worker's memory for composing blocks, reused from frame to frame.
///
/// The memory is a struct behind a pointer and not a class, because accesses to a class's variables would be
/// checked for exclusivity at run time.
struct ComposeScratch: ~Copyable {
  /// The accumulated coverage of the shape being drawn.
  let coverage: CoverageAccumulationBuffer
  /// The end of the block being composed, if other memory follows it.
  private(set) var blockEnd = BlockEnd()
  /// The block being composed, and above it a level for each group, mask and clip that is open.
  private(set) var levels: UnsafeMutablePointer<StackLevel>
  private var levelCount = 0
  private let blockSize: Int
  /// A row's coverage, by screen column; all 0 between uses.
  let rowCoverage: UnsafeMutablePointer<UInt8>
  /// A row's colors, for paints of more than one color.
  let rowColors: UnsafeMutablePointer<UInt32>
  /// Cached rows of enlarged images.
  let rowCache: UnsafeMutablePointer<ImageRowCache>
  let shadowRows: ShadowRows
  var occlusion: Occlusion

  /// - Parameter width: The width of the screen in pixels.
  init(width: Int) {
    shadowRows = ShadowRows(width: width)
    occlusion = Occlusion(width: width)
    coverage = CoverageAccumulationBuffer(width: width, rows: RenderBlockHeight.rows)
    blockSize = width &* RenderBlockHeight.rows
    levels = .allocate(capacity: VisibleBoundsResolution.maximumDepth + 1)
    rowCoverage = .allocate(capacity: width)
    rowCoverage.initialize(repeating: 0, count: width)
    rowColors = .allocate(capacity: width)
    rowColors.initialize(repeating: 0, count: width)
    rowCache = .allocate(capacity: 1)
    rowCache.initialize(to: ImageRowCache(width: width))
  }

  deinit {
    for index in 0..<levelCount { levels[index].deallocate() }
    levels.deallocate()
    rowCoverage.deallocate()
    rowColors.deallocate()
    rowCache.pointee.deallocate()
    rowCache.deallocate()
  }

  /// Allocates the levels for a number of groups and clips inside each other.
  mutating func prepareLevels(_ count: Int) {
    while levelCount <= min(count, VisibleBoundsResolution.maximumDepth) {
      (levels + levelCount).initialize(to: StackLevel(count: blockSize))
      levelCount += 1
    }
  }

  /// Composes the next block in other memory.
  ///
  /// - Returns: The memory of the lowest level, for ``endBlock(_:)``.
  mutating func beginBlock(in pixels: UnsafeMutablePointer<UInt32>, count: Int) -> UnsafeMutablePointer<UInt32> {
    blockEnd.address = UInt(bitPattern: pixels + count)
    defer { levels[0].pixels = pixels }
    return levels[0].pixels
  }

  /// Composes the next block in the lowest level's own memory again.
  mutating func endBlock(_ pixels: UnsafeMutablePointer<UInt32>) {
    blockEnd.address = 0
    levels[0].pixels = pixels
  }

  /// Forgets the last frame.
  mutating func beginFrame() { rowCache.pointee.removeAll() }
}

/// Memory for one row of a shadow.
struct ShadowRows: ~Copyable {
  /// A row of a translated shadow's coverage, of 65535.
  let row: UnsafeMutablePointer<UInt16>
  /// An interpolated row of a corner's table.
  let cornerRow: UnsafeMutablePointer<UInt16>
  /// The values of an ``InterpolatedShadowComposition`` row at its own columns.
  let gridValues: UnsafeMutablePointer<Int32>
  /// Two rows of a grid, interpolated to the screen's columns.
  let gridRows: UnsafeMutablePointer<UInt16>
  /// The distance between the two rows of ``gridRows``.
  let gridWidth: Int

  init(width: Int) {
    row = .allocate(capacity: width)
    row.initialize(repeating: 0, count: width)
    cornerRow = .allocate(capacity: ShadowTables.Corner.maximumSide)
    cornerRow.initialize(repeating: 0, count: ShadowTables.Corner.maximumSide)
    gridWidth = width + 4
    gridValues = .allocate(capacity: gridWidth)
    gridValues.initialize(repeating: 0, count: gridWidth)
    gridRows = .allocate(capacity: gridWidth * 2)
    gridRows.initialize(repeating: 0, count: gridWidth * 2)
  }

  deinit {
    row.deallocate()
    cornerRow.deallocate()
    gridValues.deallocate()
    gridRows.deallocate()
  }
}
