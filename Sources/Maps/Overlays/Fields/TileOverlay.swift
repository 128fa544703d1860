public import CartoucheRaster

/// Pictures over the map, tile by tile: MapKit's `MKTileOverlay`.
///
/// The closure is asked once for each tile that is seen; where it has none, the part of the nearest tile above that it has stands in.
public final class TileOverlay: Overlay {
  public let boundingMapRect: MapRect
  /// The zooms of which there are tiles; nearer, those of the deepest are enlarged, farther away there is nothing.
  public let zoomRange: ClosedRange<Int>
  /// How many points wide a tile is seen, at least, and less than twice that.
  public let tileSize: Int
  let image: (TileID) -> Image?

  /// - Parameters:
  ///   - tileSize: in points, a power of two from 64 to 1024; what is none becomes the next lower one.
  ///   - picture: the tile's picture, its north-western corner first.
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

  public var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }
}

/// Draws a ``TileOverlay``.
open class TileOverlayRenderer: OverlayRenderer {
  private enum Known {
    case none
    case image(Image)
  }

  private var known: [TileID: Known] = [:]
  private static let maximumCachedTileCount = 2048
  private static let maximumTileCount: Int64 = 1024

  /// Asks for all tiles again: pictures have come meanwhile.
  public func reloadData() {
    known.removeAll()
    setNeedsDisplay()
  }

  override var prefersPartialDrawing: Bool { true }

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let tiled = overlay as? TileOverlay else { return }
    let (piece, home) = (MapBounds(mapRect), MapBounds(tiled.boundingMapRect))
    let part = MapBounds(
      minX: max(piece.minX, home.minX), minY: max(piece.minY, home.minY, 0), maxX: min(piece.maxX, home.maxX) - 1,
      maxY: min(piece.maxY, home.maxY, MapPoint.worldSize) - 1)
    guard !part.isEmpty else { return }
    // 512 points a tile are the map's own zoom, 256 the next.
    let finer = 9 - tiled.tileSize.trailingZeroBitCount
    var zoom = context.transform.camera.tileZoom + finer
    guard zoom >= tiled.zoomRange.lowerBound else { return }
    zoom = min(zoom, tiled.zoomRange.upperBound)
    func bits() -> Int64 { Int64(41 - zoom) }
    // By the size of the view alone, so that what is drawn of it in turn is of the same tiles.
    let size = Self.size(of: context.transform)
    while zoom > 0, (size.x >> bits() + 2) * (size.y >> bits() + 2) > Self.maximumTileCount { zoom -= 1 }
    if known.count > Self.maximumCachedTileCount { known.removeAll() }
    for row in (part.minY >> bits())...(part.maxY >> bits()) {
      for column in (part.minX >> bits())...(part.maxX >> bits()) {
        let wrapped = column & ((1 << Int64(zoom)) - 1)
        let id = TileID(unchecked: zoom, Int(wrapped), Int(row))
        guard let found = nearest(id, tiled) else { continue }
        let (x, y) = (column << bits(), row << bits())
        let shown = MapRect(
          origin: MapPoint(x: max(x, part.minX), y: max(y, part.minY)),
          width: min(x + 1 << bits(), part.maxX + 1) - max(x, part.minX),
          height: min(y + 1 << bits(), part.maxY + 1) - max(y, part.minY))
        draw(found.image, of: found.id, east: (column - wrapped) << bits(), within: shown, &context)
      }
    }
  }

  /// Of the smallest upright rectangle of the map that is as large as the view, in units.
  private static func size(of transform: MapTransform) -> (x: Int64, y: Int64) {
    let bounds = transform.bounds
    let across = transform.mapOffset(of: Point(x: bounds.width, y: 0))
    let down = transform.mapOffset(of: Point(x: 0, y: bounds.height))
    // Held to the world, so that products of tiles stay in 64 bits however large a view is.
    func held(_ one: Int64, _ other: Int64) -> Int64 {
      let world = UInt64(MapPoint.worldSize)
      return Int64(min(min(one.magnitude, world) + min(other.magnitude, world), world))
    }
    return (held(across.x, down.x), held(across.y, down.y))
  }

  /// Beyond its edge a picture goes on as it is there: tiles side by side are of one piece.
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
    // Whole pixels are shown, so a point more on every side is hidden.
    let wide = Rect(origin: from, size: Size(width: to.x - from.x, height: to.y - from.y)).insetBy(dx: -2, dy: -2)
    for quad in ViewClipping.quads(of: context.viewCorners(shown), within: context.transform.bounds) {
      context.list.clipped(to: PixelClip(quad[0], quad[1], quad[2], quad[3])) {
        $0.fill(Path(rect: wide), with: .image(pattern), transform: context.rotation)
      }
    }
  }

  private func nearest(_ id: TileID, _ tiled: TileOverlay) -> (id: TileID, image: Image)? {
    var current: TileID? = id
    while let tile = current, tile.zoom >= tiled.zoomRange.lowerBound {
      let answer = known[tile] ?? tiled.image(tile).map { $0.isEmpty ? .none : .image($0) } ?? .none
      known[tile] = answer
      if case .image(let image) = answer { return (tile, image) }
      current = tile.parent
    }
    return nil
  }
}
