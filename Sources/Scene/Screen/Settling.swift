import CartoucheRaster

/// One walk over the layers: fills the display list, and compares each layer with how it was at the last walk.
///
/// A layer's pixels are damaged, the old ones and the new, if it looks or stands otherwise or lies otherwise between its siblings. That its superlayer moved
/// shows in its own map to the screen; what is handed down is how the layers above are cut off and mixed.
struct Settling {
  /// What a walk is for. What is carried as a picture is looked at first, and then only what has to be is drawn.
  enum Task: Equatable {
    case settle
    /// Only to find the damage: what is as it was is not drawn, and nothing of the list is meant to be seen.
    case look
    /// Only to draw what touches these pixels: what is known of the layers stays.
    case paint(PixelRect)
  }

  var task = Task.settle
  var list = DisplayList()
  var damage = Damage()
  var screen = PixelRect.empty
  /// While a ``CarriedPicture`` is painted, the pixels that are, counted as at the last look.
  var paintedAround: PixelRect?
  /// Whether what is walked over is for a picture and not for the screen.
  var isInPicture = false

  var isLooking: Bool { task == .look }
  var isPainting: Bool { if case .paint = task { true } else { false } }

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
    if let paintedAround, let around = layer.appearance.isShown && layer.kept == nil ? layer.appearance.around : nil,
      !around.intersects(paintedAround)
    {
      return
    }
    // Before anything is drawn, so that a change made meanwhile is seen at the next walk.
    let changes = layer.changes
    if !isPainting { layer.changes.settle() }
    var surroundings = surroundings
    surroundings.isOtherwise = surroundings.isOtherwise || changes.isReordered || changes.isChangedThroughout
    let opacity = surroundings.opacity * min(max(layer.opacity, 0), 1)
    let alpha = UInt8((opacity * 255).rounded)  // ≤ 255
    guard !layer.isHidden, alpha > 0 else { return takeOff(layer) }
    if layer.isSpace, let space = layer as? TransformLayer {
      surroundings.opacity = opacity
      return visit(space, matrix: matrix, in: surroundings, keeping: pictures)
    }
    let own = Homography(matrix)
    // Which side counts is seen on the plane, as in CSS: on a card's mirrored back everything is mirrored, and nothing missing.
    guard layer.isDoubleSided || !own.isSeenFromBehind else {
      if !isPainting { layer.markSettledInside() }
      return takeOff(layer)
    }
    let map = own.concatenating(surroundings.plane)
    if isLooking && layer.isAsItWas(map, alpha, changes, in: surroundings) { return }
    surroundings.opacity = 1
    // What lies behind an eye on a plane that itself is seen in perspective would come back before the eye of the screen.
    let front = surroundings.plane.isAffine || own.isAffine ? nil : layer.front(through: own)
    let clip = front.map { list.open(.beginClip($0, .nonZero), transform: map) } ?? -1
    let state = Look(map: map, alpha: alpha, changes: changes)
    let carried = layer.isCarried && !isPainting ? carriable(layer, state, in: surroundings, keeping: pictures) : nil
    if isPainting {
      if let kept = layer.kept {
        show(kept, of: layer, state, in: surroundings)
      } else {
        paint(layer, state, in: surroundings, keeping: pictures)
      }
    } else if let carried {
      showCarried(carried, state, in: surroundings, keeping: pictures)
    } else if layer.shouldRasterize || (!map.isAffine && layer.isKeptInPerspective), let reach = layer.keptReach(changes),
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

  /// Takes a layer that is not shown off the screen.
  private mutating func takeOff(_ layer: Layer) {
    if !isPainting { layer.vacate { damage.add($0) } }
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
    let (map, before, screenClip) = (look.map, layer.appearance.lastLook, surroundings.clip)
    let blend = look.blend ?? layer.blendMode
    // What is mixed otherwise as one is otherwise everywhere in it.
    let isThroughout = surroundings.isOtherwise || !before.isShown || before.opacity != look.alpha
    // What moves with what it stands in has not moved.
    let isChanged = isLooking ? look.changes.isLookChanged : look.changes.isChanged
    let isOtherwise = isThroughout || isChanged || before.map != map || before.clip != screenClip
    let limits = layer.masksToBounds || blend.reachesBeyondShape
    let inner = inner(of: layer, limits: limits, map, screenClip)
    let place =
      isOtherwise || isLooking ? map.pixels(of: look.hasShadow ? layer.visualBounds : layer.drawnBounds, on: inner) : before.place
    (layer.appearance.isShown, layer.appearance.map, layer.appearance.opacity) = (true, map, look.alpha)
    (layer.appearance.clip, layer.appearance.place) = (screenClip, place)

    var below = Surroundings(plane: map, clip: inner, isOtherwise: isThroughout)
    // A sublayer that stays where it is while this one moves is cut off elsewhere.
    below.isOtherwise = below.isOtherwise || (before.map != map && (limits || layer.mask != nil))
    let shownBefore = pictures.shown
    let drawsItself: Bool
    if isLooking && !isOtherwise {
      for child in layer.sublayersInOrder { visit(child, matrix: child.toSuperlayer, in: below, keeping: pictures) }
      if let mask = layer.mask { visit(mask, matrix: mask.toSuperlayer, in: below, keeping: pictures) }
      drawsItself = !before.drawn.isEmpty || before.place != place
    } else {
      drawsItself = compose(layer, look, isSeen: !place.isEmpty, in: surroundings, below, keeping: pictures)
    }
    layer.appearance.holdsPictures = pictures.shown != shownBefore
    layer.appearance.around = isLooking ? layer.pixelsAround(place) : nil
    let drawn = drawsItself || blend.reachesBeyondShape ? place : .empty
    layer.appearance.drawn = drawn
    if isOtherwise {
      damage.add(before.drawn)
      damage.add(drawn)
    }
  }

