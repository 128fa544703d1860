public import CartoucheRaster

/// The resistance of a value that a finger pulls beyond its end.
///
/// The farther the finger pulls, the less the value follows. The value never moves beyond its end by more
/// than the visible length.
///
///     f(x) = (1 − 1 / (x·c / d + 1)) · d        d is the visible length, c = .55
///
/// - Source: The formula that UIKit's scroll views were found to follow. It was published by @chpwn (2012),
///   and in Ilya Lobanov, "How UIScrollView works" (2019).
public struct RubberBand: Hashable, Sendable, BitwiseCopyable {
  /// The visible length of the scrolled content, in the unit of the pulled value.
  public var length: Scalar
  /// The fraction of a small pull by which the value moves.
  public var coefficient: Scalar

  public init(length: Scalar, coefficient: Scalar = 0.55) {
    self.length = length
    self.coefficient = coefficient
  }

  /// Returns the distance that the value moves beyond its end when the finger pulls by `pull`.
  ///
  /// A negative pull moves the value beyond its other end, and gives a negative distance.
  public func stretch(forPull pull: Scalar) -> Scalar {
    guard length > 0, coefficient > 0 else { return 0 }
    let pulled = (coefficient * pull.magnitude).rawValue
    let product = Int128(length.rawValue) * Int128(pulled)  // ≤ 2^126
    let stretch = Scalar(saturating: product / (Int128(length.rawValue) + Int128(pulled) + (pulled == 0 ? 1 : 0)))
    return pull < 0 ? -stretch : stretch
  }

  /// Returns the pull that gives the distance `stretch`: the inverse function of ``stretch(forPull:)``.
  ///
  /// This function is for a finger that catches a value while the value is beyond its end.
  public func pull(forStretch stretch: Scalar) -> Scalar {
    guard length > 0, coefficient > 0 else { return 0 }
    let remaining = length - min(stretch.magnitude, length - Scalar(rawValue: 1))
    let product = Int128(min(stretch.magnitude, length).rawValue) * Int128(length.rawValue)  // ≤ 2^126
    let quotient = product / Int128(remaining.rawValue)
    let pull = Scalar(saturating: quotient) / coefficient
    return stretch < 0 ? -pull : pull
  }

  /// Returns the velocity of the value relative to the finger's velocity at the distance `stretch`.
  ///
  /// This is the derivative of the stretch: c (1 − f/d)².
  func derivative(at stretch: Scalar) -> Scalar {
    guard length > 0, coefficient > 0 else { return 0 }
    let remaining = max(1 - stretch.magnitude / length, 0)
    return coefficient * remaining * remaining
  }
}
