import CartoucheRaster

/// A value in a range of numbers, which is rounded to steps.
///
/// The value stays in the range whenever the range changes. If the limits cross, the limit that was set last
/// wins.
struct SteppedRange: Hashable {
  private var storedValue: Scalar
  private var storedMinimum: Scalar
  private var storedMaximum: Scalar
  /// The distance between two values, counted from the minimum. With 0 or less, there are no steps.
  var step: Scalar = 0 { didSet { value = storedValue } }

  init(value: Scalar, minimum: Scalar, maximum: Scalar) {
    (storedValue, storedMinimum, storedMaximum) = (value, minimum, maximum)
  }

  var minimum: Scalar {
    get { storedMinimum }
    set {
      storedMinimum = newValue
      storedMaximum = max(storedMaximum, newValue)
      value = storedValue
    }
  }

  var maximum: Scalar {
    get { storedMaximum }
    set {
      storedMaximum = newValue
      storedMinimum = min(storedMinimum, newValue)
      value = storedValue
    }
  }

  var value: Scalar {
    get { storedValue }
    set { storedValue = nearest(to: newValue) }
  }

  /// Returns the position of the value on a line of `travel` points on which the range is shown, from 0 to
  /// `travel`. In an empty range, the position is 0.
  func position(on travel: Scalar) -> Scalar {
    Self.scaled(storedValue - storedMinimum, from: storedMaximum - storedMinimum, to: travel)
  }

  /// Sets the value to the one that is shown nearest to `position` on a line of `travel` points.
  mutating func setPosition(_ position: Scalar, on travel: Scalar) {
    value = storedMinimum + Self.scaled(position, from: travel, to: storedMaximum - storedMinimum)
  }

  /// Returns `part` × `target` ÷ `whole`, rounded to nearest and clamped to 0…`target`; 0 if `whole` is not
  /// positive.
  private static func scaled(_ part: Scalar, from whole: Scalar, to target: Scalar) -> Scalar {
    guard whole > 0, part > 0 else { return 0 }
    let product = Int128(min(part, whole).rawValue) * Int128(target.rawValue)  // ≤ 2^126
    return Scalar(saturating: (product + Int128(whole.rawValue) / 2) / Int128(whole.rawValue))
  }

  /// Returns the possible value that is nearest to `value`. The maximum is always possible.
  private func nearest(to value: Scalar) -> Scalar {
    let clamped = value.clamped(from: storedMinimum, to: storedMaximum)
    guard step > 0 else { return clamped }
    let stepped = min(storedMinimum + Scalar(((clamped - storedMinimum) / step).rounded) * step, storedMaximum)
    return storedMaximum - clamped < (stepped - clamped).magnitude ? storedMaximum : stepped
  }
}
