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
    for index in 0..<count {
      table[index + 1] = colors.color(at: half &* Int64(2 &* index &+ 1))
    }
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
/// It has 2 · 4096 pixels. Entry i of the first half is the color at √((i + 1/2) / 4096), and of the second
/// half at an eighth of that. Together the entries are nowhere coarser than 1/1024, and finest near the
/// center, where squares change least.
enum SquaredDistanceTable {
  static let bits: Int64 = 12
  static let count = 2 << 12

  static func write(from table: UnsafePointer<UInt32>, bits: Int64, to squared: UnsafeMutablePointer<UInt32>) {
    for (half, shift) in [(0, Int64(13)), (1, 19)] {
      let entries = squared + half << 12
      var index: Int64 = 0
      for entry in 0..<(1 << 12) {
        let square = (Int64(2 &* entry &+ 1) << (2 &* bits)) >> shift  // ≤ 2^13 · 2^24
        while (index &+ 1) &* (index &+ 1) <= square { index &+= 1 }
        entries[entry] = table[Int(truncatingIfNeeded: index) &+ 1]
      }
    }
  }
}
