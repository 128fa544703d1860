import CartoucheRaster
import CartoucheScene

/// A layer that a finger presses, such as a control or a row of a list.
protocol PressableLayer: Layer {
  /// Cancels the current press, if any. The pressing finger has no further effect on the layer.
  func cancelTracking()
}

extension Control: PressableLayer {}

/// A layer that delays the presses of the layers inside it, such as a scroll view.
///
/// During the delay, a finger may begin to scroll. It then presses nothing.
protocol PressDelayingLayer: Layer {
  /// The time from touch-down to the begin of a press, in seconds.
  var pressDelay: Seconds { get }
}

extension Layer {
  /// The longest delay that a superlayer requires for presses of this layer.
  var requiredPressDelay: Seconds {
    var (delay, layer) = (Seconds.zero, superlayer)
    while let current = layer {
      if let delaying = current as? any PressDelayingLayer { delay = max(delay, delaying.pressDelay) }
      layer = current.superlayer
    }
    return delay
  }
}
