public import CartoucheRaster

/// The resistance of a value pulled beyond its end: it follows less and less, and never farther than the
/// visible length.
///
///     f(x) = (1 − 1 / (x·c / d + 1)) · d        d is the visible length, c = .55
///
/// - Source: The formula that UIKit's scroll views were found to follow, published by @chpwn (2012) and in
///   Ilya Lobanov, "How UIScrollView works" (2019).
public struct RubberBand: Hashable, Sendable, BitwiseCopyable {
  /// The visible length, in the unit of the pulled value.
  public var length: Scalar
  /// The fraction of a small pull that the value follows.
  public var coefficient: Scalar

  public init(length: Scalar, coefficient: Scalar = 0.55) {
    self.length = length
    self.coefficient = coefficient
  }

  /// Returns how far the value follows a pull of `pull` beyond the end; negative pulls stretch to the other
  /// side.
  public func stretch(forPull pull: Scalar) -> Scalar {
    guard length > 0, coefficient > 0 else { return 0 }
    let pulled = (coefficient * pull.magnitude).rawValue
    let product = Int128(length.rawValue) * Int128(pulled)  // ≤ 2^126
    let stretch = Scalar(saturating: product / (Int128(length.rawValue) + Int128(pulled) + (pulled == 0 ? 1 : 0)))
    return pull < 0 ? -stretch : stretch
  }

  /// Returns the pull for a given stretch: the inverse function, for a finger that catches a stretched value.
  public func pull(forStretch stretch: Scalar) -> Scalar {
    guard length > 0, coefficient > 0 else { return 0 }
    let remaining = length - min(stretch.magnitude, length - Scalar(rawValue: 1))
    let product = Int128(min(stretch.magnitude, length).rawValue) * Int128(length.rawValue)  // ≤ 2^126
    let quotient = product / Int128(remaining.rawValue)
    let pull = Scalar(saturating: quotient) / coefficient
    return stretch < 0 ? -pull : pull
  }

  /// Returns the velocity of the value relative to the finger's at a given stretch: the derivative, c (1 −
  /// f/d)².
  func derivative(at stretch: Scalar) -> Scalar {
    guard length > 0, coefficient > 0 else { return 0 }
    let remaining = max(1 - stretch.magnitude / length, 0)
    return coefficient * remaining * remaining
  }
}
