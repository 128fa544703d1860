import CartoucheRaster

/// The line between two fingers.
struct FingerPair {
  let first: Int
  let second: Int
  /// The vector from the first finger to the second.
  let line: Point

  /// Creates the pair of the first two touches; nil if there are fewer.
  init?(_ touches: [Touch]) {
    guard touches.count >= 2 else { return nil }
    (first, second) = (touches[0].id, touches[1].id)
    line = touches[1].now.position - touches[0].now.position
  }

  /// Returns the distance between the fingers, at least one millimeter to avoid division by zero.
  func span(_ metrics: TouchMetrics) -> Scalar {
    max(Scalar.hypotenuse(line.x, line.y), metrics.pointsPerMillimeter)
  }

  /// Returns the direction of the line; nil if the fingers are closer than one millimeter.
  func direction(_ metrics: TouchMetrics) -> Angle? {
    line.isWithin(metrics.pointsPerMillimeter) ? nil : .arctangent(y: line.y, x: line.x)
  }

  func isSameFingers(as other: FingerPair) -> Bool {
    first == other.first && second == other.second
  }
}
