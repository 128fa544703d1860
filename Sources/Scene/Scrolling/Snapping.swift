public import CartoucheRaster

/// The values at which a ``Scroller`` comes to rest.
public enum Snapping: Hashable, Sendable {
  /// The value `from`, and all values at multiples of the given spacing from there, in both directions.
  ///
  /// For the n cards of a ring, the spacing is 360 ÷ n degrees.
  case every(Scalar, from: Scalar = 0)
  /// The given values, in any order; an empty array allows every value.
  case values([Scalar])

  /// Returns the resting value that is nearest to `value`.
  ///
  /// If two resting values are equally near, the result is the larger one. If there are no resting values,
  /// the result is `value`.
  ///
  /// - Complexity: O(1) for ``every(_:from:)``, and O(n) for n ``values(_:)``.
  public func nearest(to value: Scalar) -> Scalar {
    switch self {
    case .every(let spacing, let first):
      guard spacing > 0 else { return value }
      return first + spacing * ((value - first) / spacing).rounded
    case .values(let positions):
      var best: Scalar?
      for position in positions {
        guard let nearest = best else {
          best = position
          continue
        }
        let (distance, nearestDistance) = ((value - position).magnitude, (value - nearest).magnitude)
        if distance < nearestDistance || (distance == nearestDistance && position > nearest) { best = position }
      }
      return best ?? value
    }
  }
}
