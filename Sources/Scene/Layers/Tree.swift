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
  ///
  /// Where depths change from frame to frame, the memory of the last order is that of the next.
  var sublayersInOrder: [Layer] {
    if appearance.isOrderKnown { return appearance.ordered }
    guard sublayers.contains(where: { $0.zPosition != 0 }) else { return sublayers }
    if appearance.ordered.count != sublayers.count { appearance.ordered = sublayers }
    appearance.isOrderKnown = true
    // More than these are sorted in new memory, which is quicker than moving each past many.
    if sublayers.count > 64 {
      let indices = sublayers.indices.sorted { a, b in
        let (nearA, nearB) = (sublayers[a].zPosition, sublayers[b].zPosition)
        return nearA == nearB ? a < b : nearA < nearB
      }
      for (place, index) in indices.enumerated() { appearance.ordered[place] = sublayers[index] }
      return appearance.ordered
    }
    for (index, layer) in sublayers.enumerated() {
      var place = index
      while place > 0, appearance.ordered[place - 1].zPosition > layer.zPosition {
        appearance.ordered[place] = appearance.ordered[place - 1]
        place -= 1
      }
      appearance.ordered[place] = layer
    }
    return appearance.ordered
  }

  /// Forgets who comes before whom, and lets go of who is a sublayer no more.
  func forgetOrder() {
    appearance.isOrderKnown = false
    appearance.ordered = []
  }
}
