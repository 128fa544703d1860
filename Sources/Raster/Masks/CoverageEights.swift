/// Where a mask covers anything, as runs of eight pixels: those that are covered wholly, and all others with their coverages.
///
/// A mask that is drawn in frame after frame is looked through once: every edge between covered and clear that is found while drawing is a branch that
/// no predictor knows, and clear pixels and covered ones would be read only to learn that.
struct CoverageEights: BitwiseCopyable {
  /// No run goes on over a column of the mask's own that this divides, so that masks with a border are cut between two runs where they are cut there.
  static let segment = 128

  /// Each run's row in the upper half, and in the lower its first column, both from the mask's top left; row by row.
  let wholes: UnsafeMutablePointer<UInt32>
  let parts: UnsafeMutablePointer<UInt32>
  /// Eight coverages of each of ``parts``, the first in the lowest byte. Runs may overlap: where one has a pixel, the other has 0.
  let coverages: UnsafeMutablePointer<UInt64>
  /// For each row, and for one more, how many of ``wholes`` come before it, and how many of ``parts``.
  let starts: UnsafeMutablePointer<(whole: UInt32, part: UInt32)>
  /// The columns in which runs are. Beside them are segments that are narrower than a run.
  let columns: Columns

  /// - Parameter left: the first column, as the mask's owner counts.
  init?(of bytes: UnsafePointer<UInt8>, width: Int, height: Int, left: Int) {
    let within = Self.segment &- 1
    let firstEnd = min(Self.segment &- (left & within), width)
    let lastStart = max(width &- ((left &+ width) & within), 0)
    let columns = Columns(lower: firstEnd < 8 ? firstEnd : 0, upper: width &- lastStart < 8 ? lastStart : width)
    guard columns.upper &- columns.lower >= 8 else { return nil }
    self.columns = columns

    var (wholeCount, partCount) = (0, 0)
    starts = .allocate(capacity: height &+ 1)
    for row in 0..<height {
      (starts + row).initialize(to: (UInt32(wholeCount), UInt32(partCount)))
      Self.findRuns(in: bytes + row &* width, columns, left: left) { _, eight in
        if eight == .max { wholeCount &+= 1 } else { partCount &+= 1 }
      }
    }
    (starts + height).initialize(to: (UInt32(wholeCount), UInt32(partCount)))

    // What mixes them looks at two more.
    wholes = .allocate(capacity: wholeCount &+ 2)
    parts = .allocate(capacity: partCount &+ 2)
    coverages = .allocate(capacity: partCount &+ 1)
    (wholes + wholeCount).initialize(repeating: 0, count: 2)
    (parts + partCount).initialize(repeating: 0, count: 2)
    (coverages + partCount).initialize(to: 0)
    var (whole, part, eights) = (wholes, parts, coverages)
    for row in 0..<height {
      Self.findRuns(in: bytes + row &* width, columns, left: left) { column, eight in
        let place = UInt32(row) << 16 | UInt32(column)
        if eight == .max {
          whole.initialize(to: place)
          whole += 1
        } else {
          part.initialize(to: place)
          eights.initialize(to: eight)
          part += 1
          eights += 1
        }
      }
    }
  }

  func deallocate() {
    wholes.deallocate()
    parts.deallocate()
    coverages.deallocate()
    starts.deallocate()
  }

  /// Finds a row's runs from left to right, each from the first pixel that is covered and in none before it, or at the segment's end.
  @inline(__always)
  private static func findRuns(
    in row: UnsafePointer<UInt8>, _ columns: Columns, left: Int, _ found: (_ column: Int, _ eight: UInt64) -> Void
  ) {
    let raw = UnsafeRawPointer(row)
    var column = columns.lower
    while column < columns.upper {
      let end = min(column &+ segment &- ((left &+ column) & (segment &- 1)), columns.upper)
      while column < end {
        let first = min(column, end &- 8)
        // What was in a run before, or belongs to none, is none of this one's.
        let eight = raw.loadUnaligned(fromByteOffset: first, as: UInt64.self) &>> UInt64(8 &* (column &- first))
        if eight == 0 {
          column = first &+ 8
          continue
        }
        column &+= eight.trailingZeroBitCount >> 3
        let start = min(column, end &- 8)
        let kept = UInt64.max &<< UInt64(8 &* (column &- start))
        found(start, raw.loadUnaligned(fromByteOffset: start, as: UInt64.self) & kept)
        column = start &+ 8
      }
    }
  }
}
