public import CartoucheRaster

/// The motion of a value that was flung and slows down.
///
/// The velocity is multiplied by the same factor d in every millisecond:
///
///     v(t) = v₀ · dᵗ        x(t) = x₀ − v₀ / (1000 ln d) · (1 − dᵗ)      t in milliseconds, d = .998 or .99
///
/// In these formulas, x₀ is ``start``, and v₀ is the initial ``velocity``. Values have any unit, such as
/// points for a list or degrees for a carousel. Velocities are in this unit per second. This type has no
/// clock: the caller passes the current time.
///
/// - Source: The factors are those of `UIScrollView.DecelerationRate`. The formula of x(t) is from Ilya
///   Lobanov, "How UIScrollView works" (2019).
public struct Deceleration: Hashable, Sendable, BitwiseCopyable {
  /// A deceleration rate, as in `UIScrollView.DecelerationRate`.
  ///
  /// The rate is the factor by which the velocity of a flung value is multiplied in each millisecond.
  public enum Rate: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// The factor 0.998, for content that is read while it scrolls.
    ///
    /// The value moves by its initial velocity times 0.5 seconds in total.
    case normal
    /// The factor 0.99.
    ///
    /// The value moves by its initial velocity times 0.1 seconds in total.
    case fast

    /// −log₂ d per nanosecond, times 2^90 or 2^88, and the shift from there to 32 fraction bits.
    fileprivate var binaryLogarithm: (rawValue: Int64, shift: Int64) {
      switch self {
      case .normal: (3_575_516_620_842_880_505, 58)
      case .fast: (4_487_399_469_497_966_816, 56)
      }
    }

    /// −1 / (1000 ln d) × 2^40: the total distance in seconds of the initial velocity.
    fileprivate var duration: Int64 {
      switch self {
      case .normal: 549_205_874_639
      case .fast: 109_400_486_094
      }
    }
  }

  /// The value at ``startTime``.
  public let start: Scalar
  /// The velocity at ``startTime``, in the value's unit per second.
  public let velocity: Scalar
  /// The rate at which the motion slows down.
  public let rate: Rate
  /// The time at which the motion begins. The value is then ``start``.
  public let startTime: Timestamp

  /// Creates the motion of a value that is flung at `time`.
  ///
  /// - Parameters:
  ///   - start: The value at the beginning of the motion.
  ///   - velocity: The velocity at the beginning of the motion, in the value's unit per second.
  ///   - rate: The rate at which the motion slows down.
  ///   - time: The time at which the motion begins.
  public init(from start: Scalar, velocity: Scalar, rate: Rate = .normal, at time: Timestamp) {
    self.start = start
    self.velocity = velocity
    self.rate = rate
    startTime = time
  }

  /// The total distance.
  private var distance: Scalar {
    Scalar(saturating: (Int128(velocity.rawValue) * Int128(rate.duration) + (1 << 39)) >> 40)  // ≤ 2^103
  }

  /// The value at which the motion comes to rest if nothing stops the motion earlier.
  ///
  /// A list or a carousel that stops at an item chooses the item nearest to this value.
  public var end: Scalar { start + distance }

  /// Returns the remaining fraction of the velocity at `time`, accurate to 2^-32.
  private func remainingFraction(at time: Timestamp) -> WideFixed<32> {
    let elapsed = max(time - startTime, 0)
    let (logarithm, shift) = rate.binaryLogarithm
    return .powerOfTwo(WideFixed<32>(saturating: -(Int128(elapsed) * Int128(logarithm)) >> Int128(shift)))  // ≤ 2^125
  }

  /// Returns the value of the motion at `time`.
  ///
  /// If `time` is before ``startTime``, the result is ``start``.
  ///
  /// The error of the result is at most 2^-16 + 2^-32 · |``end`` − ``start``|.
  public func value(at time: Timestamp) -> Scalar {
    let traveled = WideFixed<32>.one - remainingFraction(at: time)
    return start + Scalar(saturating: (Int128(distance.rawValue) * Int128(traveled.rawValue) + (1 << 31)) >> 32)  // ≤ 2^95
  }

  /// Returns the velocity of the motion at `time`, in the value's unit per second.
  ///
  /// If `time` is before ``startTime``, the result is the initial velocity.
  public func velocity(at time: Timestamp) -> Scalar {
    Scalar(saturating: (Int128(velocity.rawValue) * Int128(remainingFraction(at: time).rawValue) + (1 << 31)) >> 32)  // ≤ 2^95
  }

  /// Returns the time at which the motion counts as finished.
  ///
  /// From this time on, the value is within `tolerance` of ``end``. If ``start`` is already that near to
  /// ``end``, the result is ``startTime``.
  public func time(within tolerance: Scalar) -> Timestamp {
    let remaining = distance.magnitude
    guard remaining > tolerance else { return startTime }
    return time(toLeave: max(tolerance, Scalar(rawValue: 1)), of: remaining)
  }

  /// Returns the time at which the motion reaches `value`; nil if the motion never reaches `value`.
  ///
  /// If `value` is ``start``, the result is ``startTime``. Otherwise, if `value` is ``end``, the result is
  /// nil, because the motion comes ever closer to ``end`` but never reaches ``end``.
  public func time(reaching value: Scalar) -> Timestamp? {
    let (partial, total) = (value - start, distance)
    if partial == 0 { return startTime }
    guard (partial > 0) == (total > 0), partial.magnitude < total.magnitude else { return nil }
    return time(toLeave: total.magnitude - partial.magnitude, of: total.magnitude)
  }

  /// Returns the time at which `remaining` of `total` remains; both are positive.
  private func time(toLeave remaining: Scalar, of total: Scalar) -> Timestamp {
    let exponent = total.binaryLogarithm() - remaining.binaryLogarithm()
    let (logarithm, shift) = rate.binaryLogarithm
    return startTime.advanced(
      byNanoseconds: Int64(clamping: (Int128(max(exponent, 0).rawValue) << Int128(shift)) / Int128(logarithm)))  // < 2^97
  }
}
