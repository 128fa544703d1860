import CartoucheRaster

/// One walk over the layers: fills the display list, and compares each layer with how it was at the last walk.
///
/// A layer's pixels are damaged, the old ones and the new, if it looks or stands otherwise or lies otherwise between its siblings. That its superlayer moved
/// shows in its own map to the screen; what is handed down is how the layers above are cut off and mixed.
struct SceneWalk {
  /// What a walk is for. What is carried as a picture is looked at first, and then only what has to be is drawn.
  enum Task: Equatable {
    case commit
    /// Only to find the damage: what is as it was is not drawn, and nothing of the list is meant to be seen.
    case findDamage
    /// Only to draw what touches these pixels: what is known of the layers stays.
    case paint(PixelRect)
  }

  var task = Task.commit
  var list = DisplayList()
  var damage = Damage()
  var screen = PixelRect.empty
  /// While a ``ScrollCache`` is painted, the pixels that are, counted as at the last look.
  var damageToPaint: PixelRect?
  /// Whether what is walked over is for a picture and not for the screen.
  var isInCachedImage = false

  var isFindingDamage: Bool { task == .findDamage }
  var isPainting: Bool { if case .paint = task { true } else { false } }

  mutating func commit(_ root: Layer, using rasterCache: RasterCache) {
    list.removeAll()
    damage.removeAll()
    rasterCache.beginWalk()
    visit(root, matrix: root.transformToSuperlayer, in: TraversalContext(clip: screen), using: rasterCache)
  }

  /// Draws `layer` and all in it.
  ///
  /// - Parameter matrix: from the layer's space to the plane on which it is seen.
  mutating func visit(_ layer: Layer, matrix: Transform3D, in surroundings: TraversalContext, using rasterCache: RasterCache) {
    if let damageToPaint, let around = layer.lastDrawn.isShown && layer.cacheEntry == nil ? layer.lastDrawn.around : nil,
      !around.intersects(damageToPaint)
    {
      return
    }
    // Before anything is drawn, so that a change made meanwhile is seen at the next walk.
    let dirtyFlags = layer.dirtyFlags
    if !isPainting { layer.dirtyFlags.clear() }
    var surroundings = surroundings
    surroundings.forcesDamage = surroundings.forcesDamage || dirtyFlags.isOrderChanged || dirtyFlags.isSubtreeChanged
    let opacity = surroundings.opacity * min(max(layer.opacity, 0), 1)
    let alpha = UInt8((opacity * 255).rounded)  // ≤ 255
    guard !layer.isHidden, alpha > 0 else { return removeFromScreen(layer) }
    if layer.isTransformLayer, let space = layer as? TransformLayer {
      surroundings.opacity = opacity
      return visit(space, matrix: matrix, in: surroundings, using: rasterCache)
    }
    let own = Homography(matrix)
    // Which side counts is seen on the plane, as in CSS: on a card's mirrored back everything is mirrored, and nothing missing.
    guard layer.isDoubleSided || !own.isBackFacing else {
      if !isPainting { layer.clearNeedsCommitBelow() }
      return removeFromScreen(layer)
    }
    let map = own.concatenating(surroundings.plane)
    if isFindingDamage && layer.isUnchanged(map, alpha, dirtyFlags, in: surroundings) { return }
    surroundings.opacity = 1
    // What lies behind an eye on a plane that itself is seen in perspective would come back before the eye of the screen.
    let front = surroundings.plane.isAffine || own.isAffine ? nil : layer.visiblePart(through: own)
    let clip = front.map { list.open(.beginClip($0, .nonZero), transform: map) } ?? -1
    let state = DrawState(map: map, alpha: alpha, dirtyFlags: dirtyFlags)
    let carried =
      layer.isScrollingContent && !isPainting ? scrollLayerToCache(layer, state, in: surroundings, using: rasterCache) : nil
    if isPainting {
      if let kept = layer.cacheEntry {
        show(kept, of: layer, state, in: surroundings)
      } else {
        paint(layer, state, in: surroundings, using: rasterCache)
      }
    } else if let carried {
      drawFromScrollCache(carried, state, in: surroundings, using: rasterCache)
    } else if layer.shouldRasterize || (!map.isAffine && layer.rasterizesInPerspective),
      let inkBounds = layer.cachedInkBounds(dirtyFlags),
      layer.shouldRasterize || !map.isForeshortened(over: inkBounds)
    {
      drawFromRasterCache(of: layer, inkBounds: inkBounds, state, in: surroundings, using: rasterCache)
    } else {
      if let kept = layer.cacheEntry {
        damage.add(kept.lastDrawn.drawn)
        layer.discardLastDrawn()
      }
      draw(layer, state, in: surroundings, using: rasterCache)
    }
    if clip >= 0 { list.closeClip(clip) }
  }

