/// A gradient's colours at evenly spaced places, premultiplied, with what goes on before and after.
///
/// Of 2^`bits` + 2 pixels entry i is the colour at (i − 1/2) / 2^`bits`; the first and the last are those up to 0 and from 1.
struct GradientTable: BitwiseCopyable {
  /// 8…12: as many as it takes for entries to differ by a quarter of a level, and the most where colours jump.
  var bits: Int32 = 10
  var spread = GradientSpread.pad

  var count: Int { 1 << Int(bits) }

  init() {}

  /// - Parameter span: how much of the gradient the table holds, in 1/65536.
  init(_ stops: UnsafeBufferPointer<GradientStop>, span: Int64, spread: GradientSpread) {
    let (levels, jumps) = GradientStops.slope(stops)
    let wanted = (levels &* span) >> 14  // four a level; ≤ 2^18 · 2^30
    bits = 8
    while bits < 12 && (jumps || Int64(1 << bits) < wanted) { bits += 1 }
    self.spread = spread
  }

  func write(_ colors: inout GradientInterpolator, to table: UnsafeMutablePointer<UInt32>) {
    table[0] = colors.color(at: -1)
    let half: Int64 = 1 << Int64(31 - bits)
    for index in 0..<count {
      table[index + 1] = colors.color(at: half &* Int64(2 &* index &+ 1))
    }
    table[count + 1] = colors.color(at: 1 << 32)
  }

  /// The entry for a place in 1/65536, where the gradient is padded.
  @inline(__always)
  static func padded(_ place: Int64, shift: Int64, last: Int64) -> Int {
    Int(truncatingIfNeeded: min(max(place >> shift &+ 1, 0), last))
  }

  /// The entry for a place in 1/65536, where the gradient is repeated.
  @inline(__always)
  static func repeated(_ place: Int64, shift: Int64, mask: Int64) -> Int {
    Int(truncatingIfNeeded: (place >> shift) & mask &+ 1)
  }

  /// The entry for a place in 1/65536, where the gradient goes back and forth.
  @inline(__always)
  static func reflected(_ place: Int64, shift: Int64, mask: Int64) -> Int {
    // Odd periods count backwards, which is the complement.
    let backwards = 0 &- ((place >> 16) & 1)
    return Int(truncatingIfNeeded: ((place >> shift) ^ backwards) & mask &+ 1)
  }
}

/// A padded circular gradient's colours by the square of the place, so that no root is drawn for a pixel.
///
/// 2 · 4096 pixels: entry i of the first half is the colour at √((i + 1/2) / 4096), of the second at an eighth of that; together they are nowhere
/// coarser than 1/1024, and finest in the middle, where squares change least.
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
