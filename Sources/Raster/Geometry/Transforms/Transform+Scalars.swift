// Coordinates are ``Scalar`` numbers, and transforms have more fraction bits. These overloads take
// coordinates without a conversion at the call. They are disfavored so that literals mean the transform's own
// numbers.

extension AffineTransform {
  /// Returns the transform that moves every point by (`x`, `y`).
  @_disfavoredOverload
  public static func translation(x: Scalar, y: Scalar) -> AffineTransform {
    translation(x: Element(rounding: x), y: Element(rounding: y))
  }

  /// Returns the transform that multiplies each point's x coordinate by `x` and its y coordinate by `y`.
  @_disfavoredOverload
  public static func scale(x: Scalar, y: Scalar) -> AffineTransform {
    scale(x: Element(rounding: x), y: Element(rounding: y))
  }

  /// Returns the transform that first moves points by (`x`, `y`) and then applies this transform.
  @_disfavoredOverload
  public func translated(x: Scalar, y: Scalar) -> AffineTransform {
    AffineTransform.translation(x: x, y: y).concatenating(self)
  }

  /// Returns the transform that first scales points about the origin and then applies this transform.
  @_disfavoredOverload
  public func scaled(x: Scalar, y: Scalar) -> AffineTransform {
    AffineTransform.scale(x: x, y: y).concatenating(self)
  }
}

extension Transform3D {
  /// Returns the transform that moves every point by (`x`, `y`, `z`).
  @_disfavoredOverload
  public static func translation(x: Scalar = 0, y: Scalar = 0, z: Scalar = 0) -> Transform3D {
    translation(x: Element(rounding: x), y: Element(rounding: y), z: Element(rounding: z))
  }

  /// Returns the transform that multiplies coordinates by `x`, `y` and `z`.
  @_disfavoredOverload
  public static func scale(x: Scalar = 1, y: Scalar = 1, z: Scalar = 1) -> Transform3D {
    scale(x: Element(rounding: x), y: Element(rounding: y), z: Element(rounding: z))
  }

  /// Returns the transform that first moves points by (`x`, `y`, `z`) and then applies this transform.
  @_disfavoredOverload
  public func translated(x: Scalar = 0, y: Scalar = 0, z: Scalar = 0) -> Transform3D {
    Transform3D.translation(x: x, y: y, z: z).concatenating(self)
  }

  /// Returns the transform that first scales points and then applies this transform.
  @_disfavoredOverload
  public func scaled(x: Scalar = 1, y: Scalar = 1, z: Scalar = 1) -> Transform3D {
    Transform3D.scale(x: x, y: y, z: z).concatenating(self)
  }
}

extension Point {
  /// Returns the point to which a transform maps this point, like Core Graphics' `CGPoint.applying(_:)`.
  ///
  /// Each coordinate is rounded to the nearest ``Scalar`` and clamped to the range of ``Scalar``.
  public func applying(_ transform: AffineTransform) -> Point { transform.apply(self) }
}

extension Rect {
  /// Returns the bounding box of the rectangle's four corners after a transform.
  ///
  /// Core Graphics' counterpart is `CGRect.applying(_:)`.
  public func applying(_ transform: AffineTransform) -> Rect {
    var box = BoundingBox()
    for index in 0..<4 { box.add(transform.apply(corners[index])) }
    return box.rect ?? self
  }
}
