import CartoucheRaster

/// One walk over the layers: fills the display list, and compares each layer with how it was at the last walk.
///
/// A layer's pixels are damaged, the old ones and the new, if it looks or stands otherwise or lies otherwise between its siblings. That its superlayer moved
/// shows in its own map to the screen; what is handed down is how the layers above are cut off and mixed.
struct Settling {
  var list = DisplayList()
  var damage = Damage()
  var screen = PixelRect.empty

  mutating func settle(_ root: Layer, keeping pictures: KeptPictures) {
    list.removeAll()
    damage.removeAll()
    pictures.beginWalk()
    visit(root, matrix: root.toSuperlayer, in: Surroundings(clip: screen), keeping: pictures)
  }

  /// Draws `layer` and all in it.
  ///
  /// - Parameter matrix: from the layer's space to the plane on which it is seen.
  mutating func visit(_ layer: Layer, matrix: Transform3D, in surroundings: Surroundings, keeping pictures: KeptPictures) {
    // Before anything is drawn, so that a change made meanwhile is seen at the next walk.
    let changes = layer.changes
    layer.changes.settle()
    var surroundings = surroundings
    surroundings.isOtherwise = surroundings.isOtherwise || changes.isReordered || changes.isChangedThroughout
    let opacity = surroundings.opacity * min(max(layer.opacity, 0), 1)
    let alpha = UInt8((opacity * 255).rounded)  // ≤ 255
    guard !layer.isHidden, alpha > 0 else { return layer.vacate { damage.add($0) } }
    if layer.isSpace, let space = layer as? TransformLayer {
      surroundings.opacity = opacity
      return visit(space, matrix: matrix, in: surroundings, keeping: pictures)
    }
    let own = Homography(matrix)
    // Which side counts is seen on the plane, as in CSS: on a card's mirrored back everything is mirrored, and nothing missing.
    guard layer.isDoubleSided || !own.isSeenFromBehind else {
      layer.markSettledInside()
      return layer.vacate { damage.add($0) }
    }
    let map = own.concatenating(surroundings.plane)
    surroundings.opacity = 1
    // What lies behind an eye on a plane that itself is seen in perspective would come back before the eye of the screen.
    let front = surroundings.plane.isAffine || own.isAffine ? nil : layer.front(through: own)
    let clip = front.map { list.open(.beginClip($0, .nonZero), transform: map) } ?? -1
    let state = Look(map: map, alpha: alpha, changes: changes)
    if layer.shouldRasterize || (!map.isAffine && layer.isKeptInPerspective), let reach = layer.keptReach(changes),
      layer.shouldRasterize || !map.isSteep(over: reach)
    {
      showPicture(of: layer, reach: reach, state, in: surroundings, keeping: pictures)
    } else {
      if let kept = layer.kept {
        damage.add(kept.appearance.drawn)
        layer.forget()
      }
      draw(layer, state, in: surroundings, keeping: pictures)
    }
    if clip >= 0 { list.closeClip(clip) }
  }

  /// How a layer is to be drawn in this walk.
  struct Look {
    var map: Homography
    var alpha: UInt8
    var changes: Changes
    /// Whether the layer's shadow is drawn with it; a picture of a layer is without.
    var hasShadow = true
    var blend: BlendMode?
  }

