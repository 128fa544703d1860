public import CartoucheRaster

/// Pictures over the map, tile by tile: MapKit's `MKTileOverlay`.
///
/// The closure is asked once for each tile that is seen; where it has none, the part of the nearest tile above that it has stands in.
public final class TiledOverlay: Overlay {
  public let boundingMapRect: MapRect
  /// The zooms of which there are tiles; nearer, those of the deepest are enlarged, farther away there is nothing.
  public let zooms: ClosedRange<Int>
  /// How many points wide a tile is seen, at least, and less than twice that.
  public let tileSide: Int
  let picture: (TileID) -> Picture?

  /// - Parameters:
  ///   - tileSide: in points, a power of two from 64 to 1024; what is none becomes the next lower one.
  ///   - picture: the tile's picture, its north-western corner first.
  public init(
    over rect: MapRect = .world, zooms: ClosedRange<Int> = 0...TileID.maximumZoom, tileSide: Int = 256,
    picture: @escaping (TileID) -> Picture?
  ) {
    boundingMapRect = rect
    self.zooms = zooms.clamped(to: 0...TileID.maximumZoom)
    var side = 64
    while side < 1024, side * 2 <= tileSide { side *= 2 }
    self.tileSide = side
    self.picture = picture
  }

  public var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }
}

/// Draws a ``TiledOverlay``.
open class TiledOverlayRenderer: OverlayRenderer {
  private enum Known {
    case none
    case picture(Picture)
  }

  private var known: [TileID: Known] = [:]
  private static let mostKnown = 2048
  private static let mostTiles: Int64 = 1024

  /// Asks for all tiles again: pictures have come meanwhile.
  public func reloadData() {
    known.removeAll()
    setNeedsDisplay()
  }

  override var isMadeForParts: Bool { true }

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let tiled = overlay as? TiledOverlay else { return }
    let (piece, home) = (MapBox(mapRect), MapBox(tiled.boundingMapRect))
    let part = MapBox(
      minX: max(piece.minX, home.minX), minY: max(piece.minY, home.minY, 0), maxX: min(piece.maxX, home.maxX) - 1,
      maxY: min(piece.maxY, home.maxY, MapPoint.worldSize) - 1)
    guard !part.isEmpty else { return }
    // 512 points a tile are the map's own zoom, 256 the next.
    let finer = 9 - tiled.tileSide.trailingZeroBitCount
    var zoom = context.transform.camera.tileZoom + finer
    guard zoom >= tiled.zooms.lowerBound else { return }
    zoom = min(zoom, tiled.zooms.upperBound)
    func bits() -> Int64 { Int64(41 - zoom) }
    // By the size of the view alone, so that what is drawn of it in turn is of the same tiles.
    let size = Self.size(of: context.transform)
    while zoom > 0, (size.x >> bits() + 2) * (size.y >> bits() + 2) > Self.mostTiles { zoom -= 1 }
    if known.count > Self.mostKnown { known.removeAll() }
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
        draw(found.picture, of: found.id, east: (column - wrapped) << bits(), within: shown, &context)
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
  private func draw(_ picture: Picture, of id: TileID, east: Int64, within shown: MapRect, _ context: inout MapContext) {
    let origin = context.upright.point(at: context.shifted(id.origin.x + east, id.origin.y))
    typealias Element = WideFixed<32>
    let side = Element(rounding: context.zoomScale.points(forUnits: id.size))
    let pattern = PicturePattern(
      picture,
      transform: AffineTransform(
        a: side / picture.size.width, b: 0, c: 0, d: side / picture.size.height, tx: Element(rounding: origin.x),
        ty: Element(rounding: origin.y)),
      tiling: .clamp, filter: picture.hasMipmaps ? .trilinear : .bilinear)
    let (from, to) = (
      context.upright.point(at: context.shifted(shown.origin.x, shown.origin.y)),
      context.upright.point(at: context.shifted(shown.origin.x + shown.width, shown.origin.y + shown.height))
    )
    // Whole pixels are shown, so a point more on every side is hidden.
    let wide = Rect(origin: from, size: Size(width: to.x - from.x, height: to.y - from.y)).insetBy(dx: -2, dy: -2)
    for quad in ViewClipping.quads(of: context.viewCorners(shown), within: context.transform.bounds) {
      context.list.clipped(to: PixelClip(quad[0], quad[1], quad[2], quad[3])) {
        $0.fill(Path(rect: wide), with: .picture(pattern), transform: context.turn)
      }
    }
  }

  private func nearest(_ id: TileID, _ tiled: TiledOverlay) -> (id: TileID, picture: Picture)? {
    var current: TileID? = id
    while let tile = current, tile.zoom >= tiled.zooms.lowerBound {
      let answer = known[tile] ?? tiled.picture(tile).map { $0.isEmpty ? .none : .picture($0) } ?? .none
      known[tile] = answer
      if case .picture(let picture) = answer { return (tile, picture) }
      current = tile.parent
    }
    return nil
  }
}
