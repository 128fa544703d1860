public import CartoucheRaster

/// A set of resting values to which a ``Scroller`` snaps: evenly spaced values, or the values of an array.
public enum Snapping: Hashable, Sendable {
  /// All values at a distance of a multiple of the given spacing from the value `from`, on both sides.
  ///
  /// For the n cards of a ring, the spacing is 360 ÷ n degrees. If the spacing is not positive, every value
  /// is a resting value.
  case every(Scalar, from: Scalar = 0)
  /// The values of the array, in any order. If the array is empty, every value is a resting value.
  case values([Scalar])

  /// Returns the resting value that is nearest to `value`.
  ///
  /// If two resting values are equally near, the result is the larger one. If every value is a resting value,
  /// the result is `value`.
  ///
  /// - Complexity: O(1) for ``every(_:from:)``, and O(n) for ``values(_:)`` with n values.
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
