import CartoucheRaster
import CartoucheScene

/// A renderer that draws the images of a ``TileOverlay``, like MapKit's `MKTileOverlayRenderer`.
open class TileOverlayRenderer: OverlayRenderer {
  private enum CachedImage {
    case none
    /// The image was asked for, and is still to come.
    case pending
    case image(Image)
  }

  private var images: [TileID: CachedImage] = [:]
  /// The number of reloads. Images that were asked for before the last one are ignored.
  private var generation = 0
  /// The number of the drawing in which an image was drawn last.
  private var lastUses: [TileID: Int] = [:]
  private var drawingCount = 0
  /// The memory of the cached images in bytes.
  private var byteCount = 0
  private static let maximumCachedTileCount = 2048
  private static let byteLimit = 64 << 20
  private static let maximumTileCount: Int64 = 1024
  /// The number of broken files that were reported, and the limit. A map keeps a limited number of errors,
  /// and those of one overlay must not displace all others.
  private var errorCount = 0
  private static let maximumErrorCount = 20

  /// Discards the cached images and redraws the overlay. The images of visible tiles are then asked for
  /// again. Call this method when images have changed, or when a missing image has become available.
  public func reloadData() {
    images.removeAll()
    lastUses.removeAll()
    byteCount = 0
    generation += 1
    setNeedsDisplay()
  }

