public import CartoucheRaster

/// The values at which a scroller comes to rest.
public enum Snapping: Hashable, Sendable {
  /// `first` and every `spacing` from there, in both directions: the cards of a ring, at 360 ÷ n degrees.
  case every(Scalar, from: Scalar = 0)
  /// The given values, in any order; with none, any value.
  case values([Scalar])

  /// Returns the resting value nearest to `value`; of two equally near, the larger. Without resting values,
  /// it returns `value`.
  ///
  /// - Complexity: O(1), or O(n) in the number of values.
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
