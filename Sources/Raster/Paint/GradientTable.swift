/// A table of a gradient's premultiplied colors at evenly spaced positions, with entries for what lies before
/// and after.
///
/// The table has 2^`bits` + 2 pixels. Entry i is the color at (i − 1/2) / 2^`bits`; the first entry is the
/// color up to 0, the last the color from 1 on.
struct GradientTable: BitwiseCopyable {
  /// The binary logarithm of the size, 8…12: entries differ by at most a quarter of a level, and the table is
  /// largest if colors jump.
  var bits: Int32 = 10
  var spread = GradientSpread.pad

  var count: Int { 1 << Int(bits) }

  init() {}

  /// Chooses the size of the table.
  ///
  /// - Parameter span: The part of the gradient that the table covers, in 1/65536.
  init(_ stops: UnsafeBufferPointer<GradientStop>, span: Int64, spread: GradientSpread) {
    let (levels, jumps) = GradientStops.slope(stops)
    let entryCount = (levels &* span) >> 14  // four a level; ≤ 2^18 · 2^30
    bits = 8
    while bits < 12 && (jumps || Int64(1 << bits) < entryCount) { bits += 1 }
    self.spread = spread
  }

  /// Writes all entries.
  func write(_ colors: inout GradientInterpolator, to table: UnsafeMutablePointer<UInt32>) {
    table[0] = colors.color(at: -1)
    let half: Int64 = 1 << Int64(31 - bits)
    colors.write(count, from: half, step: half &* 2, to: table + 1)
    table[count + 1] = colors.color(at: 1 << 32)
  }

  /// Returns the index for a position in 1/65536 of a padded gradient.
  @inline(__always)
  static func padded(_ position: Int64, shift: Int64, last: Int64) -> Int {
    Int(truncatingIfNeeded: (position >> shift &+ 1).clamped(from: 0, to: last))
  }

  /// Returns the index for a position in 1/65536 of a repeated gradient.
  @inline(__always)
  static func repeated(_ position: Int64, shift: Int64, mask: Int64) -> Int {
    Int(truncatingIfNeeded: (position >> shift) & mask &+ 1)
  }

  /// Returns the index for a position in 1/65536 of a reflected gradient.
  @inline(__always)
  static func reflected(_ position: Int64, shift: Int64, mask: Int64) -> Int {
    // Odd periods count backward, which is the bitwise complement.
    let backwards = 0 &- ((position >> 16) & 1)
    return Int(truncatingIfNeeded: ((position >> shift) ^ backwards) & mask &+ 1)
  }
}

/// A table of a padded circular gradient's colors by the squared distance, which saves a square root for each
/// pixel.
///
/// It has 2 · 4096 pixels, and some that are written but not read. Entry i of the first half is the color
/// at √((i + 1/2) / 4096), and of the second half at an eighth of that. Together the entries are nowhere
/// coarser than 1/1024, and finest near the center, where squares change least.
enum SquaredDistanceTable {
  static let bits: Int64 = 12
  static let count = 2 << 12 + 4

  /// Writes all entries: for each color of `table`, those whose distances belong to it.
  ///
  /// - Parameters:
  ///   - table: A ``GradientTable``.
  ///   - bits: The binary logarithm of its size.
  static func write(from table: UnsafePointer<UInt32>, bits: Int64, to squared: UnsafeMutablePointer<UInt32>) {
    for (half, shift) in [(0, 2 &* bits &- 13), (1, 2 &* bits &- 19)] {
      let entries = squared + half << 12
      var (entry, index) = (0, 1)
      while entry < 1 << 12 {
        // The first entry that reaches the next color: (2 · entry + 1) · 2^shift ≥ index².
        let square = Int64(index &* index)
        let reached = shift >= 0 ? (square &+ (1 << shift) &- 1) >> shift : square << -shift
        let end = min(Int(truncatingIfNeeded: reached >> 1), 1 << 12)
        // Written four at a time. What is too much is written over later, or is behind the last entry.
        let four = SIMD4<UInt32>(repeating: table[index])
        while entry < end {
          UnsafeMutableRawPointer(entries + entry).storeBytes(of: four, as: SIMD4<UInt32>.self)
          entry &+= 4
        }
        entry = end
        index &+= 1
      }
    }
  }

  /// Returns the color at a squared distance of less than 128, in 1/2^56.
  ///
  /// - Parameter last: The color from the gradient's end on.
  @inline(__always)
  static func color(_ square: Int64, _ squared: UnsafePointer<UInt32>, _ last: UInt32) -> UInt32 {
    if square >= 1 << 56 { return last }
    if square < 1 << 50 { return squared[(1 << 12) &+ Int(truncatingIfNeeded: square >> 38)] }
    return squared[Int(truncatingIfNeeded: square >> 44)]
  }
}

