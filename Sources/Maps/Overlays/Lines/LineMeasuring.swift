// What tests measure of simplified lines.
extension MapPolyline {
  /// How many points of the line are drawn at zooms from `step` on.
  package func countKeptPoints(atZoomStep step: Int) -> Int { geometry.level(atZoomStep: step).points.count }

  /// How far, in map units, a point of the line is from the line that is drawn at zooms from `step` on.
  package func largestDeviation(atZoomStep step: Int) -> Int64 {
    let kept = geometry.level(atZoomStep: step).points
    guard kept.count > 1 else { return 0 }
    var leg = 0
    var largest = 0.0
    for point in points {
      let (a, b) = (kept[leg], kept[leg + 1])
      let (x, y) = (Double(b.x - a.x), Double(b.y - a.y))
      let (px, py) = (Double(point.x - a.x), Double(point.y - a.y))
      let square = x * x + y * y
      let part = square > 0 ? min(max((px * x + py * y) / square, 0), 1) : 0
      let (dx, dy) = (px - x * part, py - y * part)
      largest = max(largest, (dx * dx + dy * dy).squareRoot())
      // Points that are kept are points of the line, in their order.
      if point == b, leg + 2 < kept.count { leg += 1 }
    }
    return ElementaryFunctions.nearest(largest)
  }
}
