import CartoucheRaster

extension Settling {
  /// Shows `layer` and everything in it as a picture that is kept from frame to frame.
  ///
  /// - Parameter rect: what of the layer's space the picture shows.
  mutating func showPicture(
    of layer: Layer, reach rect: Rect, _ look: Look, in surroundings: Surroundings, keeping pictures: KeptPictures
  ) {
    let map = look.map
    pictures.shown &+= 1
    let needsRefresh = layer.kept == nil || layer.needsRefresh(look.changes) || layer.kept?.wantsSharpeningInside == true
    let hasShadow = layer.shadow != nil && !layer.masksToBounds && layer.mask == nil
    // What also changes what it does not cover is limited to the layer.
    let limits = layer.blendMode.reachesBeyondShape
    let clip = limits ? surroundings.clip.intersection(map.pixels(of: layer.bounds, on: surroundings.clip)) : surroundings.clip
    if layer.kept == nil { layer.vacate { damage.add($0) } }
    let kept = layer.kept ?? KeptPicture()
    let before = kept.appearance
    let scale = map.pixels(of: rect, on: clip).isEmpty ? nil : map.finest(in: rect)
    let isNew: Bool
    if let scale {
      isNew = kept.fit(
        rect, scale: scale, lies: map.isAffine ? .flat : .inPerspective, before.map == map ? .atRest : .moving, keeping: pictures)
      layer.kept = kept
      if needsRefresh || isNew {
        kept.refresh(layer, isNew: isNew, changes: look.changes, keeping: pictures)
      } else {
        kept.keep(in: pictures)
      }
    } else {
      // Beside the screen there is nothing to keep; of the shadow what reaches into it.
      isNew = kept.letGo(of: rect)
      if isNew { layer.forget() }
      layer.kept = kept
      layer.reportVacated { _ in }
      layer.markSettledInside()
    }
    let shown = scale == nil ? .zero : kept.shown
    let body = map.pixels(of: shown, on: clip)
    let place = hasShadow ? map.pixels(of: layer.visualBounds.union(rect).union(shown), on: clip) : body

    (kept.appearance.isShown, kept.appearance.map, kept.appearance.opacity) = (true, map, look.alpha)
    (kept.appearance.clip, kept.appearance.place) = (surroundings.clip, place)
    let isOtherwise =
      surroundings.isOtherwise || isNew || !before.isShown || before.map != map || before.opacity != look.alpha
      || before.clip != surroundings.clip || before.place != place || look.changes.isLookChanged
    if !place.isEmpty {
      show(kept, of: layer, look, in: surroundings)
    }
    kept.appearance.drawn = place
    if isOtherwise {
      damage.add(before.drawn)
      damage.add(place)
    } else if needsRefresh && scale != nil {
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

  /// Adds the picture and the layer's shadow to the list; of one without pixels, the shadow alone.
  mutating func show(_ kept: KeptPicture, of layer: Layer, _ look: Look, in surroundings: Surroundings) {
    let hasShadow = layer.shadow != nil && !layer.masksToBounds && layer.mask == nil
    let limits = layer.blendMode.reachesBeyondShape
    let bounded = limits ? list.open(.beginClip(Path(rect: layer.bounds), .nonZero), transform: look.map) : -1
    let group = list.open(.beginGroup, opacity: look.alpha, blend: layer.blendMode)
    if hasShadow { drawShadow(of: layer, map: look.map, cut: surroundings.cut) }
    if kept.hasPixels {
      let part = open(surroundings.cut)
      list.draw(
        kept.picture, transform: kept.back.concatenating(look.map),
        filter: look.map.isAffine && !kept.picture.hasMipmaps ? .bilinear : .trilinear)
      close(part, of: surroundings.cut)
    }
    list.closeGroup(group)
    if bounded >= 0 { list.closeClip(bounded) }
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
