import CartoucheRaster

/// Joins lines where their ends meet, as the pieces of a street do in neighboring tiles.
enum LineJoining {
  /// Returns the chains of lines whose ends are at most `tolerance` map units apart.
  ///
  /// - Complexity: The square of the number of lines. The lines of one name near the view are few.
  static func chains(_ lines: [[MapPoint]], tolerance: Int64) -> [(points: [MapPoint], members: [Int])] {
    var chains: [(points: [MapPoint], members: [Int])] = lines.indices.map { (lines[$0], [$0]) }
    var index = 0
    while index < chains.count {
      guard
        let other = chains.indices.first(where: { $0 > index && join(chains[index].points, chains[$0].points, tolerance) != nil }),
        let joined = join(chains[index].points, chains[other].points, tolerance)
      else {
        index += 1
        continue
      }
      chains[index] = (joined, chains[index].members + chains[other].members)
      chains.remove(at: other)
    }
    return chains
  }

  /// Returns two lines as one; nil if they do not meet.
  private static func join(_ a: [MapPoint], _ b: [MapPoint], _ tolerance: Int64) -> [MapPoint]? {
    guard let aFirst = a.first, let aLast = a.last, let bFirst = b.first, let bLast = b.last else { return nil }
    func meet(_ x: MapPoint, _ y: MapPoint) -> Bool { abs(x.x &- y.x) <= tolerance && abs(x.y &- y.y) <= tolerance }
    if meet(aLast, bFirst) { return a + b.dropFirst() }
    if meet(bLast, aFirst) { return b + a.dropFirst() }
    if meet(aLast, bLast) { return a + b.reversed().dropFirst() }
    if meet(aFirst, bFirst) { return b.reversed() + a.dropFirst() }
    return nil
  }
}