  override var prefersPartialDrawing: Bool { true }
  override var suitsImages: Bool { false }

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let overlay = overlay as? TileOverlay else { return reportUnsuitableOverlay() }
    let (requested, overlayBounds) = (InclusiveMapRect(mapRect), InclusiveMapRect(overlay.boundingMapRect))
    let part = InclusiveMapRect(
      minX: max(requested.minX, overlayBounds.minX), minY: max(requested.minY, overlayBounds.minY, 0),
      maxX: min(requested.maxX, overlayBounds.maxX) - 1,
      maxY: min(requested.maxY, overlayBounds.maxY, MapPoint.worldSize) - 1)
    guard !part.isEmpty else { return }
    // 512 points per tile are the map's own zoom, 256 the next.
    let extraZoom = 9 - overlay.tileSize.trailingZeroBitCount
    var zoom = max(context.transform.camera.clampedZoom.floor + extraZoom, 0)
    guard zoom >= overlay.zoomRange.lowerBound else { return }
    zoom = min(zoom, overlay.zoomRange.upperBound)
    func bits() -> Int64 { Int64(41 - zoom) }
    // The zoom depends on the view's size alone, so that all parts are drawn with the same tiles.
    let size = Self.size(of: context.transform)
    while zoom > 0, (size.x >> bits() + 2) * (size.y >> bits() + 2) > Self.maximumTileCount { zoom -= 1 }
    drawingCount &+= 1
    evict()
    for row in (part.minY >> bits())...(part.maxY >> bits()) {
      for column in (part.minX >> bits())...(part.maxX >> bits()) {
        let wrapped = column & ((1 << Int64(zoom)) - 1)
        let id = TileID(unchecked: zoom, Int(wrapped), Int(row))
        guard let nearest = nearest(id, overlay) else { continue }
        let (x, y) = (column << bits(), row << bits())
        let shown = MapRect(
          origin: MapPoint(x: max(x, part.minX), y: max(y, part.minY)),
          width: min(x + 1 << bits(), part.maxX + 1) - max(x, part.minX),
          height: min(y + 1 << bits(), part.maxY + 1) - max(y, part.minY))
        draw(nearest.image, of: nearest.id, east: (column - wrapped) << bits(), within: shown, &context)
      }
    }
  }

  /// Returns the size of the smallest upright rectangle around the part of the map in view, in map units.
  private static func size(of transform: MapTransform) -> (x: Int64, y: Int64) {
    let bounds = transform.bounds
    let right = transform.mapOffset(of: Point(x: bounds.width, y: 0))
    let down = transform.mapOffset(of: Point(x: 0, y: bounds.height))
    // Clamped to the world, so that products of tile counts fit in 64 bits for any view.
    func sum(_ a: Int64, _ b: Int64) -> Int64 {
      let world = UInt64(MapPoint.worldSize)
      return Int64(min(min(a.magnitude, world) + min(b.magnitude, world), world))
    }
    return (sum(right.x, down.x), sum(right.y, down.y))
  }

  /// Draws a tile's image, extended beyond its edges, so that adjacent tiles meet without a seam.
  private func draw(_ image: Image, of id: TileID, east: Int64, within shown: MapRect, _ context: inout MapContext) {
    let origin = context.northUpTransform.point(at: context.shifted(id.origin.x + east, id.origin.y))
    typealias Element = WideFixed<32>
    let side = Element(rounding: context.zoomScale.points(forUnits: id.size))
    let pattern = ImagePattern(
      image,
      transform: AffineTransform(
        a: side / image.size.width, b: 0, c: 0, d: side / image.size.height, tx: Element(rounding: origin.x),
        ty: Element(rounding: origin.y)),
      tiling: .clamp, filter: image.hasMipmaps ? .trilinear : .bilinear)
    let (from, to) = (
      context.northUpTransform.point(at: context.shifted(shown.origin.x, shown.origin.y)),
      context.northUpTransform.point(at: context.shifted(shown.origin.x + shown.width, shown.origin.y + shown.height))
    )
    // The clip shows whole pixels, so a margin beyond it is hidden.
    let wide = Rect(origin: from, size: Size(width: to.x - from.x, height: to.y - from.y)).insetBy(dx: -2, dy: -2)
    let rotation = context.rotationForDrawing()
    for quad in TileOutlineClipping.quads(of: context.viewCorners(shown), within: context.transform.bounds) {
      context.list.clipped(to: PixelClip(quad[0], quad[1], quad[2], quad[3])) {
        $0.fill(Path(rect: wide), with: .image(pattern), transform: rotation)
      }
    }
  }

  /// Returns the image to draw for a tile: its own, or that of a larger tile.
  private func nearest(_ id: TileID, _ overlay: TileOverlay) -> (id: TileID, image: Image)? {
    var current: TileID? = id
    var isWaiting = false
    while let tile = current, tile.zoom >= overlay.zoomRange.lowerBound {
      // Larger tiles only stand in while an image is to come, and are not asked for.
      if images[tile] == nil, !isWaiting { load(tile, overlay) }
      switch images[tile] {
      case .image(let image):
        lastUses[tile] = drawingCount
        return (tile, image)
      case .pending: isWaiting = true
      case CachedImage.none?, nil: break
      }
      current = tile.parent
    }
    return nil
  }

  /// Asks for the image of a tile.
  private func load(_ tile: TileID, _ overlay: TileOverlay) {
    switch overlay.source {
    case .closure(let image): store(image(tile), of: tile)
    case .laterClosure(let loadTile):
      images[tile] = .pending
      // An answer during this call is drawn at once.
      var isDuringCall = true
      loadTile(tile, answer(of: tile, isImmediate: { isDuringCall }))
      isDuringCall = false
    case .files(let template):
      guard let queue = layer?.backgroundQueue else {
        let answer = template.image(of: tile)
        report(answer.error)
        return store(answer.image, of: tile)
      }
      images[tile] = .pending
      let draw = answer(of: tile, isImmediate: { false })
      queue.compute(
        { template.image(of: tile) },
        completion: { [weak self] answer in
          self?.report(answer.error)
          draw(answer.image)
        })
    }
  }

  private func report(_ error: TileError?) {
    guard let error, errorCount < Self.maximumErrorCount else { return }
    errorCount += 1
    report(.tile(error))
  }

  /// Returns a closure that takes the image of a tile that was asked for.
  private func answer(of tile: TileID, isImmediate: @escaping () -> Bool) -> (Image?) -> Void {
    { [weak self, generation] image in
      guard let self, self.generation == generation else { return }
      if case .image = self.images[tile] { return }
      self.store(image, of: tile)
      if !isImmediate() { self.setNeedsDisplay(in: MapRect(origin: tile.origin, width: tile.size, height: tile.size)) }
    }
  }

  private func store(_ image: Image?, of tile: TileID) {
    images[tile] = image.map { $0.isEmpty ? .none : .image($0) } ?? CachedImage.none
    lastUses[tile] = drawingCount
    byteCount += byteCount(of: tile)
  }

  private func byteCount(of tile: TileID) -> Int {
    guard case .image(let image) = images[tile] else { return 0 }
    return image.size.width * image.size.height * 4
  }

  /// If the images take more than the limit, removes those that were not drawn for the longest time. Images
  /// that are to come stay.
  private func evict() {
    guard byteCount > Self.byteLimit || images.count > Self.maximumCachedTileCount else { return }
    let known = images.keys.filter { if case .pending = images[$0] { false } else { true } }
    for tile in known.sorted(by: { lastUses[$0, default: 0] < lastUses[$1, default: 0] }) {
      guard byteCount > Self.byteLimit / 4 * 3 || images.count > Self.maximumCachedTileCount / 4 * 3 else { return }
      byteCount -= byteCount(of: tile)
      images[tile] = nil
      lastUses[tile] = nil
    }
  }
}
