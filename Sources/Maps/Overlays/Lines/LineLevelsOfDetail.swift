import CartoucheRaster

/// The geometry of a line or ring, prepared for drawing. For each zoom step, the points are simplified and
/// grouped in chunks. A chunk outside the view is skipped as a whole.
///
/// The geometry belongs to the overlay, so that renderers on several maps share the geometry.
package final class LineLevelsOfDetail {
  /// The simplified line for one zoom step.
  package struct Level {
    package let points: [MapPoint]
    /// The bounds of each chunk of points. Chunk c has the points from `chunk` · c to `chunk` · (c + 1), both
    /// inclusive.
    let boxes: [InclusiveMapRect]
    /// The length from the line's start to each point, in map units. The array is empty until
    /// ``LineLevelsOfDetail/measuredLevel(atZoomStep:)`` computes it.
    fileprivate(set) var lengths: [Int64] = []

    init(_ points: [MapPoint]) {
      self.points = points
      boxes = stride(from: 0, to: max(points.count - 1, min(points.count, 1)), by: LineLevelsOfDetail.chunk).map { first in
        var box = InclusiveMapRect.null
        for index in first...min(first + LineLevelsOfDetail.chunk, points.count - 1) { box.add(points[index]) }
        return box
      }
    }
  }

  static let chunk = 64
  /// The maximum number of points of a line that is never simplified.
  static let simplificationThreshold = 512
  /// The maximum number of cached levels of one line.
  private static let maximumLevelCount = 3

  let box: InclusiveMapRect
  let isRing: Bool
  private let points: [MapPoint]
  /// The cached levels, in the order of their last use, the most recently used level last.
  private var levels: [(step: Int, level: Level)] = []

  init(_ points: [MapPoint], isRing: Bool = false) {
    self.isRing = isRing
    var box = InclusiveMapRect.null
    for point in points { box.add(point) }
    self.box = box
    // A ring ends with its first point.
    self.points = isRing && !points.isEmpty && points.first != points.last ? points + [points[0]] : points
  }

  /// Returns the line, moved east by `x` map units to another copy of the world.
  func translated(x: Int64) -> LineLevelsOfDetail {
    x == 0 ? self : LineLevelsOfDetail(points.map { MapPoint(x: $0.x &+ x, y: $0.y) }, isRing: isRing)
  }

  /// Returns the simplified line for zooms from `step` to below `step` + 1.
  ///
  /// Where the original line jitters, the simplified line deviates by half a pixel at most. Elsewhere the
  /// simplified line deviates by less than a fifth of a pixel.
  ///
  /// - Complexity: O(n) in the points of the line if the step is not cached.
  package func level(atZoomStep step: Int) -> Level { levels[index(ofStep: step)].level }

  /// Returns the simplified line for a zoom step, with the length from the start to each point.
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
