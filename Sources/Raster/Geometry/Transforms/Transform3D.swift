/// A 4×4 transform of three-dimensional space, like Core Animation's `CATransform3D`.
///
/// A point is multiplied as a row vector: `[x y z 1] × M`. The element `m34` sets the perspective.
///
/// The elements have 32 fraction bits. The element `m34` needs this precision: with 16 fraction bits,
/// rounding would change a value of −1/1000 by 0.7 %.
public struct Transform3D: Hashable, Sendable, BitwiseCopyable {
  /// The type of the matrix elements: a fixed-point number with 32 fraction bits.
  public typealias Element = WideFixed<32>

  /// The matrix elements of the first row, which are multiplied by a point's x coordinate.
  public var m11: Element, m12: Element, m13: Element, m14: Element
  /// The matrix elements of the second row, which are multiplied by a point's y coordinate.
  public var m21: Element, m22: Element, m23: Element, m24: Element
  /// The matrix elements of the third row, which are multiplied by a point's z coordinate.
  public var m31: Element, m32: Element, m33: Element, m34: Element
  /// The matrix elements of the fourth row, which are added for every point. The first three are the
  /// translation.
  public var m41: Element, m42: Element, m43: Element, m44: Element

  /// The transform that leaves every point unchanged.
  public static let identity = Transform3D(
    m11: 1, m12: 0, m13: 0, m14: 0, m21: 0, m22: 1, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1, m34: 0, m41: 0, m42: 0, m43: 0, m44: 1)

  /// Creates a transform from the sixteen elements of its matrix, row by row.
  public init(
    m11: Element, m12: Element, m13: Element, m14: Element, m21: Element, m22: Element, m23: Element, m24: Element,
    m31: Element, m32: Element, m33: Element, m34: Element, m41: Element, m42: Element, m43: Element, m44: Element
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }
}

#if !hasFeature(Embedded)
  extension Transform3D: Codable {}
#endif
