import CartoucheRaster

/// Which of a layer's margins and sides give way when its superlayer is resized; what is not named keeps its length.
///
/// The change is shared among those named on an axis in proportion to their lengths. With none named on an axis the layer stays where it is.
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

  /// Width and height follow the superlayer's: a layer that fills its superlayer goes on filling it.
  public static let fill: AutoresizingMask = [.width, .height]
}

extension Layer {
  /// Lets every sublayer follow this layer's new size.
  func resizeSublayers(withOldSize old: Size) {
    for layer in sublayers { layer.resize(withOldSuperlayerSize: old, newSize: bounds.size) }
  }

  private func resize(withOldSuperlayerSize old: Size, newSize new: Size) {
    let mask = autoresizingMask
    guard !mask.isEmpty else { return }
    let origin = Point(x: position.x - bounds.width * anchorPoint.x, y: position.y - bounds.height * anchorPoint.y)
    let (x, width) = Self.shared(
      new.width - old.width, near: origin.x, length: bounds.width, far: old.width - origin.x - bounds.width,
      nearGives: mask.contains(.minXMargin), lengthGives: mask.contains(.width), farGives: mask.contains(.maxXMargin))
    let (y, height) = Self.shared(
      new.height - old.height, near: origin.y, length: bounds.height, far: old.height - origin.y - bounds.height,
      nearGives: mask.contains(.minYMargin), lengthGives: mask.contains(.height), farGives: mask.contains(.maxYMargin))
    bounds.size = Size(width: width, height: height)
    position = Point(x: x + width * anchorPoint.x, y: y + height * anchorPoint.y)
  }

  /// One axis: where the layer begins and how long it is after its superlayer grew by `change`.
  private static func shared(
    _ change: Scalar, near: Scalar, length: Scalar, far: Scalar, nearGives: Bool, lengthGives: Bool, farGives: Bool
  ) -> (near: Scalar, length: Scalar) {
    let giving = (nearGives ? 1 : 0) + (lengthGives ? 1 : 0) + (farGives ? 1 : 0)
    let sum = (nearGives ? max(near, 0) : 0) + (lengthGives ? max(length, 0) : 0) + (farGives ? max(far, 0) : 0)
    func share(_ part: Scalar, _ gives: Bool) -> Scalar {
      guard gives else { return 0 }
      return sum > 0 ? change * max(part, 0) / sum : change / giving
    }
    return (near + share(near, nearGives), max(length + share(length, lengthGives), 0))
  }
}
