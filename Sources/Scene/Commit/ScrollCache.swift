import CartoucheRaster

/// What a ``CachedScrollLayer`` shows, in the screen's pixels: moved when it is carried, and drawn where it is new or otherwise.
///
///     look: what is otherwise ▶ pixels moved ▶ strips at the edges ▶ paint each of these rectangles
///
/// What is known of the layers in it is counted from where the contents were when all of them were drawn last, so that what is carried with them stays where it is.
final class ScrollCache: RasterCacheEntry {
  private var painting = SceneWalk()
  /// The contents' origin in the last frame, and when all of them were drawn last.
  private var origin = PixelPoint(x: 0, y: 0)
  private var firstOrigin = PixelPoint(x: 0, y: 0)
  /// Bytes of the pictures in it.
  private var contentBytes = 0
  /// What of the picture is otherwise than in the last frame, all of it where it was moved.
  private(set) var changedRects: [PixelRect] = []

  /// So far contents are carried before all of them are drawn anew.
  private static let farthest = 1 << 20
  /// Wide enough for all that is carried, and narrow enough for sums.
  private static let everywhere = PixelRect(minX: -(1 << 28), minY: -(1 << 28), maxX: 1 << 28, maxY: 1 << 28)

  /// Brings the picture to what the layer shows now.
  func refresh(_ layer: CachedScrollLayer, _ dirtyFlags: DirtyFlags, using rasterCache: RasterCache) {
    let (size, new) = (layer.cacheSize, layer.contentOrigin)
    let isFar = max((new.x &- firstOrigin.x).magnitude, (new.y &- firstOrigin.y).magnitude) > Self.farthest
    let isOther = image.size != size || isFar || dirtyFlags.isContentChanged || dirtyFlags.isSubtreeChanged
    let way = isOther ? PixelPoint(x: 0, y: 0) : PixelPoint(x: new.x &- origin.x, y: new.y &- origin.y)
    origin = new
    if isOther { firstOrigin = new }
    changedRects.removeAll(keepingCapacity: true)
    guard isOther || dirtyFlags.needsCommit || rasterCache.isDrawingFinerImages else { return rasterCache.count(contentBytes) }
    if image.size != size { image = Image(size: size) { _ in } }
    let bytes = rasterCache.bytes
    findDamage(layer, isChanged: isOther, using: rasterCache)
    contentBytes = rasterCache.bytes - bytes

    let window = PixelRect(size)
    var damage = Damage()
    if isOther {
      damage.add(window)
    } else {
      let carried = PixelPoint(x: origin.x &- firstOrigin.x, y: origin.y &- firstOrigin.y)
      for rect in sceneWalk.damage.rects { damage.add(rect.moved(by: carried).intersection(window)) }
      move(by: way, addingNewTo: &damage)
    }
    paint(damage.rects, of: layer, using: rasterCache)
    changedRects.append(contentsOf: way.x != 0 || way.y != 0 ? [window] : damage.rects)
  }

  /// Finds what in the layer is otherwise, counted from where the contents were drawn.
  private func findDamage(_ layer: CachedScrollLayer, isChanged: Bool, using rasterCache: RasterCache) {
    sceneWalk.task = .findDamage
    sceneWalk.isInCachedImage = true
    sceneWalk.screen = Self.everywhere
    sceneWalk.list.removeAll()
    sceneWalk.damage.removeAll()
    layer.flushPendingDamage { sceneWalk.damage.add($0) }
    let plane = Homography.translation(
      x: Scalar(firstOrigin.x &- origin.x) - layer.bounds.minX, y: Scalar(firstOrigin.y &- origin.y) - layer.bounds.minY)
    (layer.lastDrawn.isShown, layer.lastDrawn.map, layer.lastDrawn.opacity) = (true, plane, 255)
    (layer.lastDrawn.clip, layer.lastDrawn.drawn) = (Self.everywhere, .empty)
    let around = TraversalContext(plane: plane, clip: Self.everywhere, forcesDamage: isChanged)
    for child in layer.sublayersInOrder {
      sceneWalk.visit(child, matrix: child.transformToSuperlayer, in: around, using: rasterCache)
    }
    sceneWalk.list.removeAll()
  }

  /// Moves the pixels, and adds the strips that they leave.
  private func move(by way: PixelPoint, addingNewTo damage: inout Damage) {
    guard way.x != 0 || way.y != 0 else { return }
    let (width, height) = (image.size.width, image.size.height)
    // Where what stays comes to lie.
    let stays = PixelRect(
      minX: max(way.x, 0), minY: max(way.y, 0), maxX: min(width + way.x, width), maxY: min(height + way.y, height))
    guard !stays.isEmpty else { return damage.add(PixelRect(image.size)) }
    image.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return false }
      let rows = stays.minY..<stays.maxY
      func moveRow(_ y: Int) {
        (base + (y &* width &+ stays.minX)).update(
          from: base + ((y &- way.y) &* width &+ stays.minX &- way.x), count: stays.width)
      }
      // Rows that are read later must not be written before; in a row they may overlap.
      if way.y > 0 { for y in rows.reversed() { moveRow(y) } } else { for y in rows { moveRow(y) } }
      return true
    }
    damage.add(PixelRect(minX: 0, minY: 0, maxX: width, maxY: stays.minY))
    damage.add(PixelRect(minX: 0, minY: stays.maxY, maxX: width, maxY: height))
    damage.add(PixelRect(minX: 0, minY: stays.minY, maxX: stays.minX, maxY: stays.maxY))
    damage.add(PixelRect(minX: stays.maxX, minY: stays.minY, maxX: width, maxY: stays.maxY))
  }

  private func paint(_ damage: [PixelRect], of layer: CachedScrollLayer, using rasterCache: RasterCache) {
    let size = image.size
    let (left, top) = (layer.bounds.minX, layer.bounds.minY)
    let plane = Homography.translation(x: -left, y: -top)
    painting.screen = PixelRect(size)
    painting.isInCachedImage = true
    layer.partialDrawCount &+= 1
    for rect in damage {
      painting.task = .paint(rect)
      painting.damageToPaint = rect.moved(by: PixelPoint(x: firstOrigin.x &- origin.x, y: firstOrigin.y &- origin.y))
      painting.list.removeAll()
      let part = Rect(
        x: left + Scalar(rect.minX), y: top + Scalar(rect.minY), width: Scalar(rect.width), height: Scalar(rect.height))
      layer.partialDrawRect = part
      defer { layer.partialDrawRect = nil }
      layer.drawing?(part, &painting.list, plane)
      let around = TraversalContext(plane: plane, clip: painting.screen)
      for child in layer.sublayersInOrder {
        painting.visit(child, matrix: child.transformToSuperlayer, in: around, using: rasterCache)
      }
      let list = painting.list
      image.withMutablePixels { pixels in
        guard let target = PixelBuffer(pixels, size: size) else { return false }
        rasterCache.renderer.draw(list, over: .clear, into: target, damage: [rect], workers: rasterCache.workers)
        return true
      }
    }
    painting.list.removeAll()
  }
}

extension CachedScrollLayer {
  var cacheSize: PixelSize { PixelSize(width: bounds.width.floor, height: bounds.height.floor) }
}

extension PixelRect {
  fileprivate func moved(by way: PixelPoint) -> PixelRect {
    PixelRect(minX: minX + way.x, minY: minY + way.y, maxX: maxX + way.x, maxY: maxY + way.y)
  }
}
