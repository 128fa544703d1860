extension Layer {
  /// The recognizers attached to this layer; they receive the touches on it and on its sublayers.
  public final var gestureRecognizers: [GestureRecognizer] { attachedRecognizers?.list ?? [] }

  /// Attaches `recognizer`, detaching it from its former layer.
  ///
  /// If several recognizers would begin at the same time, those of deeper layers come first, then those that
  /// were attached first.
  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.layer?.removeGestureRecognizer(recognizer)
    let attached = attachedRecognizers ?? AttachedRecognizers()
    attachedRecognizers = attached
    attached.list.append(recognizer)
    recognizer.layer = self
  }

  /// Detaches `recognizer`, cancelling a gesture in progress; if it is not attached to this layer, nothing
  /// happens.
  public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.layer === self else { return }
    recognizer.layer = nil
    attachedRecognizers?.list.removeAll { $0 === recognizer }
    recognizer.arena?.withdraw(recognizer)
  }
}

/// The recognizers of a layer: an object of their own, whose deinit clears their reference to the layer.
final class AttachedRecognizers {
  var list: [GestureRecognizer] = []

  deinit {
    for recognizer in list { recognizer.layer = nil }
  }
}
