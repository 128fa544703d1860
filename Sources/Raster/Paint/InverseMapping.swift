/// Finds the place on a shape's own plane that a screen pixel's centre shows, as two numbers such as texel columns and rows, or a
/// gradient's position.
///
///     u = (ux·x + uy·y + u0) / (wx·x + wy·y + w0)      with x, y counted in half pixels: 2·column + 1, 2·row + 1
///
/// Results carry 16 fraction bits. They depend on the pixel alone, never on where a run starts.
struct InverseMapping: BitwiseCopyable {
  /// Without perspective in 1/2^32: steps ≤ 2^46 a half pixel, origins ≤ 2^61. Otherwise numerators ≤ 2^46 and the divisor on the screen ≤ 2^38.
  var ux: Int64 = 0, uy: Int64 = 0, u0: Int64 = 0
  var vx: Int64 = 0, vy: Int64 = 0, v0: Int64 = 0
  var wx: Int64 = 0, wy: Int64 = 0, w0: Int64 = 1
  var isAffine = true
  /// Under perspective, how far the numerator times the divisor's inverse (of 2^62) is shifted down.
  var shift = 0

  /// The map to one place.
  init() {}

  /// Makes the map from exact rows in whole pixels, giving `u` and `v` as numbers whose unit is 1/65536 already.
  ///
  /// `nil` if the divisor vanishes everywhere.
  init?(
    u: (x: Int128, y: Int128, one: Int128), v: (x: Int128, y: Int128, one: Int128), w: (x: Int128, y: Int128, one: Int128)
  ) {
    isAffine = w.x == 0 && w.y == 0
    if isAffine {
      guard w.one != 0 else { return nil }
      // Per half pixel with 16 more fraction bits: 32 in all.
      func ratio(_ value: Int128) -> Int64 { Self.quotient(value, w.one, bits: 15, limit: 1 << 46) }
      func origin(_ value: Int128) -> Int64 { Self.quotient(value, w.one, bits: 16, limit: 1 << 61) }
      (ux, uy, u0) = (ratio(u.x), ratio(u.y), origin(u.one))
      (vx, vy, v0) = (ratio(v.x), ratio(v.y), origin(v.one))
      (wx, wy, w0) = (0, 0, 1)
      return
    }
    // Numerators and divisor are narrowed each as far as it takes; the difference is made good when they meet.
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
    shift = min(max(62 - down + downW, 0), 126)
  }

  /// The bits that the largest of three numbers takes.
  private static func bits(_ a: Int128, _ b: Int128, _ c: Int128) -> Int {
    128 - (a.magnitude | b.magnitude | c.magnitude).leadingZeroBitCount
  }

  /// `value` · 2^`bits` ÷ `divisor`, rounded down and held to ±`limit`.
  private static func quotient(_ value: Int128, _ divisor: Int128, bits: Int, limit: Int128) -> Int64 {
    let room = max(0, value.magnitude.leadingZeroBitCount - 2)
    let up = min(bits, room)
    let divisor = up < bits ? divisor >> Int128(bits - up) : divisor
    guard divisor != 0 else { return Int64(truncatingIfNeeded: value < 0 ? -limit : limit) }
    let (whole, rest) = (value << Int128(up)).quotientAndRemainder(dividingBy: divisor)
    let result = rest != 0 && (rest < 0) != (divisor < 0) ? whole - 1 : whole
    return Int64(truncatingIfNeeded: min(max(result, -limit), limit))
  }

  /// A row without perspective: `u` and `v` at the centre of column 0 and from one column to the next, in 1/2^32.
  @inline(__always)
  func line(_ y: Int) -> (u: Int64, uStep: Int64, v: Int64, vStep: Int64) {
    let halfY = Int64(2 &* y &+ 1)
    return (u0 &+ ux &+ uy &* halfY, ux &* 2, v0 &+ vx &+ vy &* halfY, vx &* 2)  // ≤ 2^62
  }

  /// Calls `body` with `u` and `v`, in 1/65536, for `count` pixels of row `y` from column `x`.
  ///
  /// Under perspective the two divisions are done every 8th column (columns divisible by 8) and the places between lie on the line.
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

