extension Homography {
  /// Creates the 3×3 projective transform that maps the plane z = 0 in the same way as a 4×4 transform.
  ///
  /// The third row and the third column of the 4×4 matrix are dropped. The fourth column is kept, because it
  /// gives the perspective divisor.
  public init(_ transform: Transform3D) {
    self.init(
      xx: transform.m11.rawValue, xy: transform.m21.rawValue, x0: transform.m41.rawValue,
      yx: transform.m12.rawValue, yy: transform.m22.rawValue, y0: transform.m42.rawValue,
      wx: transform.m14.rawValue, wy: transform.m24.rawValue, w0: transform.m44.rawValue)
  }

  /// Creates a projective transform that is equal to an affine transform.
  public init(_ transform: AffineTransform) {
    self.init(
      xx: transform.a.rawValue, xy: transform.c.rawValue, x0: transform.tx.rawValue,
      yx: transform.b.rawValue, yy: transform.d.rawValue, y0: transform.ty.rawValue,
      wx: 0, wy: 0, w0: 1 << 32)
  }

  /// Returns the projective transform that moves every point by (`x`, `y`).
  ///
  /// The two distances are clamped to ±2^31 points.
  public static func translation(x: Scalar, y: Scalar) -> Homography {
    Homography(.translation(x: WideFixed<32>(rounding: x), y: WideFixed<32>(rounding: y)))
  }

  /// Whether the transform is affine: it has no perspective, and parallel lines stay parallel.
  public var isAffine: Bool { wx == 0 && wy == 0 && w0 > 0 }

  /// Whether the transform is a translation, which moves every point by the same offset.
  public var isTranslation: Bool { isAffine && xy == 0 && yx == 0 && xx == w0 && yy == w0 }

  /// Returns the projective transform that first applies this transform and then `next`.
  ///
  /// The nine numbers of the result's 3×3 matrix are rounded to 32 fraction bits. If a number would then need
  /// more than 62 bits, all nine numbers get fewer fraction bits.
  public func concatenating(_ next: Homography) -> Homography {
    let (a, b) = (self, next)
    // Most layers are only moved. The sums below give the same numbers.
    if a.isShortTranslation && b.isShortTranslation {
      var sum = a
      (sum.x0, sum.y0) = (a.x0 &+ b.x0, a.y0 &+ b.y0)
      return sum
    }
    func dot(_ r0: Int64, _ c0: Int64, _ r1: Int64, _ c1: Int64, _ r2: Int64, _ c2: Int64) -> Int128 {
      // ≤ 3 × 2^124
      (Int128(r0) &* Int128(c0)) >> 2 &+ (Int128(r1) &* Int128(c1)) >> 2 &+ (Int128(r2) &* Int128(c2)) >> 2
    }
    return Homography(
      nine: WideMatrix(
        dot(b.xx, a.xx, b.xy, a.yx, b.x0, a.wx), dot(b.xx, a.xy, b.xy, a.yy, b.x0, a.wy), dot(b.xx, a.x0, b.xy, a.y0, b.x0, a.w0),
        dot(b.yx, a.xx, b.yy, a.yx, b.y0, a.wx), dot(b.yx, a.xy, b.yy, a.yy, b.y0, a.wy), dot(b.yx, a.x0, b.yy, a.y0, b.y0, a.w0),
        dot(b.wx, a.xx, b.wy, a.yx, b.w0, a.wx), dot(b.wx, a.xy, b.wy, a.yy, b.w0, a.wy), dot(b.wx, a.x0, b.wy, a.y0, b.w0, a.w0)),
      fractionBits: 30)
  }

  /// The inverse transform, which maps every projected point back to the original point.
  ///
  /// The property is nil if this transform projects all points onto one line. The inverse can project back
  /// every point that this transform projects.
  public var inverse: Homography? {
    // The result is the adjugate matrix. It is the inverse times the determinant, and a common factor does
    // not matter.
    // Shorten the numbers so that the difference of two products fits.
    let down = max(longest - 62, 0)
    func minor(_ a: Int64, _ d: Int64, _ b: Int64, _ c: Int64) -> Int128 {
      Int128(a >> Int64(down)) &* Int128(d >> Int64(down)) &- Int128(b >> Int64(down)) &* Int128(c >> Int64(down))  // ≤ 2^125
    }
    var nine = WideMatrix(
      minor(yy, w0, y0, wy), minor(x0, wy, xy, w0), minor(xy, y0, x0, yy),
      minor(y0, wx, yx, w0), minor(xx, w0, x0, wx), minor(x0, yx, xx, y0),
      minor(yx, wy, yy, wx), minor(xy, wx, xx, wy), minor(xx, yy, xy, yx))
    nine.lengthen(to: 61)
    let determinant = Int128(xx) &* (nine.xx >> 1) &+ Int128(xy) &* (nine.yx >> 1) &+ Int128(x0) &* (nine.wx >> 1)  // ≤ 3 × 2^123
    if determinant == 0 { return nil }
    if determinant < 0 { nine.negate() }
    return Homography(nine: nine, fractionBits: 0)
  }

