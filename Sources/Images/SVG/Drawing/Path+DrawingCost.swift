import CartoucheRaster

extension Path {
  /// Estimates the steps of work for filling or stroking the path.
  ///
  /// Curves are flattened to lines. A stroke adds joins and dashes. The estimate limits the time for drawing
  /// pattern tiles while a file is read, and for drawing the finished display list.
  ///
  /// - Parameters:
  ///   - pen: The style of the stroke, or nil for a fill.
  ///   - magnification: The number of pixels per unit of the path's space.
  /// - Complexity: One pass over the path.
  func drawingCost(pen: StrokeStyle?, magnification: Number) -> Int {
    let (lines, length) = lines(magnification: magnification)
    guard let pen else { return lines }
    // Round caps and joins of a wide pen consist of more lines.
    let isRound = pen.cap == .round || pen.join == .round
    let corners = 16 + (isRound ? (Number(rounding: pen.width) * magnification).squareRoot().bounded * 2 : 0)
    var cost = (lines + 1) * min(corners, 256)
    if !pen.dashes.isEmpty {
      let period = pen.dashes.reduce(Scalar(0), +)
      // Raster draws no dashes beyond 2^16 periods.
      let periods = period > 0 ? min((Number(rounding: length) / Number(rounding: period)).bounded, 1 << 16) : 0
      cost += min(periods * pen.dashes.count, 1 << 18) * min(corners, 256)  // ≤ 2^26
    }
    return cost
  }

  /// Estimates the number of lines after flattening, and the length along corners and control points.
  private func lines(magnification: Number) -> (count: Int, length: Scalar) {
    var (count, length) = (0, Scalar(0))
    var next = 0
    var (at, start) = (Point.zero, Point.zero)
    for verb in verbs {
      let points = self.points[next..<next + verb.pointCount]
      next += verb.pointCount
      if verb == .move { start = points.last ?? start }
      guard verb != .move else {
        at = start
        continue
      }
      var distance = Scalar(0)
      for point in points.isEmpty ? [start] : points {
        distance += (point.x - at.x).magnitude + (point.y - at.y).magnitude
        at = point
      }
      length += distance
      count += points.count < 2 ? 1 : 2 + min((Number(rounding: distance) * magnification).squareRoot().bounded, 1 << 12)
    }
    return (count, length)
  }
}

extension Number {
  /// The value as an integer, clamped to 0…2^20.
  fileprivate var bounded: Int { rounded.clamped(from: 0, to: 1 << 20) }
}
