/// A two-dimensional transform that keeps parallel lines parallel, like Core Graphics' `CGAffineTransform`.
///
/// The transform maps the point (x, y) to the point (x', y'):
///
///     x' = a·x + c·y + tx
///     y' = b·x + d·y + ty
public struct AffineTransform: Hashable, Sendable, BitwiseCopyable {
  /// The type of the transform's six numbers: a fixed-point number with 32 fraction bits.
  public typealias Element = WideFixed<32>

  /// The four numbers that scale, rotate and skew points.
  public var a: Element, b: Element, c: Element, d: Element
  /// The horizontal and vertical distances by which points are moved.
  public var tx: Element, ty: Element

  /// Creates a transform from its six numbers.
  public init(a: Element, b: Element, c: Element, d: Element, tx: Element, ty: Element) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// The transform that leaves every point unchanged.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Returns the transform that moves every point by (`x`, `y`).
  public static func translation(x: Element, y: Element) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Returns the transform that multiplies each point's x coordinate by `x` and its y coordinate by `y`.
  public static func scale(x: Element, y: Element) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Returns the transform that rotates points about the origin.
  ///
  /// A positive angle turns from +x toward +y, which is clockwise on screen.
  public static func rotation(by angle: Angle) -> AffineTransform {
    let (sine, cosine) = angle.sineAndCosine
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Whether the transform leaves every point unchanged.
  public var isIdentity: Bool { self == .identity }

  /// Returns the transform that first applies this transform and then `next`, like `CGAffineTransformConcat`.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    func dot(_ a0: Element, _ b0: Element, _ a1: Element, _ b1: Element, _ offset: Element) -> Element {
      let first = (Int128(a0.rawValue) &* Int128(b0.rawValue)) >> 2
      let second = (Int128(a1.rawValue) &* Int128(b1.rawValue)) >> 2
      let third = Int128(offset.rawValue) << 30
      return Element(saturating: (first &+ second &+ third &+ (1 << 29)) >> 30)  // ≤ 2^126
    }
    return AffineTransform(
      a: dot(a, next.a, b, next.c, 0), b: dot(a, next.b, b, next.d, 0),
      c: dot(c, next.a, d, next.c, 0), d: dot(c, next.b, d, next.d, 0),
      tx: dot(tx, next.a, ty, next.c, next.tx), ty: dot(tx, next.b, ty, next.d, next.ty))
  }

  /// Returns the transform that first moves points by (`x`, `y`) and then applies this transform.
  ///
  /// Core Graphics' counterpart is `CGAffineTransformTranslate`.
  public func translated(x: Element, y: Element) -> AffineTransform {
    AffineTransform.translation(x: x, y: y).concatenating(self)
  }

  /// Returns the transform that first scales points about the origin and then applies this transform.
  ///
  /// Core Graphics' counterpart is `CGAffineTransformScale`.
  public func scaled(x: Element, y: Element) -> AffineTransform {
    AffineTransform.scale(x: x, y: y).concatenating(self)
  }

  /// Returns the transform that first rotates points about the origin and then applies this transform.
  ///
  /// Core Graphics' counterpart is `CGAffineTransformRotate`.
  public func rotated(by angle: Angle) -> AffineTransform {
    AffineTransform.rotation(by: angle).concatenating(self)
  }

  /// Returns the point to which the transform maps `point`.
  ///
  /// Each coordinate is rounded to the nearest ``Scalar`` and clamped to the range of ``Scalar``.
  public func apply(_ point: Point) -> Point {
    let (x, y) = (Int128(point.x.rawValue), Int128(point.y.rawValue))
    // Products are ≤ 2^126; they are halved so that their sum with the offset (≤ 2^79) fits.
    let across = ((x &* Int128(a.rawValue)) >> 1) &+ ((y &* Int128(c.rawValue)) >> 1) &+ (Int128(tx.rawValue) << 15)
    let down = ((x &* Int128(b.rawValue)) >> 1) &+ ((y &* Int128(d.rawValue)) >> 1) &+ (Int128(ty.rawValue) << 15)
    return Point(x: Scalar(saturating: (across &+ (1 << 30)) >> 31), y: Scalar(saturating: (down &+ (1 << 30)) >> 31))
  }

  /// The inverse transform, which maps every transformed point back to the original point.
  ///
  /// The property is nil if the transform has no inverse, or if a number in the inverse is outside the range
  /// of ``Element``.
  public var inverse: AffineTransform? {
    Transform3D(self).inverse.map {
      AffineTransform(a: $0.m11, b: $0.m12, c: $0.m21, d: $0.m22, tx: $0.m41, ty: $0.m42)
    }
  }
}

#if !hasFeature(Embedded)
  extension AffineTransform: Codable {}
#endif
