/// The covered parts of a mask, as chunks of a grid.
///
/// A solid chunk is eight pixels in each of four rows, all fully covered. A partial chunk is eight pixels of
/// one row with their coverages.
///
/// A mask that is drawn in frame after frame is scanned only once. If edges between covered and clear pixels
/// were found while drawing, each edge would be a branch that no predictor knows. All pixels would be read
/// only to learn which pixels are covered.
///
/// Chunks are stored in the order in which they are drawn, row by row. Memory that is not in the caches is
/// prefetched only if it is read in order. So a wide mask costs less than the same mask in square tiles.
struct MaskChunks: BitwiseCopyable {
  /// The rows of a solid chunk, a power of two.
  static let height = 4
  /// The columns of a segment. If a mask is clipped, chunks are examined one by one only in the segment at
  /// the clip's edge.
  static let segment = 64

  /// The top left pixels of the solid chunks relative to the mask's, from top to bottom and left to right.
  /// The row is in the upper half of the word, the column in the lower.
  let solid: UnsafeMutablePointer<UInt32>
  /// The starts of the partial chunks, in the same form.
  let partial: UnsafeMutablePointer<UInt32>
  /// The eight coverages of each of ``partial``, the first in the lowest byte.
  let coverages: UnsafeMutablePointer<UInt64>
  /// The columns that chunks cover, relative to the mask. In the owner's coordinates, both ends are multiples
  /// of eight; at most seven more columns lie on each side.
  let columns: ColumnRange
  let segmentCount: Int

  /// For each group of four rows and each segment in it, the number of ``solid`` chunks before it; then their
  /// total.
  private let solidStarts: UnsafeMutablePointer<UInt32>
  /// For each row and each segment in it, the number of ``partial`` chunks before it; then their total.
  private let partialStarts: UnsafeMutablePointer<UInt32>
  /// The distance of the mask's first row from a multiple of four.
  private let rowShift: Int

  /// Scans a mask.
  ///
  /// - Parameters:
  ///   - left: The mask's first column, in the owner's coordinates.
  ///   - top: The mask's first row, in the owner's coordinates.
  /// - Returns: nil if the mask has no whole chunk.
  init?(of bytes: UnsafePointer<UInt8>, width: Int, height: Int, left: Int, top: Int) {
    let columns = ColumnRange(lower: -left & 7, upper: width &- ((left &+ width) & 7))
    guard columns.lower < columns.upper else { return nil }
    self.columns = columns
    rowShift = top & (Self.height &- 1)
    segmentCount = (columns.upper &- columns.lower &- 1) / Self.segment &+ 1
    let scanner = ChunkScanner(bytes: UnsafeRawPointer(bytes), width: width, height: height, columns: columns, rowShift: rowShift)

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
        scanner.find(row: row, segment: segment) { _, eight in
          if eight == nil { solidCount &+= 1 } else { partialCount &+= 1 }
        }
      }
    }
    (solidStarts + groupCount &* segmentCount).initialize(to: UInt32(solidCount))
    (partialStarts + height &* segmentCount).initialize(to: UInt32(partialCount))

    solid = .allocate(capacity: solidCount)
    // The compositor reads two chunks beyond the last.
    partial = .allocate(capacity: partialCount &+ 2)
    coverages = .allocate(capacity: partialCount &+ 1)
    (partial + partialCount).initialize(repeating: 0, count: 2)
    (coverages + partialCount).initialize(to: 0)
    var (nextSolid, nextPartial, nextCoverages) = (solid, partial, coverages)
    for row in 0..<height {
      for segment in 0..<segmentCount {
        scanner.find(row: row, segment: segment) { column, eight in
          let start = UInt32(row) << 16 | UInt32(column)
          if let eight {
            nextPartial.initialize(to: start)
            nextCoverages.initialize(to: eight)
            nextPartial += 1
            nextCoverages += 1
          } else {
            nextSolid.initialize(to: start)
            nextSolid += 1
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

  /// Returns the index of the group of four rows that contains `row`; the mask's first and last group may
  /// have fewer.
  func group(of row: Int) -> Int { (row &+ rowShift) / Self.height }

  /// Returns the index in ``solid`` of the first chunk of a segment in a group of rows. The segment after the
  /// last is the next group's first.
  func firstSolid(group: Int, segment: Int) -> Int { Int(solidStarts[group &* segmentCount &+ segment]) }

  /// Returns the index in ``partial`` of the first chunk of a segment in a row. The segment after the last is
  /// the next row's first.
  func firstPartial(row: Int, segment: Int) -> Int { Int(partialStarts[row &* segmentCount &+ segment]) }

  /// Returns the segments that contain some of `columns`, and those that lie in `columns` completely.
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

/// Scans a mask's bytes chunk by chunk.
private struct ChunkScanner {
  let bytes: UnsafeRawPointer
  let width, height: Int
  let columns: ColumnRange
  let rowShift: Int

  /// Finds the partial chunks in a segment of a row and the solid chunks that start there, which have no
  /// coverages.
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
