import CartoucheRaster

/// A map's drawing for one camera and one size: shapes in the view's points, from the bottom to the top.
///
/// Style layers outermost, tiles inside: a road's casing from one tile never covers its fill from the next. Each shape shows only in
/// the pixels that its tile owns, and is drawn beyond them, so nothing is seen of where tiles meet.
struct MapDrawing {
  struct Shape {
    var path: Path
    /// nil: filled.
    var stroke: StrokeStyle?
    var color: Color
    /// An index into `cells`.
    var cell: Int
    /// An index into the style's layers.
    var style: Int
    /// How many features are in the path.
    var features: Int
  }

  private(set) var shapes: [Shape] = []
  /// The corners on the view of the cells that shapes are clipped to.
  private(set) var cells: [[Point]] = []
  private(set) var background = Color.white

  /// A tile as it is drawn in this frame.
  private struct Placed {
    var tile: StyledTile
    var id: TileCell
    var cell: Int
    /// Whether a source laid over this one has the cell's tile.
    var isCovered: Bool
    /// One for each extent that the tile's layers have.
    var windows: [Int: PathBuilder.Window] = [:]
  }

  init() {}

  /// - Parameter part: what does not touch this part of the view may be left out.
  init(_ transform: MapTransform, store: TileCache, within part: Rect) {
    let zoom = transform.camera.clampedZoom
    background = store.style.background.color(at: zoom)
    var covering = TileCover.cells(transform, zoom: min(transform.camera.tileZoom, store.maximumZoom))
    // All cells of the view, lest a part has others where there are too many.
    cells = covering.map { transform.corners(of: $0) }
    if part != transform.bounds {
      for index in covering.indices.reversed() where !Self.touches(cells[index], part) {
        covering.remove(at: index)
        cells.remove(at: index)
      }
    }
    var placed = Self.place(covering, store)
    var builder = PathBuilder()
    for (index, style) in store.style.layers.enumerated() where style.zoomRange.contains(zoom) {
      let look = Appearance(style.symbolizer, at: zoom)
      guard look.isSeen else { continue }
      let givesWay = style.isBackdrop && zoom >= StyleLayer.backdropLimit
      for place in placed.indices {
        if givesWay, placed[place].isCovered { continue }
        guard let match = placed[place].tile.match(ofStyle: index) else { continue }
        let layer = placed[place].tile.tile.layers[match.layer]
        let known = placed[place].windows[layer.extentBits]
        let window = known ?? Self.window(placed[place], covering, transform, layer.extentBits, part)
        if known == nil { placed[place].windows[layer.extentBits] = window }
        let reach = Self.widened(window, by: look.reach)
        let (path, features) =
          look.stroke == nil
          ? builder.fill(match.features, of: layer, in: reach) : builder.stroke(match.features, of: layer, in: reach)
        guard !path.isEmpty else { continue }
        shapes.append(
          Shape(
            path: path, stroke: look.stroke, color: look.color, cell: placed[place].cell, style: index, features: features))
      }
    }
  }

  /// Whether the box round corners on the view meets a part of it.
  private static func touches(_ corners: [Point], _ part: Rect) -> Bool {
    corners.contains { $0.x < part.maxX } && corners.contains { $0.x > part.minX } && corners.contains { $0.y < part.maxY }
      && corners.contains { $0.y > part.minY }
  }

  /// The tiles to be drawn: all cells of the first source, then of the next.
  private static func place(_ covering: [TileCell], _ store: TileCache) -> [Placed] {
    var placed: [Placed] = []
    for source in store.sources.indices {
      for (index, cell) in covering.enumerated() {
        guard let found = store.nearest(cell.id, of: source) else { continue }
        let isCovered = (source + 1..<store.sources.count).contains { later in
          guard store.sources[later].zoomRange.contains(cell.id.zoom) else { return false }
          return store.tile(cell.id, of: later) != nil
        }
        placed.append(
          Placed(tile: found.tile, id: TileCell(id: found.id, copy: cell.copy), cell: index, isCovered: isCovered))
      }
    }
    return placed
  }

  private static func window(
    _ place: Placed, _ covering: [TileCell], _ transform: MapTransform, _ extentBits: Int, _ part: Rect
  ) -> PathBuilder.Window {
    let placement = TileTransform(transform, place.id, extentBits: extentBits)
    let clipExtent = transform.clipExtent
    func units(_ box: ClipBounds) -> TileRect {
      placement.units(of: [box.low, SIMD2(box.high.x, box.low.y), box.high, SIMD2(box.low.x, box.high.y)])
    }
    // The cell in the tile's units, a unit larger for what is finer than a unit.
    let cell = covering[place.cell].id
    let down = Int64(cell.zoom - place.id.id.zoom)
    let unit = Int64(extentBits)
    func edge(_ column: Int, _ from: Int) -> Int64 {
      ((Int64(column) - Int64(from) << down) << unit) >> down
    }
    let own = TileRect(
      minX: Int32(clamping: edge(cell.x, place.id.id.x) - 1), minY: Int32(clamping: edge(cell.y, place.id.id.y) - 1),
      maxX: Int32(clamping: edge(cell.x + 1, place.id.id.x) + 1), maxY: Int32(clamping: edge(cell.y + 1, place.id.id.y) + 1))
    let view = units(part.clipBounds)
    return PathBuilder.Window(
      placement: placement,
      seen: TileRect(
        minX: max(own.minX, view.minX), minY: max(own.minY, view.minY), maxX: min(own.maxX, view.maxX),
        maxY: min(own.maxY, view.maxY)),
      near: units(clipExtent.insetBy(dx: -1536, dy: -1536).clipBounds), box: clipExtent.clipBounds)
  }

  /// The window with as much more seen as a pen reaches.
  private static func widened(_ window: PathBuilder.Window, by reach: Scalar) -> PathBuilder.Window {
    // A unit is at least 2^38 >> shift in 1/65536 points.
    let units = Int32(clamping: (min(reach.rawValue, 1 << 30) << window.placement.shift) >> 38 + 1)  // < 2^59
    func added(_ a: Int32, _ b: Int32) -> Int32 { Int32(clamping: Int64(a) + Int64(b)) }
    var wide = window
    wide.seen = TileRect(
      minX: added(window.seen.minX, -units), minY: added(window.seen.minY, -units), maxX: added(window.seen.maxX, units),
      maxY: added(window.seen.maxY, units))
    return wide
  }

  /// A style layer's look at one zoom.
  private struct Appearance {
    var color: Color
    var stroke: StrokeStyle?
    /// How far from a feature's outline there can be a pixel of it.
    var reach: Scalar

    init(_ look: StyleLayer.Symbolizer, at zoom: Scalar) {
      switch look {
      case .fill(let ramp):
        color = ramp.color(at: zoom)
        reach = 1
      case .line(let ramp, let widths, let cap):
        color = ramp.color(at: zoom)
        let width = widths.value(at: zoom)
        // Round corners are seen on wide lines only.
        stroke = StrokeStyle(
          width: width, cap: width > 1.5 ? cap : .butt, join: width > 2.5 ? .round : .miter, miterLimit: 2)
        reach = width + 1
      }
    }

    var isSeen: Bool { color.alpha > 0 && stroke.map { $0.width > 0 } ?? true }
  }
}
