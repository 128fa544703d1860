/// A point on the grid of one zoom, which has 4096 units per tile and begins at the world's northwestern
/// corner.
struct GridPoint: Hashable {
  var x: Int
  var y: Int
}

/// Clips lines and rings to strips between two grid lines.
///
/// An intersection depends only on the two ends of the segment, neither on the tile nor on the segment's
/// direction. So the pieces in neighboring tiles fit together exactly.
enum GridClipping {
  enum Axis { case x, y }

  private static func value(_ p: GridPoint, _ axis: Axis) -> Int { axis == .x ? p.x : p.y }

  /// Returns the point where the segment crosses the grid line at `k`, rounded to nearest.
  static func crossing(_ a: GridPoint, _ b: GridPoint, at k: Int, _ axis: Axis) -> GridPoint {
    let (low, high) = value(a, axis) <= value(b, axis) ? (a, b) : (b, a)
    let other: Axis = axis == .x ? .y : .x
    let run = value(high, axis) - value(low, axis)
    let rise = value(high, other) - value(low, other)
    let scaled = 2 * rise * (k - value(low, axis)) + run  // ≤ 2^57 at zoom 14
    let quotient = scaled / (2 * run)
    let floored = scaled % (2 * run) < 0 ? quotient - 1 : quotient
    let there = value(low, other) + floored
    return axis == .x ? GridPoint(x: k, y: there) : GridPoint(x: there, y: k)
  }

  /// Returns the ring clipped to the strip between two grid lines; where it leaves the strip, it follows
  /// the line.
  /// - Source: Sutherland, Hodgman: Reentrant polygon clipping (1974).
  static func ring(_ ring: [GridPoint], _ axis: Axis, from low: Int, to high: Int) -> [GridPoint] {
    half(half(ring, axis, low, keepsAbove: true), axis, high, keepsAbove: false)
  }

  private static func half(_ ring: [GridPoint], _ axis: Axis, _ k: Int, keepsAbove: Bool) -> [GridPoint] {
    guard var last = ring.last else { return [] }
    var result: [GridPoint] = []
    result.reserveCapacity(ring.count + 4)
    func isIn(_ p: GridPoint) -> Bool { keepsAbove ? value(p, axis) >= k : value(p, axis) <= k }
    var lastIn = isIn(last)
    for point in ring {
      let pointIn = isIn(point)
      if pointIn != lastIn { result.append(crossing(last, point, at: k, axis)) }
      if pointIn { result.append(point) }
      (last, lastIn) = (point, pointIn)
    }
    return result
  }

  /// Returns the parts of the line between two grid lines.
  static func line(_ line: [GridPoint], _ axis: Axis, from low: Int, to high: Int) -> [[GridPoint]] {
    var parts: [[GridPoint]] = []
    var run: [GridPoint] = []
    for (a, b) in zip(line, line.dropFirst()) {
      let (va, vb) = (value(a, axis), value(b, axis))
      if max(va, vb) < low || min(va, vb) > high {
        if run.count > 1 { parts.append(run) }
        run = []
        continue
      }
      let start = va < low ? crossing(a, b, at: low, axis) : va > high ? crossing(a, b, at: high, axis) : a
      let end = vb < low ? crossing(a, b, at: low, axis) : vb > high ? crossing(a, b, at: high, axis) : b
      if run.last != start {
        if run.count > 1 { parts.append(run) }
        run = [start]
      }
      if end != start { run.append(end) }
    }
    if run.count > 1 { parts.append(run) }
    return parts
  }

  /// Returns twice the area of the ring, positive if it runs clockwise on the screen.
  static func twiceArea(_ ring: [GridPoint]) -> Int {
    guard var last = ring.last, let origin = ring.first else { return 0 }
    var sum = 0
    for point in ring {
      sum += (last.x - origin.x) * (point.y - origin.y) - (last.y - origin.y) * (point.x - origin.x)
      last = point
    }
    return sum
  }
}
