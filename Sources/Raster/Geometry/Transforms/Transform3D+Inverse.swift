extension Transform3D {
  /// The inverse transform, which maps every transformed point back to the original point.
  ///
  /// The property is nil if the transform has no inverse, or if a number in the inverse is outside the range
  /// of ``Element``.
  public var inverse: Transform3D? {
    // The inverse is computed from cofactors of the 2×2 minors (Laplace's expansion by the upper two rows).
    // Each intermediate number has its own exponent, because a 4×4 determinant of 64-bit numbers does not fit
    // 128 bits.
    func minor(_ a: Element, _ d: Element, _ b: Element, _ c: Element) -> IntegerWithExponent {
      IntegerWithExponent(Int128(a.rawValue)) * IntegerWithExponent(Int128(d.rawValue))
        - IntegerWithExponent(Int128(b.rawValue)) * IntegerWithExponent(Int128(c.rawValue))
    }
    let s0 = minor(m11, m22, m12, m21)
    let s1 = minor(m11, m23, m13, m21)
    let s2 = minor(m11, m24, m14, m21)
    let s3 = minor(m12, m23, m13, m22)
    let s4 = minor(m12, m24, m14, m22)
    let s5 = minor(m13, m24, m14, m23)
    let c0 = minor(m31, m42, m32, m41)
    let c1 = minor(m31, m43, m33, m41)
    let c2 = minor(m31, m44, m34, m41)
    let c3 = minor(m32, m43, m33, m42)
    let c4 = minor(m32, m44, m34, m42)
    let c5 = minor(m33, m44, m34, m43)
    let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
    guard determinant.value != 0 else { return nil }

    func cofactor(
      _ a: Element, _ m0: IntegerWithExponent, _ b: Element, _ m1: IntegerWithExponent, _ c: Element, _ m2: IntegerWithExponent
    ) -> Element? {
      let sum =
        IntegerWithExponent(Int128(a.rawValue)) * m0 - IntegerWithExponent(Int128(b.rawValue)) * m1
        + IntegerWithExponent(Int128(c.rawValue)) * m2
      // Cofactors have 3 × 32 fraction bits and the determinant 4 × 32, so their quotient lacks 32 of them.
      return determinant.dividing(IntegerWithExponent(sum.value, exponent: sum.exponent &+ 32))
    }
    func negated(_ element: Element?) -> Element? { element.map { -$0 } }

    guard
      let i11 = cofactor(m22, c5, m23, c4, m24, c3), let i12 = negated(cofactor(m12, c5, m13, c4, m14, c3)),
      let i13 = cofactor(m42, s5, m43, s4, m44, s3), let i14 = negated(cofactor(m32, s5, m33, s4, m34, s3)),
      let i21 = negated(cofactor(m21, c5, m23, c2, m24, c1)), let i22 = cofactor(m11, c5, m13, c2, m14, c1),
      let i23 = negated(cofactor(m41, s5, m43, s2, m44, s1)), let i24 = cofactor(m31, s5, m33, s2, m34, s1),
      let i31 = cofactor(m21, c4, m22, c2, m24, c0), let i32 = negated(cofactor(m11, c4, m12, c2, m14, c0)),
      let i33 = cofactor(m41, s4, m42, s2, m44, s0), let i34 = negated(cofactor(m31, s4, m32, s2, m34, s0)),
      let i41 = negated(cofactor(m21, c3, m22, c1, m23, c0)), let i42 = cofactor(m11, c3, m12, c1, m13, c0),
      let i43 = negated(cofactor(m41, s3, m42, s1, m43, s0)), let i44 = cofactor(m31, s3, m32, s1, m33, s0)
    else { return nil }
    return Transform3D(
      m11: i11, m12: i12, m13: i13, m14: i14, m21: i21, m22: i22, m23: i23, m24: i24,
      m31: i31, m32: i32, m33: i33, m34: i34, m41: i41, m42: i42, m43: i43, m44: i44)
  }
}
