import CartoucheRaster

/// Finds the changes in scrolling content since the last walk.
///
/// The drawing of this walk is thrown away: changed layers are composed only to learn whether they draw
/// anything. Layers without changes are skipped with their sublayers.
struct ScrollDamageWalk: DamageTrackingWalk {
  var list = DisplayList()
  var damage = DamageTracker()

  mutating func draw(_ layer: Layer, _ state: OwnDrawState, in context: InheritedDrawState) {
    if layer.isUnchanged(state, in: context) { return }
    if layer.cacheEntry is ScrollCache { damage.removeCacheEntry(of: layer, using: context.rasterCache) }
    if !drawRasterized(layer, state, in: context) { drawShapes(of: layer, state, in: context) }
  }

  private mutating func drawShapes(of layer: Layer, _ state: OwnDrawState, in context: InheritedDrawState) {
    damage.addPendingDamage(of: layer)
    let before = layer.lastDrawn.summary
    // Only a change of appearance counts: a layer whose position changed with the content has not moved.
    let change = DrawStateChange(from: before, to: state, in: context, isLayerChanged: state.dirtyFlags.isContentChanged)
    let clip = state.clip(inside: layer, within: context.clip)
    let pixels = state.pixels(of: layer, on: clip)
    record(state, of: layer, in: context, pixelBounds: pixels)
    let inner = contextBelow(layer, state, in: context, clip: clip, before: before, change: change)
    let imagesBefore = context.rasterCache.shownImageCount
    let drawsItself: Bool
    if change.affectsLayer {
      drawsItself = compose(layer, state, isVisible: !pixels.isEmpty, in: context, inner: inner)
    } else {
      visitSublayers(of: layer, in: inner)
      if let mask = layer.mask { visit(mask, matrix: mask.transformToSuperlayer, in: inner) }
      drawsItself = !before.drawnPixels.isEmpty || before.pixelBounds != pixels
    }
    layer.lastDrawn.containsCachedImages = context.rasterCache.shownImageCount != imagesBefore
    layer.lastDrawn.subtreePixels = layer.subtreePixels(including: pixels)
    finish(layer, state, drawsItself: drawsItself, before: before, change: change)
  }
}

extension Layer {
  /// Returns whether the layer and its sublayers are drawn exactly as in the last walk.
  fileprivate func isUnchanged(_ state: OwnDrawState, in context: InheritedDrawState) -> Bool {
    !state.dirtyFlags.needsCommit && !context.forcesDamage && cacheEntry == nil && lastDrawn.isShown
      && !lastDrawn.containsCachedImages
      && lastDrawn.map == state.map && lastDrawn.opacity == state.alpha && lastDrawn.clip == context.clip
  }

  /// Returns the pixels that the layer and its sublayers may draw, after the sublayers were visited.
  ///
  /// - Parameter pixels: The pixels of the layer itself.
  /// - Returns: nil if the pixels are not known, because of a mask or of a transform layer inside.
  fileprivate func subtreePixels(including pixels: PixelRect) -> PixelRect? {
    guard maskLayer == nil else { return nil }
    var union = pixels
    for layer in sublayers where !layer.isHidden {
      if layer.isTransformLayer { return nil }
      let visible = layer.lastDrawn.isShown ? layer.lastDrawn.subtreePixels : .empty
      guard let inner = layer.cacheEntry?.lastDrawn.pixelBounds ?? visible else { return nil }
      union = union.union(inner)
    }
    return union
  }
}