  /// Returns the projection of `point`, or nil if `point` is at or behind the viewer.
  ///
  /// The coordinates of `point` are clamped to ±2^31 points. The result's coordinates are rounded to the
  /// nearest ``Scalar`` and clamped to the range of ``Scalar``.
  public func project(_ point: Point) -> Point? {
    if isShortTranslation, max(point.x.rawValue.magnitude, point.y.rawValue.magnitude) < 1 << 45 {
      // ≤ 2^61 + 2^60. Halves are rounded away from zero, as by the division below.
      func moved(_ coordinate: Scalar, _ offset: Int64) -> Scalar {
        let sum = coordinate.rawValue << 16 &+ offset
        return Scalar(rawValue: (sum &+ (sum < 0 ? -(1 << 15) : 1 << 15)) / 65536)
      }
      return Point(x: moved(point.x, x0), y: moved(point.y, y0))
    }
    let h = shortened(to: 60)
    let (x, y, w) = h.homogeneous(point)
    guard w > 0 else { return nil }
    return Homography.divided(x, y, w)
  }

  /// Whether the transform is a translation by less than 2^28 points, and its numbers have 32 fraction bits.
  private var isShortTranslation: Bool {
    xx == 1 << 32 && yy == 1 << 32 && w0 == 1 << 32 && xy | yx | wx | wy == 0 && max(x0.magnitude, y0.magnitude) < 1 << 60
  }

  /// Returns the point in homogeneous coordinates, before the division. The three numbers have the same
  /// scale.
  ///
  /// - Precondition: The transform was ``shortened(to:)`` 60 bits.
  @inline(__always)
  package func homogeneous(_ point: Point) -> (x: Int128, y: Int128, w: Int128) {
    let limit: Int64 = 1 << 47
    let x = Int128(point.x.rawValue.clamped(from: -limit, to: limit))
    let y = Int128(point.y.rawValue.clamped(from: -limit, to: limit))
    // ≤ 2 × 2^107 + 2^76
    return (
      Int128(xx) &* x &+ Int128(xy) &* y &+ Int128(x0) << 16,
      Int128(yx) &* x &+ Int128(yy) &* y &+ Int128(y0) << 16,
      Int128(wx) &* x &+ Int128(wy) &* y &+ Int128(w0) << 16
    )
  }

  /// Returns the point (`x`/`w`, `y`/`w`), rounded to the nearest ``Scalar`` coordinates and clamped to the
  /// range.
  ///
  /// - Precondition: `w` is positive, and all three numbers are below 2^109.
  @inline(__always)
  package static func divided(_ x: Int128, _ y: Int128, _ w: Int128) -> Point {
    // A divisor of 46 bits and dividends that fit 64 bits need only one machine division. The error is below
    // 2^-45 of the value.
    let excess = Int128(max(bitWidth(of: w) &- 46, 0))
    let divisor = w >> excess
    func quotient(_ value: Int128) -> Scalar {
      let dividend = (value >> excess) << 16
      let half = dividend < 0 ? -(divisor >> 1) : divisor >> 1
      let rounded = dividend &+ half
      if rounded == Int128(truncatingIfNeeded: Int64(truncatingIfNeeded: rounded)) {
        return Scalar(rawValue: Int64(truncatingIfNeeded: rounded) / Int64(truncatingIfNeeded: divisor))
      }
      return Scalar(saturating: rounded / divisor)
    }
    return Point(x: quotient(x), y: quotient(y))
  }

  /// The number of bits in the longest of the nine numbers, without the sign.
  private var longest: Int {
    let all =
      xx.magnitude | xy.magnitude | x0.magnitude | yx.magnitude | yy.magnitude | y0.magnitude | wx.magnitude | wy.magnitude
      | w0.magnitude
    return 64 &- all.leadingZeroBitCount
  }

  /// Returns the same transform with its nine numbers shortened to at most `bits` bits and a sign.
  package func shortened(to bits: Int) -> Homography {
    if longest <= bits { return self }
    return Homography(nine: WideMatrix(self), fractionBits: 0, bits: bits)
  }

