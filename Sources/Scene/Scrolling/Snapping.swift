public import CartoucheRaster

/// The places at which something comes to rest.
public enum Snapping: Hashable, Sendable {
  /// At `first` and every `spacing` from there, both ways: the cards of a ring, at 360 ÷ n degrees.
  case every(Scalar, from: Scalar = 0)
  /// At these, in any order; with none, wherever it is.
  case values([Scalar])

  /// The place nearest to `value`; of two as near, the larger. Where there is none, `value`.
  ///
  /// - Complexity: one step, or one for each of the places.
  public func nearest(to value: Scalar) -> Scalar {
    switch self {
    case .every(let spacing, let first):
      guard spacing > 0 else { return value }
      return first + spacing * ((value - first) / spacing).rounded
    case .values(let places):
      var best: Scalar?
      for place in places {
        guard let known = best else {
          best = place
          continue
        }
        let (far, near) = ((value - place).magnitude, (value - known).magnitude)
        if far < near || (far == near && place > known) { best = place }
      }
      return best ?? value
    }
  }
}
