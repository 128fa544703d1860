/// Where a mask covers anything, by pieces of a grid: eight pixels of four rows that are covered wholly, and eight pixels of a row with their coverages.
///
/// A mask that is drawn in frame after frame is looked through once: every edge between covered and clear that is found while drawing is a branch that
/// no predictor knows, and clear pixels and covered ones would be read only to learn that.
struct MaskChunks: BitwiseCopyable {
  /// Rows of a tall piece, a power of two.
  static let height = 4
  /// Columns of a segment: where a mask is cut, pieces are looked at one by one in the segment of the cut, and in no other.
  static let segment = 64

  /// Each tall piece's row in the upper half, and in the lower its column, both of its top left pixel from the mask's; from the top, and from the left.
  let solid: UnsafeMutablePointer<UInt32>
  /// The other pieces that are not clear, likewise.
  let partial: UnsafeMutablePointer<UInt32>
  /// Eight coverages of each of ``partial``, the first in the lowest byte.
  let coverages: UnsafeMutablePointer<UInt64>
  /// The columns in which pieces are, from one that eight divides to another, as the mask's owner counts; beside them are seven at most.
  let columns: ColumnRange
  let segmentCount: Int

  /// For each group of four rows, and in it for each segment, how many of ``solid`` come before; and how many there are.
  private let solidStarts: UnsafeMutablePointer<UInt32>
  /// For each row, and in it for each segment, how many of ``partial`` come before; and how many there are.
  private let partialStarts: UnsafeMutablePointer<UInt32>
  /// How far the mask's first row is from one that four divides.
  private let rowShift: Int

  /// - Parameters:
  ///   - left: the first column, as the mask's owner counts.
  ///   - top: the first row.
  init?(of bytes: UnsafePointer<UInt8>, width: Int, height: Int, left: Int, top: Int) {
    let columns = ColumnRange(lower: -left & 7, upper: width &- ((left &+ width) & 7))
    guard columns.lower < columns.upper else { return nil }
    self.columns = columns
    rowShift = top & (Self.height &- 1)
    segmentCount = (columns.upper &- columns.lower &- 1) / Self.segment &+ 1
    let pieces = ChunkScanner(bytes: UnsafeRawPointer(bytes), width: width, height: height, columns: columns, rowShift: rowShift)

    let groupCount = (rowShift &+ height &- 1) / Self.height &+ 1
    solidStarts = .allocate(capacity: groupCount &* segmentCount &+ 1)
    partialStarts = .allocate(capacity: height &* segmentCount &+ 1)
    var (solidCount, partialCount) = (0, 0)
    for row in 0..<height {
      let isFirst = row == 0 || (row &+ rowShift) % Self.height == 0
      for segment in 0..<segmentCount {
        if isFirst {
          (solidStarts + ((row &+ rowShift) / Self.height &* segmentCount &+ segment)).initialize(to: UInt32(solidCount))
        }
        (partialStarts + (row &* segmentCount &+ segment)).initialize(to: UInt32(partialCount))
        pieces.find(row: row, segment: segment) { _, eight in
          if eight == nil { solidCount &+= 1 } else { partialCount &+= 1 }
        }
      }
    }
    (solidStarts + groupCount &* segmentCount).initialize(to: UInt32(solidCount))
    (partialStarts + height &* segmentCount).initialize(to: UInt32(partialCount))

    solid = .allocate(capacity: solidCount)
    // What mixes them looks at two more.
    partial = .allocate(capacity: partialCount &+ 2)
    coverages = .allocate(capacity: partialCount &+ 1)
    (partial + partialCount).initialize(repeating: 0, count: 2)
    (coverages + partialCount).initialize(to: 0)
    var (tall, part, chunks) = (solid, partial, coverages)
    for row in 0..<height {
      for segment in 0..<segmentCount {
        pieces.find(row: row, segment: segment) { column, eight in
          let place = UInt32(row) << 16 | UInt32(column)
          if let eight {
            part.initialize(to: place)
            chunks.initialize(to: eight)
            part += 1
            chunks += 1
          } else {
            tall.initialize(to: place)
            tall += 1
          }
        }
      }
    }
  }

  func deallocate() {
    solid.deallocate()
    solidStarts.deallocate()
    partial.deallocate()
    coverages.deallocate()
    partialStarts.deallocate()
  }

  /// Which four rows have `row` among them; the mask's first and last may have fewer.
  func group(of row: Int) -> Int { (row &+ rowShift) / Self.height }

  /// Where in ``solid`` those of a segment in a group of rows begin; the segment after the last is the next group's first.
  func firstSolid(group: Int, segment: Int) -> Int { Int(solidStarts[group &* segmentCount &+ segment]) }

  /// Where in ``partial`` those of a segment in a row begin; the segment after the last is the next row's first.
  func firstPartial(row: Int, segment: Int) -> Int { Int(partialStarts[row &* segmentCount &+ segment]) }

  /// The segments that have some of `columns`, and those among them that have no others.
  func segments(in columns: ColumnRange) -> (some: Range<Int>, all: Range<Int>) {
    let (lower, upper) = (
      max(columns.lower, self.columns.lower) &- self.columns.lower, min(columns.upper, self.columns.upper) &- self.columns.lower
    )
    guard lower < upper else { return (0..<0, 0..<0) }
    let some = lower / Self.segment..<(upper &- 1) / Self.segment &+ 1
    let first = min((lower &+ Self.segment &- 1) / Self.segment, some.upperBound)
    let end = upper == self.columns.upper &- self.columns.lower ? some.upperBound : upper / Self.segment
    return (some, first..<max(first, end))
  }
}

/// A mask's bytes, looked through piece by piece.
private struct ChunkScanner {
  let bytes: UnsafeRawPointer
  let width, height: Int
  let columns: ColumnRange
  let rowShift: Int

  /// Finds the parts in a segment of a row, and the tall pieces that begin there: those without coverages.
  @inline(__always)
  func find(row: Int, segment: Int, _ found: (_ column: Int, _ eight: UInt64?) -> Void) {
    let first = row &- (row &+ rowShift) % MaskChunks.height
    let isWhole = first >= 0 && first &+ MaskChunks.height <= height
    var column = columns.lower &+ segment &* MaskChunks.segment
    let end = min(column &+ MaskChunks.segment, columns.upper)
    while column < end {
      let coverages = eight(row, column)
      if coverages == .max && isWhole && isSolid(first, column) {
        if row == first { found(column, nil) }
      } else if coverages != 0 {
        found(column, coverages)
      }
      column &+= 8
    }
  }

  @inline(__always)
  private func eight(_ row: Int, _ column: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: row &* width &+ column, as: UInt64.self)
  }

  @inline(__always)
  private func isSolid(_ row: Int, _ column: Int) -> Bool {
    eight(row, column) & eight(row &+ 1, column) & eight(row &+ 2, column) & eight(row &+ 3, column) == .max
  }
}
