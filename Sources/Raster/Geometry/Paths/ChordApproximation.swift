// Approximates Bézier curves by chords.
//
// The number of chords follows Wang: n chords of a curve of degree d, whose second differences are at most L,
// stay within d(d − 1)L / 8n² of the curve (G.-Z. Wang, "The subdivision method for finding the intersection
// between two Bézier curves or surfaces", 1984). Each point is evaluated from the polynomial, so no error
// accumulates along a curve.
//
// Chords between points of a curve lie on its inner side, by p''h²/12 on average and p''h²/8 at most for a
// step of h. So the inner points are moved outward by p''h²/12, and a little more if there are few, because
// the curve's ends stay. Then equal areas lie inside and outside: an outline keeps its curve's area, and no
// chord is farther away than before.

/// The maximum number of chords of a curve, however large it is.
private let maxChords = 1 << 12

/// Returns a coordinate, clamped so that differences of three of them cannot overflow.
@inline(__always)
private func clamped(_ value: Scalar) -> Int64 {
  value.rawValue.clamped(from: -(1 << 60), to: 1 << 60)
}

/// Returns an upper bound of the length of (`x`, `y`), at most an eighth above it.
@inline(__always)
private func upperLength(_ x: Int64, _ y: Int64) -> UInt64 {
  let (x, y) = (x.magnitude, y.magnitude)  // ≤ 2^62
  return max(x, y) &+ min(x, y) / 2
}

/// Returns the number of chords that stay within the tolerance, 1 … `maxChords`.
///
/// If there are more than five chords, the tolerance is 3/2 as large.
///
/// Chords between points of the curve itself would have to number √`square`. If the points are moved outward,
/// n ≥ 4 chords have 2n / (3n − 3) of that distance: n(n − 1) ≥ 2/3 `square`.
///
/// - Parameter square: d(d − 1)L / 8 divided by the tolerance, rounded up.
@inline(__always)
private func chords(_ square: UInt64) -> Int {
  if square <= 9 { return square <= 1 ? 1 : square <= 4 ? 2 : 3 }
  if square >= UInt64(maxChords * maxChords) { return maxChords }
  let product = square <= 30 ? (2 &* square &+ 2) / 3 : (4 &* square &+ 8) / 9
  if product > 512 {
    let root = squareRoot(of: product - 1) + 1
    return Int(root * (root - 1) < product ? root + 1 : root)
  }
  // For such small numbers, counting is faster than a square root.
  var count: UInt64 = square <= 30 ? 4 : 5
  while count &* (count &- 1) < product { count &+= 1 }
  return Int(truncatingIfNeeded: count)
}

/// Returns `length` · `factor` ÷ 4 `tolerance`, rounded up, or one more.
@inline(__always)
private func square(_ length: UInt64, _ factor: UInt64, _ tolerance: Int64) -> UInt64 {
  let divisor = UInt64(bitPattern: tolerance) &* 4
  if length < 1 << 60 {
    // Most tolerances are powers of two, and a division takes as long as a whole chord.
    let isPower = divisor & (divisor &- 1) == 0
    return (isPower ? (length &* factor) >> UInt64(divisor.trailingZeroBitCount) : length &* factor / divisor) &+ 1
  }
  return length / divisor * factor + length % divisor * factor / divisor + 1
}

/// Returns the divisor of p''/2 for moving points outward: 6n² for n chords, and less if the fixed ends have
/// more weight.
///
/// The offset never exceeds an eighth of p''h², which Wang's bound allows.
@inline(__always)
private func balance(_ count: Int) -> Int64 {
  count == 2 ? 16 : Int64(6 &* count &* (count &- 1))  // ≤ 6 × 2^24
}

