extension Layer {
  /// The gesture recognizers attached to this layer.
  ///
  /// These recognizers receive the touches on the layer and on its sublayers.
  public final var gestureRecognizers: [GestureRecognizer] { attachedRecognizers?.list ?? [] }

  /// Attaches `recognizer` to this layer, and detaches it from its former layer.
  ///
  /// If several recognizers would begin at the same event, recognizers of deeper layers in the tree take
  /// precedence. Within one layer, recognizers that were attached earlier take precedence.
  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.layer?.removeGestureRecognizer(recognizer)
    let attached = attachedRecognizers ?? AttachedRecognizers()
    attachedRecognizers = attached
    attached.list.append(recognizer)
    recognizer.layer = self
  }

  /// Detaches `recognizer` from this layer, and cancels a gesture in progress.
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
