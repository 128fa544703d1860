import CartoucheRaster

/// Collects the pixels that one walk over the layer tree changes.
///
/// A layer whose appearance, transform or sibling order changed damages the pixels that it drew in the last
/// walk. The layer also damages the pixels that it draws in this walk. A layer that was removed or hidden
/// damages the pixels that the layer and its sublayers drew.
struct DamageTracker {
  private var damage = Damage()

  var rects: [PixelRect] { damage.rects }
  var isEmpty: Bool { damage.isEmpty }

  /// Removes the last walk's damage, and keeps the storage.
  mutating func removeAll() {
    damage.removeAll()
  }

  mutating func add(_ rect: PixelRect) {
    damage.add(rect)
  }

  /// Adds the pixels that a layer drew in the last walk and the pixels that the layer draws in this walk.
  mutating func add(old: PixelRect, new: PixelRect) {
    damage.add(old)
    damage.add(new)
  }

  /// Marks `layer` and its sublayers as not shown, and adds the pixels that they drew.
  mutating func remove(_ layer: Layer, using rasterCache: RasterCacheContext) {
    layer.invalidateDrawnPixels({ damage.add($0) }, drop: { rasterCache.keep($0) })
  }

  /// Drops the cache entry of a layer that is now drawn in another way, and adds the pixels that the entry
  /// drew.
  mutating func removeCacheEntry(of layer: Layer, using rasterCache: RasterCacheContext) {
    guard let entry = layer.cacheEntry else { return }
    damage.add(entry.lastDrawn.drawnPixels)
    layer.discardLastDrawn { rasterCache.keep($0) }
  }

  /// Adds the pixels of removed sublayers, and the parts marked by ``Layer/setNeedsDisplay(in:)``.
  mutating func addPendingDamage(of layer: Layer) {
    layer.flushPendingDamage { damage.add($0) }
  }
}

/// The difference between a layer's draw state in this walk and in the last one.
struct DrawStateChange {
  /// Whether the pixels of the layer and of its sublayers are damaged.
  ///
  /// A change of a group's opacity, blend mode, mask or clip affects every pixel of the group.
  let affectsSubtree: Bool
  /// Whether the pixels that the layer itself drew and now draws are damaged.
  let affectsLayer: Bool

  /// Compares the layer's draw state in two walks.
  ///
  /// - Parameter isLayerChanged: Whether the layer's flags report a change of its own.
  init(
    from before: LastDrawnState.Summary, to state: OwnDrawState, in context: InheritedDrawState, isLayerChanged: Bool
  ) {
    affectsSubtree = context.forcesDamage || !before.isShown || before.opacity != state.alpha
    affectsLayer = affectsSubtree || isLayerChanged || before.map != state.map || before.clip != context.clip
  }
}
