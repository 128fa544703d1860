/// Maps the centers of screen pixels to a shape's own plane.
///
/// The result is two numbers, such as columns and rows of an image, or a gradient's position:
///
///     u = (ux·x + uy·y + u0) / (wx·x + wy·y + w0)      with x, y in half pixels: 2·column + 1, 2·row + 1
///
/// `v` is computed likewise. Both numbers have 16 fraction bits. Without perspective, `u` and `v` advance in
/// steps of 1/2^32. In perspective, `u` and `v` are divided at every 8th column, and lie on straight lines
/// between these columns. The values of a pixel depend on the pixel alone, never on the start of a run.
struct InverseMapping: BitwiseCopyable {
  /// The coefficients of the mapping.
  ///
  /// Without perspective, the coefficients are in 1/2^32: steps are ≤ 2^46 a half pixel, and origins are ≤
  /// 2^61. In perspective, numerators are ≤ 2^46, and the divisor on screen is ≤ 2^38.
  var ux: Int64 = 0, uy: Int64 = 0, u0: Int64 = 0
  var vx: Int64 = 0, vy: Int64 = 0, v0: Int64 = 0
  var wx: Int64 = 0, wy: Int64 = 0, w0: Int64 = 1
  var isAffine = true
  /// In perspective, the number of bits by which the product of the numerator and 2^62 / divisor is shifted
  /// down.
  var shift = 0

  /// Creates a mapping of all pixels to one point.
  init() {}

  /// Creates a mapping from exact coefficients for whole pixels, with `u` and `v` in 1/65536.
  ///
  /// If the divisor is zero everywhere, nil is returned.
  init?(
    u: (x: Int128, y: Int128, one: Int128), v: (x: Int128, y: Int128, one: Int128), w: (x: Int128, y: Int128, one: Int128)
  ) {
    isAffine = w.x == 0 && w.y == 0
    if isAffine {
      guard w.one != 0 else { return nil }
      // For half pixels, and with 16 more fraction bits: 32 in all.
      func ratio(_ value: Int128) -> Int64 { Self.quotient(value, w.one, bits: 15, limit: 1 << 46) }
      func origin(_ value: Int128) -> Int64 { Self.quotient(value, w.one, bits: 16, limit: 1 << 61) }
      (ux, uy, u0) = (ratio(u.x), ratio(u.y), origin(u.one))
      (vx, vy, v0) = (ratio(v.x), ratio(v.y), origin(v.one))
      (wx, wy, w0) = (0, 0, 1)
      return
    }
    // Numerators and divisor are each narrowed as far as necessary; `shift` makes up for the difference.
    let numeratorBits = max(Self.bits(u.x, u.y, u.one), Self.bits(v.x, v.y, v.one))
    let divisorBits = Self.bits(w.x << 13, w.y << 13, w.one << 1)
    let down = max(0, numeratorBits - 45)
    let downW = divisorBits - 36  // the divisor stays below 2^38 on every screen
    func narrowed(_ value: Int128) -> Int64 { Int64(truncatingIfNeeded: value >> Int128(down)) }
    func narrowedW(_ value: Int128) -> Int64 {
      Int64(truncatingIfNeeded: downW > 0 ? value >> Int128(downW) : value << Int128(-downW))
    }
    (ux, uy, u0) = (narrowed(u.x), narrowed(u.y), narrowed(u.one) * 2)
    (vx, vy, v0) = (narrowed(v.x), narrowed(v.y), narrowed(v.one) * 2)
    (wx, wy, w0) = (narrowedW(w.x), narrowedW(w.y), narrowedW(w.one) * 2)
    shift = (62 - down + downW).clamped(from: 0, to: 126)
  }

  /// Returns the number of bits of the largest of three numbers.
  private static func bits(_ a: Int128, _ b: Int128, _ c: Int128) -> Int {
    128 - (a.magnitude | b.magnitude | c.magnitude).leadingZeroBitCount
  }

  /// Returns `value` · 2^`bits` ÷ `divisor`, rounded down and clamped to ±`limit`.
  private static func quotient(_ value: Int128, _ divisor: Int128, bits: Int, limit: Int128) -> Int64 {
    let spareBits = max(0, value.magnitude.leadingZeroBitCount - 2)
    let up = min(bits, spareBits)
    let divisor = up < bits ? divisor >> Int128(bits - up) : divisor
    guard divisor != 0 else { return Int64(truncatingIfNeeded: value < 0 ? -limit : limit) }
    let (whole, rest) = (value << Int128(up)).quotientAndRemainder(dividingBy: divisor)
    let result = rest != 0 && (rest < 0) != (divisor < 0) ? whole - 1 : whole
    return Int64(truncatingIfNeeded: result.clamped(from: -limit, to: limit))
  }

  /// Returns `u` and `v` at the center of column 0 of a row without perspective, and their steps from column
  /// to column, in 1/2^32.
  @inline(__always)
  func line(_ y: Int) -> (u: Int64, uStep: Int64, v: Int64, vStep: Int64) {
    let halfY = Int64(2 &* y &+ 1)
    return (u0 &+ ux &+ uy &* halfY, ux &* 2, v0 &+ vx &+ vy &* halfY, vx &* 2)  // ≤ 2^62
  }

