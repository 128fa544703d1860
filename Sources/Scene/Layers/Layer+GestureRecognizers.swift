extension Layer {
  /// The gesture recognizers that are attached to this layer.
  ///
  /// These recognizers receive the touches that begin on this layer or on one of its descendants.
  public final var gestureRecognizers: [GestureRecognizer] { attachedRecognizers?.list ?? [] }

  /// Attaches `recognizer` to this layer, after detaching `recognizer` from its former layer.
  ///
  /// Several recognizers may be ready to begin at the same event. In this case, the recognizer of the layer
  /// deepest in the layer tree takes precedence. Among recognizers of one layer, the recognizer that was
  /// attached first takes precedence.
  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.layer?.removeGestureRecognizer(recognizer)
    let attached = attachedRecognizers ?? AttachedRecognizers()
    attachedRecognizers = attached
    attached.list.append(recognizer)
    recognizer.layer = self
  }

  /// Detaches `recognizer` from this layer, and cancels the gesture that `recognizer` is recognizing.
  ///
  /// If `recognizer` is not attached to this layer, nothing happens.
  public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.layer === self else { return }
    recognizer.layer = nil
    attachedRecognizers?.list.removeAll { $0 === recognizer }
    recognizer.arena?.withdraw(recognizer)
  }
}

/// The list of gesture recognizers attached to a layer.
///
/// The list is an object, so that its `deinit` clears the recognizers' references to the layer.
final class AttachedRecognizers {
  var list: [GestureRecognizer] = []

  deinit {
    for recognizer in list { recognizer.layer = nil }
  }
}
