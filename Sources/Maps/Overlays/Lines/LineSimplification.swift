/// Simplifies lines within a tolerance. Each point that is left out is at most the tolerance away from the
/// simplified line, in each direction.
///
/// The algorithm makes one pass. For the last point that stays, the algorithm keeps the sector of directions
/// that pass all later points within the tolerance. Each further point narrows the sector, and the segment
/// ends when no direction remains. A point that turns back towards the last point that stays also ends the
/// segment, so that the line's far ends stay.
///
/// - Source: Zhao and Saalfeld: Linear-Time Sleeve-Fitting Polyline Simplification Algorithms, AutoCarto 13
///   (1997); with squares in place of circles, so that whole numbers suffice.
enum LineSimplification {
  /// Returns the points that remain after simplification.
  ///
  /// - Parameter tolerance: The tolerance in map units, 0 … 2^30.
  static func simplified(_ points: [MapPoint], tolerance: Int64) -> [MapPoint] {
    guard points.count > 2, tolerance > 0, let first = points.first, let last = points.last else { return points }
    var result = [first]
    var sector = Sector()
    var anchor = first
    var previous = first
    /// The largest distance of a point since the anchor from the anchor. A distance is the larger of its x
    /// and y components.
    var farthest: Int64 = 0
    for point in points.dropFirst() {
      var delta = SIMD2(point.x &- anchor.x, point.y &- anchor.y)
      var distance = max(abs(delta.x), abs(delta.y))
      if distance <= tolerance && farthest <= tolerance {
        // Still at the anchor.
        previous = point
        farthest = max(farthest, distance)
        continue
      }
      if distance + tolerance < farthest || !sector.contains(delta) {
        result.append(previous)
        anchor = previous
        sector = Sector()
        delta = SIMD2(point.x &- anchor.x, point.y &- anchor.y)
        distance = max(abs(delta.x), abs(delta.y))
        farthest = 0
      }
      if distance > tolerance { sector.narrow(to: delta, tolerance: tolerance) }
      farthest = max(farthest, distance)
      previous = point
    }
    if result.last != last || result.count == 1 { result.append(last) }
    return result
  }

  /// A range of directions from the first direction clockwise to the last, less than half a turn. A new
  /// sector contains all directions.
  private struct Sector {
    private var low = SIMD2<Int64>.zero
    private var high = SIMD2<Int64>.zero
    private var isOpen = true

    func contains(_ delta: SIMD2<Int64>) -> Bool { isOpen || (Self.cross(low, delta) >= 0 && Self.cross(delta, high) >= 0) }

    /// Removes the directions that miss the square of ± `tolerance` around `delta`. The square must not
    /// contain the origin.
    mutating func narrow(to delta: SIMD2<Int64>, tolerance: Int64) {
      let corners = [
        SIMD2(delta.x - tolerance, delta.y - tolerance), SIMD2(delta.x + tolerance, delta.y - tolerance),
        SIMD2(delta.x + tolerance, delta.y + tolerance), SIMD2(delta.x - tolerance, delta.y + tolerance),
      ]
      var (first, last) = (corners[0], corners[0])
      for corner in corners {
        if Self.cross(corner, first) > 0 { first = corner }
        if Self.cross(last, corner) > 0 { last = corner }
      }
      if isOpen {
        (low, high, isOpen) = (first, last, false)
      } else {
        if Self.cross(low, first) > 0 { low = first }
        if Self.cross(last, high) > 0 { high = last }
      }
    }

    /// Returns the cross product of two vectors. The result is exact, because the vectors' components are
    /// below 2^50.
    @inline(__always)
    private static func cross(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> Int128 {
      Int128(a.x) * Int128(b.y) - Int128(a.y) * Int128(b.x)
    }
  }
}
