import CartoucheRaster

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
    layer.changes.isUnsettled = false
    layer.markReordered()
    if layer.changes.hasNewAnimations { markAnimated() }
  }

  /// Takes the layer out of its superlayer; without one, nothing happens.
  public final func removeFromSuperlayer() {
    guard let parent = superlayer else { return }
    superlayer = nil
    vacate { parent.appearance.vacated.append($0) }
    parent.forgetOrder()
    parent.markInside()
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

  /// The sublayers back to front: by ``zPosition``, and as they were added where it is the same.
  var sublayersInOrder: [Layer] {
    if let known = appearance.ordered { return known }
    guard sublayers.contains(where: { $0.zPosition != 0 }) else { return sublayers }
    let indices = sublayers.indices.sorted { a, b in
      let (nearA, nearB) = (sublayers[a].zPosition, sublayers[b].zPosition)
      return nearA == nearB ? a < b : nearA < nearB
    }
    let ordered = indices.map { sublayers[$0] }
    appearance.ordered = ordered
    return ordered
  }

  func forgetOrder() {
    appearance.ordered = nil
  }
}
