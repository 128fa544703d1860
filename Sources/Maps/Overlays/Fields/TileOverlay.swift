import CartoucheImages
public import CartoucheRaster

/// An overlay of images, one for each tile of the map, like MapKit's `MKTileOverlay`.
///
/// The images come from a closure of the application, at once or later, or from files:
///
///     let snow = TileOverlay(pathTemplate: "/var/snow/{z}/{x}/{y}.png", zoomRange: 4...12)
///
/// A ``TileOverlayRenderer`` draws the images. The renderer asks for the image of each visible tile once, and
/// caches the image. While an image is still to come, the nearest larger tile that is cached is shown in its
/// place.
///
/// If a tile has no image, the renderer asks for a larger tile. The larger tile is at the next lower zoom and
/// contains the smaller tile. The renderer goes on to lower zooms of ``zoomRange`` until there is an image.
/// From this image, the renderer cuts out the area of the original tile and enlarges it.
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

  /// Whether the overlay's tiles take the place of the map. The default is false.
  ///
  /// While such an overlay is on a map, the map draws and loads nothing else below its overlays. It shows no
  /// labels, and queries find no features.
  ///
  /// Where the overlay has no image, the map shows the ``MapView/theme``'s background color. Set the property
  /// before the overlay is added.
  public var canReplaceMapContent = false

  /// Where the image of a tile comes from.
  enum Source {
    case closure((TileID) -> Image?)
    case laterClosure((_ tile: TileID, _ result: @escaping (Image?) -> Void) -> Void)
    case files(TilePathTemplate)
  }

  let source: Source

  /// Creates a tile overlay of images that are there when they are asked for.
  ///
  /// - Parameters:
  ///   - rect: The part of the map that the overlay covers.
  ///   - zoomRange: The zooms for which the overlay has tiles, clamped to 0 … ``TileID/maximumZoom``.
  ///   - tileSize: The smallest width of a tile on the screen, in points: a power of two from 64 to 1024. Any
  ///     other value is rounded down to a power of two and clamped to this range.
  ///   - image: A closure that returns the image of a tile, or nil for a tile without an image. The first row
  ///     of the image's pixels is at the northern edge of the tile. The first pixel of each row is at the
  ///     western edge.
  public convenience init(
    over rect: MapRect = .world, zoomRange: ClosedRange<Int> = 0...TileID.maximumZoom, tileSize: Int = 256,
    image: @escaping (TileID) -> Image?
  ) {
    self.init(over: rect, zoomRange, tileSize, .closure(image))
  }

  /// Creates a tile overlay of images that arrive later, as by MapKit's `loadTile(at:result:)`.
  ///
  /// - Parameters:
  ///   - rect: The part of the map that the overlay covers.
  ///   - zoomRange: The zooms for which the overlay has tiles, clamped to 0 … ``TileID/maximumZoom``.
  ///   - tileSize: The smallest width of a tile on the screen, in points; see
  ///     ``init(over:zoomRange:tileSize:image:)``.
  ///   - loadTile: A closure that loads the image of a tile, and then calls `result` with the image, or with
  ///     nil for a tile without an image. It calls `result` on the map's thread, once, during the call or at
  ///     any time later. The completion of a ``BackgroundQueue`` is on the map's thread.
  public convenience init(
    over rect: MapRect = .world, zoomRange: ClosedRange<Int> = 0...TileID.maximumZoom, tileSize: Int = 256,
    loadTile: @escaping (_ tile: TileID, _ result: @escaping (Image?) -> Void) -> Void
  ) {
    self.init(over: rect, zoomRange, tileSize, .laterClosure(loadTile))
  }

  /// Creates a tile overlay of image files in PNG, JPEG or WebP, as with MapKit's `urlTemplate`.
  ///
  /// Workers of the stage's ``Stage/backgroundQueue`` read the files. Without a queue, a file is read in the
  /// frame that shows it. A tile whose file is missing or broken has no image. The map reports the first 20
  /// broken files, or a missing folder above all tiles, as ``MapError/tile(_:)``.
  ///
  /// - Parameters:
  ///   - template: The path of the files, in which `{z}`, `{x}` and `{y}` stand for the zoom, column and row
  ///     of a tile.
  ///   - rect: The part of the map that the overlay covers.
  ///   - zoomRange: The zooms for which the overlay has tiles, clamped to 0 … ``TileID/maximumZoom``.
  ///   - tileSize: The smallest width of a tile on the screen, in points; see
  ///     ``init(over:zoomRange:tileSize:image:)``.
  ///   - isGeometryFlipped: Whether rows are counted from the south, as in the Tile Map Service
  ///     specification.
  public convenience init(
    pathTemplate template: String, over rect: MapRect = .world, zoomRange: ClosedRange<Int> = 0...TileID.maximumZoom,
    tileSize: Int = 256, isGeometryFlipped: Bool = false
  ) {
    let template = TilePathTemplate(template, isFlipped: isGeometryFlipped)
    self.init(over: rect, zoomRange, tileSize, .files(template))
  }

  private init(over rect: MapRect, _ zoomRange: ClosedRange<Int>, _ tileSize: Int, _ source: Source) {
    boundingMapRect = rect
    self.zoomRange = zoomRange.clamped(to: 0...TileID.maximumZoom)
    var side = 64
    while side < 1024, side * 2 <= tileSize { side *= 2 }
    self.tileSize = side
    self.source = source
  }

  /// The center of the rectangle that the overlay covers. If the center is not on the map, the coordinate is
  /// latitude 0, longitude 0.
  public var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }

  /// The path of a tile's file; nil if the images do not come from files.
  public func path(forTile tile: TileID) -> String? {
    guard case .files(let template) = source else { return nil }
    return template.path(for: tile)
  }
}

