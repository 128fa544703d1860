import CartoucheRaster

/// A tile's place in one copy of the world.
struct TileCell: Hashable {
  var id: TileID
  /// How many worlds to the east of the first.
  var copy: Int

  /// Its north-west corner.
  var origin: MapPoint { MapPoint(x: id.origin.x + Int64(copy) * MapPoint.worldSize, y: id.origin.y) }
}

/// Which tiles a view shows.
enum TileCover {
  /// More tiles than this are not asked for: a view that large gets larger ones.
  static let maximumCount = 1024

  /// The tiles of `zoom`, or of the deepest zoom above it that is not too many, that `transform` shows, row by row.
  static func cells(_ transform: MapTransform, zoom: Int) -> [TileCell] {
    let bounds = transform.bounds
    guard !bounds.isEmpty else { return [] }
    let corners = [
      bounds.origin, Point(x: bounds.maxX, y: bounds.minY), Point(x: bounds.maxX, y: bounds.maxY),
      Point(x: bounds.minX, y: bounds.maxY),
    ].map { transform.mapPoint(at: $0) }
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    var level = min(max(zoom, 0), TileID.maximumZoom)
    while true {
      let shift = Int64(41 - level)
      // A unit more on every side than the corners' rounding can take away.
      let columns = ((xs.min() ?? 0) - 1) >> shift...((xs.max() ?? 0) + 1) >> shift
      let top = min(max(((ys.min() ?? 0) - 1) >> shift, 0), 1 << Int64(level))
      let bottom = min(max(((ys.max() ?? 0) + 1) >> shift, -1), (1 << Int64(level)) - 1)
      let rows = top > bottom ? 0 : bottom - top + 1
      let (width, isTooWide) = (columns.upperBound - columns.lowerBound + 1, columns.upperBound - columns.lowerBound > 1 << 20)
      if isTooWide || width * rows > Int64(maximumCount) {
        guard level > 0 else { return [] }
        level -= 1
        continue
      }
      var cells: [TileCell] = []
      for row in 0..<rows {
        for column in columns {
          let copy = Int(column >> Int64(level))
          let x = Int(column & ((1 << Int64(level)) - 1))
          let cell = TileCell(id: TileID(unchecked: level, x, Int(top + row)), copy: copy)
          if isSeen(cell, transform) { cells.append(cell) }
        }
      }
      return cells
    }
  }

  /// Whether the box round the cell's corners on the view meets the view: false for most that a turned view's box holds in vain.
  private static func isSeen(_ cell: TileCell, _ transform: MapTransform) -> Bool {
    let corners = transform.corners(of: cell)
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return false }
    return left < transform.bounds.maxX && right > transform.bounds.minX && top < transform.bounds.maxY
      && bottom > transform.bounds.minY
  }
}

extension MapTransform {
  /// Where the cell's corners are on the view, clockwise from the north-west; neighbours' are the same points.
  func corners(of cell: TileCell) -> [Point] {
    let (size, x, y) = (cell.id.size, cell.origin.x, cell.origin.y)
    return [
      point(at: MapPoint(x: x, y: y)), point(at: MapPoint(x: x + size, y: y)),
      point(at: MapPoint(x: x + size, y: y + size)), point(at: MapPoint(x: x, y: y + size)),
    ]
  }
}
