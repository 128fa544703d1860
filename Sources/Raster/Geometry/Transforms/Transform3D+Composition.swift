extension Transform3D {
  /// An axis of the three-dimensional coordinate system.
  public enum Axis: UInt8, Hashable, Sendable {
    /// A coordinate axis: x points right, y points down, and z points toward the viewer.
    case x, y, z
  }

  /// Returns the transform that first applies this transform and then `next`.
  ///
  /// The result is the matrix product `self × next`, like `CATransform3DConcat(self, next)`. Its elements are
  /// rounded to the nearest ``Element`` and clamped to the range of ``Element``.
  public func concatenating(_ next: Transform3D) -> Transform3D {
    let (a, b) = (self, next)
    return Transform3D(
      m11: dot(a.m11, b.m11, a.m12, b.m21, a.m13, b.m31, a.m14, b.m41),
      m12: dot(a.m11, b.m12, a.m12, b.m22, a.m13, b.m32, a.m14, b.m42),
      m13: dot(a.m11, b.m13, a.m12, b.m23, a.m13, b.m33, a.m14, b.m43),
      m14: dot(a.m11, b.m14, a.m12, b.m24, a.m13, b.m34, a.m14, b.m44),
      m21: dot(a.m21, b.m11, a.m22, b.m21, a.m23, b.m31, a.m24, b.m41),
      m22: dot(a.m21, b.m12, a.m22, b.m22, a.m23, b.m32, a.m24, b.m42),
      m23: dot(a.m21, b.m13, a.m22, b.m23, a.m23, b.m33, a.m24, b.m43),
      m24: dot(a.m21, b.m14, a.m22, b.m24, a.m23, b.m34, a.m24, b.m44),
      m31: dot(a.m31, b.m11, a.m32, b.m21, a.m33, b.m31, a.m34, b.m41),
      m32: dot(a.m31, b.m12, a.m32, b.m22, a.m33, b.m32, a.m34, b.m42),
      m33: dot(a.m31, b.m13, a.m32, b.m23, a.m33, b.m33, a.m34, b.m43),
      m34: dot(a.m31, b.m14, a.m32, b.m24, a.m33, b.m34, a.m34, b.m44),
      m41: dot(a.m41, b.m11, a.m42, b.m21, a.m43, b.m31, a.m44, b.m41),
      m42: dot(a.m41, b.m12, a.m42, b.m22, a.m43, b.m32, a.m44, b.m42),
      m43: dot(a.m41, b.m13, a.m42, b.m23, a.m43, b.m33, a.m44, b.m43),
      m44: dot(a.m41, b.m14, a.m42, b.m24, a.m43, b.m34, a.m44, b.m44))
  }

  /// Returns the transform that moves every point by (`x`, `y`, `z`), like `CATransform3DMakeTranslation`.
  public static func translation(x: Element = 0, y: Element = 0, z: Element = 0) -> Transform3D {
    var result = Transform3D.identity
    (result.m41, result.m42, result.m43) = (x, y, z)
    return result
  }

  /// Returns the transform that multiplies coordinates by `x`, `y` and `z`, like `CATransform3DMakeScale`.
  public static func scale(x: Element = 1, y: Element = 1, z: Element = 1) -> Transform3D {
    var result = Transform3D.identity
    (result.m11, result.m22, result.m33) = (x, y, z)
    return result
  }

  /// Returns the transform that rotates points about a coordinate axis, like `CATransform3DMakeRotation`.
  ///
  /// A positive angle about the z axis turns +x toward +y. About the x axis, it turns +y toward +z. About the
  /// y axis, it turns +z toward +x.
  public static func rotation(by angle: Angle, axis: Axis) -> Transform3D {
    let (sine, cosine) = angle.sineAndCosine
    var result = Transform3D.identity
    switch axis {
    case .x:
      (result.m22, result.m23, result.m32, result.m33) = (cosine, sine, -sine, cosine)
    case .y:
      (result.m11, result.m13, result.m31, result.m33) = (cosine, -sine, sine, cosine)
    case .z:
      (result.m11, result.m12, result.m21, result.m22) = (cosine, sine, -sine, cosine)
    }
    return result
  }

  /// Returns the transform that rotates points about the vector (`x`, `y`, `z`), like
  /// `CATransform3DMakeRotation`.
  ///
  /// The vector starts at the origin and may have any length. For the zero vector, the identity is returned.
  public static func rotation(by angle: Angle, x: Element, y: Element, z: Element) -> Transform3D {
    guard let (x, y, z) = unit(x, y, z) else { return .identity }
    let (sine, cosine) = angle.sineAndCosine
    let rest = 1 - cosine
    return Transform3D(
      m11: x * x * rest + cosine, m12: x * y * rest + z * sine, m13: x * z * rest - y * sine, m14: 0,
      m21: x * y * rest - z * sine, m22: y * y * rest + cosine, m23: y * z * rest + x * sine, m24: 0,
      m31: x * z * rest + y * sine, m32: y * z * rest - x * sine, m33: z * z * rest + cosine, m34: 0,
      m41: 0, m42: 0, m43: 0, m44: 1)
  }

  /// Returns the transform that first moves points by (`x`, `y`, `z`) and then applies this transform, like
  /// `CATransform3DTranslate`.
  public func translated(x: Element = 0, y: Element = 0, z: Element = 0) -> Transform3D {
    // The first three rows of the product are those of this transform.
    var result = self
    result.m41 = dot(x, m11, y, m21, z, m31, 1, m41)
    result.m42 = dot(x, m12, y, m22, z, m32, 1, m42)
    result.m43 = dot(x, m13, y, m23, z, m33, 1, m43)
    result.m44 = dot(x, m14, y, m24, z, m34, 1, m44)
    return result
  }

  /// Returns the transform that first applies this transform and then moves points by (`x`, `y`, `z`).
  package func followedByTranslation(x: Element, y: Element, z: Element) -> Transform3D {
    guard m14 == 0, m24 == 0, m34 == 0, m44 == 1 else { return concatenating(.translation(x: x, y: y, z: z)) }
    var result = self
    (result.m41, result.m42, result.m43) = (m41 + x, m42 + y, m43 + z)
    return result
  }

  /// Returns the transform that first scales points and then applies this transform, like
  /// `CATransform3DScale`.
  public func scaled(x: Element = 1, y: Element = 1, z: Element = 1) -> Transform3D {
    Transform3D.scale(x: x, y: y, z: z).concatenating(self)
  }

  /// Returns the transform that first rotates points about a coordinate axis and then applies this transform.
  ///
  /// Core Animation's counterpart is `CATransform3DRotate`.
  public func rotated(by angle: Angle, axis: Axis) -> Transform3D {
    Transform3D.rotation(by: angle, axis: axis).concatenating(self)
  }

  /// Returns the transform that first rotates points about the vector (`x`, `y`, `z`) and then applies this
  /// transform.
  ///
  /// Core Animation's counterpart is `CATransform3DRotate`.
  public func rotated(by angle: Angle, x: Element, y: Element, z: Element) -> Transform3D {
    Transform3D.rotation(by: angle, x: x, y: y, z: z).concatenating(self)
  }

  /// Whether the transform leaves every point unchanged.
  public var isIdentity: Bool { self == .identity }

  /// Whether the transform is an affine transform of x and y that leaves z unchanged.
  ///
  /// `CATransform3DIsAffine` tests the same condition.
  public var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1 && m34 == 0 && m43 == 0 && m44 == 1
  }

  /// Creates a three-dimensional transform that applies `affine` to x and y and leaves z unchanged.
  public init(_ affine: AffineTransform) {
    self = .identity
    (m11, m12, m21, m22, m41, m42) = (affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty)
  }

  private func dot(
    _ a0: Element, _ b0: Element, _ a1: Element, _ b1: Element, _ a2: Element, _ b2: Element, _ a3: Element, _ b3: Element
  ) -> Element {
    // Products have 64 fraction bits; two of them are dropped to make room for the sum of four: ≤ 4 × 2^124.
    let first = (Int128(a0.rawValue) &* Int128(b0.rawValue)) >> 2
    let second = (Int128(a1.rawValue) &* Int128(b1.rawValue)) >> 2
    let third = (Int128(a2.rawValue) &* Int128(b2.rawValue)) >> 2
    let fourth = (Int128(a3.rawValue) &* Int128(b3.rawValue)) >> 2
    return Element(saturating: (first &+ second &+ third &+ fourth &+ (1 << 29)) >> 30)
  }

  /// Returns the vector scaled to length 1, with each number within 2^-32; nil for the zero vector.
  private static func unit(_ x: Element, _ y: Element, _ z: Element) -> (Element, Element, Element)? {
    let largest = max(x.rawValue.magnitude, y.rawValue.magnitude, z.rawValue.magnitude)
    guard largest != 0 else { return nil }
    // Scale to 2^58 … 2^59, so that short vectors give a direction as accurate as long ones.
    let shift = largest.leadingZeroBitCount &- 5
    func scaled(_ value: Element) -> Int128 {
      shift >= 0 ? Int128(value.rawValue) << Int128(shift) : Int128(value.rawValue) >> Int128(-shift)
    }
    let (dx, dy, dz) = (scaled(x), scaled(y), scaled(z))
    let length = Int128(squareRoot(of: UInt128(dx * dx + dy * dy + dz * dz)))  // ≤ 3 × 2^118
    func divided(_ value: Int128) -> Element {
      let half = value < 0 ? -(length >> 1) : length >> 1
      return Element(saturating: ((value << 32) + half) / length)  // ≤ 2^91
    }
    return (divided(dx), divided(dy), divided(dz))
  }
}
