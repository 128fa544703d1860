import CartoucheRaster

extension Settling {
  /// Shows `layer` and everything in it as a picture that is kept from frame to frame.
  ///
  /// - Parameter rect: what of the layer's space the picture shows.
  mutating func showPicture(
    of layer: Layer, reach rect: Rect, _ look: Look, in surroundings: Surroundings, keeping pictures: KeptPictures
  ) {
    let map = look.map
    let needsRefresh = layer.kept == nil || layer.needsRefresh(look.changes)
    let hasShadow = layer.shadow != nil && !layer.masksToBounds && layer.mask == nil
    // What also changes what it does not cover is limited to the layer.
    let limits = layer.blendMode.reachesBeyondShape
    let clip = limits ? surroundings.clip.intersection(map.pixels(of: layer.bounds, on: surroundings.clip)) : surroundings.clip
    var place = map.pixels(of: hasShadow ? layer.visualBounds.union(rect) : rect, on: clip)
    let body = map.pixels(of: rect, on: clip)
    let scale = map.finest(in: rect)
    guard let scale, !body.isEmpty, !rect.isEmpty else {
      // Beside the screen there is nothing to keep; of the shadow what reaches into it.
      layer.vacate { damage.add($0) }
      layer.markSettledInside()
      if !hasShadow { place = .empty }
      return showShadowAlone(of: layer, look, place: place, in: surroundings)
    }
    let kept: KeptPicture
    if let known = layer.kept {
      kept = known
    } else {
      layer.vacate { damage.add($0) }
      kept = KeptPicture()
    }
    let before = kept.appearance
    let (size, step) =
      kept.walk == pictures.walk
      ? (kept.picture.size, kept.step)
      : pictures.size(
        of: rect, step: KeptPictures.step(for: scale, keeping: layer.kept == nil ? nil : kept.step))
    let isNew = layer.kept == nil || kept.rect != rect || kept.picture.size != size
    if isNew {
      (kept.rect, kept.step) = (rect, step)
      kept.picture = Picture(size: size) { _ in }
    }
    if !map.isAffine && !kept.picture.hasMipmaps {
      // It lay flat when it was made.
      kept.picture = kept.picture.withMipmaps()
    }
    kept.walk = pictures.walk
    layer.kept = kept
    if needsRefresh || isNew {
      kept.refresh(layer, isNew: isNew, changes: look.changes, keeping: pictures)
    }

    (kept.appearance.isShown, kept.appearance.map, kept.appearance.opacity) = (true, map, look.alpha)
    (kept.appearance.clip, kept.appearance.place) = (surroundings.clip, place)
    let isOtherwise =
      surroundings.isOtherwise || isNew || !before.isShown || before.map != map || before.opacity != look.alpha
      || before.clip != surroundings.clip || before.place != place || look.changes.isLookChanged
    let bounded = limits ? list.open(.beginClip(Path(rect: layer.bounds), .nonZero), transform: map) : -1
    let group = list.open(.beginGroup, opacity: look.alpha, blend: layer.blendMode)
    if hasShadow { drawShadow(of: layer, map: map, cut: surroundings.cut) }
    let edge = surroundings.cut?.path.map { list.open(.beginClip($0, .nonZero)) } ?? -1
    let begin = list.count
    list.draw(
      kept.picture, transform: kept.back.concatenating(map),
      filter: map.isAffine && !kept.picture.hasMipmaps ? .bilinear : .trilinear)
    if edge >= 0 { list.closeClip(edge) } else if let cut = surroundings.cut { limit(begin..<list.count, to: cut) }
    list.closeGroup(group)
    if bounded >= 0 { list.closeClip(bounded) }
    kept.appearance.drawn = place
    if isOtherwise {
      damage.add(before.drawn)
      damage.add(place)
    } else if needsRefresh {
      if kept.picture.hasMipmaps {
        // How far a pixel reaches in its halvings changes from place to place.
        if !kept.settling.damage.isEmpty { damage.add(body) }
      } else {
        // Pixels of the screen are mixed from those next to them.
        for rect in kept.settling.damage.rects {
          let wide = Rect(
            x: Scalar(rect.minX - 2), y: Scalar(rect.minY - 2), width: Scalar(rect.width + 4), height: Scalar(rect.height + 4))
          damage.add(kept.back.concatenating(map).pixels(of: wide, on: place))
        }
      }
    }
  }

  /// Draws the shadow of a layer that is not seen itself.
  private mutating func showShadowAlone(of layer: Layer, _ look: Look, place: PixelRect, in surroundings: Surroundings) {
    let before = layer.appearance
    var drawn = PixelRect.empty
    if !place.isEmpty {
      let group = list.open(.beginGroup, opacity: look.alpha, blend: layer.blendMode)
      drawShadow(of: layer, map: look.map, cut: surroundings.cut)
      list.closeGroup(group)
      drawn = place
      layer.appearance.isShown = true
    }
    layer.appearance.drawn = drawn
    damage.add(before.drawn)
    damage.add(drawn)
  }
}

extension Layer {
  /// The rectangle that a picture of the layer shows, worked out anew where something in it has changed; nil where there is none.
  func keptReach(_ changes: Changes) -> Rect? {
    if let kept, !needsRefresh(changes) { return kept.rect }
    return reach
  }

  /// Whether what a picture of the layer shows is no longer what the layer is.
  fileprivate func needsRefresh(_ changes: Changes) -> Bool {
    changes.isLookChanged || changes.isChangedThroughout || !appearance.vacated.isEmpty || (maskLayer?.changes.isUnsettled ?? false)
      || sublayers.contains { $0.changes.isUnsettled }
  }
}
