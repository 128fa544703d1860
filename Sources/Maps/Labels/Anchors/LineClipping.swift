import CartoucheRaster

/// Cuts lines at the edges of their tile.
enum LineClipping {
  /// Returns the parts of a line inside a square from 0 to `width`, edges included.
  static func parts(of points: [SIMD2<Double>], width: Double) -> [[SIMD2<Double>]] {
    var parts: [[SIMD2<Double>]] = []
    var part: [SIMD2<Double>] = []
    for index in points.indices.dropLast() {
      guard let (from, to) = clipped(points[index], points[index + 1], width) else {
        if !part.isEmpty { parts.append(part) }
        part = []
        continue
      }
      if part.last != from {
        if !part.isEmpty { parts.append(part) }
        part = [from]
      }
      part.append(to)
    }
    if !part.isEmpty { parts.append(part) }
    return parts
  }

  /// Returns the part of a segment inside the square; nil if there is none.
  private static func clipped(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ width: Double) -> (SIMD2<Double>, SIMD2<Double>)? {
    var (a, b) = (a, b)
    for axis in 0..<2 {
      for limit in [0, width] {
        let isLow = limit == 0
        func isOutside(_ point: SIMD2<Double>) -> Bool { isLow ? point[axis] < 0 : point[axis] > width }
        guard isOutside(a) || isOutside(b) else { continue }
        if isOutside(a) && isOutside(b) { return nil }
        let t = (limit - a[axis]) / (b[axis] - a[axis])
        var crossing = a + (b - a) * t
        crossing[axis] = limit
        if isOutside(a) { a = crossing } else { b = crossing }
      }
    }
    return (a, b)
  }
}
