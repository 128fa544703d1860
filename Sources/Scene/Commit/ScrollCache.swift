import CartoucheRaster

/// The cached pixels of a ``CachedScrollLayer``: moved when its content scrolls, and drawn where new content
/// appears.
///
///     ScrollDamageWalk ▶ move the window ▶ damage strips at its edges ▶ ScrollPaintWalk for each rectangle
///
/// The image may be larger than the layer, by ``CachedScrollLayer/overscan``. The layer is a window on the
/// image. A scroll moves the window, and nothing is drawn as long as the pixels in the window are known. When
/// the window reaches the edge of the known pixels, a strip is drawn up to the image's edge. When it reaches
/// the image's edge, the pixels are moved, so that the next strip is as wide as the overscan. Mostly that
/// copies nothing, because the image has spare memory: see ``Image/scroll(_:by:)``.
///
/// The damage walk sees every layer relative to ``baseOffset``, the content's offset at the last full redraw.
/// A layer that scrolls with the content therefore counts as unmoved.
///
/// The image takes 4 or 6 bytes per pixel of ``RasterCacheContext/byteLimit``. If there is too little memory,
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
  /// The part of the image that the layer shows.
  private(set) var window = PixelRect.empty
  /// The part of the image whose pixels are those of the present content. After each update, it contains the
  /// window.
  private var known = PixelRect.empty
  /// The parts of the window that differ from the last frame, in pixels from its corner. If the content
  /// scrolled, the whole window differs.
  private var changedRects: [PixelRect] = []
  /// The parts of the image that are to be drawn.
  private var paintDamage = Damage()

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
    return layer.bounds.width >= 1 && layer.bounds.height >= 1 && imageMemory(of: layer, using: rasterCache) != nil
  }

  /// The size of an image, and whether it has spare memory.
  private struct ImageMemory {
    var size: PixelSize
    var isAmple = false
    var pixelCount: Int { size.width * size.height }
    var spareCount: Int { isAmple ? pixelCount / 2 : 0 }
    var byteCount: Int { (pixelCount + spareCount) * 4 }
  }

  /// Returns the memory of the cached image; nil if there is too little for it.
  ///
  /// The image gets half as much memory again, in which its pixels move without being copied. All images
  /// together get at most an eighth of the limit for that. If the pixels alone need too much memory, the
  /// image has no overscan.
  private static func imageMemory(of layer: CachedScrollLayer, using rasterCache: RasterCacheContext) -> ImageMemory? {
    let size = layer.windowSize
    let wide = PixelSize(width: size.width + layer.overscan, height: size.height + layer.overscan)
    func fits(_ memory: ImageMemory) -> Bool {
      max(memory.size.width, memory.size.height) <= RasterCacheContext.maximumSide
        && rasterCache.bytes + memory.byteCount <= rasterCache.byteLimit
    }
    let ample = ImageMemory(size: wide, isAmple: true)
    if fits(ample), rasterCache.hasRoom(forSpareBytes: ample.spareCount * 4) { return ample }
    if fits(ImageMemory(size: wide)) { return ImageMemory(size: wide) }
    return fits(ImageMemory(size: size)) ? ImageMemory(size: size) : nil
  }

  /// Brings the pixels up to date, records how they are seen, and adds the changed pixels of the screen to
  /// `damage`.
  func update(
    from layer: CachedScrollLayer, _ state: OwnDrawState, in context: InheritedDrawState, damage: inout DamageTracker
  ) {
    guard let origin = state.map.integerTranslation else { return }
    let (before, rasterCache) = (lastDrawn.summary, context.rasterCache)
    guard let memory = Self.imageMemory(of: layer, using: rasterCache) else { return }
    rasterCache.shownImageCount &+= 1
    if image.size == memory.size {
      // An image with less memory than there could be now is kept.
      if image.byteCount > memory.byteCount { image.removeSpareMemory() }
    } else {
      image = Self.emptyImage
      image = Image(uninitialized: memory.size, spareCount: memory.spareCount)
      known = .empty
    }
    rasterCache.add(bytes: image.byteCount, spare: image.byteCount - memory.pixelCount * 4)
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
  private func refresh(
    from layer: CachedScrollLayer, _ dirtyFlags: DirtyFlags, using rasterCache: RasterCacheContext
  ) {
    let (size, old, new) = (layer.windowSize, offset, layer.contentOffset)
    let distance = max((new.x &- baseOffset.x).magnitude, (new.y &- baseOffset.y).magnitude)
    let isFullRedraw =
      known.isEmpty || window.width != size.width || window.height != size.height || distance > Self.maximumDistance
      || dirtyFlags.isContentChanged || dirtyFlags.isSubtreeChanged
    // Content moves against its offset.
    let delta = isFullRedraw ? PixelPoint(x: 0, y: 0) : PixelPoint(x: old.x &- new.x, y: old.y &- new.y)
    offset = new
    if isFullRedraw { baseOffset = new }
    changedRects.removeAll(keepingCapacity: true)
    guard isFullRedraw || dirtyFlags.needsCommit || rasterCache.isDrawingFinerImages else {
      return rasterCache.add(bytes: nestedBytes)
    }
    let bytesBefore = rasterCache.bytes
    findDamage(in: layer, isFullRedraw: isFullRedraw, using: rasterCache)
    nestedBytes = rasterCache.bytes - bytesBefore

    paintDamage.removeAll()
    if isFullRedraw {
      window = PixelRect(size)
      known = window
      paintDamage.add(window)
    } else {
      move(by: delta)
      let fromBase = PixelPoint(
        x: window.minX &+ baseOffset.x &- offset.x, y: window.minY &+ baseOffset.y &- offset.y)
      for rect in damageWalk.damage.rects { add(rect.moved(by: fromBase), to: &paintDamage) }
      // The content's space begins at the offset, and the window at the layer's corner.
      let fromContent = PixelPoint(
        x: window.minX &- offset.x &- layer.bounds.minX.floor, y: window.minY &- offset.y &- layer.bounds.minY.floor)
      for rect in layer.changedContent { add(rect.moved(by: fromContent), to: &paintDamage) }
      addUnknown(to: &paintDamage)
    }
    layer.changedContent.removeAll(keepingCapacity: true)
    findNextStrips(of: layer, after: delta)
    paint(paintDamage.rects, of: layer, using: rasterCache)
    if delta.x != 0 || delta.y != 0 { return changedRects.append(PixelRect(size)) }
    let fromImage = PixelPoint(x: 0 - window.minX, y: 0 - window.minY)
    for rect in paintDamage.rects { changedRects.append(rect.moved(by: fromImage).intersection(PixelRect(size))) }
  }

  /// Adds a part of the image that has changed to the damage.
  private func add(_ rect: PixelRect, to damage: inout Damage) {
    // Where everything in the window changed, what is outside it need not be drawn now.
    if rect.intersection(window) == window { known = window }
    damage.add(rect.intersection(known))
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

  /// Moves the window against the content's move, and the pixels where the window would leave the image.
  private func move(by delta: PixelPoint) {
    guard delta.x != 0 || delta.y != 0 else { return }
    let moved = window.moved(by: PixelPoint(x: 0 &- delta.x, y: 0 &- delta.y))
    let (size, known) = (image.size, known)
    /// Returns where the window begins on one axis: where it is, or where the next strip is as wide as the
    /// overscan.
    func start(_ low: Int, _ high: Int, _ size: Int, known knownLow: Int, _ knownHigh: Int) -> Int {
      let spare = size - (high - low)
      if low < 0 { return spare - (knownLow - low).clamped(from: 0, to: spare) }
      return high > size ? (high - knownHigh).clamped(from: 0, to: spare) : low
    }
    let corner = PixelPoint(
      x: start(moved.minX, moved.maxX, size.width, known: known.minX, known.maxX),
      y: start(moved.minY, moved.maxY, size.height, known: known.minY, known.maxY))
    self.known = image.scroll(known, by: PixelPoint(x: corner.x &- moved.minX, y: corner.y &- moved.minY))
    window = PixelRect(PixelSize(width: window.width, height: window.height)).moved(by: corner)
  }

  /// Adds the strips to the damage that the window needs, up to the image's edge. They are known afterwards.
  private func addUnknown(to damage: inout Damage) {
    guard known.intersection(window) != window else { return }
    guard known.intersects(window) else {
      known = window
      return damage.add(window)
    }
    let (old, size) = (known, image.size)
    known = PixelRect(
      minX: window.minX < old.minX ? 0 : old.minX, minY: window.minY < old.minY ? 0 : old.minY,
      maxX: window.maxX > old.maxX ? size.width : old.maxX, maxY: window.maxY > old.maxY ? size.height : old.maxY)
    damage.add(PixelRect(minX: known.minX, minY: known.minY, maxX: known.maxX, maxY: old.minY))
    damage.add(PixelRect(minX: known.minX, minY: old.maxY, maxX: known.maxX, maxY: known.maxY))
    damage.add(PixelRect(minX: known.minX, minY: old.minY, maxX: old.minX, maxY: old.maxY))
    damage.add(PixelRect(minX: old.maxX, minY: old.minY, maxX: known.maxX, maxY: old.maxY))
  }

  /// Finds the strips that will be drawn next if the content moves on.
  private func findNextStrips(of layer: CachedScrollLayer, after delta: PixelPoint) {
    let (size, bounds) = (image.size, layer.bounds)
    /// Returns the columns or rows of a strip, before or after those that are known.
    func range(_ delta: Int, _ low: Int, _ high: Int, _ size: Int, _ window: Int) -> (Int, Int) {
      if delta == 0 { return (0, 0) }
      if delta < 0 { return (high, high < size ? size : size + size - window) }
      return (low > 0 ? 0 : window - size, low)
    }
    let fromImage = PixelPoint(
      x: offset.x &+ bounds.minX.floor &- window.minX, y: offset.y &+ bounds.minY.floor &- window.minY)
    let (left, right) = range(delta.x, known.minX, known.maxX, size.width, window.width)
    let (top, bottom) = range(delta.y, known.minY, known.maxY, size.height, window.height)
    layer.nextStrips = (
      PixelRect(minX: left, minY: known.minY, maxX: right, maxY: known.maxY).moved(by: fromImage),
      PixelRect(minX: known.minX, minY: top, maxX: known.maxX, maxY: bottom).moved(by: fromImage)
    )
  }

  /// Draws the content into the damaged rectangles of the image.
  private func paint(_ damage: [PixelRect], of layer: CachedScrollLayer, using rasterCache: RasterCacheContext) {
    let size = image.size
    let (left, top) = (layer.bounds.minX - Scalar(window.minX), layer.bounds.minY - Scalar(window.minY))
    let fromImage = PixelPoint(
      x: offset.x &- baseOffset.x &- window.minX, y: offset.y &- baseOffset.y &- window.minY)
    let plane = Homography.translation(x: -left, y: -top)
    layer.partialDrawCount &+= 1
    for rect in damage {
      paintWalk.pixels = rect
      paintWalk.basePixels = rect.moved(by: fromImage)
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
  /// The size of the layer in pixels, which is its size in points.
  fileprivate var windowSize: PixelSize { PixelSize(width: bounds.width.floor, height: bounds.height.floor) }
}

extension Rect {
  /// Whether all edges are at whole coordinates.
  fileprivate var isPixelAligned: Bool {
    minX == Scalar(minX.floor) && minY == Scalar(minY.floor) && maxX == Scalar(maxX.floor) && maxY == Scalar(maxY.floor)
  }
}
