public import CartoucheRaster

/// Something that is drawn to a place, and comes to rest there without swinging: a list pulled beyond its end, a carousel that snaps to a card.
///
/// A critically damped spring: x(t) = target + (A + B·t) e^(−ωt), with A and B from where it is and how fast. A value, with no clock of its own.
///
/// - Source: the equation of motion of a damped oscillator with damping ratio 1. The ``standardAngularFrequency`` of 10 a second, mass 1 on stiffness 100, is that of Ilya Lobanov's
///   "How UIScrollView works" (2019).
public struct CriticallyDampedSpring: Hashable, Sendable, BitwiseCopyable {
  /// ω of a scroll view's bounce.
  public static var standardAngularFrequency: Scalar { 10 }

  public let start: Scalar
  public let target: Scalar
  /// At first, a second.
  public let velocity: Scalar
  /// ω, a second; held to 1…100.
  public let angularFrequency: Scalar
  public let startTime: Timestamp

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

  /// e^(−ωt), within 2^-32.
  private func fading(after elapsed: Int64) -> WideFixed<32> {
    // Nothing is left after 2^40 ns, 18 minutes. log₂ e ÷ 10⁹ × 2^90; 2^23 × 2^40 × 2^61.
    let exponent = (Int128(angularFrequency.rawValue) * Int128(min(elapsed, 1 << 40)) * 1_785_969_955_594_906_663) >> 74
    return .powerOfTwo(WideFixed<32>(saturating: -exponent))
  }

  private func seconds(_ elapsed: Int64) -> WideFixed<32> {
    WideFixed<32>(saturating: (Int128(elapsed) << 32) / 1_000_000_000)
  }

  /// How far from the target it is.
  private func offset(after elapsed: Int64) -> Scalar {
    let way = distance + Self.product(drift, seconds(elapsed))
    return Self.product(way, fading(after: elapsed))
  }

  private static func product(_ a: Scalar, _ b: WideFixed<32>) -> Scalar {
    Scalar(saturating: (Int128(a.rawValue) * Int128(b.rawValue) + (1 << 31)) >> 32)  // ≤ 2^126
  }

  /// Where it is at `time`; before it startTime, where it startTime.
  public func value(at time: Timestamp) -> Scalar {
    target + offset(after: max(time - startTime, 0))
  }

  /// How fast it is at `time`, a second.
  public func velocity(at time: Timestamp) -> Scalar {
    let elapsed = max(time - startTime, 0)
    return Self.product(drift, fading(after: elapsed)) - angularFrequency * offset(after: elapsed)
  }

  /// When it is, and stays, within `tolerance` of the target; to a millisecond, and not later than a minute.
  public func time(within tolerance: Scalar) -> Timestamp {
    // After 1/ω nothing but falls any more of what bounds it: |A| + |B| t, fading.
    func bound(_ elapsed: Int64) -> Scalar {
      Self.product(distance.magnitude + Self.product(drift.magnitude, seconds(elapsed)), fading(after: elapsed))
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
