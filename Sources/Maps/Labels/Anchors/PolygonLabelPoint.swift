import CartoucheRaster

/// The point inside a polygon that is farthest from its edges, where a label has the most room.
///
/// A grid of squares covers the polygon. The square that may contain the best point is divided, until none
/// may contain a point that is better by more than the precision.
struct PolygonLabelPoint {
  private let rings: [[SIMD2<Double>]]

  private struct Cell {
    var center: SIMD2<Double>
    var half: Double
    var distance: Double
    /// The greatest distance that a point in the cell may have.
    var bound: Double { distance + half * 2.0.squareRoot() }
  }

  /// Returns the point; nil for a polygon without area.
  static func point(in rings: [[SIMD2<Double>]], precision: Double) -> SIMD2<Double>? {
    guard let outer = rings.first, outer.count > 2 else { return nil }
    return PolygonLabelPoint(rings: rings).best(outer, precision)
  }

  private func best(_ outer: [SIMD2<Double>], _ precision: Double) -> SIMD2<Double>? {
    var (low, high) = (outer[0], outer[0])
    for point in outer {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    let side = min(high.x - low.x, high.y - low.y)
    guard side > 0 else { return low }
    var cells: [Cell] = []
    let half = side / 2
    var y = low.y
    while y < high.y, cells.count < 4096 {
      var x = low.x
      while x < high.x, cells.count < 4096 {
        cells.append(cell(SIMD2(x + half, y + half), half))
        x += side
      }
      y += side
    }
    var best = cell(centroid(outer), 0)
    // Each step divides the most promising cell; the limit is far above what a real polygon needs.
    for _ in 0..<2000 {
      guard let index = cells.indices.max(by: { (cells[$0].bound, -$0) < (cells[$1].bound, -$1) }) else { break }
      let top = cells.remove(at: index)
      if top.distance > best.distance { best = top }
      if top.bound - best.distance <= precision { break }
      let half = top.half / 2
      for step in [SIMD2(-half, -half), SIMD2(half, -half), SIMD2(-half, half), SIMD2(half, half)] {
        cells.append(cell(top.center + step, half))
      }
    }
    return best.center
  }

  private func cell(_ center: SIMD2<Double>, _ half: Double) -> Cell {
    Cell(center: center, half: half, distance: distance(center))
  }

  private func centroid(_ ring: [SIMD2<Double>]) -> SIMD2<Double> {
    var (area, sum) = (0.0, SIMD2<Double>.zero)
    for (index, a) in ring.enumerated() {
      let b = ring[(index + 1) % ring.count]
      let cross = a.x * b.y - b.x * a.y
      sum += (a + b) * cross
      area += cross * 3
    }
    return area == 0 ? ring[0] : sum / area
  }

  /// Returns the distance of a point from the nearest edge; negative outside of the polygon.
  private func distance(_ point: SIMD2<Double>) -> Double {
    var isInside = false
    var nearest = Double.infinity
    for ring in rings {
      for (index, a) in ring.enumerated() {
        let b = ring[(index + 1) % ring.count]
        if (a.y > point.y) != (b.y > point.y), point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x { isInside.toggle() }
        let edge = b - a
        let square = edge.x * edge.x + edge.y * edge.y
        let t = square > 0 ? (((point - a) * edge).sum() / square).clamped(from: 0, to: 1) : 0
        nearest = min(nearest, (a + edge * t - point).length)
      }
    }
    return isInside ? nearest : -nearest
  }
}
