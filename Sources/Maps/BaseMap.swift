import CartoucheRaster
import CartoucheScene

/// The base map of a map view: the cache of decoded tiles, and the drawing of tiles in the content layer.
///
/// The content layer caches the pixels that it has drawn. A pan moves these pixels and draws only the strips
/// that come into view. A change of the zoom, bearing, size, style or sources redraws the whole layer.
final class BaseMap {
  /// The layer that a pan scrolls. It draws the tiles, and its sublayers are overlays and annotation views.
  let contentLayer = CachedScrollLayer(frame: .zero)

  private unowned let map: MapView
  private var cache: TileCache?
  /// The errors of caches that were discarded.
  private var olderErrors: [TileError] = []
  /// The transform from the last layout of the content layer.
  private var laidOut: MapTransform?
  /// The shapes of the whole view, which are reused while no pixels are cached.
  private var drawing: (view: MapTransform, shapes: MapDrawing)?

  init(of map: MapView) {
    self.map = map
    contentLayer.drawing = { [unowned self] rect, list, transform in draw(rect, &list, transform) }
  }

  // MARK: Tiles

  /// Forgets all decoded tiles and redraws the map.
  func discardTiles() {
    olderErrors += cache?.takeErrors() ?? []
    (cache, drawing) = (nil, nil)
    contentLayer.setNeedsDisplay()
    map.setNeedsLayout()
  }

  func takeErrors() -> [TileError] {
    defer { olderErrors = [] }
    return olderErrors + (cache?.takeErrors() ?? [])
  }

  private var tiles: TileCache {
    let tiles = cache ?? TileCache(sources: map.sources, style: map.style, byteLimit: map.tileCacheLimit)
    cache = tiles
    return tiles
  }

  // MARK: Layout and drawing

  /// Scrolls the content layer to its position in `view`, or redraws the layer.
  ///
  /// The layer is redrawn if anything except the position has changed since the last layout.
  func layOut(_ view: MapTransform) {
    defer { laidOut = view }
    let bounds = map.bounds
    if contentLayer.bounds != bounds || contentLayer.position != bounds.center {
      (contentLayer.bounds, contentLayer.position) = (bounds, bounds.center)
    }
    // Off the grid every frame is another zoom or bearing, and cached pixels would serve no other frame.
    contentLayer.cachesPixels = view.isGridAligned && map.style.background.color(at: view.camera.clampedZoom).alpha == 255
    if laidOut?.isTranslation(of: view) != true { contentLayer.setNeedsDisplay() }
    if view.isGridAligned {
      let origin = view.integralOrigin
      contentLayer.contentOffset = PixelPoint(x: 0 &- origin.x, y: 0 &- origin.y)
    }
  }

  /// Draws the tiles that touch `rect`, with the transform of the last layout.
  ///
  /// While the map's size is animated, its bounds differ from the bounds of the content layer.
  private func draw(_ rect: Rect, _ list: inout DisplayList, _ transform: Homography) {
    guard let view = laidOut else { return }
    let bounds = view.bounds
    // A part is drawn once, into cached pixels; only the shapes of the whole view are worth keeping.
    let isWhole = contentLayer.partialDrawRect == nil
    let known = isWhole && drawing?.view == view ? drawing?.shapes : nil
    let shapes = known ?? MapDrawing(view, tiles: tiles, within: isWhole ? bounds : rect)
    drawing = isWhole ? (view, shapes) : nil
    map.didDrawTiles()
    // While a map is animated to a smaller size, it shows more than its layout was made for.
    list.fill(Path(rect: contentLayer.bounds), with: .color(shapes.background), transform: transform)
    guard let clipExtent = TileOutlineClipping.clipExtent(of: view, transform: transform) else {
      return Self.draw(shapes, within: bounds, into: &list, transform: transform)
    }
    // The bounds are whole pixels, so the clip needs no group.
    list.clipped(to: bounds, transform: transform) { Self.draw(shapes, within: clipExtent, into: &$0, transform: transform) }
  }

  /// Draws each shape within `rect`, clipped to the pixels of the shape's tile.
  private static func draw(_ map: MapDrawing, within rect: Rect, into list: inout DisplayList, transform: Homography) {
    let clips = map.cells.map { corners in
      TileOutlineClipping.quads(of: corners, within: rect).compactMap { quad -> PixelClip? in
        let projected = quad.compactMap { transform.project($0) }
        return projected.count == 4 ? PixelClip(projected[0], projected[1], projected[2], projected[3]) : nil
      }
    }
    for shape in map.shapes {
      for clip in clips[shape.cell] {
        list.clipped(to: clip) { list in
          if let stroke = shape.stroke {
            list.stroke(shape.path, style: stroke, with: .color(shape.color), transform: transform)
          } else {
            list.fill(shape.path, with: .color(shape.color), transform: transform)
          }
        }
      }
    }
  }
}
