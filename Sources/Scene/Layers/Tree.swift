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
    if sublayers.count == 1 { markGroupChanged() }
    if layer.changes.hasNewAnimations { markAnimated() }
    if layer.changes.hasNewTickers { markTicking() }
  }

  /// A translucent layer with sublayers is put together first, which rounds its colours otherwise.
  private func markGroupChanged() {
    if appearance.opacity < 255 || blendMode != .normal { markChangedThroughout() }
  }

  /// Takes the layer out of its superlayer; without one, nothing happens.
  public final func removeFromSuperlayer() {
    guard let parent = superlayer else { return }
    if parent.maskLayer === self { return parent.changeMask(to: nil) }
    superlayer = nil
    vacate { parent.appearance.vacated.append($0) }
    parent.forgetOrder()
    parent.markInside()
    if parent.sublayers.count == 1 { parent.markGroupChanged() }
    // Last: it may be the last reference to this layer.
    parent.sublayers.removeAll { $0 === self }
  }

  /// Puts another layer, or none, in the mask's place.
  func changeMask(to layer: Layer?) {
    if let layer {
      guard layer !== maskLayer, !isInside(layer) else { return }
      layer.removeFromSuperlayer()
    }
    markChangedThroughout()
    if let old = maskLayer {
      old.superlayer = nil
      old.vacate { appearance.vacated.append($0) }
    }
    maskLayer = layer
    guard let layer else { return }
    layer.superlayer = self
    layer.changes.isUnsettled = false
    layer.markReordered()
    if layer.changes.hasNewAnimations { markAnimated() }
    if layer.changes.hasNewTickers { markTicking() }
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
