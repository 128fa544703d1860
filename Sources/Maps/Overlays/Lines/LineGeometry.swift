import CartoucheRaster

/// The points of a line or ring as they are drawn: simplified for each zoom step, in chunks that can be
/// skipped whole.
///
/// It belongs to the overlay, so that renderers on several maps share it.
package final class LineGeometry {
  /// The line as drawn at one zoom step.
  package struct Level {
    package let points: [MapPoint]
    /// The bounds of chunks; chunk c has the points from `chunk` · c to `chunk` · (c + 1), both inclusive.
    let boxes: [MapBounds]
    /// The length from the line's start to each point, in map units; computed when first needed.
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
  /// The maximum number of points of lines that are never simplified.
  static let simplificationThreshold = 512
  /// The maximum number of cached levels.
  private static let maximumLevelCount = 3

  let box: MapBounds
  let isRing: Bool
  private let points: [MapPoint]
  /// The cached levels, the most recently used last.
  private var levels: [(step: Int, level: Level)] = []

  init(_ points: [MapPoint], isRing: Bool = false) {
    self.isRing = isRing
    var box = MapBounds.null
    for point in points { box.add(point) }
    self.box = box
    // A ring ends with its first point.
    self.points = isRing && !points.isEmpty && points.first != points.last ? points + [points[0]] : points
  }

  /// Returns the line in another copy of the world.
  func translated(x: Int64) -> LineGeometry {
    x == 0 ? self : LineGeometry(points.map { MapPoint(x: $0.x &+ x, y: $0.y) }, isRing: isRing)
  }

  /// Returns the line as drawn at zooms from `step` to below `step` + 1.
  ///
  /// It deviates by half a pixel at most where the line jitters, and elsewhere by less than a fifth of one.
  ///
  /// - Complexity: O(n) in the points the first time a step is requested.
  package func level(atZoomStep step: Int) -> Level { levels[index(ofStep: step)].level }

  /// Returns the level with its lengths.
  func measuredLevel(atZoomStep step: Int) -> Level {
    let index = index(ofStep: step)
    if levels[index].level.lengths.isEmpty { levels[index].level.lengths = Self.lengths(levels[index].level.points) }
    return levels[index].level
  }

  private func index(ofStep requested: Int) -> Int {
    let step = points.count <= Self.simplificationThreshold ? 24 : requested.clamped(from: 0, to: 24)
    if let cached = levels.firstIndex(where: { $0.step == step }) {
      if cached != levels.count - 1 { levels.append(levels.remove(at: cached)) }
    } else {
      // A pixel at zoom z is 2^(32 − z) units, and at the next zoom half as much.
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
        // Below 2^53 in each direction: the root of a sum of exact products, rounded once, is the same on
        // every CPU.
        let (dx, dy) = (Double(points[index].x - points[index - 1].x), Double(points[index].y - points[index - 1].y))
        sum += ElementaryFunctions.nearest((dx * dx + dy * dy).squareRoot())
      }
      lengths.append(sum)
    }
    return lengths
  }
}
