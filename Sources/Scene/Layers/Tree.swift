extension Layer {
  /// Puts `layer` in front of the other sublayers, taking it out of where it was.
  public final func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: .max)
  }

  /// Puts `layer` at `index` among the sublayers, counted from the back and held to their number, taking it out of where it was.
  ///
  /// A layer cannot stand in itself: then nothing happens.
  public final func insertSublayer(_ layer: Layer, at index: Int) {
    guard !isInside(layer) else { return }
    layer.removeFromSuperlayer()
    sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
    layer.superlayer = self
    layer.hasChangeInside = false
    layer.markChanged()
  }

  /// Takes the layer out of its superlayer; without one, nothing happens.
  public final func removeFromSuperlayer() {
    guard let parent = superlayer else { return }
    superlayer = nil
    parent.markChanged()
    // Last: it may be the last reference to this layer.
    parent.sublayers.removeAll { $0 === self }
  }

  /// Whether this layer is `other` or stands in it.
  private func isInside(_ other: Layer) -> Bool {
    var layer: Layer? = self
    while let current = layer {
      if current === other { return true }
      layer = current.superlayer
    }
    return false
  }
}
