import CartoucheRaster

/// A walk that records in each layer how it was drawn, and collects the damage.
protocol DamageTrackingWalk: LayerWalk {
  var damage: DamageTracker { get set }
}

extension DamageTrackingWalk {
  mutating func begin(_ layer: Layer) -> DirtyFlags? {
    let dirtyFlags = layer.dirtyFlags
    layer.dirtyFlags.clear()
    return dirtyFlags
  }

  mutating func enter(_ space: TransformLayer) {
    space.dirtyFlags.clear()
    space.lastDrawn.isShown = true
    damage.addPendingDamage(of: space)
  }

  mutating func remove(_ layer: Layer, in context: InheritedDrawState) {
    damage.remove(layer, using: context.rasterCache)
  }

  func discardChanges(below layer: Layer) {
    layer.clearNeedsCommitBelow()
  }

  /// Draws `layer` as an image if the layer is rasterized.
  ///
  /// - Returns: Whether the layer was drawn as an image. If false, the layer has no cache entry any more, and
  ///   is to be drawn as shapes.
  mutating func drawRasterized(_ layer: Layer, _ state: OwnDrawState, in context: InheritedDrawState) -> Bool {
    guard layer.shouldRasterize || (!state.map.isAffine && layer.rasterizesInPerspective),
      let inkBounds = layer.cachedInkBounds(state.dirtyFlags),
      layer.shouldRasterize || !state.map.isForeshortened(over: inkBounds)
    else {
      damage.removeCacheEntry(of: layer, using: context.rasterCache)
      return false
    }
    context.rasterCache.shownImageCount &+= 1
    if layer.cacheEntry == nil { damage.remove(layer, using: context.rasterCache) }
    let entry = layer.cacheEntry as? RasterCacheEntry ?? context.rasterCache.makeEntry()
    entry.update(from: layer, inkBounds: inkBounds, state, in: context, damage: &damage)
    if !entry.lastDrawn.pixelBounds.isEmpty { entry.draw(into: &list, for: layer, state, within: context.fragment) }
    return true
  }

  /// Records how a layer is drawn as shapes in this walk, except for the pixels that the layer draws.
  func record(_ state: OwnDrawState, of layer: Layer, in context: InheritedDrawState, pixelBounds: PixelRect) {
    (layer.lastDrawn.isShown, layer.lastDrawn.map, layer.lastDrawn.opacity) = (true, state.map, state.alpha)
    (layer.lastDrawn.clip, layer.lastDrawn.pixelBounds) = (context.clip, pixelBounds)
  }

  /// Returns the context of the sublayers of a layer that is drawn as shapes.
  func contextBelow(
    _ layer: Layer, _ state: OwnDrawState, in context: InheritedDrawState, clip: PixelRect, before: LastDrawnState.Summary,
    change: DrawStateChange
  ) -> InheritedDrawState {
    // A sublayer that stays where it is while this layer moves is clipped or masked at another position.
    let movesClip = before.map != state.map && (state.clips(layer) || layer.mask != nil)
    return context.below(plane: state.map, clip: clip, forcesDamage: change.affectsSubtree || movesClip)
  }

  /// Records the pixels that a layer drew, and adds the damage of its own change.
  mutating func finish(
    _ layer: Layer, _ state: OwnDrawState, drawsItself: Bool, before: LastDrawnState.Summary, change: DrawStateChange
  ) {
    let drawn = drawsItself || state.blendMode.affectsUncoveredPixels ? layer.lastDrawn.pixelBounds : .empty
    layer.lastDrawn.drawnPixels = drawn
    if change.affectsLayer { damage.add(old: before.drawnPixels, new: drawn) }
  }
}
