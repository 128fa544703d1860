import CartoucheRaster

extension Layer {
  /// Adds `layer` at the end of ``sublayers``.
  ///
  /// The added layer is in front of the other sublayers with the same ``zPosition``. If `layer` has a
  /// superlayer, `layer` is first removed from that superlayer. If `layer` is this layer or an ancestor of
  /// this layer, the call is ignored.
  public final func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: .max)
  }

  /// Inserts `layer` into ``sublayers`` at `index`.
  ///
  /// If `layer` has a superlayer, `layer` is first removed from that superlayer. If `layer` is this layer or
  /// an ancestor of this layer, the call is ignored.
  ///
  /// - Parameter index: The index of `layer` in ``sublayers`` after the insertion; 0 is the back. The index
  ///   is clamped to the valid range.
  public final func insertSublayer(_ layer: Layer, at index: Int) {
    guard !isInside(layer) else { return }
    layer.removeFromSuperlayer()
    let lowest = sublayers.first?.staysBehindSiblings == true ? 1 : 0
    sublayers.insert(layer, at: index.clamped(from: lowest, to: sublayers.count))
    layer.superlayer = self
    layer.dirtyFlags.needsCommit = false
    layer.invalidateOrder()
    if sublayers.count == 1 { invalidateGroup() }
    if layer.dirtyFlags.hasNewAnimations { setNeedsAnimationUpdate() }
    if layer.dirtyFlags.hasNewTickers { setNeedsTick() }
    invalidateIntrinsicContentSize()
  }

  /// Damages the layer when it becomes a group or ceases to be a group, because colors in a group are rounded
  /// twice.
  private func invalidateGroup() {
    if lastDrawn.opacity < 255 || blendMode != .normal { invalidateSubtree() }
  }

  /// Removes this layer from its superlayer. If this layer has no superlayer, nothing happens.
  public final func removeFromSuperlayer() {
    guard let parent = superlayer else { return }
    if parent.maskLayer === self { return parent.changeMask(to: nil) }
    superlayer = nil
    invalidateDrawnPixels { parent.lastDrawn.pendingDamage.append($0) }
    parent.discardSublayerOrder()
    parent.setNeedsCommit()
    if parent.sublayers.count == 1 { parent.invalidateGroup() }
    // It may be the last reference to this layer, which must not go while the parent's array changes.
    withExtendedLifetime(self) { parent.sublayers.removeAll { $0 === self } }
    parent.invalidateIntrinsicContentSize()
  }

  /// Sets the layer's mask, and damages the pixels that the old mask and the new mask affect.
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

  /// Whether this layer is `other` or one of its descendants.
  private func isInside(_ other: Layer) -> Bool {
    var layer: Layer? = self
    while let current = layer {
      if current === other { return true }
      layer = current.superlayer
    }
    return false
  }

  /// The sublayers in drawing order, from back to front.
  ///
  /// Sublayers are sorted by ``zPosition``. Sublayers with the same ``zPosition`` keep the order of
  /// ``sublayers``. A layer whose ``staysBehindSiblings`` is true comes first.
  var sublayersInOrder: [Layer] {
    if lastDrawn.isOrderKnown { return lastDrawn.ordered }
    guard sublayers.contains(where: { $0.zPosition != 0 }) else { return sublayers }
    // Sorted in the storage of the last order, so that depths that change in every frame allocate nothing.
    var ordered: [Layer] = []
    swap(&ordered, &lastDrawn.ordered)
    if ordered.count == sublayers.count {
      for index in sublayers.indices { ordered[index] = sublayers[index] }
    } else {
      ordered = sublayers
    }
    ordered.withUnsafeMutableBufferPointer(Self.sortByDepth)
    if let first = ordered.first, first.zPosition < 0, let index = ordered.firstIndex(where: { $0.staysBehindSiblings }) {
      ordered.insert(ordered.remove(at: index), at: 0)
    }
    swap(&ordered, &lastDrawn.ordered)
    lastDrawn.isOrderKnown = true
    return lastDrawn.ordered
  }

  /// Sorts layers by ``zPosition``, stably and without allocating memory.
  ///
  /// The algorithm is an insertion sort with binary search. If the order changes little between frames, the
  /// sort takes one comparison per layer.
  private static func sortByDepth(_ layers: inout UnsafeMutableBufferPointer<Layer>) {
    for index in layers.indices.dropFirst() {
      let depth = layers[index].zPosition
      if layers[index - 1].zPosition <= depth { continue }
      var (from, to) = (0, index)
      while from < to {
        let middle = (from + to) / 2
        if layers[middle].zPosition <= depth { from = middle + 1 } else { to = middle }
      }
      var target = index
      while target > from {
        layers.swapAt(target, target - 1)
        target -= 1
      }
    }
  }

  /// Forgets the drawing order, and releases layers that are no longer sublayers.
  func discardSublayerOrder() {
    lastDrawn.isOrderKnown = false
    lastDrawn.ordered = []
  }
}
