public import CartoucheRaster

// The mouse pointer of a screen, and its wheel.

extension Stage {
  /// Delivers a turn of the mouse's wheel to the frontmost layer below the pointer.
  ///
  /// If that layer does not handle the event, its superlayers receive the event, one after the other.
  ///
  /// - Returns: Whether a layer handled the event.
  @discardableResult
  public func scrollWheel(with event: ScrollWheelEvent) -> Bool {
    var layer = presentationHitTest(event.location)
    while let current = layer {
      if current.isUserInteractionEnabled, current.scrollWheel(with: event) { return true }
      layer = current.superlayer
    }
    return false
  }

  /// Shows the pointer with its tip at `location`, in points of ``root``, or hides it.
  ///
  /// The pointer is drawn above all layers. It belongs to no layer tree, and takes no touches.
  ///
  /// - Parameter location: The position of the tip; nil to hide the pointer.
  package func showPointer(at location: Point?) {
    guard let location else {
      pointer?.isHidden = true
      return
    }
    let pointer = pointer ?? PointerLayer()
    self.pointer = pointer
    if pointer.isHidden { pointer.isHidden = false }
    // Whole pixels, so that the arrow looks the same everywhere.
    let position = Point(x: Scalar(location.x.floor), y: Scalar(location.y.floor))
    if pointer.position != position { pointer.position = position }
  }

  /// Whether the pointer is drawn in the next frame.
  package var isPointerShown: Bool { pointer.map { !$0.isHidden } ?? false }
}

extension ScrollWheelEvent {
  /// Returns the position of the pointer in the space of `layer`.
  ///
  /// - Returns: nil if `layer` is seen edge-on or lies behind the viewer.
  public func location(in layer: Layer) -> Point? {
    layer.topmostLayer.convert(location, to: layer)
  }
}

/// A white arrow with a dark edge, whose tip is at its position.
final class PointerLayer: ShapeLayer {
  init() {
    super.init(frame: Rect(x: 0, y: 0, width: 0, height: 0))
    anchorPoint = .zero
    let corners: [(Scalar, Scalar)] = [(1, 1), (1, 17), (5, 13.5), (7.5, 19), (10, 18), (7.5, 12.5), (12.5, 12.5)]
    var arrow = Path()
    for (index, corner) in corners.enumerated() {
      let point = Point(x: corner.0, y: corner.1)
      if index == 0 { arrow.move(to: point) } else { arrow.addLine(to: point) }
    }
    arrow.closeSubpath()
    path = arrow
    (fillColor, strokeColor, lineWidth, lineJoin) = (.white, .black, 1.5, .round)
    bounds.size = Size(width: 14, height: 20)
    isUserInteractionEnabled = false
  }
}
