public import CartoucheRaster

/// Something that was thrown and slows down: where it is and how fast, as functions of time.
///
/// The speed falls by the same share in every millisecond:
///
///     v(t) = v₀ · dᵗ        x(t) = x₀ − v₀ / (1000 ln d) · (1 − dᵗ)        t in milliseconds, d = .998 or .99
///
/// In whatever unit ``start`` is: points, or degrees of a carousel. A value, with no clock of its own.
///
/// - Source: the rates are `UIScrollView.DecelerationRate`'s; its integral as in Ilya Lobanov, "How UIScrollView works" (2019).
public struct Deceleration: Hashable, Sendable, BitwiseCopyable {
  /// Which share of the speed is left after a millisecond.
  public enum Rate: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// .998: half a second's way at the first speed. For what is read while it goes.
    case normal
    /// .99: a tenth of a second's way.
    case fast

    /// −log₂ d in a nanosecond, times 2^90 and 2^88, and how far to shift an exponent down to 2^32ths.
    fileprivate var binaryLogarithm: (rawValue: Int64, shift: Int64) {
      switch self {
      case .normal: (3_575_516_620_842_880_505, 58)
      case .fast: (4_487_399_469_497_966_816, 56)
      }
    }

    /// −1 / (1000 ln d) × 2^40: the way in seconds at the first speed.
    fileprivate var reach: Int64 {
      switch self {
      case .normal: 549_205_874_639
      case .fast: 109_400_486_094
      }
    }
  }

  public let start: Scalar
  /// At first, a second.
  public let velocity: Scalar
  public let rate: Rate
  public let startTime: Timestamp

  public init(from start: Scalar, velocity: Scalar, rate: Rate = .normal, at time: Timestamp) {
    self.start = start
    self.velocity = velocity
    self.rate = rate
    startTime = time
  }

  /// All of the way.
  private var way: Scalar {
    Scalar(saturating: (Int128(velocity.rawValue) * Int128(rate.reach) + (1 << 39)) >> 40)  // ≤ 2^103
  }

  /// Where it comes to rest if nothing is in its way: what a list or a carousel looks for its next item from.
  public var end: Scalar { start + way }

  /// The share of the speed that is left at `time`, within 2^-32.
  private func share(at time: Timestamp) -> WideFixed<32> {
    let elapsed = max(time - startTime, 0)
    let (logarithm, shift) = rate.binaryLogarithm
    return .powerOfTwo(WideFixed<32>(saturating: -(Int128(elapsed) * Int128(logarithm)) >> Int128(shift)))  // ≤ 2^125
  }

  /// Where it is at `time`, within 2^-16 and 2^-32 of all of the way; before it was thrown, where it was thrown.
  public func value(at time: Timestamp) -> Scalar {
    let gone = WideFixed<32>.one - share(at: time)
    return start + Scalar(saturating: (Int128(way.rawValue) * Int128(gone.rawValue) + (1 << 31)) >> 32)  // ≤ 2^95
  }

  /// How fast it is at `time`, a second.
  public func velocity(at time: Timestamp) -> Scalar {
    Scalar(saturating: (Int128(velocity.rawValue) * Int128(share(at: time).rawValue) + (1 << 31)) >> 32)  // ≤ 2^95
  }

  /// When no more than `tolerance` of the way is left.
  public func time(within tolerance: Scalar) -> Timestamp {
    let left = way.magnitude
    guard left > tolerance else { return startTime }
    return time(toLeave: max(tolerance, Scalar(rawValue: 1)), of: left)
  }

  /// When it passes `value`; nil if it never does.
  public func time(reaching value: Scalar) -> Timestamp? {
    let (wanted, whole) = (value - start, way)
    if wanted == 0 { return startTime }
    guard (wanted > 0) == (whole > 0), wanted.magnitude < whole.magnitude else { return nil }
    return time(toLeave: whole.magnitude - wanted.magnitude, of: whole.magnitude)
  }

  /// When `rest` of `whole` is left; both above zero.
  private func time(toLeave rest: Scalar, of whole: Scalar) -> Timestamp {
    let exponent = whole.binaryLogarithm() - rest.binaryLogarithm()
    let (logarithm, shift) = rate.binaryLogarithm
    return startTime.advanced(
      byNanoseconds: Int64(clamping: (Int128(max(exponent, 0).rawValue) << Int128(shift)) / Int128(logarithm)))  // < 2^97
  }
}
