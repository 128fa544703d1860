/// The address of a tile: its zoom, its column from the west and its row from the north.
package struct TileAddress: Hashable, Sendable {
  package let zoom: Int
  package let x: Int
  package let y: Int

  package init(zoom: Int, x: Int, y: Int) {
    self.zoom = zoom
    self.x = x
    self.y = y
  }
}

extension TileAddress {
  /// Returns the first and the last of this tile's descendants at `zoom` that `cutter` covers.
  func descendants(at zoom: Int, in cutter: TileCutter) -> (first: TileAddress, last: TileAddress) {
    let shift = zoom - self.zoom
    let (columns, rows) = (cutter.columns, cutter.rows)
    return (
      TileAddress(zoom: zoom, x: max(columns.lowerBound, x << shift), y: max(rows.lowerBound, y << shift)),
      TileAddress(
        zoom: zoom, x: min(columns.upperBound, (x + 1) << shift - 1), y: min(rows.upperBound, (y + 1) << shift - 1))
    )
  }
}

extension TownProjection {
  /// Returns the area of a tile, in the plan's meters.
  func extent(of tile: TileAddress) -> Extent {
    let side = 1 / Double(1 << tile.zoom)
    func point(_ x: Int, _ y: Int) -> PlanPoint {
      PlanPoint((Double(x) * side - centerX) / scale, (Double(y) * side - centerY) / scale)
    }
    return Extent(low: point(tile.x, tile.y), high: point(tile.x + 1, tile.y + 1))
  }
}

/// Converts features to the grid of one zoom and clips them to its tiles.
///
/// Each feature is clipped to the columns and then the rows that its bounding box meets, so no tile
/// searches for features.
struct TileCutter {
  static let extent = 4096
  /// The margin of its neighbors that each tile contains, in grid units, so that strokes at its edge are
  /// complete.
  static let buffer = 128

  let zoom: Int
  let projection: TownProjection
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>
  private(set) var tiles: [TileAddress: TileBuilder] = [:]

  init(zoom: Int, projection: TownProjection, columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.zoom = zoom
    self.projection = projection
    self.columns = columns
    self.rows = rows
  }

  /// Creates a cutter for all tiles of a zoom that the square meets.
  init(zoom: Int, projection: TownProjection, covering square: Extent) {
    let across = Double(1 << zoom)
    let (low, high) = (projection.world(square.low), projection.world(square.high))
    self.init(
      zoom: zoom, projection: projection, columns: Int((low.x * across).rounded(.down))...Int((high.x * across).rounded(.down)),
      rows: Int((low.y * across).rounded(.down))...Int((high.y * across).rounded(.down)))
  }

  /// The width of the world in grid units. Times the projection's scale it is the number of grid units per
  /// meter.
  private var unitsAcross: Double { Double(Self.extent << zoom) }

  /// The tolerance of simplification in grid units; 0 at the deepest zoom, because the map enlarges that one.
  private var tolerance: Double { zoom >= 14 ? 0 : zoom == 13 ? 1 : 3 }

  /// Twice the minimum area of a polygon, in square grid units. Smaller ones are left out.
  private var minimumTwiceArea: Int { zoom >= 14 ? 4 : zoom == 13 ? 60 : 260 }

  mutating func add(_ feature: Feature) {
    guard feature.zooms.contains(zoom) else { return }
    let meters = tolerance / (unitsAcross * projection.scale)
    switch feature.shape {
    case .point: addPoint(feature)
    case .line:
      for part in feature.parts { addLine(grid(tolerance > 0 ? DouglasPeucker.simplify(part, tolerance: meters) : part), feature) }
    case .polygon:
      addPolygon(feature.parts.map { grid(tolerance > 0 ? DouglasPeucker.simplifyRing($0, tolerance: meters) : $0) }, feature)
    }
  }

  /// Converts a line to the grid, without consecutive equal points.
  private func grid(_ line: [PlanPoint]) -> [GridPoint] {
    var result: [GridPoint] = []
    result.reserveCapacity(line.count)
    for position in line {
      let (x, y) = projection.world(position)
      let point = GridPoint(x: Int((x * unitsAcross).rounded(.down)), y: Int((y * unitsAcross).rounded(.down)))
      if result.last != point { result.append(point) }
    }
    return result
  }

