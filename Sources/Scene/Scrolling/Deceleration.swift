public import CartoucheRaster

/// The motion of a value that was flung and slows down.
///
/// The velocity decreases by the same factor in every millisecond:
///
///     v(t) = v₀ · dᵗ        x(t) = x₀ − v₀ / (1000 ln d) · (1 − dᵗ)      t in milliseconds, d = .998 or .99
///
/// The unit of all values is the unit of ``start``, such as points, or degrees for a carousel. The type is a
/// value type and has no clock.
///
/// - Source: The rates are those of `UIScrollView.DecelerationRate`. The integral is from Ilya Lobanov, "How
///   UIScrollView works" (2019).
public struct Deceleration: Hashable, Sendable, BitwiseCopyable {
  /// The factor by which the velocity of a flung value is multiplied in each millisecond.
  public enum Rate: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// The factor 0.998: the value travels 0.5 s × its initial velocity. For content that is read while it
    /// scrolls.
    case normal
    /// The factor 0.99: the value travels 0.1 s × its initial velocity.
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
  /// The time at which the motion begins, with the value ``start``.
  public let startTime: Timestamp

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

  /// The value at which the motion comes to rest if nothing stops the motion before.
  ///
  /// From this value, a list or a carousel finds the nearest item to stop at.
  public var end: Scalar { start + distance }

  /// Returns the remaining fraction of the velocity at `time`, accurate to 2^-32.
  private func remainingFraction(at time: Timestamp) -> WideFixed<32> {
    let elapsed = max(time - startTime, 0)
    let (logarithm, shift) = rate.binaryLogarithm
    return .powerOfTwo(WideFixed<32>(saturating: -(Int128(elapsed) * Int128(logarithm)) >> Int128(shift)))  // ≤ 2^125
  }

  /// Returns the value of the motion at `time`; before ``startTime``, this is ``start``.
  ///
  /// The result is accurate to 2^-16 and to 2^-32 of the total distance.
  public func value(at time: Timestamp) -> Scalar {
    let traveled = WideFixed<32>.one - remainingFraction(at: time)
    return start + Scalar(saturating: (Int128(distance.rawValue) * Int128(traveled.rawValue) + (1 << 31)) >> 32)  // ≤ 2^95
  }

  /// Returns the velocity of the motion at `time`, in the value's unit per second.
  public func velocity(at time: Timestamp) -> Scalar {
    Scalar(saturating: (Int128(velocity.rawValue) * Int128(remainingFraction(at: time).rawValue) + (1 << 31)) >> 32)  // ≤ 2^95
  }

  /// Returns the time at which the remaining distance to ``end`` is `tolerance`.
  public func time(within tolerance: Scalar) -> Timestamp {
    let remaining = distance.magnitude
    guard remaining > tolerance else { return startTime }
    return time(toLeave: max(tolerance, Scalar(rawValue: 1)), of: remaining)
  }

  /// Returns the time at which the motion reaches `value`; nil if the motion never reaches `value`.
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