  /// Draws what the layer has and everything in it, as shapes.
  mutating func draw(_ layer: Layer, _ look: Look, in surroundings: Surroundings, keeping pictures: KeptPictures) {
    layer.reportVacated { damage.add($0) }
    let (map, before, screenClip) = (look.map, layer.appearance, surroundings.clip)
    let blend = look.blend ?? layer.blendMode
    // What is mixed otherwise as one is otherwise everywhere in it.
    let isThroughout = surroundings.isOtherwise || !before.isShown || before.opacity != look.alpha
    let isOtherwise =
      isThroughout || look.changes.isChanged || before.map != map || before.clip != screenClip
    let limits = layer.masksToBounds || blend.reachesBeyondShape
    let inner = limits ? screenClip.intersection(map.pixels(of: layer.bounds, on: screenClip)) : screenClip
    let place =
      isOtherwise ? map.pixels(of: look.hasShadow ? layer.visualBounds : layer.drawnBounds, on: inner) : before.place
    (layer.appearance.isShown, layer.appearance.map, layer.appearance.opacity) = (true, map, look.alpha)
    (layer.appearance.clip, layer.appearance.place) = (screenClip, place)

    var clip = -1
    if limits {
      clip = list.open(.beginClip(layer.masksToBounds ? layer.outline : Path(rect: layer.bounds), .nonZero), transform: map)
    }
    let isGroup = look.alpha < 255 || blend != .normal || layer.mask != nil
    let group = isGroup ? list.open(.beginGroup, opacity: look.alpha, blend: blend) : -1
    var count = list.count
    if !place.isEmpty && look.hasShadow { drawShadow(of: layer, map: map, cut: surroundings.cut) }
    let part = open(surroundings.cut)
    if !place.isEmpty {
      layer.drawBackground(into: &list, transform: map, opacity: 255)
      layer.draw(into: &list, transform: map, opacity: 255)
    }
    var drawsItself = list.count > count + (part.edge < 0 ? 0 : 1)
    var below = Surroundings(plane: map, clip: inner, isOtherwise: isThroughout)
    // A sublayer that stays where it is while this one moves is cut off elsewhere.
    below.isOtherwise = below.isOtherwise || (before.map != map && (limits || layer.mask != nil))
    for child in layer.sublayersInOrder { visit(child, matrix: child.toSuperlayer, in: below, keeping: pictures) }
    count = list.count
    if !place.isEmpty { layer.drawBorder(into: &list, transform: map, opacity: 255) }
    drawsItself = drawsItself || list.count > count
    close(part, of: surroundings.cut)
    if let mask = layer.mask, list.count > group + 1 { draw(mask: mask, in: below, keeping: pictures) }
    // Whether there is a group must not depend on what of it is seen: its colours are rounded twice.
    if group >= 0 { if layer.sublayers.isEmpty { list.closeGroup(group) } else { list.close(group, .endGroup) } }
    if clip >= 0 { list.closeClip(clip) }

    let drawn = drawsItself || blend.reachesBeyondShape ? place : .empty
    layer.appearance.drawn = drawn
    if isOtherwise {
      damage.add(before.drawn)
      damage.add(drawn)
    }
  }

  private mutating func draw(mask: Layer, in surroundings: Surroundings, keeping pictures: KeptPictures) {
    let place = list.open(.beginMask(.alpha))
    visit(mask, matrix: mask.toSuperlayer, in: surroundings, keeping: pictures)
    list.close(place, .endMask)
  }

  /// Begins what is shown in a part of its plane only: within a smooth edge, where there is one.
  mutating func open(_ cut: Cut?) -> (edge: Int, body: Int) {
    let edge = cut?.path.map { list.open(.beginClip($0, .nonZero)) } ?? -1
    return (edge, list.count)
  }

  /// Ends it; without a smooth edge, all that was added is shown in the part's pixels.
  mutating func close(_ part: (edge: Int, body: Int), of cut: Cut?) {
    if part.edge >= 0 { list.closeClip(part.edge) } else if let cut { limit(part.body..<list.count, to: cut) }
  }

  /// The shadow is cut along whole pixels: it lies beside its layer, where the parts meet with nothing between.
  mutating func drawShadow(of layer: Layer, map: Homography, cut: Cut?) {
    let begin = list.count
    layer.drawShadow(into: &list, transform: map, opacity: 255)
    if let cut { limit(begin..<list.count, to: cut) }
  }

  /// Shows the items of `range` in the part's pixels only.
  mutating func limit(_ range: Range<Int>, to cut: Cut) {
    guard !range.isEmpty, let first = cut.pixels.first else { return }
    for clip in cut.pixels.dropFirst() { list.repeatItems(range, within: clip) }
    list.limitItems(range, to: first)
  }
}

extension Layer {
  /// What of the layer and all in it lies before the eye of `map`; nil if all of it does.
  fileprivate func front(through map: Homography) -> Path? {
    // Wider than what is seen: the cut alone is to show. What itself reaches behind an eye may reach anywhere.
    guard let reach else { return map.front(of: bounds.insetBy(dx: -16384, dy: -16384)) }
    return map.front(of: reach.union(visualBounds).insetBy(dx: -64, dy: -64))
  }
}

extension Homography {
  /// The pixels of `screen` that `rect` touches where it is seen; all of them where it reaches behind the eye.
  func pixels(of rect: Rect, on screen: PixelRect) -> PixelRect {
    guard !rect.isEmpty, !screen.isEmpty else { return .empty }
    let (box, isWhole) = box(of: rect)
    guard let box else { return .empty }
    guard isWhole else { return screen }
    // What is drawn is rounded to 256ths first; two 65536ths are the places between the corners.
    func low(_ value: Scalar) -> Int { Int(clamping: ((value - Scalar(rawValue: 2)).rawValue >> 7 &+ 1) >> 9) }
    func high(_ value: Scalar) -> Int { Int(clamping: (((value + Scalar(rawValue: 2)).rawValue >> 7 &+ 1) >> 1 &+ 255) >> 8) }
    let touched = PixelRect(minX: low(box.minX), minY: low(box.minY), maxX: high(box.maxX), maxY: high(box.maxY))
    let shown = touched.intersection(screen)
    return shown.isEmpty ? .empty : shown
  }
}
