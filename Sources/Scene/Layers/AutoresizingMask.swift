import CartoucheRaster

/// A set of a layer's margins and sides that change their lengths when the superlayer is resized.
///
/// The sides are the layer's width and height. The margins and sides in the set are called flexible.
/// Horizontally, a layer has three parts: its left margin, its width and its right margin. If the
/// superlayer's width changes, the flexible parts share the change in proportion to their own lengths. If all
/// flexible parts have length zero, they share the change equally. The other parts keep their lengths. If no
/// part is flexible, the layer keeps its left margin and its width.
///
/// Vertically, the same rules apply to the top margin, the height and the bottom margin.
public struct AutoresizingMask: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The set as a bit mask, in which each margin, the width and the height have one bit.
  public let rawValue: UInt8

  /// Creates a set from a bit mask, in which each margin, the width and the height have one bit.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A flexible left margin, which changes its length when the superlayer is resized.
  ///
  /// The left margin is the distance from the superlayer's left edge to the layer's left edge.
  public static let minXMargin = AutoresizingMask(rawValue: 1)
  /// A flexible width of the layer, which changes when the superlayer is resized.
  public static let width = AutoresizingMask(rawValue: 2)
  /// A flexible right margin, which changes its length when the superlayer is resized.
  ///
  /// The right margin is the distance from the layer's right edge to the superlayer's right edge.
  public static let maxXMargin = AutoresizingMask(rawValue: 4)
  /// A flexible top margin, which changes its length when the superlayer is resized.
  ///
  /// The top margin is the distance from the superlayer's top edge to the layer's top edge.
  public static let minYMargin = AutoresizingMask(rawValue: 8)
  /// A flexible height of the layer, which changes when the superlayer is resized.
  public static let height = AutoresizingMask(rawValue: 16)
  /// A flexible bottom margin, which changes its length when the superlayer is resized.
  ///
  /// The bottom margin is the distance from the layer's bottom edge to the superlayer's bottom edge.
  public static let maxYMargin = AutoresizingMask(rawValue: 32)

  /// A flexible width and a flexible height.
  ///
  /// With this mask, a layer that fills its superlayer continues to fill the superlayer after a resize.
  public static let fill: AutoresizingMask = [.width, .height]
}

extension Layer {
  /// Resizes the sublayers after this layer's size changed.
  func resizeSublayers(withOldSize old: Size) {
    for layer in sublayers { layer.resize(withOldSuperlayerSize: old, newSize: bounds.size) }
  }

  private func resize(withOldSuperlayerSize old: Size, newSize new: Size) {
    let mask = autoresizingMask
    guard !mask.isEmpty else { return }
    let origin = Point(x: position.x - bounds.width * anchorPoint.x, y: position.y - bounds.height * anchorPoint.y)
    let (x, width) = Self.resized(
      new.width - old.width, near: origin.x, length: bounds.width, far: old.width - origin.x - bounds.width,
      isNearFlexible: mask.contains(.minXMargin), isLengthFlexible: mask.contains(.width), isFarFlexible: mask.contains(.maxXMargin)
    )
    let (y, height) = Self.resized(
      new.height - old.height, near: origin.y, length: bounds.height, far: old.height - origin.y - bounds.height,
      isNearFlexible: mask.contains(.minYMargin), isLengthFlexible: mask.contains(.height),
      isFarFlexible: mask.contains(.maxYMargin))
    bounds.size = Size(width: width, height: height)
    position = Point(x: x + width * anchorPoint.x, y: y + height * anchorPoint.y)
  }

  /// Returns the layer's origin and length on one axis after its superlayer grew by `change`.
  ///
  /// - Parameters:
  ///   - near: The margin before the layer, which is its origin.
  ///   - far: The margin behind the layer.
  private static func resized(
    _ change: Scalar, near: Scalar, length: Scalar, far: Scalar, isNearFlexible: Bool, isLengthFlexible: Bool,
    isFarFlexible: Bool
  ) -> (near: Scalar, length: Scalar) {
    let count = (isNearFlexible ? 1 : 0) + (isLengthFlexible ? 1 : 0) + (isFarFlexible ? 1 : 0)
    let sum = (isNearFlexible ? max(near, 0) : 0) + (isLengthFlexible ? max(length, 0) : 0) + (isFarFlexible ? max(far, 0) : 0)
    func share(_ part: Scalar, _ isFlexible: Bool) -> Scalar {
      guard isFlexible else { return 0 }
      return sum > 0 ? change * max(part, 0) / sum : change / count
    }
    return (near + share(near, isNearFlexible), max(length + share(length, isLengthFlexible), 0))
  }
}
