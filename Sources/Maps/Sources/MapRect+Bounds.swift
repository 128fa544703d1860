extension MapRect {
  /// Creates the rectangle between two meridians and two parallels, in degrees.
  ///
  /// Latitudes are clamped to the map. If `east` is less than `west`, the rectangle crosses the 180th
  /// meridian.
  ///
  /// - Returns: The rectangle; nil if it is empty or a side is not a finite number.
  init?(west: Double, south: Double, east: Double, north: Double) {
    guard west.isFinite, south.isFinite, east.isFinite, north.isFinite, south < north, west != east else { return nil }
    let low = MapPoint(clamping: Coordinate(latitude: north, longitude: west))
    let high = MapPoint(clamping: Coordinate(latitude: south, longitude: east))
    // The world's east edge is its west edge, so a rectangle of the whole world seems to be narrow.
    let isWholeWorld = abs(east - west) >= 360
    let width = high.x > low.x && !isWholeWorld ? high.x - low.x : high.x - low.x + MapPoint.worldSize
    self.init(origin: low, width: isWholeWorld ? MapPoint.worldSize : width, height: high.y - low.y)
    if isEmpty { return nil }
  }

  /// Creates the rectangle of tiles of one zoom.
  init(zoom: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let size = Int64(1) << Int64(41 - zoom)
    self.init(
      origin: MapPoint(x: Int64(columns.lowerBound) * size, y: Int64(rows.lowerBound) * size),
      width: Int64(columns.count) * size, height: Int64(rows.count) * size)
  }
}
