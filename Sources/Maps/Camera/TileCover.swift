import CartoucheRaster

/// The position of a tile in one copy of the world.
struct TileCell: Hashable {
  var id: TileID
  /// The index of the copy, counted eastward from the first copy of the world.
  var copy: Int

  /// The northwest corner of the cell.
  var origin: MapPoint { MapPoint(x: id.origin.x + Int64(copy) * MapPoint.worldSize, y: id.origin.y) }
}

/// The set of tiles that a view shows.
enum TileCover {
  /// The maximum number of tiles. A view that would need more tiles gets larger tiles.
  static let maximumCount = 1024

  /// Returns the tiles that a view with `transform` shows, row by row.
  ///
  /// The tiles are of `zoom`, unless that would be too many tiles. The tiles are then of the highest lower
  /// zoom that gives at most ``maximumCount`` tiles.
  static func cells(_ transform: MapTransform, zoom: Int) -> [TileCell] {
    var cells: [TileCell] = []
    find(&cells, transform, zoom: zoom)
    return cells
  }

  /// Returns the rectangles of a view that show a tile: one for each copy of the world. Where a view has too
  /// many tiles, each is that of a larger tile.
  static func rects(of id: TileID, in transform: MapTransform) -> [Rect] {
    cells(transform, zoom: id.zoom).filter { $0.id == id.ancestor(atZoom: $0.id.zoom) }.compactMap { cell in
      var box = BoundingBox()
      for corner in transform.corners(of: cell) { box.add(corner) }
      return box.rect?.insetBy(dx: -2, dy: -2)
    }
  }

  /// Whether a view would need too many tiles of a zoom, so that it gets larger ones.
  static func isLimited(_ transform: MapTransform, zoom: Int) -> Bool { grid(transform, zoom: zoom) == nil }

  /// Returns the columns and rows of tiles that contain a view; nil if those are too many.
  private static func grid(_ transform: MapTransform, zoom: Int) -> (columns: ClosedRange<Int64>, top: Int64, rows: Int64)? {
    let (box, shift) = (transform.cornerBounds(of: transform.bounds), Int64(41 - zoom))
    // One unit more on each side than the rounding of the corners can take away.
    let columns = (box.minX - 1) >> shift...(box.maxX + 1) >> shift
    let top = ((box.minY - 1) >> shift).clamped(from: 0, to: 1 << Int64(zoom))
    let bottom = ((box.maxY + 1) >> shift).clamped(from: -1, to: (1 << Int64(zoom)) - 1)
    let rows = top > bottom ? 0 : bottom - top + 1
    let width = columns.upperBound - columns.lowerBound + 1
    return width > 1 << 20 || width * rows > Int64(maximumCount) ? nil : (columns, top, rows)
  }

  /// Replaces `cells` by those that ``cells(_:zoom:)`` would return. The array's storage is reused.
  static func find(_ cells: inout [TileCell], _ transform: MapTransform, zoom: Int) {
    cells.removeAll(keepingCapacity: true)
    guard !transform.bounds.isEmpty else { return }
    var level = zoom.clamped(from: 0, to: TileID.maximumZoom)
    while level >= 0 {
      guard let (columns, top, rows) = grid(transform, zoom: level) else {
        level -= 1
        continue
      }
      for row in 0..<rows {
        for column in columns {
          let copy = Int(column >> Int64(level))
          let x = Int(column & ((1 << Int64(level)) - 1))
          let cell = TileCell(id: TileID(unchecked: level, x, Int(top + row)), copy: copy)
          if isVisible(cell, transform) { cells.append(cell) }
        }
      }
      return
    }
  }

  /// Returns whether the bounding box of the cell's corners on the view intersects the view.
  ///
  /// The result is false for most cells outside a rotated view.
  private static func isVisible(_ cell: TileCell, _ transform: MapTransform) -> Bool {
    let (size, x, y) = (cell.id.size, cell.origin.x, cell.origin.y)
    var box = BoundingBox()
    box.add(transform.point(at: MapPoint(x: x, y: y)))
    box.add(transform.point(at: MapPoint(x: x + size, y: y)))
    box.add(transform.point(at: MapPoint(x: x + size, y: y + size)))
    box.add(transform.point(at: MapPoint(x: x, y: y + size)))
    return box.minX < transform.bounds.maxX && box.maxX > transform.bounds.minX && box.minY < transform.bounds.maxY
      && box.maxY > transform.bounds.minY
  }
}

/// The cells that a view shows, for each zoom of tiles. The storage is that of the frames before.
struct TileCovers {
  private var entries: [(zoom: Int, reach: Scalar, cells: [TileCell])] = []
  private var count = 0

  /// Removes all cells, and keeps their storage.
  mutating func removeAll() { count = 0 }

  /// Returns the cells of a zoom within a distance from a view.
  ///
  /// - Precondition: Since the last ``removeAll()``, the view is the same.
  mutating func cells(of view: MapTransform, zoom: Int, reach: Scalar) -> [TileCell] {
    if let known = entries[..<count].first(where: { $0.zoom == zoom && $0.reach == reach }) { return known.cells }
    if count == entries.count { entries.append((zoom, reach, [])) }
    (entries[count].zoom, entries[count].reach) = (zoom, reach)
    TileCover.find(&entries[count].cells, reach > 0 ? view.enlarged(by: reach) : view, zoom: zoom)
    count += 1
    return entries[count - 1].cells
  }
}

extension MapTransform {
  /// Returns the cell's corners on the view, clockwise from the northwest corner.
  ///
  /// Adjacent cells share the same points.
  func corners(of cell: TileCell) -> CellCorners {
    let (size, x, y) = (cell.id.size, cell.origin.x, cell.origin.y)
    return CellCorners(
      point(at: MapPoint(x: x, y: y)), point(at: MapPoint(x: x + size, y: y)),
      point(at: MapPoint(x: x + size, y: y + size)), point(at: MapPoint(x: x, y: y + size)))
  }
}
