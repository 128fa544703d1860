import CartoucheRaster

/// The walk of a commit: visits the layer tree once per frame, builds the display list, and collects the
/// damage.
///
/// Each layer is compared with its ``LastDrawnState``, which the previous walk recorded. If a superlayer
/// moves, the layer's own map to the screen changes. Changes of clips and groups are passed down in the
/// ``InheritedDrawState``.
struct SceneWalk: DamageTrackingWalk {
  var list = DisplayList()
  var damage = DamageTracker()

  /// Walks the tree of `root`, and fills ``list`` and ``damage``.
  ///
  /// - Parameter overlay: A layer of no tree that is drawn above the others.
  mutating func commit(_ root: Layer, below overlay: Layer?, on screen: PixelRect, using rasterCache: RasterCacheContext) {
    removeAll()
    rasterCache.beginWalk()
    let context = InheritedDrawState(target: .screen, clip: screen, using: rasterCache)
    visit(root, matrix: root.transformToSuperlayer, in: context)
    if let overlay { visit(overlay, matrix: overlay.transformToSuperlayer, in: context) }
  }

  /// Removes the results of the last walk, and keeps the storage.
  mutating func removeAll() {
    list.removeAll()
    damage.removeAll()
  }

  mutating func draw(_ layer: Layer, _ state: OwnDrawState, in context: InheritedDrawState) {
    // The property spares other layers the cast.
    if layer.staysBehindSiblings, let scrollLayer = layer as? CachedScrollLayer {
      if ScrollCache.canCache(scrollLayer, state, in: context) { return drawScrolled(scrollLayer, state, in: context) }
      if layer.cacheEntry is ScrollCache { damage.removeCacheEntry(of: layer, using: context.rasterCache) }
    }
    if !drawRasterized(layer, state, in: context) { drawShapes(of: layer, state, in: context) }
  }

  /// Draws the layer's own content and its sublayers as shapes.
  mutating func drawShapes(of layer: Layer, _ state: OwnDrawState, in context: InheritedDrawState) {
    damage.addPendingDamage(of: layer)
    let before = layer.lastDrawn.summary
    let change = DrawStateChange(from: before, to: state, in: context, isLayerChanged: state.dirtyFlags.isChanged)
    let clip = state.clip(inside: layer, within: context.clip)
    let pixels = change.affectsLayer ? state.pixels(of: layer, on: clip) : before.pixelBounds
    record(state, of: layer, in: context, pixelBounds: pixels)
    let inner = contextBelow(layer, state, in: context, clip: clip, before: before, change: change)
    let imagesBefore = context.rasterCache.shownImageCount
    let drawsItself = compose(layer, state, isVisible: !pixels.isEmpty, in: context, inner: inner)
    layer.lastDrawn.containsCachedImages = context.rasterCache.shownImageCount != imagesBefore
    layer.lastDrawn.subtreePixels = nil
    finish(layer, state, drawsItself: drawsItself, before: before, change: change)
  }

  /// Draws a layer from the cache of its scrolling content.
  private mutating func drawScrolled(_ layer: CachedScrollLayer, _ state: OwnDrawState, in context: InheritedDrawState) {
    if layer.cacheEntry == nil { damage.remove(layer, using: context.rasterCache) }
    let known = layer.cacheEntry as? ScrollCache
    if known == nil { damage.removeCacheEntry(of: layer, using: context.rasterCache) }
    let cache = known ?? ScrollCache()
    layer.cacheEntry = cache
    cache.update(from: layer, state, in: context, damage: &damage)
    guard !cache.lastDrawn.pixelBounds.isEmpty else { return }
    let corner = Homography.translation(
      x: layer.bounds.minX - Scalar(cache.window.minX), y: layer.bounds.minY - Scalar(cache.window.minY))
    let map = corner.concatenating(state.map)
    guard cache.window != PixelRect(cache.image.size) else {
      return list.draw(cache.image, transform: map, filter: .nearest)
    }
    let pixels = cache.lastDrawn.pixelBounds
    let visible = Rect(
      x: Scalar(pixels.minX), y: Scalar(pixels.minY), width: Scalar(pixels.width), height: Scalar(pixels.height))
    list.clipped(to: PixelClip(visible)) { $0.draw(cache.image, transform: map, filter: .nearest) }
  }
}
