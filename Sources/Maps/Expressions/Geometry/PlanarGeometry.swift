/// Tests of points, segments and rings in a plane.
enum PlanarGeometry {
  typealias Point = SIMD2<Double>

  /// The answer for a point on the edge of a polygon.
  enum EdgeRule { case isInside, isOutside }

  /// Returns whether a point is in a polygon, by the even-odd rule.
  static func contains(_ rings: [[Point]], _ point: Point, edges: EdgeRule) -> Bool {
    var isInside = false
    for ring in rings {
      guard var previous = ring.last else { continue }
      for vertex in ring {
        if isOnSegment(point, previous, vertex) { return edges == .isInside }
        if (previous.y > point.y) != (vertex.y > point.y) {
          let x = (vertex.x - previous.x) * (point.y - previous.y) / (vertex.y - previous.y) + previous.x
          if point.x < x { isInside.toggle() }
        }
        previous = vertex
      }
    }
    return isInside
  }

  private static func isOnSegment(_ point: Point, _ a: Point, _ b: Point) -> Bool {
    let (toA, toB) = (point - a, point - b)
    return toA.x * toB.y == toB.x * toA.y && toA.x * toB.x <= 0 && toA.y * toB.y <= 0
  }

  /// Returns whether two segments cross, each having ends on both sides of the other.
  static func cross(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    separates(a, b, c, d) && separates(c, d, a, b)
  }

  private static func separates(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    let (first, second) = (side(a, b, c), side(a, b, d))
    return (first > 0 && second < 0) || (first < 0 && second > 0)
  }

  private static func side(_ a: Point, _ b: Point, _ c: Point) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// Calls `body` with the ends of each segment of a line, until it returns true. Returns whether it did.
  static func containsSegment(_ line: [Point], _ body: (Point, Point) -> Bool) -> Bool {
    guard line.count > 1 else { return false }
    for index in 1..<line.count where body(line[index - 1], line[index]) { return true }
    return false
  }
}
