import CartoucheRaster

/// Two fingers as a line: how long it is, and which way it points.
struct FingerPair {
  let first: Int
  let second: Int
  /// From the first finger to the second.
  let line: Point

  /// The first two of `touches`; nil of fewer.
  init?(_ touches: [Touch]) {
    guard touches.count >= 2 else { return nil }
    (first, second) = (touches[0].id, touches[1].id)
    line = touches[1].now.position - touches[0].now.position
  }

  /// How far the fingers are apart; never less than a millimetre, so that nothing is divided by nothing.
  func span(_ metrics: TouchMetrics) -> Scalar {
    max(Scalar.hypotenuse(line.x, line.y), metrics.pointsPerMillimeter)
  }

  /// Which way the line points; nil where the fingers are too close together for it to say anything.
  func direction(_ metrics: TouchMetrics) -> Angle? {
    line.isWithin(metrics.pointsPerMillimeter) ? nil : .arctangent(y: line.y, x: line.x)
  }

  func isSameFingers(as other: FingerPair) -> Bool {
    first == other.first && second == other.second
  }
}
