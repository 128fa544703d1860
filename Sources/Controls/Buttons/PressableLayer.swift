import CartoucheScene

/// A layer that a finger presses, such as a control or a row of a list.
protocol PressableLayer: Layer {
  /// Cancels the current press, if any. The pressing finger has no further effect on the layer.
  func cancelTracking()
}

extension Control: PressableLayer {}