/// Appends the points of a quadratic curve after `p0`. The last point is exactly `p2`.
func appendQuadratic(_ p0: Point, _ p1: Point, _ p2: Point, tolerance: Int64, to points: inout [Point]) {
  let (x0, y0) = (clamped(p0.x), clamped(p0.y))
  let (x1, y1) = (clamped(p1.x) &- x0, clamped(p1.y) &- y0)  // ≤ 2^61
  let (x2, y2) = (clamped(p2.x) &- x0, clamped(p2.y) &- y0)
  let length = upperLength(x2 &- 2 &* x1, y2 &- 2 &* y1)  // |…| ≤ 2^62
  let count = chords(square(length, 1, tolerance))
  if count > 1 {
    // Keep deltas to 31 bits: beyond 32 768 px, points lose their lowest bits.
    let down = Int64(max(33 &- (x1.magnitude | y1.magnitude | x2.magnitude | y2.magnitude).leadingZeroBitCount, 0))
    let (ax, ay) = ((x2 &- 2 &* x1) >> down, (y2 &- 2 &* y1) >> down)  // ≤ 2^33
    let (bx, by) = ((2 &* x1) >> down, (2 &* y1) >> down)  // ≤ 2^32
    let step = (Int64(1) << 40) / Int64(count)
    // p'' = 2a is constant.
    let (outX, outY) = ((1 << 25) &- (ax << 26) / balance(count), (1 << 25) &- (ay << 26) / balance(count))  // ≤ 2^59
    points.append(addingCapacity: count) { out in
      for index in 1..<count {
        let t = (Int64(index) &* step) >> 14  // < 2^26
        let x = ((((ax &* t) >> 26) &+ bx) &* t &+ outX) >> 26  // < 2^60
        let y = ((((ay &* t) >> 26) &+ by) &* t &+ outY) >> 26
        out.append(Point(x: Scalar(rawValue: x0 &+ (x &<< down)), y: Scalar(rawValue: y0 &+ (y &<< down))))
      }
      out.append(p2)
    }
  } else {
    points.append(p2)
  }
}

/// Appends the points of a cubic curve after `p0`. The last point is exactly `p3`.
func appendCubic(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, tolerance: Int64, to points: inout [Point]) {
  let (x0, y0) = (clamped(p0.x), clamped(p0.y))
  let (x1, y1) = (clamped(p1.x) &- x0, clamped(p1.y) &- y0)  // ≤ 2^61
  let (x2, y2) = (clamped(p2.x) &- x0, clamped(p2.y) &- y0)
  let (x3, y3) = (clamped(p3.x) &- x0, clamped(p3.y) &- y0)
  let first = upperLength(x2 &- 2 &* x1, y2 &- 2 &* y1)  // |…| ≤ 2^62
  let last = upperLength(x3 &- x2 &- (x2 &- x1), y3 &- y2 &- (y2 &- y1))
  let count = chords(square(max(first, last), 3, tolerance))
  if count > 1 {
    let all = x1.magnitude | y1.magnitude | x2.magnitude | y2.magnitude | x3.magnitude | y3.magnitude
    let down = Int64(max(33 &- all.leadingZeroBitCount, 0))
    let (dx1, dy1, dx2, dy2, dx3, dy3) = (x1 >> down, y1 >> down, x2 >> down, y2 >> down, x3 >> down, y3 >> down)  // ≤ 2^31
    let (ax, ay) = (dx3 &- 3 &* (dx2 &- dx1), dy3 &- 3 &* (dy2 &- dy1))  // ≤ 7 × 2^31
    let (bx, by) = (3 &* (dx2 &- 2 &* dx1), 3 &* (dy2 &- 2 &* dy1))  // ≤ 9 × 2^31
    // p'' = 6at + 2b, so a part of it joins the linear term.
    let (cx, cy, outX, outY): (Int64, Int64, Int64, Int64)
    if count <= 32 {
      // One division instead of four: 2^26 divided by a balance of at most 5952 is accurate enough.
      let part = (1 << 26) / balance(count)
      (cx, cy) = (3 &* dx1 &- (3 &* ax &* part) >> 26, 3 &* dy1 &- (3 &* ay &* part) >> 26)  // ≤ 21 × 2^31 × 2^22
      (outX, outY) = ((1 << 25) &- bx &* part, (1 << 25) &- by &* part)
    } else {
      let balance = balance(count)
      (cx, cy) = (3 &* dx1 &- 3 &* ax / balance, 3 &* dy1 &- 3 &* ay / balance)
      (outX, outY) = ((1 << 25) &- (bx << 26) / balance, (1 << 25) &- (by << 26) / balance)  // ≤ 9 × 2^57
    }
    let step = (Int64(1) << 40) / Int64(count)
    points.append(addingCapacity: count) { out in
      for index in 1..<count {
        let t = (Int64(index) &* step) >> 14  // < 2^26
        let x = ((((((ax &* t) >> 26) &+ bx) &* t) >> 26) &+ cx) &* t  // < 20 × 2^57
        let y = ((((((ay &* t) >> 26) &+ by) &* t) >> 26) &+ cy) &* t
        let (dx, dy) = ((x &+ outX) >> 26, (y &+ outY) >> 26)
        out.append(Point(x: Scalar(rawValue: x0 &+ (dx &<< down)), y: Scalar(rawValue: y0 &+ (dy &<< down))))
      }
      out.append(p3)
    }
  } else {
    points.append(p3)
  }
}
