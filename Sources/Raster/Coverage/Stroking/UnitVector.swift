/// A direction: a vector of length 1, in 2^-30.
struct UnitVector {
  var x: Int64
  var y: Int64

  /// Returns the direction and the length of (`dx`, `dy`); nil if it is shorter than `shortest`, which is at
  /// least 1.
  ///
  /// The reciprocal root comes from a table and two steps of Newton's method: each number is within 2^-27.
  /// Numbers of more than 31 bits lose their last ones.
  ///
  /// - Parameter table: The elements of ``reciprocalRoots``.
  @inline(__always)
  static func direction(_ dx: Int64, _ dy: Int64, shortest: Int64, table: UnsafePointer<UInt32>) -> (
    unit: UnitVector, length: Int64
  )? {
    // |dx|, |dy| ≤ 2^62
    let down = Int64(truncatingIfNeeded: max(33 &- (dx.magnitude | dy.magnitude).leadingZeroBitCount, 0))
    let (x, y) = (dx &>> down, dy &>> down)  // ≤ 2^31
    let square = UInt64(bitPattern: x &* x &+ y &* y)  // ≤ 2^63
    if down == 0 && square < UInt64(bitPattern: shortest &* shortest) { return nil }
    let even = UInt64(truncatingIfNeeded: square.leadingZeroBitCount) & ~1
    let scaled = square &<< even  // 2^62 ..< 2^64; v = scaled / 2^64 is ¼ ..< 1
    let v = scaled >> 32
    var root = UInt64(table[Int(scaled >> 56) &- 64])  // 1 / √v in 2^-30ths: ≤ 2^31
    for _ in 0..<2 {
      let square = (root &* root) >> 31  // root² ≤ 2^62.02
      let rest: UInt64 = 3 << 30 &- (v &* square) >> 31  // v·root² ≤ 2^63.1
      root = (root &* rest) >> 31
    }
    let shift = Int64(bitPattern: 32 &- even / 2)
    let factor = Int64(bitPattern: root)
    let unit = UnitVector(x: (x &* factor) &>> shift, y: (y &* factor) &>> shift)  // < 2^31 × 2^31.01
    let length = ((x &* unit.x &+ y &* unit.y) &>> 30) &<< down  // ≤ 2^62.5 before the shift
    return (unit, length)
  }

  /// 1 / √((64.5 + k) / 256) in 2^-30, for k = 0 … 191.
  static let reciprocalRoots: [UInt32] = (0..<192).map { index in
    // √(2^60 × 512 / (2k + 129)) = √(2^69 / (2k + 129))
    UInt32(squareRoot(of: (UInt128(1) << 69) / UInt128(2 * index + 129)))
  }

  /// Returns the cosine and the sine of the turn from `a` to `b`, in 2^-30.
  @inline(__always)
  static func turn(_ a: UnitVector, _ b: UnitVector) -> (cosine: Int64, sine: Int64) {
    ((a.x &* b.x &+ a.y &* b.y) >> 30, (a.x &* b.y &- a.y &* b.x) >> 30)  // ≤ 2^61.1
  }
}