  /// Takes a layer that is not shown off the screen.
  private mutating func removeFromScreen(_ layer: Layer) {
    if !isPainting { layer.invalidateDrawnPixels { damage.add($0) } }
  }

  /// How a layer is to be drawn in this walk.
  struct DrawState {
    var map: Homography
    var alpha: UInt8
    var dirtyFlags: DirtyFlags
    /// Whether the layer's shadow is drawn with it; a picture of a layer is without.
    var hasShadow = true
    var blend: BlendMode?
  }

  /// Draws what the layer has and everything in it, as shapes.
  mutating func draw(_ layer: Layer, _ look: DrawState, in surroundings: TraversalContext, using rasterCache: RasterCache) {
    layer.flushPendingDamage { damage.add($0) }
    let (map, before, screenClip) = (look.map, layer.lastDrawn.summary, surroundings.clip)
    let blend = look.blend ?? layer.blendMode
    // What is mixed otherwise as one is otherwise everywhere in it.
    let isThroughout = surroundings.forcesDamage || !before.isShown || before.opacity != look.alpha
    // What moves with what it stands in has not moved.
    let hasOwnChange = isFindingDamage ? look.dirtyFlags.isContentChanged : look.dirtyFlags.isChanged
    let isChanged = isThroughout || hasOwnChange || before.map != map || before.clip != screenClip
    let limits = layer.masksToBounds || blend.affectsUncoveredPixels
    let inner = inner(of: layer, limits: limits, map, screenClip)
    let place =
      isChanged || isFindingDamage
      ? map.pixels(of: look.hasShadow ? layer.visualBounds : layer.drawnBounds, on: inner) : before.place
    (layer.lastDrawn.isShown, layer.lastDrawn.map, layer.lastDrawn.opacity) = (true, map, look.alpha)
    (layer.lastDrawn.clip, layer.lastDrawn.place) = (screenClip, place)

    var below = TraversalContext(plane: map, clip: inner, forcesDamage: isThroughout)
    // A sublayer that stays where it is while this one moves is cut off elsewhere.
    below.forcesDamage = below.forcesDamage || (before.map != map && (limits || layer.mask != nil))
    let shownBefore = rasterCache.shown
    let drawsItself: Bool
    if isFindingDamage && !isChanged {
      for child in layer.sublayersInOrder { visit(child, matrix: child.transformToSuperlayer, in: below, using: rasterCache) }
      if let mask = layer.mask { visit(mask, matrix: mask.transformToSuperlayer, in: below, using: rasterCache) }
      drawsItself = !before.drawn.isEmpty || before.place != place
    } else {
      drawsItself = compose(layer, look, isSeen: !place.isEmpty, in: surroundings, below, using: rasterCache)
    }
    layer.lastDrawn.containsCachedImages = rasterCache.shown != shownBefore
    layer.lastDrawn.around = isFindingDamage ? layer.inkPixels(place) : nil
    let drawn = drawsItself || blend.affectsUncoveredPixels ? place : .empty
    layer.lastDrawn.drawn = drawn
    if isChanged {
      damage.add(before.drawn)
      damage.add(drawn)
    }
  }

  /// Draws as much of the layer as touches the pixels that are painted, and leaves what is known of it.
  private mutating func paint(_ layer: Layer, _ look: DrawState, in surroundings: TraversalContext, using rasterCache: RasterCache)
  {
    guard case .paint(let pixels) = task else { return }
    let limits = layer.masksToBounds || (look.blend ?? layer.blendMode).affectsUncoveredPixels
    let inner = inner(of: layer, limits: limits, look.map, surroundings.clip)
    let place = look.map.pixels(of: look.hasShadow ? layer.visualBounds : layer.drawnBounds, on: inner)
    let below = TraversalContext(plane: look.map, clip: inner)
    _ = compose(layer, look, isSeen: place.intersects(pixels), in: surroundings, below, using: rasterCache)
  }

  /// What the layer leaves of the screen to what is in it.
  private func inner(of layer: Layer, limits: Bool, _ map: Homography, _ clip: PixelRect) -> PixelRect {
    limits ? clip.intersection(map.pixels(of: layer.bounds, on: clip)) : clip
  }

