import CartoucheRaster

/// The cached pixels of a ``CachedScrollLayer``: moved when its content scrolls, and drawn where new content
/// appears.
///
///     ScrollDamageWalk ▶ move pixels ▶ damage the strips at the edges ▶ ScrollPaintWalk for each rectangle
///
/// The damage walk sees every layer relative to ``baseOffset``, the content's offset at the last full redraw.
/// A layer that scrolls with the content therefore counts as unmoved.
///
/// The image takes 4 bytes per pixel of ``RasterCacheContext/byteLimit``. If there is too little memory,
/// the layer is drawn like any other layer. The same happens while the layer is rotated, translucent or
/// between pixels.
final class ScrollCache: LayerPixelCache {
  private var damageWalk = ScrollDamageWalk()
  private var paintWalk = ScrollPaintWalk()
  /// The layer's content offset in the last frame.
  private var offset = PixelPoint(x: 0, y: 0)
  /// The layer's content offset when the whole content was drawn last.
  private var baseOffset = PixelPoint(x: 0, y: 0)
  /// The memory of the images in the content, in bytes.
  private var nestedBytes = 0
  /// The parts of the image that differ from the last frame; the whole image if the content scrolled.
  private var changedRects: [PixelRect] = []

  /// The distance from ``baseOffset``, in pixels, beyond which the whole content is drawn again.
  ///
  /// The limit keeps sums of coordinates small.
  private static let maximumDistance = 1 << 20
  /// A clip that contains all scrolling content and is small enough for sums of coordinates.
  private static let unlimitedClip = PixelRect(minX: -(1 << 28), minY: -(1 << 28), maxX: 1 << 28, maxY: 1 << 28)

  override var canScroll: Bool { true }

  /// Returns whether the pixels of `layer` can be cached as pixels of the screen and moved.
  static func canCache(_ layer: CachedScrollLayer, _ state: OwnDrawState, in context: InheritedDrawState) -> Bool {
    let rasterCache = context.rasterCache
    guard rasterCache.usesScrollCache, layer.masksToBounds, context.target == .screen, context.fragment == nil,
      state.alpha == 255,
      layer.blendMode == .normal, layer.mask == nil,
      layer.shadow == nil, layer.border == nil, layer.backgroundColor == nil, layer.cornerRadii == CornerRadii(0),
      layer.cachesPixels, state.map.integerTranslation != nil, layer.bounds.isPixelAligned,
      !state.map.pixels(of: layer.bounds, on: context.clip).isEmpty
    else { return false }
    // A layer that slides in is at whole pixels by chance in some frames: caching begins when it rests.
    guard layer.cacheEntry != nil || !layer.lastDrawn.isShown || layer.lastDrawn.map == state.map else { return false }
    let size = layer.cacheSize
    guard size.width > 0, size.height > 0, max(size.width, size.height) <= RasterCacheContext.maximumSide else { return false }
    return rasterCache.bytes + size.width * size.height * 4 <= rasterCache.byteLimit
  }

  /// Brings the pixels up to date, records how they are seen, and adds the changed pixels of the screen to
  /// `damage`.
  func update(
    from layer: CachedScrollLayer, _ state: OwnDrawState, in context: InheritedDrawState, damage: inout DamageTracker
  ) {
    guard let origin = state.map.integerTranslation else { return }
    let (before, rasterCache) = (lastDrawn.summary, context.rasterCache)
    let size = layer.cacheSize
    rasterCache.shownImageCount &+= 1
    rasterCache.add(bytes: size.width * size.height * 4)
    refresh(from: layer, state.dirtyFlags, using: rasterCache)

    let pixels = state.map.pixels(of: layer.bounds, on: context.clip)
    (lastDrawn.isShown, lastDrawn.map, lastDrawn.opacity) = (true, state.map, state.alpha)
    (lastDrawn.clip, lastDrawn.pixelBounds, lastDrawn.drawnPixels) = (context.clip, pixels, pixels)
    if context.forcesDamage || !before.isShown || before.map != state.map || before.pixelBounds != pixels {
      return damage.add(old: before.drawnPixels, new: pixels)
    }
    let corner = PixelPoint(x: origin.x + layer.bounds.minX.floor, y: origin.y + layer.bounds.minY.floor)
    for rect in changedRects { damage.add(rect.moved(by: corner).intersection(pixels)) }
  }

  /// Brings the cached pixels to the present state of the layer.
  private func refresh(from layer: CachedScrollLayer, _ dirtyFlags: DirtyFlags, using rasterCache: RasterCacheContext) {
    let (size, old, new) = (layer.cacheSize, offset, layer.contentOffset)
    let distance = max((new.x &- baseOffset.x).magnitude, (new.y &- baseOffset.y).magnitude)
    let isFullRedraw =
      image.size != size || distance > Self.maximumDistance || dirtyFlags.isContentChanged || dirtyFlags.isSubtreeChanged
    // Content moves against its offset.
    let delta = isFullRedraw ? PixelPoint(x: 0, y: 0) : PixelPoint(x: old.x &- new.x, y: old.y &- new.y)
    offset = new
    if isFullRedraw { baseOffset = new }
    changedRects.removeAll(keepingCapacity: true)
    guard isFullRedraw || dirtyFlags.needsCommit || rasterCache.isDrawingFinerImages else {
      return rasterCache.add(bytes: nestedBytes)
    }
    if image.size != size { image = Image(size: size) { _ in } }
    let bytesBefore = rasterCache.bytes
    findDamage(in: layer, isFullRedraw: isFullRedraw, using: rasterCache)
    nestedBytes = rasterCache.bytes - bytesBefore

    let window = PixelRect(size)
    var damage = Damage()
    if isFullRedraw {
      damage.add(window)
    } else {
      let fromBase = PixelPoint(x: baseOffset.x &- offset.x, y: baseOffset.y &- offset.y)
      for rect in damageWalk.damage.rects { damage.add(rect.moved(by: fromBase).intersection(window)) }
      // The content's space begins at the offset, and the window at the layer's corner.
      let fromContent = PixelPoint(
        x: 0 &- offset.x &- layer.bounds.minX.floor, y: 0 &- offset.y &- layer.bounds.minY.floor)
      for rect in layer.changedContent { damage.add(rect.moved(by: fromContent).intersection(window)) }
      move(by: delta, addingUncoveredTo: &damage)
    }
    layer.changedContent.removeAll(keepingCapacity: true)
    paint(damage.rects, of: layer, using: rasterCache)
    changedRects.append(contentsOf: delta.x != 0 || delta.y != 0 ? [window] : damage.rects)
  }

