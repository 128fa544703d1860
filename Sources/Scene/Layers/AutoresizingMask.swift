import CartoucheRaster

/// The margins and sides of a layer that change their length when the layer's superlayer is resized.
///
/// These margins and sides are called flexible. On each axis, the flexible parts share the superlayer's
/// change of length in proportion to their own lengths. The other parts keep their lengths. If no part on an
/// axis is flexible, the layer keeps its position and size on that axis.
public struct AutoresizingMask: OptionSet, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let minXMargin = AutoresizingMask(rawValue: 1)
  public static let width = AutoresizingMask(rawValue: 2)
  public static let maxXMargin = AutoresizingMask(rawValue: 4)
  public static let minYMargin = AutoresizingMask(rawValue: 8)
  public static let height = AutoresizingMask(rawValue: 16)
  public static let maxYMargin = AutoresizingMask(rawValue: 32)

  /// A flexible width and a flexible height: a layer that fills its superlayer continues to fill the
  /// superlayer.
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