  /// Returns the greatest factor by which the transform enlarges a short step from `point` in any direction.
  ///
  /// The factor is the greater singular value of the transform's derivative. The error is at most 2^-14 times
  /// the factor plus 2^-15. For a point at or behind the viewer, nil is returned.
  package func largestScale(at point: Point) -> Scalar? {
    let h = shortened(to: 60)
    let (_, _, w) = h.homogeneous(point)
    guard w > 0, let image = project(point) else { return nil }
    let limit: Int64 = 1 << 46
    let x = Int128(image.x.rawValue.clamped(from: -limit, to: limit))
    let y = Int128(image.y.rawValue.clamped(from: -limit, to: limit))
    // d(x'/w)/dx = (xx − x'·wx) / w. Numerators and w are scaled by 2^16 relative to the matrix: ≤ 2^108
    func slope(_ direct: Int64, _ coordinate: Int128, _ divisor: Int64) -> Int128 {
      let numerator = Int128(direct) << 16 &- coordinate &* Int128(divisor)
      let excess = Int128(max(bitWidth(of: w) &- 62, 0))
      let quotient: Int128 = ((numerator >> excess) << 16) / max(w >> excess, 1)
      return quotient.clamped(from: -(1 << 60), to: 1 << 60)
    }
    let (a, b) = (slope(h.xx, x, h.wx), slope(h.xy, x, h.wy))
    let (c, d) = (slope(h.yx, y, h.wx), slope(h.yy, y, h.wy))
    func length(_ p: Int128, _ q: Int128) -> Int128 {
      Int128(squareRoot(of: UInt128(p &* p &+ q &* q)))  // ≤ 2^123
    }
    return Scalar(saturating: (length(a &+ d, b &- c) &+ length(a &- d, b &+ c) &+ 1) >> 1)
  }
}

/// Nine sums of products before they are brought to a common exponent.
private struct WideMatrix {
  var xx: Int128, xy: Int128, x0: Int128
  var yx: Int128, yy: Int128, y0: Int128
  var wx: Int128, wy: Int128, w0: Int128

  init(
    _ xx: Int128, _ xy: Int128, _ x0: Int128, _ yx: Int128, _ yy: Int128, _ y0: Int128, _ wx: Int128, _ wy: Int128, _ w0: Int128
  ) {
    (self.xx, self.xy, self.x0, self.yx, self.yy, self.y0, self.wx, self.wy, self.w0) = (xx, xy, x0, yx, yy, y0, wx, wy, w0)
  }

  init(_ h: Homography) {
    self.init(
      Int128(h.xx), Int128(h.xy), Int128(h.x0), Int128(h.yx), Int128(h.yy), Int128(h.y0), Int128(h.wx), Int128(h.wy), Int128(h.w0))
  }

  /// The number of bits in the longest number, without the sign.
  var bits: Int {
    // In groups of three, because the overload of `max` for more arguments takes an array.
    let first = max(bitWidth(of: xx), bitWidth(of: xy), bitWidth(of: x0))
    let second = max(bitWidth(of: yx), bitWidth(of: yy), bitWidth(of: y0))
    return max(first, second, max(bitWidth(of: wx), bitWidth(of: wy), bitWidth(of: w0)))
  }

  func map(_ change: (Int128) -> Int128) -> WideMatrix {
    WideMatrix(change(xx), change(xy), change(x0), change(yx), change(yy), change(y0), change(wx), change(wy), change(w0))
  }

  mutating func negate() { self = map { -$0 } }

  /// Shifts all nine numbers so that the longest has `length` bits.
  mutating func lengthen(to length: Int) {
    let excess = bits &- length
    self = map { excess > 0 ? shifted($0, down: excess) : $0 << Int128(-excess) }
  }
}

extension Homography {
  /// Creates a transform from nine numbers without their lowest `fractionBits` bits.
  ///
  /// More bits are dropped if the longest number would not fit in `bits` bits.
  fileprivate init(nine: WideMatrix, fractionBits: Int, bits: Int = 62) {
    let down = max(fractionBits, nine.bits &- bits)
    let fitted = nine.map { shifted($0, down: down) }
    self.init(
      xx: Int64(fitted.xx), xy: Int64(fitted.xy), x0: Int64(fitted.x0), yx: Int64(fitted.yx), yy: Int64(fitted.yy),
      y0: Int64(fitted.y0),
      wx: Int64(fitted.wx), wy: Int64(fitted.wy), w0: Int64(fitted.w0))
  }
}
