/// One tile of the pyramid.
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

/// Puts features on the grid of one zoom and cuts them into its tiles.
///
/// Each feature goes to the tiles that its own extent reaches, by columns, then rows; no tile looks for features.
struct TileCutter {
  static let extent = 4096
  /// Each tile holds this much of its neighbours, so that strokes and outlines at its edge are whole.
  static let buffer = 128

  let zoom: Int
  let plane: TownProjection
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>
  private(set) var tiles: [TileAddress: TileBuilder] = [:]

  init(zoom: Int, plane: TownProjection, columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.zoom = zoom
    self.plane = plane
    self.columns = columns
    self.rows = rows
  }

  /// Grid units in the world's width, which is also how many a metre has, but for the plane's scale.
  private var unitsAcross: Double { Double(Self.extent << zoom) }

  /// How far, in units, a point may lie off what is drawn before it is kept: nothing at the deepest zoom, where the map is enlarged.
  private var tolerance: Double { zoom >= 14 ? 0 : zoom == 13 ? 1 : 3 }

  /// Twice the area, in units, under which a polygon is left out.
  private var leastArea: Int { zoom >= 14 ? 4 : zoom == 13 ? 60 : 260 }

  mutating func add(_ feature: Feature) {
    guard feature.zooms.contains(zoom) else { return }
    let metres = tolerance / (unitsAcross * plane.scale)
    switch feature.shape {
    case .point: addPoint(feature)
    case .line:
      for part in feature.parts { addLine(grid(tolerance > 0 ? DouglasPeucker.simplify(part, tolerance: metres) : part), feature) }
    case .polygon:
      addPolygon(feature.parts.map { grid(tolerance > 0 ? DouglasPeucker.simplifyRing($0, tolerance: metres) : $0) }, feature)
    }
  }

  private func grid(_ line: [PlanPoint]) -> [GridPoint] {
    var result: [GridPoint] = []
    result.reserveCapacity(line.count)
    for spot in line {
      let (x, y) = plane.world(spot)
      let point = GridPoint(x: Int((x * unitsAcross).rounded(.down)), y: Int((y * unitsAcross).rounded(.down)))
      if result.last != point { result.append(point) }
    }
    return result
  }

  /// The tiles along one axis that a stretch of the grid reaches, with their buffers.
  private func reached(_ low: Int, _ high: Int, within range: ClosedRange<Int>) -> Range<Int> {
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
        for x in reached(point.x, point.x, within: columns) {
          for y in reached(point.y, point.y, within: rows) { put([[point]], feature, x, y) }
        }
      }
    }
  }

  private mutating func addLine(_ line: [GridPoint], _ feature: Feature) {
    guard line.count > 1, let (low, high) = bounds(line) else { return }
    let (xs, ys) = (reached(low.x, high.x, within: columns), reached(low.y, high.y, within: rows))
    if xs.count == 1, ys.count == 1, let x = xs.first, let y = ys.first, isInside(low, high, x, y) {
      return put([line], feature, x, y)
    }
    for x in xs {
      let column = GridClipping.line(line, .x, from: span(x).0, to: span(x).1)
      guard let (low, high) = bounds(column.joined()) else { continue }
      for y in reached(low.y, high.y, within: rows) {
        let parts = column.flatMap { GridClipping.line($0, .y, from: span(y).0, to: span(y).1) }
        if !parts.isEmpty { put(parts, feature, x, y) }
      }
    }
  }

  private mutating func addPolygon(_ rings: [[GridPoint]], _ feature: Feature) {
    guard let outside = rings.first, let (low, high) = bounds(outside), abs(GridClipping.twiceArea(outside)) >= leastArea else {
      return
    }
    let (xs, ys) = (reached(low.x, high.x, within: columns), reached(low.y, high.y, within: rows))
    if xs.count == 1, ys.count == 1, let x = xs.first, let y = ys.first, isInside(low, high, x, y) {
      return put(wound(rings), feature, x, y)
    }
    for x in xs {
      let column = rings.map { GridClipping.ring($0, .x, from: span(x).0, to: span(x).1) }
      guard let (low, high) = bounds(column[0]) else { continue }
      for y in reached(low.y, high.y, within: rows) {
        let cut = wound(column.map { GridClipping.ring($0, .y, from: span(y).0, to: span(y).1) })
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

  /// The rings as a tile wants them: the outside clockwise, holes the other way, nothing without area; none at all without
  /// an outside.
  private func wound(_ rings: [[GridPoint]]) -> [[GridPoint]] {
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
