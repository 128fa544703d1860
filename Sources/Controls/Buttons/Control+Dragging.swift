import CartoucheRaster
import CartoucheScene

extension Control {
  /// Adds a recognizer that follows the pressing finger once it has moved sideways.
  ///
  /// A drag that begins sideways belongs to the control, and a scrolling superlayer does not get it. A drag
  /// up or down does not begin here, so that a scrolling superlayer may take it and cancel the press. The
  /// drag ends with the press: see ``pressDidChange(_:)``.
  ///
  /// - Parameter follow: A closure that is called when the drag begins and when the finger moves.
  final func addHorizontalDrag(_ follow: @escaping (PanGestureRecognizer) -> Void) {
    let pan = PanGestureRecognizer { pan in
      guard let control = pan.layer as? Control else { return }
      switch pan.state {
      case .began, .changed:
        // In a scrolling layer, the press may wait for the finger to rest. A drag does not wait.
        if pan.state == .began { control.beginPressOfDrag() }
        if control.isTracking { follow(pan) }
      case .ended, .cancelled:
        control.endPressOfDrag()
      case .possible, .failed:
        break
      }
    }
    pan.maximumNumberOfTouches = 1
    pan.shouldBegin = { recognizer in
      guard let pan = recognizer as? PanGestureRecognizer, let control = pan.layer as? Control, control.isEnabled,
        let offset = pan.translation(in: control)
      else { return false }
      return offset.x.magnitude > offset.y.magnitude
    }
    // The press of this control goes on.
    pan.shouldRecognizeSimultaneously = { $0 is PressGestureRecognizer }
    addGestureRecognizer(pan)
    horizontalDrag = pan
  }
}

extension Layer {
  /// Calls a closure that changes sublayers, and animates the changes if `isAnimated` is true.
  final func performChanges(animated isAnimated: Bool, duration: Seconds = 0.2, _ changes: () -> Void) {
    guard isAnimated, let stage = owningStage else { return changes() }
    stage.animate(duration: duration, timing: .curve(.easeInEaseOut), changes)
  }
}
