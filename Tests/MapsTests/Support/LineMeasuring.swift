import CartoucheMaps

extension MapPolyline {
  /// Returns the points of the line that is drawn at zooms from `step` on.
  func simplifiedPoints(atZoomStep step: Int) -> [MapPoint] { geometry.level(atZoomStep: step).points }

  /// Returns the largest distance, in map units, between a point of the line and the line drawn at zooms from
  /// `step` on.
  func largestDeviation(atZoomStep step: Int) -> Int64 {
    let simplified = simplifiedPoints(atZoomStep: step)
    guard simplified.count > 1 else { return 0 }
    var segment = 0
    var largest = 0.0
    for point in points {
      let (a, b) = (simplified[segment], simplified[segment + 1])
      let (x, y) = (Double(b.x - a.x), Double(b.y - a.y))
      let (px, py) = (Double(point.x - a.x), Double(point.y - a.y))
      let square = x * x + y * y
      let fraction = square > 0 ? min(max((px * x + py * y) / square, 0), 1) : 0
      let (dx, dy) = (px - x * fraction, py - y * fraction)
      largest = max(largest, (dx * dx + dy * dy).squareRoot())
      // The simplified line's points are points of the line, in their order.
      if point == b, segment + 2 < simplified.count { segment += 1 }
    }
    return ElementaryFunctions.nearest(largest)
  }
}