  /// Draws as much of the layer as touches the pixels that are painted, and leaves what is known of it.
  private mutating func paint(_ layer: Layer, _ look: Look, in surroundings: Surroundings, keeping pictures: KeptPictures) {
    guard case .paint(let pixels) = task else { return }
    let limits = layer.masksToBounds || (look.blend ?? layer.blendMode).reachesBeyondShape
    let inner = inner(of: layer, limits: limits, look.map, surroundings.clip)
    let place = look.map.pixels(of: look.hasShadow ? layer.visualBounds : layer.drawnBounds, on: inner)
    let below = Surroundings(plane: look.map, clip: inner)
    _ = compose(layer, look, isSeen: place.intersects(pixels), in: surroundings, below, keeping: pictures)
  }

  /// What the layer leaves of the screen to what is in it.
  private func inner(of layer: Layer, limits: Bool, _ map: Homography, _ clip: PixelRect) -> PixelRect {
    limits ? clip.intersection(map.pixels(of: layer.bounds, on: clip)) : clip
  }

  /// Adds the layer and all in it to the list; answers whether the layer itself drew anything.
  private mutating func compose(
    _ layer: Layer, _ look: Look, isSeen: Bool, in surroundings: Surroundings, _ below: Surroundings, keeping pictures: KeptPictures
  ) -> Bool {
    let (map, blend) = (look.map, look.blend ?? layer.blendMode)
    var clip = -1
    if layer.masksToBounds || blend.reachesBeyondShape {
      clip = list.open(.beginClip(layer.masksToBounds ? layer.outline : Path(rect: layer.bounds), .nonZero), transform: map)
    }
    let isGroup = look.alpha < 255 || blend != .normal || layer.mask != nil
    let group = isGroup ? list.open(.beginGroup, opacity: look.alpha, blend: blend) : -1
    var count = list.count
    if isSeen && look.hasShadow { drawShadow(of: layer, map: map, cut: surroundings.cut) }
    let part = open(surroundings.cut)
    if isSeen {
      layer.drawBackground(into: &list, transform: map, opacity: 255)
      layer.draw(into: &list, transform: map, opacity: 255)
    }
    var drawsItself = list.count > count + (part.edge < 0 ? 0 : 1)
    for child in layer.sublayersInOrder { visit(child, matrix: child.toSuperlayer, in: below, keeping: pictures) }
    count = list.count
    if isSeen { layer.drawBorder(into: &list, transform: map, opacity: 255) }
    drawsItself = drawsItself || list.count > count
    close(part, of: surroundings.cut)
    if let mask = layer.mask, list.count > group + 1 { draw(mask: mask, in: below, keeping: pictures) }
    // Whether there is a group must not depend on what of it is seen: its colours are rounded twice.
    if group >= 0 { if layer.sublayers.isEmpty { list.closeGroup(group) } else { list.close(group, .endGroup) } }
    if clip >= 0 { list.closeClip(clip) }
    return drawsItself
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
  /// The pixels of `place` and of all in the layer, whose looks are over; nil where something in it is seen in a way that does not tell.
  fileprivate func pixelsAround(_ place: PixelRect) -> PixelRect? {
    guard maskLayer == nil else { return nil }
    var around = place
    for layer in sublayers where !layer.isHidden {
      if layer.isSpace { return nil }
      guard let inner = layer.kept?.appearance.place ?? (layer.appearance.isShown ? layer.appearance.around : .empty) else {
        return nil
      }
      around = around.union(inner)
    }
    return around
  }

  /// Whether nothing of the layer and of all in it is otherwise than at the last look.
  fileprivate func isAsItWas(_ map: Homography, _ alpha: UInt8, _ changes: Changes, in surroundings: Surroundings) -> Bool {
    !changes.isUnsettled && !surroundings.isOtherwise && kept == nil && appearance.isShown && !appearance.holdsPictures
      && appearance.map == map && appearance.opacity == alpha && appearance.clip == surroundings.clip
  }

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