  /// Finds the changes in the layer, relative to ``baseOffset``.
  private func findDamage(in layer: CachedScrollLayer, isFullRedraw: Bool, using rasterCache: RasterCacheContext) {
    damageWalk.list.removeAll()
    damageWalk.damage.removeAll()
    damageWalk.damage.addPendingDamage(of: layer)
    let plane = Homography.translation(
      x: Scalar(offset.x &- baseOffset.x) - layer.bounds.minX, y: Scalar(offset.y &- baseOffset.y) - layer.bounds.minY)
    (layer.lastDrawn.isShown, layer.lastDrawn.map, layer.lastDrawn.opacity) = (true, plane, 255)
    (layer.lastDrawn.clip, layer.lastDrawn.drawnPixels) = (Self.unlimitedClip, .empty)
    let context = InheritedDrawState(
      target: .cachedImage, plane: plane, clip: Self.unlimitedClip, forcesDamage: isFullRedraw, using: rasterCache)
    damageWalk.visitSublayers(of: layer, in: context)
    damageWalk.list.removeAll()
  }

  /// Moves the pixels, and adds the strips that the move uncovers at the edges to the damage.
  private func move(by delta: PixelPoint, addingUncoveredTo damage: inout Damage) {
    guard delta.x != 0 || delta.y != 0 else { return }
    let (width, height) = (image.size.width, image.size.height)
    // The destination of the pixels that stay visible.
    let destination = PixelRect(
      minX: max(delta.x, 0), minY: max(delta.y, 0), maxX: min(width + delta.x, width), maxY: min(height + delta.y, height))
    guard !destination.isEmpty else { return damage.add(PixelRect(image.size)) }
    image.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return false }
      let rows = destination.minY..<destination.maxY
      func moveRow(_ y: Int) {
        (base + (y &* width &+ destination.minX)).update(
          from: base + ((y &- delta.y) &* width &+ destination.minX &- delta.x), count: destination.width)
      }
      // A row must be read before it is overwritten; `update` allows overlap within a row.
      if delta.y > 0 { for y in rows.reversed() { moveRow(y) } } else { for y in rows { moveRow(y) } }
      return true
    }
    damage.add(PixelRect(minX: 0, minY: 0, maxX: width, maxY: destination.minY))
    damage.add(PixelRect(minX: 0, minY: destination.maxY, maxX: width, maxY: height))
    damage.add(PixelRect(minX: 0, minY: destination.minY, maxX: destination.minX, maxY: destination.maxY))
    damage.add(PixelRect(minX: destination.maxX, minY: destination.minY, maxX: width, maxY: destination.maxY))
  }

  /// Draws the content into the damaged rectangles of the image.
  private func paint(_ damage: [PixelRect], of layer: CachedScrollLayer, using rasterCache: RasterCacheContext) {
    let size = image.size
    let (left, top) = (layer.bounds.minX, layer.bounds.minY)
    let plane = Homography.translation(x: -left, y: -top)
    layer.partialDrawCount &+= 1
    for rect in damage {
      paintWalk.pixels = rect
      paintWalk.basePixels = rect.moved(by: PixelPoint(x: offset.x &- baseOffset.x, y: offset.y &- baseOffset.y))
      paintWalk.list.removeAll()
      let part = Rect(
        x: left + Scalar(rect.minX), y: top + Scalar(rect.minY), width: Scalar(rect.width), height: Scalar(rect.height))
      layer.partialDrawRect = part
      defer { layer.partialDrawRect = nil }
      layer.drawing?(part, &paintWalk.list, plane)
      let context = InheritedDrawState(target: .cachedImage, plane: plane, clip: PixelRect(size), using: rasterCache)
      paintWalk.visitSublayers(of: layer, in: context)
      let list = paintWalk.list
      image.withMutablePixels { pixels in
        guard let target = PixelBuffer(pixels, size: size) else { return false }
        rasterCache.renderer.draw(list, over: .clear, into: target, damage: [rect], workers: rasterCache.workers)
        return true
      }
    }
    paintWalk.list.removeAll()
  }
}

extension CachedScrollLayer {
  /// The size of the cached image in pixels, which is the layer's size in points.
  fileprivate var cacheSize: PixelSize { PixelSize(width: bounds.width.floor, height: bounds.height.floor) }
}

extension Rect {
  /// Whether all edges are at whole coordinates.
  fileprivate var isPixelAligned: Bool {
    minX == Scalar(minX.floor) && minY == Scalar(minY.floor) && maxX == Scalar(maxX.floor) && maxY == Scalar(maxY.floor)
  }
}
