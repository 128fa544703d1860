import CartoucheRaster

extension Settling {
  /// The layer if it is one whose contents are carried and are to be kept as pixels in this walk; its picture goes if not.
  mutating func carriable(
    _ layer: Layer, _ look: Look, in surroundings: Surroundings, keeping pictures: KeptPictures
  ) -> CarriedLayer? {
    guard let carried = layer as? CarriedLayer else { return nil }
    if canCarry(carried, look, in: surroundings, keeping: pictures) { return carried }
    if let kept = layer.kept as? CarriedPicture {
      damage.add(kept.appearance.drawn)
      layer.forget()
    }
    return nil
  }

  /// Whether what `layer` shows can be kept as pixels of the screen and moved.
  private func canCarry(_ layer: CarriedLayer, _ look: Look, in surroundings: Surroundings, keeping pictures: KeptPictures) -> Bool
  {
    guard pictures.keepsCarriedPixels, layer.masksToBounds, !isInPicture, task == .settle, surroundings.cut == nil,
      look.alpha == 255,
      layer.blendMode == .normal, layer.mask == nil,
      layer.shadow == nil, layer.border == nil, layer.backgroundColor == nil, layer.cornerRadii == CornerRadii(0),
      layer.keepsPixels, look.map.wholeTranslation != nil, layer.bounds.isOnWholePixels,
      !look.map.pixels(of: layer.bounds, on: surroundings.clip).isEmpty
    else { return false }
    // What slides in is at whole pixels now and then: a picture is begun where it stands.
    guard layer.kept != nil || !layer.appearance.isShown || layer.appearance.map == look.map else { return false }
    let size = layer.carriedSize
    guard size.width > 0, size.height > 0, max(size.width, size.height) <= KeptPictures.longestSide else { return false }
    return pictures.bytes + size.width * size.height * 4 <= pictures.byteLimit
  }

  /// Shows a layer that is ``carriable(_:_:in:keeping:)``.
  mutating func showCarried(_ layer: CarriedLayer, _ look: Look, in surroundings: Surroundings, keeping pictures: KeptPictures) {
    guard let origin = look.map.wholeTranslation else { return }
    if layer.kept == nil { layer.vacate { damage.add($0) } }
    let known = layer.kept as? CarriedPicture
    if known == nil, let other = layer.kept {
      damage.add(other.appearance.drawn)
      layer.forget()
    }
    let kept = known ?? CarriedPicture()
    let before = kept.appearance
    layer.kept = kept
    pictures.shown &+= 1
    let size = layer.carriedSize
    pictures.count(size.width * size.height * 4)
    kept.refresh(layer, look.changes, keeping: pictures)

    let place = look.map.pixels(of: layer.bounds, on: surroundings.clip)
    (kept.appearance.isShown, kept.appearance.map, kept.appearance.opacity) = (true, look.map, look.alpha)
    (kept.appearance.clip, kept.appearance.place, kept.appearance.drawn) = (surroundings.clip, place, place)
    if !place.isEmpty {
      let corner = Homography.translation(x: layer.bounds.minX, y: layer.bounds.minY)
      list.draw(kept.picture, transform: corner.concatenating(look.map), filter: .nearest)
    }
    if surroundings.isOtherwise || !before.isShown || before.map != look.map || before.place != place {
      damage.add(before.drawn)
      damage.add(place)
      return
    }
    let corner = PixelPoint(x: origin.x + layer.bounds.minX.floor, y: origin.y + layer.bounds.minY.floor)
    for rect in kept.otherwise {
      damage.add(
        PixelRect(
          minX: rect.minX + corner.x, minY: rect.minY + corner.y, maxX: rect.maxX + corner.x, maxY: rect.maxY + corner.y
        ).intersection(place))
    }
  }
}

extension Rect {
  fileprivate var isOnWholePixels: Bool {
    minX == Scalar(minX.floor) && minY == Scalar(minY.floor) && maxX == Scalar(maxX.floor) && maxY == Scalar(maxY.floor)
  }
}

extension Homography {
  /// By how many pixels it moves everything; nil if it does anything else.
  fileprivate var wholeTranslation: PixelPoint? {
    guard isTranslation, let place = project(.zero) else { return nil }
    let whole = PixelPoint(x: place.x.floor, y: place.y.floor)
    guard place == Point(x: Scalar(whole.x), y: Scalar(whole.y)), self == .translation(x: place.x, y: place.y),
      max(whole.x.magnitude, whole.y.magnitude) < 1 << 20
    else { return nil }
    return whole
  }
}
