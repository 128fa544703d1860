public import CartoucheRaster

/// The rubber-band effect of a scroll view: the resistance to a finger that pulls a value beyond its limit.
///
/// The value is, for instance, the offset of a list. The farther the finger pulls, the less the value
/// follows. The value's distance beyond its limit is always less than ``length``.
///
///     f(x) = (1 − 1 / (x·c / d + 1)) · d
///
/// In this formula, x is the distance by which the finger pulls. The result f(x) is the value's distance
/// beyond its limit. The number d is ``length``, and c is ``coefficient``.
///
/// - Source: The formula of UIKit's scroll views, as published by @chpwn (2012), and in Ilya Lobanov, "How
///   UIScrollView works" (2019).
public struct RubberBand: Hashable, Sendable, BitwiseCopyable {
  /// The visible length of the scrolled content, for example in points for a list or in degrees for a
  /// carousel.
  ///
  /// If the length is not positive, the content does not move beyond its limit.
  public var length: Scalar
  /// The ratio of the content's movement to the finger's movement, at the start of a pull beyond the limit.
  ///
  /// At 0.55, the content at first moves 0.55 points for each point of the finger's movement. If the
  /// coefficient is not positive, the content does not move beyond its limit.
  public var coefficient: Scalar

  /// Creates a rubber-band effect for content of the given visible length.
  ///
  /// - Parameters:
  ///   - length: The visible length of the scrolled content, for example in points for a list or in degrees
  ///     for a carousel.
  ///   - coefficient: The ratio of the content's movement to the finger's movement, at the start of a pull
  ///     beyond the limit.
  public init(length: Scalar, coefficient: Scalar = 0.55) {
    self.length = length
    self.coefficient = coefficient
  }

  /// Returns the distance that scrolled content moves beyond its limit when a finger pulls by `pull`.
  ///
  /// At the upper limit, the pull and the distance are positive. At the lower limit, both are negative.
  public func stretch(forPull pull: Scalar) -> Scalar {
    guard length > 0, coefficient > 0 else { return 0 }
    let pulled = (coefficient * pull.magnitude).rawValue
    let product = Int128(length.rawValue) * Int128(pulled)  // ≤ 2^126
    let stretch = Scalar(saturating: product / (Int128(length.rawValue) + Int128(pulled) + (pulled == 0 ? 1 : 0)))
    return pull < 0 ? -stretch : stretch
  }

  /// Returns the distance that a finger has to pull to move scrolled content by `stretch` beyond its limit.
  ///
  /// This function is the inverse of ``stretch(forPull:)``. Use the function when a finger touches down while
  /// the content is still beyond its limit.
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