  /// Adds the layer and all in it to the list; answers whether the layer itself drew anything.
  private mutating func compose(
    _ layer: Layer, _ look: DrawState, isSeen: Bool, in surroundings: TraversalContext, _ below: TraversalContext,
    using rasterCache: RasterCache
  ) -> Bool {
    let (map, blend) = (look.map, look.blend ?? layer.blendMode)
    var clip = -1
    if layer.masksToBounds || blend.affectsUncoveredPixels {
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
    for child in layer.sublayersInOrder { visit(child, matrix: child.transformToSuperlayer, in: below, using: rasterCache) }
    count = list.count
    if isSeen { layer.drawBorder(into: &list, transform: map, opacity: 255) }
    drawsItself = drawsItself || list.count > count
    close(part, of: surroundings.cut)
    if let mask = layer.mask, list.count > group + 1 { draw(mask: mask, in: below, using: rasterCache) }
    // Whether there is a group must not depend on what of it is seen: its colours are rounded twice.
    if group >= 0 { if layer.sublayers.isEmpty { list.closeGroup(group) } else { list.close(group, .endGroup) } }
    if clip >= 0 { list.closeClip(clip) }
    return drawsItself
  }

  private mutating func draw(mask: Layer, in surroundings: TraversalContext, using rasterCache: RasterCache) {
    let place = list.open(.beginMask(.alpha))
    visit(mask, matrix: mask.transformToSuperlayer, in: surroundings, using: rasterCache)
    list.close(place, .endMask)
  }

  /// Begins what is shown in a part of its plane only: within a smooth edge, where there is one.
  mutating func open(_ cut: ClipFragment?) -> (edge: Int, body: Int) {
    let edge = cut?.path.map { list.open(.beginClip($0, .nonZero)) } ?? -1
    return (edge, list.count)
  }

  /// Ends it; without a smooth edge, all that was added is shown in the part's pixels.
  mutating func close(_ part: (edge: Int, body: Int), of cut: ClipFragment?) {
    if part.edge >= 0 { list.closeClip(part.edge) } else if let cut { limit(part.body..<list.count, to: cut) }
  }

  /// The shadow is cut along whole pixels: it lies beside its layer, where the parts meet with nothing between.
  mutating func drawShadow(of layer: Layer, map: Homography, cut: ClipFragment?) {
    let begin = list.count
    layer.drawShadow(into: &list, transform: map, opacity: 255)
    if let cut { limit(begin..<list.count, to: cut) }
  }

  /// Shows the items of `range` in the part's pixels only.
  mutating func limit(_ range: Range<Int>, to cut: ClipFragment) {
    guard !range.isEmpty, let first = cut.pixels.first else { return }
    for clip in cut.pixels.dropFirst() { list.repeatItems(range, within: clip) }
    list.clipItems(range, to: first)
  }
}

extension Layer {
  /// The pixels of `place` and of all in the layer, whose looks are over; nil where something in it is seen in a way that does not tell.
  fileprivate func inkPixels(_ place: PixelRect) -> PixelRect? {
    guard maskLayer == nil else { return nil }
    var around = place
    for layer in sublayers where !layer.isHidden {
      if layer.isTransformLayer { return nil }
      guard let inner = layer.cacheEntry?.lastDrawn.place ?? (layer.lastDrawn.isShown ? layer.lastDrawn.around : .empty) else {
        return nil
      }
      around = around.union(inner)
    }
    return around
  }

  /// Whether nothing of the layer and of all in it is otherwise than at the last look.
  fileprivate func isUnchanged(_ map: Homography, _ alpha: UInt8, _ dirtyFlags: DirtyFlags, in surroundings: TraversalContext)
    -> Bool
  {
    !dirtyFlags.needsCommit && !surroundings.forcesDamage && cacheEntry == nil && lastDrawn.isShown
      && !lastDrawn.containsCachedImages
      && lastDrawn.map == map && lastDrawn.opacity == alpha && lastDrawn.clip == surroundings.clip
  }

  /// What of the layer and all in it lies before the eye of `map`; nil if all of it does.
  fileprivate func visiblePart(through map: Homography) -> Path? {
    // Wider than what is seen: the cut alone is to show. What itself reaches behind an eye may reach anywhere.
    guard let inkBounds else { return map.visiblePart(of: bounds.insetBy(dx: -16384, dy: -16384)) }
    return map.visiblePart(of: inkBounds.union(visualBounds).insetBy(dx: -64, dy: -64))
  }
}

extension Homography {
  /// The pixels of `screen` that `rect` touches where it is seen; all of them where it reaches behind the eye.
  func pixels(of rect: Rect, on screen: PixelRect) -> PixelRect {
    guard !rect.isEmpty, !screen.isEmpty else { return .empty }
    let (box, isComplete) = boundingBox(of: rect)
    guard let box else { return .empty }
    guard isComplete else { return screen }
    // What is drawn is rounded to 256ths first; two 65536ths are the places between the corners.
    func low(_ value: Scalar) -> Int { Int(clamping: ((value - Scalar(rawValue: 2)).rawValue >> 7 &+ 1) >> 9) }
    func high(_ value: Scalar) -> Int { Int(clamping: (((value + Scalar(rawValue: 2)).rawValue >> 7 &+ 1) >> 1 &+ 255) >> 8) }
    let touched = PixelRect(minX: low(box.minX), minY: low(box.minY), maxX: high(box.maxX), maxY: high(box.maxY))
    let shown = touched.intersection(screen)
    return shown.isEmpty ? .empty : shown
  }
}
