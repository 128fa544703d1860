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
    let lowest = sublayers.first?.isScrollingContent == true ? 1 : 0
    sublayers.insert(layer, at: min(max(index, lowest), sublayers.count))
    layer.superlayer = self
    layer.dirtyFlags.needsCommit = false
    layer.invalidateOrder()
    if sublayers.count == 1 { invalidateGroup() }
    if layer.dirtyFlags.hasNewAnimations { setNeedsAnimationUpdate() }
    if layer.dirtyFlags.hasNewTickers { setNeedsTick() }
  }

  /// A translucent layer with sublayers is put together first, which rounds its colours otherwise.
  private func invalidateGroup() {
    if lastDrawn.opacity < 255 || blendMode != .normal { invalidateSubtree() }
  }

  /// Takes the layer out of its superlayer; without one, nothing happens.
  public final func removeFromSuperlayer() {
    guard let parent = superlayer else { return }
    if parent.maskLayer === self { return parent.changeMask(to: nil) }
    superlayer = nil
    invalidateDrawnPixels { parent.lastDrawn.pendingDamage.append($0) }
    parent.discardSublayerOrder()
    parent.setNeedsCommit()
    if parent.sublayers.count == 1 { parent.invalidateGroup() }
    // Last: it may be the last reference to this layer.
    parent.sublayers.removeAll { $0 === self }
  }

  /// Puts another layer, or none, in the mask's place.
  func changeMask(to layer: Layer?) {
    if let layer {
      guard layer !== maskLayer, !isInside(layer) else { return }
      layer.removeFromSuperlayer()
    }
    invalidateSubtree()
    if let old = maskLayer {
      old.superlayer = nil
      old.invalidateDrawnPixels { lastDrawn.pendingDamage.append($0) }
    }
    maskLayer = layer
    guard let layer else { return }
    layer.superlayer = self
    layer.dirtyFlags.needsCommit = false
    layer.invalidateOrder()
    if layer.dirtyFlags.hasNewAnimations { setNeedsAnimationUpdate() }
    if layer.dirtyFlags.hasNewTickers { setNeedsTick() }
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

  /// The sublayers back to front: by ``zPosition``, and as they were added where it is the same; what is carried lies below all of them.
  var sublayersInOrder: [Layer] {
    if lastDrawn.isOrderKnown { return lastDrawn.ordered }
    guard sublayers.contains(where: { $0.zPosition != 0 }) else { return sublayers }
    // Depths that change from frame to frame are put in order in the memory of the last order, out of which nothing else reads meanwhile.
    var ordered: [Layer] = []
    swap(&ordered, &lastDrawn.ordered)
    if ordered.count == sublayers.count {
      for index in sublayers.indices { ordered[index] = sublayers[index] }
    } else {
      ordered = sublayers
    }
    ordered.withUnsafeMutableBufferPointer(Self.sortByDepth)
    if let first = ordered.first, first.zPosition < 0, let ground = ordered.firstIndex(where: { $0.isScrollingContent }) {
      ordered.insert(ordered.remove(at: ground), at: 0)
    }
    swap(&ordered, &lastDrawn.ordered)
    lastDrawn.isOrderKnown = true
    return lastDrawn.ordered
  }

  /// Sorts by ``zPosition``, leaving those of one depth in their order and asking for no memory: each finds its place among those before it in as many
  /// steps as their number has digits.
  private static func sortByDepth(_ layers: inout UnsafeMutableBufferPointer<Layer>) {
    for index in layers.indices.dropFirst() {
      let depth = layers[index].zPosition
      if layers[index - 1].zPosition <= depth { continue }
      var (from, to) = (0, index)
      while from < to {
        let middle = (from + to) / 2
        if layers[middle].zPosition <= depth { from = middle + 1 } else { to = middle }
      }
      var place = index
      while place > from {
        layers.swapAt(place, place - 1)
        place -= 1
      }
    }
  }

  /// Forgets who comes before whom, and lets go of who is a sublayer no more.
  func discardSublayerOrder() {
    lastDrawn.isOrderKnown = false
    lastDrawn.ordered = []
  }
}
