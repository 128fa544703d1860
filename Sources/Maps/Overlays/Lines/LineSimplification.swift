/// Leaves out of a line what is seen on no screen: each point that is left out is no farther than `tolerance` (in each direction) from the line that remains.
///
/// One pass: from the last point kept, the sector of directions that pass all points since within the tolerance is narrowed until none is left.
/// A point that comes back towards the last one kept ends the stretch too, so that a line's far ends stay.
///
/// - Source: Zhao and Saalfeld: Linear-Time Sleeve-Fitting Polyline Simplification Algorithms, AutoCarto 13 (1997); with squares for circles, so
///   that whole numbers suffice.
enum LineSimplification {
  /// - Parameter tolerance: in map units, 0 … 2^30.
  static func simplified(_ points: [MapPoint], tolerance: Int64) -> [MapPoint] {
    guard points.count > 2, tolerance > 0, let first = points.first, let last = points.last else { return points }
    var kept = [first]
    var sector = Sector()
    var anchor = first
    var before = first
    /// How far the stretch has come, as the larger of both distances from the anchor.
    var farthest: Int64 = 0
    for point in points.dropFirst() {
      var way = SIMD2(point.x &- anchor.x, point.y &- anchor.y)
      var distance = max(abs(way.x), abs(way.y))
      if distance <= tolerance && farthest <= tolerance {
        // Still at the anchor.
        before = point
        farthest = max(farthest, distance)
        continue
      }
      if distance + tolerance < farthest || !sector.holds(way) {
        kept.append(before)
        anchor = before
        sector = Sector()
        way = SIMD2(point.x &- anchor.x, point.y &- anchor.y)
        distance = max(abs(way.x), abs(way.y))
        farthest = 0
      }
      if distance > tolerance { sector.narrow(to: way, tolerance: tolerance) }
      farthest = max(farthest, distance)
      before = point
    }
    if kept.last != last || kept.count == 1 { kept.append(last) }
    return kept
  }

  /// The directions between two, less than half a turn from the first clockwise to the second; all of them at first.
  private struct Sector {
    private var low = SIMD2<Int64>.zero
    private var high = SIMD2<Int64>.zero
    private var isOpen = true

    func holds(_ way: SIMD2<Int64>) -> Bool { isOpen || (Self.cross(low, way) >= 0 && Self.cross(way, high) >= 0) }

    /// Takes away the directions that miss the square of ± `tolerance` round `way`, which does not hold the origin.
    mutating func narrow(to way: SIMD2<Int64>, tolerance: Int64) {
      let corners = [
        SIMD2(way.x - tolerance, way.y - tolerance), SIMD2(way.x + tolerance, way.y - tolerance),
        SIMD2(way.x + tolerance, way.y + tolerance), SIMD2(way.x - tolerance, way.y + tolerance),
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

    /// Exact: the sides are below 2^50.
    @inline(__always)
    private static func cross(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> Int128 {
      Int128(a.x) * Int128(b.y) - Int128(a.y) * Int128(b.x)
    }
  }
}
