/// Simplifies lines and rings by leaving out points.
/// - Source: Douglas, Peucker: Algorithms for the reduction of the number of points (1973).
enum DouglasPeucker {
  /// Returns the line without the points that lie within `tolerance` of the simplified line. The ends stay.
  static func simplify(_ line: [PlanPoint], tolerance: Double) -> [PlanPoint] {
    guard line.count > 2 else { return line }
    var keep = [Bool](repeating: false, count: line.count)
    keep[0] = true
    keep[line.count - 1] = true
    var open = [(0, line.count - 1)]
    while let (start, end) = open.popLast() {
      var farthest = start
      var largest = tolerance * tolerance
      let a = line[start]
      let chord = line[end] - a
      let square = chord.dot(chord)
      var i = start + 1
      while i < end {
        let d = line[i] - a
        let along = square > 0 ? min(1, max(0, d.dot(chord) / square)) : 0
        let offset = d - chord * along
        if offset.dot(offset) > largest {
          largest = offset.dot(offset)
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

  /// Simplifies a ring, which is split at its first corner and at the corner farthest from that.
  static func simplifyRing(_ ring: [PlanPoint], tolerance: Double) -> [PlanPoint] {
    guard ring.count > 4, let first = ring.first else { return ring }
    let far = ring.indices.max { (ring[$0] - first).dot(ring[$0] - first) < (ring[$1] - first).dot(ring[$1] - first) } ?? 0
    let there = simplify(Array(ring[0...far]), tolerance: tolerance)
    let back = simplify(Array(ring[far...]) + [first], tolerance: tolerance)
    return Array(there.dropLast()) + Array(back.dropLast())
  }
}
