public import CartoucheRaster

/// A damped spring whose movement determines the progress of an animation.
///
/// The spring pulls a weight to a rest position. At the start, the weight's distance from the rest position
/// is 1. The initializers clamp the parameters to these ranges:
///
/// | parameter | range |
/// |---|---|
/// | ``mass`` | 0.001…10000 |
/// | ``stiffness`` | 0.001…1000000 |
/// | ``damping`` | 0…100000 |
/// | ``initialVelocity`` | −10000…10000 |
public struct Spring: Hashable, Sendable, BitwiseCopyable {
  /// The mass of the weight that the spring moves.
  ///
  /// Only the proportions of mass, ``stiffness`` and ``damping`` matter. For example, the movement stays the
  /// same if all three are doubled. Times are in seconds.
  public let mass: WideFixed<32>
  /// The stiffness of the spring: the force on the weight at the distance 1 from the rest position.
  public let stiffness: WideFixed<32>
  /// The damping coefficient of the spring: the friction force on the weight at the velocity 1.
  public let damping: WideFixed<32>
  /// The velocity of the weight at the start.
  ///
  /// At the velocity 1, the weight would move from the start to the rest position in one second. A positive
  /// velocity is toward the rest position.
  public let initialVelocity: WideFixed<32>

  // The motion decays as e^(−βt), where β is `decay`. Underdamped, it oscillates with the angular frequency
  // `rate`, ω. Overdamped, it is the sum of two exponentials whose rates are β − ω and β + ω.
  private let decay: WideFixed<32>
  private let rate: WideFixed<32>
  private let isOverdamped: Bool

  /// Creates a spring from its physical parameters; the defaults are those of `CASpringAnimation`.
  public init(
    mass: WideFixed<32> = 1, stiffness: WideFixed<32> = 100, damping: WideFixed<32> = 10, initialVelocity: WideFixed<32> = 0
  ) {
    self.mass = mass.clamped(from: 0.001, to: 10_000)
    self.stiffness = stiffness.clamped(from: 0.001, to: 1_000_000)
    self.damping = damping.clamped(from: 0, to: 100_000)
    self.initialVelocity = initialVelocity.clamped(from: -10_000, to: 10_000)
    decay = self.damping / (self.mass * 2)
    // |ω0² − β²| with 64 fraction bits: it may be a small difference of two large numbers.
    let natural = (Int128(self.stiffness.rawValue) << 64) / Int128(self.mass.rawValue)  // ≤ 2^94
    let difference = natural &- Int128(decay.rawValue) &* Int128(decay.rawValue)  // ≤ 2^116
    isOverdamped = difference < 0
    rate = WideFixed<32>(rawValue: Int64(clamping: squareRoot(of: UInt128(difference.magnitude))))
  }

  /// Creates a spring from its perceived duration and its bounce.
  ///
  /// - Parameters:
  ///   - perceptualDuration: The period that the oscillation would have without damping, in seconds. Clamped
  ///     to 0.01…100.
  ///   - bounce: The strength of the overshoot, from 0 for no overshoot to 1 for an endless oscillation. With
  ///     a negative bounce, the spring approaches its rest position more slowly. Clamped to −0.99…1.
  ///   - initialVelocity: The spring's ``initialVelocity``.
  public init(perceptualDuration: Seconds, bounce: WideFixed<32> = 0, initialVelocity: WideFixed<32> = 0) {
    let duration = perceptualDuration.clamped(from: 0.01, to: 100)
    let bounce = bounce.clamped(from: -0.99, to: 1)
    let frequency = WideFixed<32>(rawValue: 26_986_075_409) / duration  // 2π × 2^32
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(mass: 1, stiffness: frequency * frequency, damping: ratio * frequency * 2, initialVelocity: initialVelocity)
  }

  /// Returns the progress of the spring `time` seconds after the start: 0 at the start, and 1 at rest.
  ///
  /// While the spring overshoots its rest position, the progress is greater than 1. For times up to 60 s,
  /// the error of the progress is at most 2^-16. The error is larger if the spring is hardly damped and its
  /// initial velocity is in the thousands.
  public func progress(at time: Seconds) -> Progress {
    guard time > 0 else { return 0 }
    // u = e^(−βt) (−c(ωt) + (v − β) t s(ωt) / (ωt)), where c and s are cosine and sine, or their hyperbolic
    // forms.
    let push = initialVelocity - decay
    let phase = rate * time
    if isOverdamped && phase >= Self.series {
      // Add two exponentials: their product form would multiply a very large and a very small number.
      let slow = -(stiffness / mass) / (decay + rate)
      let quick = -(decay + rate)
      let first = (initialVelocity + quick) / (rate * 2)
      let second = -1 - first
      return 1 + first * Self.exponential(slow * time) + second * Self.exponential(quick * time)
    }
    let (c, s) = isOverdamped ? Self.hyperbolicSeries(phase) : Self.circular(phase)
    return 1 + Self.exponential(-(decay * time)) * (push * time * s - c)
  }

  /// The time that the spring takes to settle, in seconds.
  ///
  /// A spring has settled when it stays nearer to the rest position than 1/1000 of the initial distance.
  ///
  /// The time is infinite for a spring without damping.
  public var settlingDuration: Seconds {
    guard damping > 0 else { return .infinity }
    var high: Seconds = 1
    while envelope(at: high) > 0.001 {
      high = high * 2
      if high > 100_000 { return .infinity }
    }
    var low: Seconds = 0
    // Bisect from above: where the envelope is still growing, it already exceeds the limit.
    for _ in 0..<32 {
      let middle = (low + high) / 2
      if envelope(at: middle) > 0.001 { low = middle } else { high = middle }
    }
    return high
  }

  /// Returns an upper bound of the distance from the rest, for `time` and all later times.
  private func envelope(at time: Seconds) -> WideFixed<32> {
    let push = (initialVelocity - decay).magnitude
    if isOverdamped && rate * time >= Self.series {
      let slow = -(stiffness / mass) / (decay + rate)
      let first = ((initialVelocity - decay - rate) / (rate * 2)).magnitude
      return first * Self.exponential(slow * time) + (1 + first) * Self.exponential(-(decay + rate) * time)
    }
    let swing = isOverdamped || rate * time < Self.series ? 1 + push * time : .hypotenuse(1, push / rate)
    return min(swing, 1 + push * time) * Self.exponential(-(decay * time))
  }

  /// Below this phase, sin x / x is computed from its series.
  private static var series: WideFixed<32> { 0.0625 }

  /// Returns cos x and sin x / x, for `x` in radians.
  private static func circular(_ x: WideFixed<32>) -> (c: WideFixed<32>, s: WideFixed<32>) {
    if x < series {
      let square = x * x
      return (1 - square / 2 + square * square / 24, 1 - square / 6 + square * square / 120)
    }
    let (sine, cosine) = Angle.radians(x).sineAndCosine
    return (cosine, sine / x)
  }

  private static func hyperbolicSeries(_ x: WideFixed<32>) -> (c: WideFixed<32>, s: WideFixed<32>) {
    let square = x * x
    return (1 + square / 2 + square * square / 24, 1 + square / 6 + square * square / 120)
  }

  /// Returns e to the power of `x`.
  private static func exponential(_ x: WideFixed<32>) -> WideFixed<32> {
    .powerOfTwo(x * WideFixed<32>(rawValue: 6_196_328_019))  // 1 / ln 2 × 2^32
  }
}