  /// Calls `body` with `u` and `v`, in 1/65536, for `count` pixels of row `y` from column `x` on.
  ///
  /// In perspective, `u` and `v` are divided at columns divisible by 8. Between these columns, the values lie
  /// on a straight line.
  @inline(__always)
  func forEachPixel(x: Int, y: Int, count: Int, _ body: (_ index: Int, _ u: Int64, _ v: Int64) -> Void) {
    if isAffine {
      let line = line(y)
      var u = line.u &+ line.uStep &* Int64(x)
      var v = line.v &+ line.vStep &* Int64(x)
      for index in 0..<count {
        body(index, u >> 16, v >> 16)
        u &+= line.uStep
        v &+= line.vStep
      }
      return
    }
    forEachGroup(x: x, y: y, count: count) { first, lane, count, line, _ in
      var line = line.moved(to: lane)
      for index in first..<(first &+ count) {
        body(index, line.u >> 16, line.v >> 16)
        line.advance(1)
      }
    }
  }

  /// In perspective, calls `body` for each group of eight columns that a run of `count` pixels of row `y`
  /// from column `x` on touches.
  ///
  /// - Parameter body: Gets the index of the pixel in the run, its lane in the group, and the number of the
  ///   run's pixels in the group. Then come the group's samples in 1/2^32, where the first is lane 0, and the
  ///   divisor.
  @inline(__always)
  func forEachGroup(
    x: Int, y: Int, count: Int,
    _ body: (_ index: Int, _ lane: Int, _ count: Int, _ line: SampleLine, _ divisor: Int64) -> Void
  ) {
    let halfY = Int64(2 &* y &+ 1)
    var index = 0
    var group = x & ~7
    var start = projected(group, halfY)
    while index < count {
      let end = projected(group &+ 8, halfY)
      let lane = x &+ index &- group
      let runLength = min(8 &- lane, count &- index)
      let line = SampleLine(
        u: start.u << 16, uStep: (end.u &- start.u) << 13, v: start.v << 16, vStep: (end.v &- start.v) << 13)  // ≤ 2^62, 2^60
      body(index, lane, runLength, line, start.divisor)
      index &+= runLength
      start = end
      group &+= 8
    }
  }

  /// In perspective, calls `body` for each group of sixteen columns that the run touches, for callers that
  /// need only `u`.
  ///
  /// - Parameter body: Gets the index of the pixel in the run, its lane in the group, and the number of the
  ///   run's pixels in the group. Then come `u` at the group's first column and its step, in 1/2^32.
  @inline(__always)
  func forEachGroupU(
    x: Int, y: Int, count: Int, _ body: (_ index: Int, _ lane: Int, _ count: Int, _ u: Int64, _ step: Int64) -> Void
  ) {
    let halfY = Int64(2 &* y &+ 1)
    var index = 0
    var group = x & ~15
    var start = projectedU(group, halfY)
    while index < count {
      let end = projectedU(group &+ 16, halfY)
      let lane = x &+ index &- group
      let runLength = min(16 &- lane, count &- index)
      body(index, lane, runLength, start << 16, (end &- start) << 12)
      index &+= runLength
      start = end
      group &+= 16
    }
  }

  @inline(__always)
  private func projectedU(_ x: Int, _ halfY: Int64) -> Int64 {
    let halfX = Int64(2 &* x &+ 1)
    return divided(ux &* halfX &+ uy &* halfY &+ u0, approximateReciprocal(max(wx &* halfX &+ wy &* halfY &+ w0, 1)))
  }

  /// Returns `u` and `v` at the center of one pixel, in 1/65536.
  @inline(__always)
  func coordinates(x: Int, y: Int) -> (u: Int64, v: Int64) {
    if isAffine {
      let line = line(y)
      return ((line.u &+ line.uStep &* Int64(x)) >> 16, (line.v &+ line.vStep &* Int64(x)) >> 16)
    }
    let point = projected(x, Int64(2 &* y &+ 1))
    return (point.u, point.v)
  }

  @inline(__always)
  private func projected(_ x: Int, _ halfY: Int64) -> (u: Int64, v: Int64, divisor: Int64) {
    let halfX = Int64(2 &* x &+ 1)
    let w = max(wx &* halfX &+ wy &* halfY &+ w0, 1)  // ≤ 2^38; nothing is drawn at or behind the horizon
    let inverse = approximateReciprocal(w)
    return (divided(ux &* halfX &+ uy &* halfY &+ u0, inverse), divided(vx &* halfX &+ vy &* halfY &+ v0, inverse), w)
  }

  /// Returns a numerator times the divisor's inverse, clamped to ±2^46.
  @inline(__always)
  private func divided(_ numerator: Int64, _ inverse: Int64) -> Int64 {
    // ≤ 2^62 · 2^62, of which the upper half is usually enough.
    if shift >= 64 {
      let upper = numerator.multipliedFullWidth(by: inverse).high >> Int64(shift &- 64)
      return upper.clamped(from: -(1 << 46), to: 1 << 46)
    }
    let product = numerator.multipliedFullWidth(by: inverse)
    let bits = Int64(shift)
    // Two shifts to the left, because a shift by 64 would be one by 0.
    let upper = (product.high &<< 1) &<< (63 &- bits)
    let quotient = upper | Int64(bitPattern: product.low &>> UInt64(bitPattern: bits))
    // What the quotient lacks: 0 if it fits.
    let excess = (product.high &>> bits) ^ (quotient &>> 63)
    return excess == 0 ? quotient.clamped(from: -(1 << 46), to: 1 << 46) : (product.high < 0 ? -(1 << 46) : 1 << 46)
  }
}
