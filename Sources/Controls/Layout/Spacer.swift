public import CartoucheRaster
public import CartoucheScene

/// A flexible space between the sublayers of a ``Stack``.
///
/// A spacer takes the room that the other sublayers leave, and shares the room equally with other spacers. To
/// change its share, call ``Stack/setFlexibility(_:for:)``. A spacer draws nothing and receives no touches.
public final class Spacer: Layer, SelfSizingLayer {
  /// The smallest length of the space along the stack's axis, in points.
  public var minimumLength: Scalar {
    didSet { if minimumLength != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// Creates a flexible space that is never shorter than `minimumLength`, in points.
  public init(minimumLength: Scalar = 0) {
    self.minimumLength = minimumLength
    super.init(frame: .zero)
    isUserInteractionEnabled = false
  }

  /// Returns the smallest length of the space, in both directions.
  public func sizeThatFits(_ size: Size) -> Size {
    let length = max(minimumLength, 0)
    return Size(width: min(length, max(size.width, 0)), height: min(length, max(size.height, 0)))
  }
}