/// The path of image files, with places for the numbers of a tile.
struct TilePathTemplate: Sendable {
  private let template: String
  private let isFlipped: Bool

  init(_ template: String, isFlipped: Bool) { (self.template, self.isFlipped) = (template, isFlipped) }

  func path(for tile: TileID) -> String {
    let row = isFlipped ? (1 << tile.zoom) - 1 - tile.y : tile.y
    var path = ""
    var rest = template[...]
    while let start = rest.firstIndex(of: "{") {
      path += rest[..<start]
      rest = rest[start...]
      let value: Int? = rest.hasPrefix("{z}") ? tile.zoom : rest.hasPrefix("{x}") ? tile.x : rest.hasPrefix("{y}") ? row : nil
      path += value.map { String($0) } ?? "{"
      rest = rest.dropFirst(value == nil ? 1 : 3)
    }
    return path + rest
  }

  /// The image of a tile, or why there is none.
  struct Answer: Sendable {
    var image: Image?
    var error: TileError?
  }

  /// Reads and decodes the image of a tile. It is no error if there is no such file.
  func image(of tile: TileID) -> Answer {
    let path = path(for: tile)
    guard FilePath.kind(of: path) != .absent else { return Answer(error: missingFolder) }
    do {
      let file = try MappedFile(path: path)
      let bytes = file.withBytes(offset: 0, count: UInt64(file.count)) { [UInt8]($0) } ?? []
      return Answer(image: try Image(decoding: bytes, maximumPixels: Self.maximumPixels))
    } catch let error as ImageError {
      return Answer(error: .brokenTile(file: path, tile: tile, reason: "\(error)"))
    } catch {
      return Answer(error: error as? TileError)
    }
  }

  /// The error if the folder of all tiles is missing: then the path is probably wrong, and nothing is shown.
  private var missingFolder: TileError? {
    let fixed = template.prefix { $0 != "{" }
    guard let end = fixed.lastIndex(of: "/"), end > fixed.startIndex, FilePath.kind(of: String(fixed[..<end])) == .absent else {
      return nil
    }
    return .unreadable(file: String(fixed[..<end]), reason: FilePath.lastError)
  }

  /// More pixels than a tile of the largest size has on any screen.
  private static let maximumPixels = 1 << 24
}
