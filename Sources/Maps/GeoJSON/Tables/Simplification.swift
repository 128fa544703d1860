/// The simplification of lines and rings for all zooms at once.
///
/// Each vertex gets the lowest zoom at which it is needed. A tile then takes the vertices that its zoom
/// needs. Adjacent tiles agree about them, because the whole line decides, and not its pieces.
///
/// - Source: Douglas and Peucker (1973). For each zoom, the vertices are those of their method with the
///   zoom's tolerance. That all zooms share one pass is the idea of Agafonkin's geojson-vt.
struct Simplification {
  /// The tolerance at each zoom, squared, in units of ``MapPoint``.
  private let squaredTolerances: [Double]
  private let highestZoom: Int
  private var stack: [(first: Int, last: Int, depth: Int, level: UInt8)] = []
  /// The number of splits after which ranges are halved, so that no line takes more than O(n × limit)
  /// steps.
  private static let depthLimit = 48

  init(_ options: GeoJSONOptions) {
    highestZoom = options.zoomRange.upperBound
    let tolerance = options.toleranceUnits
    squaredTolerances = (0..<highestZoom).map { zoom in
      let units = tolerance * Double(1 << Int64(28 - zoom))
      return units * units
    }
  }

  /// Returns the lowest zoom at which a size or distance, which is squared, exceeds the tolerance.
  private func level(_ squaredSize: Double) -> UInt8 {
    for (zoom, tolerance) in squaredTolerances.enumerated() where squaredSize > tolerance { return UInt8(truncatingIfNeeded: zoom) }
    return UInt8(truncatingIfNeeded: highestZoom)
  }

  /// Returns the lowest zoom at which a line or ring is large enough.
  func level(of part: ArraySlice<MapPoint>, isRing: Bool) -> UInt8 {
    guard let first = part.first else { return 0 }
    var (area, length) = (0.0, 0.0)
    var previous = first
    for point in part.dropFirst() {
      if isRing {
        let (ax, ay) = (Double(previous.x - first.x), Double(previous.y - first.y))
        let (bx, by) = (Double(point.x - first.x), Double(point.y - first.y))
        area += ax * by - ay * bx
      } else {
        let (dx, dy) = (Double(point.x - previous.x), Double(point.y - previous.y))
        length += (dx * dx + dy * dy).squareRoot()
      }
      previous = point
    }
    // An area is compared with the square of the tolerance.
    return level(isRing ? area.magnitude / 2 : length * length)
  }

  /// Sets the levels of a line's or ring's vertices.
  mutating func setLevels(_ levels: inout [UInt8], of vertices: [MapPoint], in part: Range<Int>, isRing: Bool) {
    guard part.count > 2, let lowest = squaredTolerances.last else { return }
    // A ring ends with its first vertex.
    let last = isRing ? part.upperBound : part.upperBound - 1
    func vertex(_ index: Int) -> MapPoint { vertices[index == part.upperBound ? part.lowerBound : index] }
    for index in part { levels[index] = UInt8(truncatingIfNeeded: highestZoom) }
    levels[part.lowerBound] = 0
    if !isRing { levels[last] = 0 }
    stack.append((part.lowerBound, last, 0, 0))
    while let (first, last, depth, outerLevel) = stack.popLast() {
      guard last - first > 1 else { continue }
      let segment = Segment(vertex(first), vertex(last))
      var (greatest, split) = (-1.0, first + 1)
      let middle = first + (last - first) >> 1
      for index in first + 1..<last {
        let distance = segment.squaredDistance(to: vertices[index])
        // Of equal ones the nearest to the middle, so that ranges are halved.
        if distance > greatest || distance == greatest && abs(index - middle) < abs(split - middle) {
          (greatest, split) = (distance, index)
        }
      }
      guard greatest > lowest else { continue }
      if depth >= Self.depthLimit { split = middle }
      // Where the split before is not needed, this one is not needed either.
      let level = max(level(greatest), outerLevel)
      levels[split] = level
      stack.append((first, split, depth + 1, level))
      stack.append((split, last, depth + 1, level))
    }
  }
}

/// A segment of a line between two points of the map.
private struct Segment {
  private let (x, y): (Int64, Int64)
  private let (dx, dy): (Double, Double)
  private let squaredLength: Double

  init(_ a: MapPoint, _ b: MapPoint) {
    (x, y) = (a.x, a.y)
    (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
    squaredLength = dx * dx + dy * dy
  }

  func squaredDistance(to point: MapPoint) -> Double {
    var (px, py) = (Double(point.x - x), Double(point.y - y))
    if squaredLength > 0 {
      let t = min(max((px * dx + py * dy) / squaredLength, 0), 1)
      (px, py) = (px - dx * t, py - dy * t)
    }
    return px * px + py * py
  }
}