/// The squared distances u² + v² of the pixels of a run, in 1/2^56.
///
/// The difference from one square to the next grows by the same number at each pixel. All sums are exact.
struct SquaredDistances {
  /// The first pixel's square.
  let first: Int64
  /// The difference from the first square to the second.
  let step: Int64
  /// The difference from one difference to the next; not negative.
  let bend: Int64

  /// - Parameters: The first pixel's coordinates and their steps; below 8 at every pixel, in 1/2^28.
  @inline(__always)
  init(u: Int64, uStep: Int64, v: Int64, vStep: Int64) {
    first = u &* u &+ v &* v  // < 2^63
    let square = uStep &* uStep &+ vStep &* vStep
    step = 2 &* (u &* uStep &+ v &* vStep) &+ square
    bend = 2 &* square
  }

  @inline(__always)
  func square(_ index: Int) -> Int64 {
    let number = Int64(index)
    return first &+ number &* step &+ ((number &* (number &- 1)) >> 1) &* bend
  }

  /// Returns the index of the lowest of the first `count` squares.
  @inline(__always)
  func lowest(count: Int) -> Int {
    if step >= 0 { return 0 }
    if bend == 0 { return count &- 1 }
    return min(Int(truncatingIfNeeded: (bend &- 1 &- step) / bend), count &- 1)
  }

  /// Returns the indices in `range` whose squares are below `limit`.
  ///
  /// - Parameter lowest: The index of the lowest square.
  @inline(__always)
  func indices(below limit: Int64, around lowest: Int, in range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty, square(lowest) < limit else { return lowest..<lowest }
    // The last index at which the run is still inside, and the first at which it is outside again.
    var (lower, upper) = (range.lowerBound, range.upperBound)
    if square(lower) >= limit {
      var inside = lowest
      while inside &- lower > 1 {
        let middle = (inside &+ lower) >> 1
        if square(middle) < limit { inside = middle } else { lower = middle }
      }
      lower = inside
    }
    if square(upper &- 1) >= limit {
      var inside = lowest
      upper &-= 1
      while upper &- inside > 1 {
        let middle = (inside &+ upper) >> 1
        if square(middle) < limit { inside = middle } else { upper = middle }
      }
    }
    return lower..<upper
  }

  /// Writes the colors of the pixels in `range`, which are the entries of `table` at the squares without
  /// their lowest `bits` bits.
  ///
  /// - Parameters:
  ///   - bits: At least 34, such that all entries are below 2^12.
  ///   - mirror: Where the color of pixel 0 is written a second time; those of later pixels go to the left of
  ///     it. Nil to write each color once.
  @inline(__always)
  func lookUp(
    _ range: Range<Int>, bits: Int64, in table: UnsafePointer<UInt32>, to colors: UnsafeMutablePointer<UInt32>,
    mirror: UnsafeMutablePointer<UInt32>?
  ) {
    // Shifted so that an entry's index is the upper 16 bits: taking them is one instruction.
    let up = 48 &- bits
    var index = range.lowerBound
    let step = self.step &+ Int64(index) &* bend
    let next = square(index) &+ step
    var squares = SIMD2(square(index), next) &<< up
    // Two pixels at a time: differences grow by four times as much.
    var steps = SIMD2(2 &* step &+ bend, 2 &* step &+ 3 &* bend) &<< up
    let bends = SIMD2(repeating: (4 &* bend) << up)
    @inline(__always)
    func nextPair() -> (UInt32, UInt32) {
      let words = unsafeBitCast(squares, to: SIMD8<UInt16>.self)
      squares &+= steps
      steps &+= bends
      return (table[Int(words[3])], table[Int(words[7])])
    }
    @inline(__always)
    func writePair(_ at: Int) {
      (colors[at], colors[at &+ 1]) = nextPair()
    }
    // Collecting four colors pays off only if they are written twice.
    @inline(__always)
    func writeFourTwice(_ at: Int, _ mirror: UnsafeMutablePointer<UInt32>) {
      let (pair, other) = (nextPair(), nextPair())
      let four = SIMD4(pair.0, pair.1, other.0, other.1)
      UnsafeMutableRawPointer(colors + at).storeBytes(of: four, as: SIMD4<UInt32>.self)
      UnsafeMutableRawPointer(mirror - (at &+ 3)).storeBytes(of: SIMD4(four.w, four.z, four.y, four.x), as: SIMD4<UInt32>.self)
    }
    var chunks = range.count >> 3
    while chunks > 0 {
      if let mirror {
        writeFourTwice(index, mirror)
        writeFourTwice(index &+ 4, mirror)
      } else {
        writePair(index)
        writePair(index &+ 2)
        writePair(index &+ 4)
        writePair(index &+ 6)
      }
      index &+= 8
      chunks &-= 1
    }
    while index < range.upperBound {
      let color = table[Int(truncatingIfNeeded: square(index) >> bits)]
      colors[index] = color
      if let mirror { (mirror - index).pointee = color }
      index &+= 1
    }
  }
}