  /// Under perspective, calls `body` with every group of eight columns that the run of `count` pixels of row `y` from column `x` touches.
  ///
  /// - Parameter body: gets the run's pixel, its number in the group, how many follow there, the group's places, the first being number 0, in 1/2^32,
  ///   and the divisor.
  @inline(__always)
  func forEachGroup(
    x: Int, y: Int, count: Int,
    _ body: (_ index: Int, _ lane: Int, _ count: Int, _ line: SampleLine, _ divisor: Int64) -> Void
  ) {
    let halfY = Int64(2 &* y &+ 1)
    var index = 0
    var group = x & ~7
    var start = at(group, halfY)
    while index < count {
      let end = at(group &+ 8, halfY)
      let lane = x &+ index &- group
      let stretch = min(8 &- lane, count &- index)
      let line = SampleLine(
        u: start.u << 16, uStep: (end.u &- start.u) << 13, v: start.v << 16, vStep: (end.v &- start.v) << 13)  // ≤ 2^62, 2^60
      body(index, lane, stretch, line, start.divisor)
      index &+= stretch
      start = end
      group &+= 8
    }
  }

  /// Under perspective, calls `body` for every group of sixteen columns that the run touches, for those who need `u` alone: with the run's pixel, its number in
  /// the group, how many follow, `u` at the group's first column and from one to the next, in 1/2^32.
  @inline(__always)
  func forEachGroupU(
    x: Int, y: Int, count: Int, _ body: (_ index: Int, _ lane: Int, _ count: Int, _ u: Int64, _ step: Int64) -> Void
  ) {
    let halfY = Int64(2 &* y &+ 1)
    var index = 0
    var group = x & ~15
    var start = placeU(group, halfY)
    while index < count {
      let end = placeU(group &+ 16, halfY)
      let lane = x &+ index &- group
      let stretch = min(16 &- lane, count &- index)
      body(index, lane, stretch, start << 16, (end &- start) << 12)
      index &+= stretch
      start = end
      group &+= 16
    }
  }

  @inline(__always)
  private func placeU(_ x: Int, _ halfY: Int64) -> Int64 {
    let halfX = Int64(2 &* x &+ 1)
    return divided(ux &* halfX &+ uy &* halfY &+ u0, approximateReciprocal(max(wx &* halfX &+ wy &* halfY &+ w0, 1)))
  }

  /// `u` and `v` at the centre of one pixel, in 1/65536.
  @inline(__always)
  func coordinates(x: Int, y: Int) -> (u: Int64, v: Int64) {
    if isAffine {
      let line = line(y)
      return ((line.u &+ line.uStep &* Int64(x)) >> 16, (line.v &+ line.vStep &* Int64(x)) >> 16)
    }
    let place = at(x, Int64(2 &* y &+ 1))
    return (place.u, place.v)
  }

  @inline(__always)
  private func at(_ x: Int, _ halfY: Int64) -> (u: Int64, v: Int64, divisor: Int64) {
    let halfX = Int64(2 &* x &+ 1)
    let w = max(wx &* halfX &+ wy &* halfY &+ w0, 1)  // ≤ 2^38; at or behind the horizon nothing is drawn
    let inverse = approximateReciprocal(w)
    return (divided(ux &* halfX &+ uy &* halfY &+ u0, inverse), divided(vx &* halfX &+ vy &* halfY &+ v0, inverse), w)
  }

  /// A numerator times the divisor's inverse, held to ±2^46.
  @inline(__always)
  private func divided(_ numerator: Int64, _ inverse: Int64) -> Int64 {
    // ≤ 2^62 · 2^62, of which the upper half is mostly enough.
    if shift >= 64 {
      let upper = numerator.multipliedFullWidth(by: inverse).high >> Int64(shift &- 64)
      return min(max(upper, -(1 << 46)), 1 << 46)
    }
    return clamped((Int128(numerator) &* Int128(inverse)) >> Int128(shift))
  }

  @inline(__always)
  private func clamped(_ value: Int128) -> Int64 {
    Int64(truncatingIfNeeded: min(max(value, -(1 << 46)), 1 << 46))
  }
}
