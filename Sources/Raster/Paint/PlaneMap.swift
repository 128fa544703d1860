/// Finds the place on a shape's own plane that a screen pixel's centre shows, as two numbers such as texel columns and rows, or a
/// gradient's position.
///
///     u = (ux·x + uy·y + u0) / (wx·x + wy·y + w0)      with x, y counted in half pixels: 2·column + 1, 2·row + 1
///
/// Results carry 16 fraction bits. They depend on the pixel alone, never on where a run starts.
struct PlaneMap: BitwiseCopyable {
  /// Numerators ≤ 2^46, the divisor on the screen ≤ 2^38; the quotient is in 1/65536.
  var ux: Int64 = 0, uy: Int64 = 0, u0: Int64 = 0
  var vx: Int64 = 0, vy: Int64 = 0, v0: Int64 = 0
  var wx: Int64 = 0, wy: Int64 = 0, w0: Int64 = 0
  var isAffine = true
  /// Under perspective, how far the numerator times the divisor's inverse (of 2^62) is shifted down.
  var shift = 0

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
      func ratio(_ value: Int128) -> Int64 { Self.quotient(value, w.one, bits: 15) }
      func origin(_ value: Int128) -> Int64 { Self.quotient(value, w.one, bits: 16) }
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

  /// `value` · 2^`bits` ÷ `divisor`, held to ±2^46.
  private static func quotient(_ value: Int128, _ divisor: Int128, bits: Int) -> Int64 {
    let limit = Int128(1) << 46
    let room = max(0, value.magnitude.leadingZeroBitCount - 2)
    let up = min(bits, room)
    var result = (value << Int128(up)) / divisor
    if up < bits {
      let down = divisor >> Int128(bits - up)
      result = down == 0 ? (value < 0 ? -limit : limit) : (value << Int128(up)) / down
    }
    return Int64(truncatingIfNeeded: min(max(result, -limit), limit))
  }

  /// Calls `body` with `u` and `v`, in 1/65536, for `count` pixels of row `y` from column `x`.
  ///
  /// Under perspective the two divisions are done every 8th column (columns divisible by 8) and the places between lie on the line.
  @inline(__always)
  func each(x: Int, y: Int, count: Int, _ body: (_ index: Int, _ u: Int64, _ v: Int64) -> Void) {
    let halfY = Int64(2 &* y &+ 1)
    if isAffine {
      let halfX = Int64(2 &* x &+ 1)
      var u = u0 &+ ux &* halfX &+ uy &* halfY
      var v = v0 &+ vx &* halfX &+ vy &* halfY  // ≤ 2^62
      for index in 0..<count {
        body(index, u >> 16, v >> 16)
        u &+= ux &* 2
        v &+= vx &* 2
      }
      return
    }
    var index = 0
    var group = x & ~7
    var (uStart, vStart) = at(group, halfY)
    while index < count {
      let (uEnd, vEnd) = at(group &+ 8, halfY)
      let uStep = (uEnd &- uStart)
      let vStep = (vEnd &- vStart)
      var lane = Int64(x &+ index &- group)
      while lane < 8 && index < count {
        body(index, uStart &+ (uStep &* lane) >> 3, vStart &+ (vStep &* lane) >> 3)
        lane &+= 1
        index &+= 1
      }
      (uStart, vStart) = (uEnd, vEnd)
      group &+= 8
    }
  }

  @inline(__always)
  private func at(_ x: Int, _ halfY: Int64) -> (Int64, Int64) {
    let halfX = Int64(2 &* x &+ 1)
    let w = max(wx &* halfX &+ wy &* halfY &+ w0, 1)  // ≤ 2^38; at or behind the horizon nothing is drawn
    let inverse = Int128((1 << 62) / w)
    let u = (Int128(ux &* halfX &+ uy &* halfY &+ u0) &* inverse) >> Int128(shift)  // ≤ 2^62 · 2^62
    let v = (Int128(vx &* halfX &+ vy &* halfY &+ v0) &* inverse) >> Int128(shift)
    return (held(u), held(v))
  }

  @inline(__always)
  private func held(_ value: Int128) -> Int64 {
    Int64(truncatingIfNeeded: min(max(value, -(1 << 46)), 1 << 46))
  }
}
