import CartoucheRaster

extension SceneWalk {
  /// The layer if it is one whose contents are carried and are to be kept as pixels in this walk; its picture goes if not.
  mutating func scrollLayerToCache(
    _ layer: Layer, _ look: DrawState, in surroundings: TraversalContext, using rasterCache: RasterCache
  ) -> CachedScrollLayer? {
    guard let carried = layer as? CachedScrollLayer else { return nil }
    if canCacheScrolling(carried, look, in: surroundings, using: rasterCache) { return carried }
    if let kept = layer.cacheEntry as? ScrollCache {
      damage.add(kept.lastDrawn.drawn)
      layer.discardLastDrawn()
    }
    return nil
  }

  /// Whether what `layer` shows can be kept as pixels of the screen and moved.
  private func canCacheScrolling(
    _ layer: CachedScrollLayer, _ look: DrawState, in surroundings: TraversalContext, using rasterCache: RasterCache
  ) -> Bool {
    guard rasterCache.usesScrollCache, layer.masksToBounds, !isInCachedImage, task == .commit, surroundings.cut == nil,
      look.alpha == 255,
      layer.blendMode == .normal, layer.mask == nil,
      layer.shadow == nil, layer.border == nil, layer.backgroundColor == nil, layer.cornerRadii == CornerRadii(0),
      layer.cachesPixels, look.map.integerTranslation != nil, layer.bounds.isPixelAligned,
      !look.map.pixels(of: layer.bounds, on: surroundings.clip).isEmpty
    else { return false }
    // What slides in is at whole pixels now and then: a picture is begun where it stands.
    guard layer.cacheEntry != nil || !layer.lastDrawn.isShown || layer.lastDrawn.map == look.map else { return false }
    let size = layer.cacheSize
    guard size.width > 0, size.height > 0, max(size.width, size.height) <= RasterCache.maximumSide else { return false }
    return rasterCache.bytes + size.width * size.height * 4 <= rasterCache.byteLimit
  }

  /// Shows a layer that is ``scrollLayerToCache(_:_:in:keeping:)``.
  mutating func drawFromScrollCache(
    _ layer: CachedScrollLayer, _ look: DrawState, in surroundings: TraversalContext, using rasterCache: RasterCache
  ) {
    guard let origin = look.map.integerTranslation else { return }
    if layer.cacheEntry == nil { layer.invalidateDrawnPixels { damage.add($0) } }
    let known = layer.cacheEntry as? ScrollCache
    if known == nil, let other = layer.cacheEntry {
      damage.add(other.lastDrawn.drawn)
      layer.discardLastDrawn()
    }
    let kept = known ?? ScrollCache()
    let before = kept.lastDrawn
    layer.cacheEntry = kept
    rasterCache.shown &+= 1
    let size = layer.cacheSize
    rasterCache.count(size.width * size.height * 4)
    kept.refresh(layer, look.dirtyFlags, using: rasterCache)

    let place = look.map.pixels(of: layer.bounds, on: surroundings.clip)
    (kept.lastDrawn.isShown, kept.lastDrawn.map, kept.lastDrawn.opacity) = (true, look.map, look.alpha)
    (kept.lastDrawn.clip, kept.lastDrawn.place, kept.lastDrawn.drawn) = (surroundings.clip, place, place)
    if !place.isEmpty {
      let corner = Homography.translation(x: layer.bounds.minX, y: layer.bounds.minY)
      list.draw(kept.image, transform: corner.concatenating(look.map), filter: .nearest)
    }
    if surroundings.forcesDamage || !before.isShown || before.map != look.map || before.place != place {
      damage.add(before.drawn)
      damage.add(place)
      return
    }
    let corner = PixelPoint(x: origin.x + layer.bounds.minX.floor, y: origin.y + layer.bounds.minY.floor)
    for rect in kept.changedRects {
      damage.add(
        PixelRect(
          minX: rect.minX + corner.x, minY: rect.minY + corner.y, maxX: rect.maxX + corner.x, maxY: rect.maxY + corner.y
        ).intersection(place))
    }
  }
}

extension Rect {
  fileprivate var isPixelAligned: Bool {
    minX == Scalar(minX.floor) && minY == Scalar(minY.floor) && maxX == Scalar(maxX.floor) && maxY == Scalar(maxY.floor)
  }
}