  /// Returns the tiles along one axis whose buffered range meets `low...high`.
  private func tilesMeeting(_ low: Int, _ high: Int, within range: ClosedRange<Int>) -> Range<Int> {
    let first = max(range.lowerBound, (low - Self.buffer) / Self.extent)
    let last = min(range.upperBound, (high + Self.buffer) / Self.extent)
    return first <= last ? first..<last + 1 : 0..<0
  }

  private func span(_ tile: Int) -> (Int, Int) { (tile * Self.extent - Self.buffer, (tile + 1) * Self.extent + Self.buffer) }

  private mutating func put(_ parts: [[GridPoint]], _ feature: Feature, _ x: Int, _ y: Int) {
    let address = TileAddress(zoom: zoom, x: x, y: y)
    tiles[address, default: TileBuilder(address)].add(parts, of: feature)
  }

  private mutating func addPoint(_ feature: Feature) {
    for part in feature.parts {
      for point in grid(part) {
        for x in tilesMeeting(point.x, point.x, within: columns) {
          for y in tilesMeeting(point.y, point.y, within: rows) { put([[point]], feature, x, y) }
        }
      }
    }
  }

  private mutating func addLine(_ line: [GridPoint], _ feature: Feature) {
    guard line.count > 1, let (low, high) = bounds(line) else { return }
    let (xs, ys) = (tilesMeeting(low.x, high.x, within: columns), tilesMeeting(low.y, high.y, within: rows))
    if xs.count == 1, ys.count == 1, let x = xs.first, let y = ys.first, isInside(low, high, x, y) {
      return put([line], feature, x, y)
    }
    for x in xs {
      let column = GridClipping.line(line, .x, from: span(x).0, to: span(x).1)
      guard let (low, high) = bounds(column.joined()) else { continue }
      for y in tilesMeeting(low.y, high.y, within: rows) {
        let parts = column.flatMap { GridClipping.line($0, .y, from: span(y).0, to: span(y).1) }
        if !parts.isEmpty { put(parts, feature, x, y) }
      }
    }
  }

  private mutating func addPolygon(_ rings: [[GridPoint]], _ feature: Feature) {
    guard let outside = rings.first, let (low, high) = bounds(outside), abs(GridClipping.twiceArea(outside)) >= minimumTwiceArea
    else {
      return
    }
    let (xs, ys) = (tilesMeeting(low.x, high.x, within: columns), tilesMeeting(low.y, high.y, within: rows))
    if xs.count == 1, ys.count == 1, let x = xs.first, let y = ys.first, isInside(low, high, x, y) {
      return put(normalized(rings), feature, x, y)
    }
    for x in xs {
      let column = rings.map { GridClipping.ring($0, .x, from: span(x).0, to: span(x).1) }
      guard let (low, high) = bounds(column[0]) else { continue }
      for y in tilesMeeting(low.y, high.y, within: rows) {
        let cut = normalized(column.map { GridClipping.ring($0, .y, from: span(y).0, to: span(y).1) })
        if !cut.isEmpty { put(cut, feature, x, y) }
      }
    }
  }

  private func isInside(_ low: GridPoint, _ high: GridPoint, _ x: Int, _ y: Int) -> Bool {
    low.x >= span(x).0 && high.x <= span(x).1 && low.y >= span(y).0 && high.y <= span(y).1
  }

  private func bounds(_ points: some Sequence<GridPoint>) -> (GridPoint, GridPoint)? {
    var low = GridPoint(x: .max, y: .max)
    var high = GridPoint(x: .min, y: .min)
    for p in points {
      low = GridPoint(x: min(low.x, p.x), y: min(low.y, p.y))
      high = GridPoint(x: max(high.x, p.x), y: max(high.y, p.y))
    }
    return low.x <= high.x ? (low, high) : nil
  }

  /// Returns the rings as the specification requires them: the outline clockwise, holes counterclockwise,
  /// none without area; nothing if the outline has no area.
  private func normalized(_ rings: [[GridPoint]]) -> [[GridPoint]] {
    var result: [[GridPoint]] = []
    for (i, ring) in rings.enumerated() {
      var clean: [GridPoint] = []
      for point in ring where clean.last != point { clean.append(point) }
      while clean.count > 1, clean.last == clean.first { clean.removeLast() }
      let area = GridClipping.twiceArea(clean)
      guard clean.count > 2, area != 0 else {
        if i == 0 { return [] }
        continue
      }
      result.append((area > 0) == (i == 0) ? clean : clean.reversed())
    }
    return result
  }
}
