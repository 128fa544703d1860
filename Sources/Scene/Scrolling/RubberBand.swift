public import CartoucheRaster

/// How far something follows that is pulled beyond its end: ever less, and never farther than its own length.
///
///     f(x) = (1 − 1 / (x·c / d + 1)) · d        d the length of what is seen, c = .55
///
/// - Source: the formula that UIKit's scroll views were found to follow, published by @chpwn (2012), and in Ilya Lobanov, "How UIScrollView works" (2019).
public struct RubberBand: Hashable, Sendable, BitwiseCopyable {
  /// How long what is seen is, in the unit of what is pulled.
  public var length: Scalar
  /// How stiff it is at first: the share of a small pull that it follows.
  public var coefficient: Scalar

  public init(length: Scalar, coefficient: Scalar = 0.55) {
    self.length = length
    self.coefficient = coefficient
  }

  /// How far it follows when it is pulled `pull` beyond the end; on the other side where that is negative.
  public func stretch(forPull pull: Scalar) -> Scalar {
    guard length > 0, coefficient > 0 else { return 0 }
    let pulled = (coefficient * pull.magnitude).rawValue
    let product = Int128(length.rawValue) * Int128(pulled)  // ≤ 2^126
    let stretch = Scalar(saturating: product / (Int128(length.rawValue) + Int128(pulled) + (pulled == 0 ? 1 : 0)))
    return pull < 0 ? -stretch : stretch
  }

  /// How far it is pulled when it has followed so far: the inverse, so that a finger can catch it.
  public func pull(forStretch stretch: Scalar) -> Scalar {
    guard length > 0, coefficient > 0 else { return 0 }
    let left = length - min(stretch.magnitude, length - Scalar(rawValue: 1))
    let share = Int128(min(stretch.magnitude, length).rawValue) * Int128(length.rawValue) / Int128(left.rawValue)  // ≤ 2^126
    let pull = Scalar(saturating: share) / coefficient
    return stretch < 0 ? -pull : pull
  }

  /// Which share of the finger's speed it has where it has followed so far: the derivative, c (1 − f/d)².
  func derivative(at stretch: Scalar) -> Scalar {
    guard length > 0, coefficient > 0 else { return 0 }
    let left = max(1 - stretch.magnitude / length, 0)
    return coefficient * left * left
  }
}
