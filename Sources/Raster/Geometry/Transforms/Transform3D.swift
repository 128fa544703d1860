/// A 4×4 transform of three-dimensional space, like Core Animation's `CATransform3D`.
///
/// Points are row vectors, `[x y z 1] × M`, and `m34` sets the perspective. The numbers have 32 fraction
/// bits. With 16 fraction bits, an `m34` of −1/1000 would be wrong by 0.7 %.
public struct Transform3D: Hashable, Sendable, BitwiseCopyable {
  public typealias Element = WideFixed<32>

  public var m11: Element, m12: Element, m13: Element, m14: Element
  public var m21: Element, m22: Element, m23: Element, m24: Element
  public var m31: Element, m32: Element, m33: Element, m34: Element
  public var m41: Element, m42: Element, m43: Element, m44: Element

  /// The transform that leaves every point unchanged.
  public static let identity = Transform3D(
    m11: 1, m12: 0, m13: 0, m14: 0, m21: 0, m22: 1, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1, m34: 0, m41: 0, m42: 0, m43: 0, m44: 1)

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
