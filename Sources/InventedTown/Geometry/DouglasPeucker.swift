/// Leaving out points that hardly matter.
/// - Source: Douglas, Peucker: Algorithms for the reduction of the number of points (1973).
enum DouglasPeucker {
  /// The line without the points that lie within `tolerance` of what is left; the ends stay.
  static func simplify(_ line: [PlanPoint], tolerance: Double) -> [PlanPoint] {
    guard line.count > 2 else { return line }
    var keep = [Bool](repeating: false, count: line.count)
    keep[0] = true
    keep[line.count - 1] = true
    var open = [(0, line.count - 1)]
    while let (start, end) = open.popLast() {
      var farthest = start
      var most = tolerance * tolerance
      let a = line[start]
      let way = line[end] - a
      let square = way.dot(way)
      var i = start + 1
      while i < end {
        let d = line[i] - a
        let along = square > 0 ? min(1, max(0, d.dot(way) / square)) : 0
        let off = d - way * along
        if off.dot(off) > most {
          most = off.dot(off)
          farthest = i
        }
        i += 1
      }
      guard farthest != start else { continue }
      keep[farthest] = true
      open.append((start, farthest))
      open.append((farthest, end))
    }
    return line.indices.filter { keep[$0] }.map { line[$0] }
  }

  /// As ``simplify(_:tolerance:)`` for a ring; it is opened at its first corner and the one farthest from that.
  static func simplifyRing(_ ring: [PlanPoint], tolerance: Double) -> [PlanPoint] {
    guard ring.count > 4, let first = ring.first else { return ring }
    let far = ring.indices.max { (ring[$0] - first).dot(ring[$0] - first) < (ring[$1] - first).dot(ring[$1] - first) } ?? 0
    let there = simplify(Array(ring[0...far]), tolerance: tolerance)
    let back = simplify(Array(ring[far...]) + [first], tolerance: tolerance)
    return Array(there.dropLast()) + Array(back.dropLast())
  }
}
