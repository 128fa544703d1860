package import CartoucheRaster

/// The drawing of a map for one camera and one view size: shapes in the view's points, from bottom to top.
///
/// The shapes are ordered by style layer first, and by tile second. A road's casing from one tile therefore
/// never covers the road's fill from the next tile. A shape extends beyond its tile, but is shown only in the
/// pixels that the tile owns. Tiles therefore meet without a seam.
package struct MapDrawing {
  package struct Shape {
    var path: Path
    /// The style of the shape's stroke; nil for a shape that is filled.
    var stroke: StrokeStyle?
    var color: Color
    /// The index in `cells` of the cell to which the shape is clipped.
    var cell: Int
    /// The index of the style layer that draws the shape.
    package var style: Int
    /// The number of map features in the shape's path.
    package var features: Int
  }

  package private(set) var shapes: [Shape] = []
  /// The corners, on the view, of each cell to which shapes are clipped.
  private(set) var cells: [[Point]] = []
  private(set) var background = Color.white

  /// A tile that is drawn in this frame.
  private struct Placement {
    var tile: StyledTile
    var id: TileCell
    var cell: Int
    /// Whether a source above the tile's source has the cell's tile.
    var isCovered: Bool
    /// The windows of the tile, by the number of extent bits of the tile's layers.
    var windows: [Int: TilePathBuilder.Window] = [:]
  }

  /// Creates the drawing of the map that a view with `transform` shows.
  ///
  /// - Parameter part: The part of the view to draw. Shapes outside this part may be omitted.
  package init(_ transform: MapTransform, tiles: TileCache, within part: Rect) {
    let zoom = transform.camera.clampedZoom
    background = tiles.style.background.color(at: zoom)
    var coverCells = TileCover.cells(transform, zoom: min(transform.camera.tileZoom, tiles.maximumZoom))
    // All cells of the view: a part could have smaller cells than the view, which limits their number.
    cells = coverCells.map { transform.corners(of: $0) }
    if part != transform.bounds {
      for index in coverCells.indices.reversed() where !Self.touches(cells[index], part) {
        coverCells.remove(at: index)
        cells.remove(at: index)
      }
    }
    var placements = Self.placements(coverCells, tiles)
    var builder = TilePathBuilder()
    for (index, style) in tiles.style.layers.enumerated() where style.zoomRange.contains(zoom) {
      let appearance = Appearance(style.symbolizer, at: zoom)
      guard appearance.isVisible else { continue }
      let givesWay = style.isBackdrop && zoom >= StyleLayer.backdropLimit
      for tile in placements.indices {
        if givesWay, placements[tile].isCovered { continue }
        guard let match = placements[tile].tile.match(ofStyle: index) else { continue }
        let layer = placements[tile].tile.tile.layers[match.layer]
        let known = placements[tile].windows[layer.extentBits]
        let window = known ?? Self.window(placements[tile], coverCells, transform, layer.extentBits, part)
        if known == nil { placements[tile].windows[layer.extentBits] = window }
        let widened = Self.widened(window, by: appearance.outset)
        let (path, features) =
          appearance.stroke == nil
          ? builder.fill(match.features, of: layer, in: widened) : builder.stroke(match.features, of: layer, in: widened)
        guard !path.isEmpty else { continue }
        shapes.append(
          Shape(
            path: path, stroke: appearance.stroke, color: appearance.color, cell: placements[tile].cell, style: index,
            features: features))
      }
    }
  }

  /// Returns whether the bounding box of `corners` meets a part of the view.
  private static func touches(_ corners: [Point], _ part: Rect) -> Bool {
    corners.contains { $0.x < part.maxX } && corners.contains { $0.x > part.minX } && corners.contains { $0.y < part.maxY }
      && corners.contains { $0.y > part.minY }
  }

  /// Returns the tiles to draw: the tiles of the first source for all cells, then the tiles of the next
  /// source.
  private static func placements(_ coverCells: [TileCell], _ tiles: TileCache) -> [Placement] {
    var placements: [Placement] = []
    for source in tiles.sources.indices {
      for (index, cell) in coverCells.enumerated() {
        guard let resolved = tiles.nearest(cell.id, of: source) else { continue }
        let isCovered = (source + 1..<tiles.sources.count).contains { later in
          guard tiles.sources[later].zoomRange.contains(cell.id.zoom) else { return false }
          return tiles.tile(cell.id, of: later) != nil
        }
        placements.append(
          Placement(tile: resolved.tile, id: TileCell(id: resolved.id, copy: cell.copy), cell: index, isCovered: isCovered))
      }
    }
    return placements
  }

  private static func window(
    _ placement: Placement, _ coverCells: [TileCell], _ transform: MapTransform, _ extentBits: Int, _ part: Rect
  ) -> TilePathBuilder.Window {
    let tileTransform = TileTransform(transform, placement.id, extentBits: extentBits)
    let clipExtent = transform.clipExtent
    func units(_ box: ClipBounds) -> TileRect {
      tileTransform.units(of: [box.low, SIMD2(box.high.x, box.low.y), box.high, SIMD2(box.low.x, box.high.y)])
    }
    // The cell in the tile's units, one unit larger on each side because it may end within a unit.
    let cell = coverCells[placement.cell].id
    let down = Int64(cell.zoom - placement.id.id.zoom)
    let unit = Int64(extentBits)
    func edge(_ column: Int, _ from: Int) -> Int64 {
      ((Int64(column) - Int64(from) << down) << unit) >> down
    }
    let own = TileRect(
      minX: Int32(clamping: edge(cell.x, placement.id.id.x) - 1), minY: Int32(clamping: edge(cell.y, placement.id.id.y) - 1),
      maxX: Int32(clamping: edge(cell.x + 1, placement.id.id.x) + 1), maxY: Int32(clamping: edge(cell.y + 1, placement.id.id.y) + 1)
    )
    let view = units(part.clipBounds)
    return TilePathBuilder.Window(
      placement: tileTransform,
      visible: TileRect(
        minX: max(own.minX, view.minX), minY: max(own.minY, view.minY), maxX: min(own.maxX, view.maxX),
        maxY: min(own.maxY, view.maxY)),
      near: units(clipExtent.insetBy(dx: -1536, dy: -1536).clipBounds), box: clipExtent.clipBounds)
  }

  /// Returns a window whose visible area is enlarged by the extent of a pen.
  private static func widened(_ window: TilePathBuilder.Window, by outset: Scalar) -> TilePathBuilder.Window {
    // A unit is at least 2^38 >> shift in 1/65536 points.
    let units = Int32(clamping: (min(outset.rawValue, 1 << 30) << window.placement.shift) >> 38 + 1)  // < 2^59
    func added(_ a: Int32, _ b: Int32) -> Int32 { Int32(clamping: Int64(a) + Int64(b)) }
    var wide = window
    wide.visible = TileRect(
      minX: added(window.visible.minX, -units), minY: added(window.visible.minY, -units), maxX: added(window.visible.maxX, units),
      maxY: added(window.visible.maxY, units))
    return wide
  }

  /// The appearance of the shapes of a style layer at one zoom.
  private struct Appearance {
    var color: Color
    var stroke: StrokeStyle?
    /// The maximum distance of a drawn pixel from the feature's outline, in points.
    var outset: Scalar

    init(_ appearance: StyleLayer.Symbolizer, at zoom: Scalar) {
      switch appearance {
      case .fill(let ramp):
        color = ramp.color(at: zoom)
        outset = 1
      case .line(let ramp, let widths, let cap):
        color = ramp.color(at: zoom)
        let width = widths.value(at: zoom)
        // Round joins are visible on wide lines only.
        stroke = StrokeStyle(
          width: width, cap: width > 1.5 ? cap : .butt, join: width > 2.5 ? .round : .miter, miterLimit: 2)
        outset = width + 1
      }
    }

    var isVisible: Bool { color.alpha > 0 && stroke.map { $0.width > 0 } ?? true }
  }
}
