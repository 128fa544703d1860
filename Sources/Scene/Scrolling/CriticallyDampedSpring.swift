public import CartoucheRaster

/// The motion of a value that is pulled to a target and stops there without oscillating.
///
/// Examples are a list that was pulled beyond its end, and a carousel that snaps to a card. The motion is
/// that of a critically damped spring. At the time t, in seconds from ``startTime``, the value is x(t):
///
///     x(t) = target + (A + B·t) e^(−ωt)        A = start − target        B = velocity + ω·A
///
/// In these formulas, ω is ``angularFrequency``. This type has no clock: the caller passes the current time.
///
/// - Source: The equation of motion of a damped oscillator with damping ratio 1. The
///   ``standardAngularFrequency`` is that of a spring with mass 1 and stiffness 100. These numbers are those
///   of Ilya Lobanov, "How UIScrollView works" (2019).
public struct CriticallyDampedSpring: Hashable, Sendable, BitwiseCopyable {
  /// The angular frequency of the spring that pulls a scroll view back to its limit: 10 radians per second.
  public static var standardAngularFrequency: Scalar { 10 }

  /// The value at ``startTime``.
  public let start: Scalar
  /// The value to which the spring pulls, and at which the motion comes to rest.
  public let target: Scalar
  /// The velocity at ``startTime``, in the value's unit per second.
  public let velocity: Scalar
  /// The angular frequency ω of the spring, in radians per second; clamped to 1…100.
  ///
  /// A greater angular frequency brings the value to ``target`` in a shorter time.
  public let angularFrequency: Scalar
  /// The time at which the motion begins. The value is then ``start``.
  public let startTime: Timestamp

  /// Creates a spring motion from `start` to `target`.
  ///
  /// - Parameters:
  ///   - start: The value at the beginning of the motion.
  ///   - target: The value at which the motion comes to rest.
  ///   - velocity: The velocity at the beginning of the motion, in the value's unit per second.
  ///   - angularFrequency: The angular frequency of the spring, in radians per second; clamped to 1…100.
  ///   - time: The time at which the motion begins.
  public init(
    from start: Scalar, to target: Scalar, velocity: Scalar,
    angularFrequency: Scalar = CriticallyDampedSpring.standardAngularFrequency, at time: Timestamp
  ) {
    self.start = start
    self.target = target
    self.velocity = velocity
    self.angularFrequency = angularFrequency.clamped(from: 1, to: 100)
    startTime = time
  }

  private var distance: Scalar { start - target }
  private var drift: Scalar { velocity + angularFrequency * distance }

  /// Returns e^(−ωt), accurate to 2^-32; `elapsed` is in nanoseconds.
  private func decay(after elapsed: Int64) -> WideFixed<32> {
    // After 2^40 ns, 18 minutes, nothing remains. log₂ e ÷ 10⁹ × 2^90; 2^23 × 2^40 × 2^61.
    let exponent = (Int128(angularFrequency.rawValue) * Int128(min(elapsed, 1 << 40)) * 1_785_969_955_594_906_663) >> 74
    return .powerOfTwo(WideFixed<32>(saturating: -exponent))
  }

  private func seconds(_ elapsed: Int64) -> WideFixed<32> {
    WideFixed<32>(saturating: (Int128(elapsed) << 32) / 1_000_000_000)
  }

  /// Returns the offset of the value from the target.
  private func offset(after elapsed: Int64) -> Scalar {
    let undamped = distance + Self.product(drift, seconds(elapsed))
    return Self.product(undamped, decay(after: elapsed))
  }

  private static func product(_ a: Scalar, _ b: WideFixed<32>) -> Scalar {
    Scalar(saturating: (Int128(a.rawValue) * Int128(b.rawValue) + (1 << 31)) >> 32)  // ≤ 2^126
  }

  /// Returns the value of the motion at `time`.
  ///
  /// If `time` is before ``startTime``, the result is ``start``.
  public func value(at time: Timestamp) -> Scalar {
    target + offset(after: max(time - startTime, 0))
  }

  /// Returns the velocity of the motion at `time`, in the value's unit per second.
  ///
  /// If `time` is before ``startTime``, the result is the initial velocity.
  public func velocity(at time: Timestamp) -> Scalar {
    let elapsed = max(time - startTime, 0)
    return Self.product(drift, decay(after: elapsed)) - angularFrequency * offset(after: elapsed)
  }

  /// Returns the time at which the motion counts as finished.
  ///
  /// From this time on, the value stays within `tolerance` of ``target``. The value may already be that near
  /// before this time. The result is at most 60 seconds after ``startTime``.
  public func time(within tolerance: Scalar) -> Timestamp {
    // From 1/ω on, the upper bound (|A| + |B| t) e^(−ωt) decreases.
    func bound(_ elapsed: Int64) -> Scalar {
      Self.product(distance.magnitude + Self.product(drift.magnitude, seconds(elapsed)), decay(after: elapsed))
    }
    let tolerance = max(tolerance, Scalar(rawValue: 1))
    guard distance.magnitude > tolerance || velocity != 0 else { return startTime }
    var (low, high): (Int64, Int64) = ((Scalar(1_000_000_000) / angularFrequency).rawValue >> 16, 60_000_000_000)
    guard bound(low) > tolerance else { return startTime.advanced(byNanoseconds: low) }
    while high - low > 1_000_000 {
      let middle = (low + high) / 2
      if bound(middle) > tolerance { low = middle } else { high = middle }
    }
    return startTime.advanced(byNanoseconds: high)
  }
}
