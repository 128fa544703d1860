// How a change finds its way to the stage: a layer is marked, and all above it are told that there is one inside.

extension Layer {
  /// The layer stands or looks otherwise, and all in it with it.
  func markChanged() {
    hasChanged = true
    markInside()
  }

  /// The layer's own look is otherwise.
  func markContentChanged() {
    markChanged()
  }

  /// The layer may be drawn sooner or later than its siblings.
  func markOrderChanged() {
    markChanged()
  }

  /// Tells this layer and those above that there is something to settle.
  func markInside() {
    var layer: Layer? = self
    while let current = layer, !current.hasChangeInside {
      current.hasChangeInside = true
      layer = current.superlayer
    }
  }
}
