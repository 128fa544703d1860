/// Joins lines of the same name where one ends and another begins, as the pieces of a street do.
struct LineMerging {
  private struct End: Hashable {
    var name: String
    var x: Int32
    var y: Int32
  }

  /// Returns the lines with the index of the feature that each began with, joined where their ends meet.
  ///
  /// - Parameter lines: Lines with a name; an empty name joins nothing.
  static func merged(_ lines: [(name: String, feature: Int, points: [SIMD2<Int32>])]) -> [(feature: Int, points: [SIMD2<Int32>])] {
    var result: [(feature: Int, points: [SIMD2<Int32>])?] = []
    var starts: [End: Int] = [:]
    var ends: [End: Int] = [:]
    for line in lines {
      guard let first = line.points.first, let last = line.points.last, line.points.count > 1 else { continue }
      guard !line.name.isEmpty else {
        result.append((line.feature, line.points))
        continue
      }
      let start = End(name: line.name, x: first.x, y: first.y)
      let end = End(name: line.name, x: last.x, y: last.y)
      let before = ends[start]
      let after = starts[end]
      switch (before, after) {
      case (let before?, let after?) where before != after:
        // The line fills the gap between two others.
        guard let tail = result[after]?.points, let tailEnd = tail.last else { continue }
        result[before]?.points += line.points.dropFirst() + tail.dropFirst()
        result[after] = nil
        ends[start] = nil
        starts[end] = nil
        ends[End(name: line.name, x: tailEnd.x, y: tailEnd.y)] = before
      case (let before?, _):
        result[before]?.points += line.points.dropFirst()
        ends[start] = nil
        ends[end] = before
      case (nil, let after?):
        let rest = result[after]?.points.dropFirst() ?? []
        result[after]?.points = line.points + rest
        starts[end] = nil
        starts[start] = after
      default:
        result.append((line.feature, line.points))
        starts[start] = result.count - 1
        ends[end] = result.count - 1
      }
    }
    return result.compactMap { $0 }
  }
}
