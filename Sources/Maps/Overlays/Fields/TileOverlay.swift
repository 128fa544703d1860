public import CartoucheRaster

/// An overlay of images, one for each tile of the map, like MapKit's `MKTileOverlay`.
///
/// A closure of the application returns the image of a tile. A ``TileOverlayRenderer`` draws the images. The
/// renderer calls the closure for each visible tile and caches the image.
///
/// If the closure returns no image for a tile, the renderer calls the closure for a larger tile. The larger
/// tile is at the next lower zoom and contains the smaller tile. The renderer goes on to lower zooms of
/// ``zoomRange`` until the closure returns an image. From this image, the renderer cuts out the area of the
/// original tile and enlarges it.
public final class TileOverlay: Overlay {
  /// The rectangle of the map that the overlay covers.
  public let boundingMapRect: MapRect
  /// The zooms for which the overlay has tiles.
  ///
  /// At zooms above this range, the tiles of the highest zoom in the range are enlarged. At zooms below this
  /// range, nothing is drawn.
  public let zoomRange: ClosedRange<Int>
  /// The smallest width of a tile on the screen, in points. When the user zooms in, a tile grows to twice
  /// this width. Four tiles of the next higher zoom then replace the tile.
  public let tileSize: Int
  let image: (TileID) -> Image?

  /// Creates a tile overlay.
  ///
  /// - Parameters:
  ///   - rect: The part of the map that the overlay covers.
  ///   - zoomRange: The zooms for which the overlay has tiles, clamped to 0 … ``TileID/maximumZoom``.
  ///   - tileSize: The smallest width of a tile on the screen, in points: a power of two from 64 to 1024. Any
  ///     other value is rounded down to a power of two and clamped to this range.
  ///   - image: A closure that returns the image of a tile, or nil for a tile without an image. The first row
  ///     of the image's pixels is at the northern edge of the tile. The first pixel of each row is at the
  ///     western edge.
  public init(
    over rect: MapRect = .world, zoomRange: ClosedRange<Int> = 0...TileID.maximumZoom, tileSize: Int = 256,
    image: @escaping (TileID) -> Image?
  ) {
    boundingMapRect = rect
    self.zoomRange = zoomRange.clamped(to: 0...TileID.maximumZoom)
    var side = 64
    while side < 1024, side * 2 <= tileSize { side *= 2 }
    self.tileSize = side
    self.image = image
  }

  /// The center of the rectangle that the overlay covers. If the center is not on the map, the coordinate is
  /// latitude 0, longitude 0.
  public var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }
}

/// A renderer that draws the images of a ``TileOverlay``, like MapKit's `MKTileOverlayRenderer`.
open class TileOverlayRenderer: OverlayRenderer {
  private enum CachedImage {
    case none
    case image(Image)
  }

  private var images: [TileID: CachedImage] = [:]
  private static let maximumCachedTileCount = 2048
  private static let maximumTileCount: Int64 = 1024

  /// Discards the cached images and redraws the overlay. The closure that returns the images is then called
  /// again for each visible tile. Call this method when images have changed, or when a missing image has
  /// become available.
  public func reloadData() {
    images.removeAll()
    setNeedsDisplay()
  }

  override var prefersPartialDrawing: Bool { true }

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
    var zoom = context.transform.camera.tileZoom + extraZoom
    guard zoom >= overlay.zoomRange.lowerBound else { return }
    zoom = min(zoom, overlay.zoomRange.upperBound)
    func bits() -> Int64 { Int64(41 - zoom) }
    // The zoom depends on the view's size alone, so that all parts are drawn with the same tiles.
    let size = Self.size(of: context.transform)
    while zoom > 0, (size.x >> bits() + 2) * (size.y >> bits() + 2) > Self.maximumTileCount { zoom -= 1 }
    if images.count > Self.maximumCachedTileCount { images.removeAll() }
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
    for quad in TileOutlineClipping.quads(of: context.viewCorners(shown), within: context.transform.bounds) {
      context.list.clipped(to: PixelClip(quad[0], quad[1], quad[2], quad[3])) {
        $0.fill(Path(rect: wide), with: .image(pattern), transform: context.rotation)
      }
    }
  }

  private func nearest(_ id: TileID, _ overlay: TileOverlay) -> (id: TileID, image: Image)? {
    var current: TileID? = id
    while let tile = current, tile.zoom >= overlay.zoomRange.lowerBound {
      let answer = images[tile] ?? overlay.image(tile).map { $0.isEmpty ? .none : .image($0) } ?? .none
      images[tile] = answer
      if case .image(let image) = answer { return (tile, image) }
      current = tile.parent
    }
    return nil
  }
}
