import CartoucheRaster

extension SceneWalk {
  /// Shows `layer` and everything in it as a picture that is kept from frame to frame.
  ///
  /// - Parameter rect: what of the layer's space the picture shows.
  mutating func drawFromRasterCache(
    of layer: Layer, inkBounds rect: Rect, _ look: DrawState, in surroundings: TraversalContext, using rasterCache: RasterCache
  ) {
    let map = look.map
    rasterCache.shown &+= 1
    let needsRefresh =
      layer.cacheEntry == nil || layer.needsRefresh(look.dirtyFlags) || layer.cacheEntry?.needsFinerImagesInside == true
    let hasShadow = layer.shadow != nil && !layer.masksToBounds && layer.mask == nil
    // What also changes what it does not cover is limited to the layer.
    let limits = layer.blendMode.affectsUncoveredPixels
    let clip = limits ? surroundings.clip.intersection(map.pixels(of: layer.bounds, on: surroundings.clip)) : surroundings.clip
    if layer.cacheEntry == nil { layer.invalidateDrawnPixels { damage.add($0) } }
    let kept = layer.cacheEntry ?? RasterCacheEntry()
    let before = kept.lastDrawn
    let scale = map.pixels(of: rect, on: clip).isEmpty ? nil : map.maximumScale(in: rect)
    let isNew: Bool
    if let scale {
      isNew = kept.prepare(
        rect, scale: scale, projection: map.isAffine ? .affine : .perspective, before.map == map ? .atRest : .moving,
        using: rasterCache)
      layer.cacheEntry = kept
      if needsRefresh || isNew {
        kept.refresh(layer, isNew: isNew, dirtyFlags: look.dirtyFlags, using: rasterCache)
      } else {
        kept.retain(in: rasterCache)
      }
    } else {
      // Beside the screen there is nothing to keep; of the shadow what reaches into it.
      isNew = kept.discardPixels(of: rect)
      if isNew { layer.discardLastDrawn() }
      layer.cacheEntry = kept
      layer.flushPendingDamage { _ in }
      layer.clearNeedsCommitBelow()
    }
    let shown = scale == nil ? .zero : kept.shown
    let body = map.pixels(of: shown, on: clip)
    let place = hasShadow ? map.pixels(of: layer.visualBounds.union(rect).union(shown), on: clip) : body

    (kept.lastDrawn.isShown, kept.lastDrawn.map, kept.lastDrawn.opacity) = (true, map, look.alpha)
    (kept.lastDrawn.clip, kept.lastDrawn.place) = (surroundings.clip, place)
    let isChanged =
      surroundings.forcesDamage || isNew || !before.isShown || before.map != map || before.opacity != look.alpha
      || before.clip != surroundings.clip || before.place != place || look.dirtyFlags.isContentChanged
    if !place.isEmpty {
      show(kept, of: layer, look, in: surroundings)
    }
    kept.lastDrawn.drawn = place
    if isChanged {
      damage.add(before.drawn)
      damage.add(place)
    } else if needsRefresh && scale != nil {
      if kept.image.hasMipmaps {
        // How far a pixel reaches in its mip levels changes from place to place.
        if !kept.sceneWalk.damage.isEmpty { damage.add(body) }
      } else {
        // Pixels of the screen are mixed from those next to them.
        for rect in kept.sceneWalk.damage.rects {
          let wide = Rect(
            x: Scalar(rect.minX - 2), y: Scalar(rect.minY - 2), width: Scalar(rect.width + 4), height: Scalar(rect.height + 4))
          damage.add(kept.back.concatenating(map).pixels(of: wide, on: place))
        }
      }
    }
  }

  /// Adds the picture and the layer's shadow to the list; of one without pixels, the shadow alone.
  mutating func show(_ kept: RasterCacheEntry, of layer: Layer, _ look: DrawState, in surroundings: TraversalContext) {
    let hasShadow = layer.shadow != nil && !layer.masksToBounds && layer.mask == nil
    let limits = layer.blendMode.affectsUncoveredPixels
    let bounded = limits ? list.open(.beginClip(Path(rect: layer.bounds), .nonZero), transform: look.map) : -1
    let group = list.open(.beginGroup, opacity: look.alpha, blend: layer.blendMode)
    if hasShadow { drawShadow(of: layer, map: look.map, cut: surroundings.cut) }
    if kept.hasPixels {
      let part = open(surroundings.cut)
      list.draw(
        kept.image, transform: kept.back.concatenating(look.map),
        filter: look.map.isAffine && !kept.image.hasMipmaps ? .bilinear : .trilinear)
      close(part, of: surroundings.cut)
    }
    list.closeGroup(group)
    if bounded >= 0 { list.closeClip(bounded) }
  }
}

extension Layer {
  /// The rectangle that a picture of the layer shows, worked out anew where something in it has changed; nil where there is none.
  func cachedInkBounds(_ dirtyFlags: DirtyFlags) -> Rect? {
    if let cacheEntry, !needsRefresh(dirtyFlags) { return cacheEntry.rect }
    return inkBounds
  }

  /// Whether what a picture of the layer shows is no longer what the layer is.
  fileprivate func needsRefresh(_ dirtyFlags: DirtyFlags) -> Bool {
    dirtyFlags.isContentChanged || dirtyFlags.isSubtreeChanged || !lastDrawn.pendingDamage.isEmpty
      || (maskLayer?.dirtyFlags.needsCommit ?? false)
      || sublayers.contains { $0.dirtyFlags.needsCommit }
  }
}
