/// A line's or a ring's points as they are drawn: once for each zoom step as many as can be seen, in chunks that are passed over whole.
///
/// Kept with the overlay, so that renderers on several maps share it.
package final class LineGeometry {
  /// What is drawn at one zoom step.
  package struct Level {
    package let points: [MapPoint]
    /// Chunk c holds the points from `chunk` · c to `chunk` · (c + 1), both of them.
    let boxes: [MapBounds]
    /// The length from the line's start to each point, in map units; made when it is first asked for.
    fileprivate(set) var lengths: [Int64] = []

    init(_ points: [MapPoint]) {
      self.points = points
      boxes = stride(from: 0, to: max(points.count - 1, min(points.count, 1)), by: LineGeometry.chunk).map { first in
        var box = MapBounds.null
        for index in first...min(first + LineGeometry.chunk, points.count - 1) { box.add(points[index]) }
        return box
      }
    }
  }

  static let chunk = 64
  /// Lines of no more points are drawn with all of them at every zoom.
  static let simplificationThreshold = 512
  /// Zoom steps of which levels are kept at a time.
  private static let maximumLevelCount = 3

  let box: MapBounds
  let isRing: Bool
  private let points: [MapPoint]
  /// The one asked for last at the end.
  private var levels: [(step: Int, level: Level)] = []

  init(_ points: [MapPoint], isRing: Bool = false) {
    self.isRing = isRing
    var box = MapBounds.null
    for point in points { box.add(point) }
    self.box = box
    // A ring ends where it begins.
    self.points = isRing && !points.isEmpty && points.first != points.last ? points + [points[0]] : points
  }

  /// The same line in another copy of the world.
  func translated(x: Int64) -> LineGeometry {
    x == 0 ? self : LineGeometry(points.map { MapPoint(x: $0.x &+ x, y: $0.y) }, isRing: isRing)
  }

  /// The points to be drawn at zooms from `step` to below `step` + 1: off by half a pixel at most where a line jitters, and elsewhere by less than a fifth.
  ///
  /// - Complexity: one pass over all points the first time a step is asked for.
  package func level(atZoomStep step: Int) -> Level { levels[index(ofStep: step)].level }

  /// The same with its lengths.
  func measuredLevel(atZoomStep step: Int) -> Level {
    let index = index(ofStep: step)
    if levels[index].level.lengths.isEmpty { levels[index].level.lengths = Self.lengths(levels[index].level.points) }
    return levels[index].level
  }

  private func index(ofStep wanted: Int) -> Int {
    let step = points.count <= Self.simplificationThreshold ? 24 : min(max(wanted, 0), 24)
    if let known = levels.firstIndex(where: { $0.step == step }) {
      if known != levels.count - 1 { levels.append(levels.remove(at: known)) }
    } else {
      // A pixel at zoom z is 2^(32 − z) units; at the next, half as much.
      let tolerance: Int64 = points.count <= Self.simplificationThreshold ? 0 : 3 << Int64(27 - step)
      if levels.count >= Self.maximumLevelCount { levels.removeFirst() }
      levels.append((step, Level(LineSimplification.simplified(points, tolerance: tolerance))))
    }
    return levels.count - 1
  }

  private static func lengths(_ points: [MapPoint]) -> [Int64] {
    var sum: Int64 = 0
    var lengths: [Int64] = []
    lengths.reserveCapacity(points.count)
    for index in points.indices {
      if index > 0 {
        // Below 2^53 each way: the root of a sum of exact products, rounded once, the same everywhere.
        let (dx, dy) = (Double(points[index].x - points[index - 1].x), Double(points[index].y - points[index - 1].y))
        sum += ElementaryFunctions.nearest((dx * dx + dy * dy).squareRoot())
      }
      lengths.append(sum)
    }
    return lengths
  }
}
