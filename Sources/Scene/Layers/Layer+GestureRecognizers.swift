extension Layer {
  /// The recognizers of the fingers on this layer and in it.
  public final var gestureRecognizers: [GestureRecognizer] { attachedRecognizers?.list ?? [] }

  /// Attaches `recognizer`, taking it away from the layer it was attached to.
  ///
  /// Of several recognizers that would begin at the same time the deeper layer's is first, and on one layer the one that was attached first.
  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.layer?.removeGestureRecognizer(recognizer)
    let attached = attachedRecognizers ?? AttachedRecognizers()
    attachedRecognizers = attached
    attached.list.append(recognizer)
    recognizer.layer = self
  }

  /// Takes `recognizer` away; in the middle of a gesture that is cancelled. On another layer's, nothing happens.
  public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.layer === self else { return }
    recognizer.layer = nil
    attachedRecognizers?.list.removeAll { $0 === recognizer }
    recognizer.arena?.withdraw(recognizer)
  }
}

/// A layer's recognizers: an object of its own, so that they learn when the layer goes.
final class AttachedRecognizers {
  var list: [GestureRecognizer] = []

  deinit {
    for recognizer in list { recognizer.layer = nil }
  }
}
