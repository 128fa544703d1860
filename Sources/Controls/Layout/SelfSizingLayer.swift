public import CartoucheRaster
public import CartoucheScene
public import CartoucheText

/// A layer that knows the size that its content needs, such as a text, a button or a stack.
///
/// A ``Stack`` gives such a layer the size that it needs. Any other layer keeps the size that it has.
public protocol SelfSizingLayer: Layer {
  /// Returns the size that the layer's content needs, in points.
  ///
  /// The result is never wider or higher than `size`, which is the available size in points. The layer itself
  /// is not resized.
  func sizeThatFits(_ size: Size) -> Size
}

extension SelfSizingLayer {
  /// Resizes the layer to the size that its content needs. The origin of the layer's `frame` does not change.
  public func sizeToFit() {
    frame = Rect(origin: frame.origin, size: sizeThatFits(Size(width: .max, height: .max)))
  }
}

extension TextLayer: SelfSizingLayer {}
