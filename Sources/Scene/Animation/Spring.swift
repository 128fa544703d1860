public import CartoucheRaster

/// A weight on a spring, let go one away from its rest.
///
/// Values out of the ordinary are held: mass to 0.001…10000, stiffness to 0.001…1000000, damping to 0…100000, the first speed to ±10000.
public struct Spring: Hashable, Sendable, BitwiseCopyable {
  public let mass: WideFixed<32>
  public let stiffness: WideFixed<32>
  public let damping: WideFixed<32>
  /// The speed at the begin, in whole ways a second; positive towards the rest.
  public let initialVelocity: WideFixed<32>

  // How it comes to rest: e^(−βt), β the decay, times a swing of the rate ω or, where it is overdamped, a slower and a quicker fall, ω apart from β.
  private let decay: WideFixed<32>
  private let rate: WideFixed<32>
  private let isOver: Bool

  /// A spring by its physics, as `CASpringAnimation` has them; these are its defaults.
  public init(
    mass: WideFixed<32> = 1, stiffness: WideFixed<32> = 100, damping: WideFixed<32> = 10, initialVelocity: WideFixed<32> = 0
  ) {
    self.mass = min(max(mass, 0.001), 10_000)
    self.stiffness = min(max(stiffness, 0.001), 1_000_000)
    self.damping = min(max(damping, 0), 100_000)
    self.initialVelocity = min(max(initialVelocity, -10_000), 10_000)
    decay = self.damping / (self.mass * 2)
    // |ω0² − β²| in 64 fraction bits: one small number of two large ones.
    let natural = (Int128(self.stiffness.rawValue) << 64) / Int128(self.mass.rawValue)  // ≤ 2^94
    let difference = natural &- Int128(decay.rawValue) &* Int128(decay.rawValue)  // ≤ 2^116
    isOver = difference < 0
    rate = WideFixed<32>(rawValue: Int64(clamping: squareRoot(of: UInt128(difference.magnitude))))
  }

  /// A spring by how it feels: how long it takes to get there, and how much it bounces.
  ///
  /// - Parameters:
  ///   - perceptualDuration: the time of one swing without damping, > 0.
  ///   - bounce: 0, none; up to 1, for ever; below 0, ever slower, down to −1.
  public init(perceptualDuration: Seconds, bounce: WideFixed<32> = 0, initialVelocity: WideFixed<32> = 0) {
    let duration = min(max(perceptualDuration, 0.01), 100)
    let bounce = min(max(bounce, -0.99), 1)
    let frequency = WideFixed<32>(rawValue: 26_986_075_409) / duration  // 2π × 2^32
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(mass: 1, stiffness: frequency * frequency, damping: ratio * frequency * 2, initialVelocity: initialVelocity)
  }

  /// How far it has come at `time`: 0 at first, 1 at rest, and beyond where it swings over.
  ///
  /// Within 2^-16 of the motion for as long as it lasts a minute or less; see the tests.
  public func progress(at time: Seconds) -> Progress {
    guard time > 0 else { return 0 }
    // u = e^(−βt) (−c(ωt) + (v − β) t s(ωt) / (ωt)), c and s the cosine and sine, or the hyperbolic ones.
    let push = initialVelocity - decay
    let phase = rate * time
    if isOver && phase >= Self.series {
      // By two falls, which are long and short and would not come out of one product.
      let slow = -(stiffness / mass) / (decay + rate)
      let quick = -(decay + rate)
      let first = (initialVelocity + quick) / (rate * 2)
      let second = -1 - first
      return 1 + first * Self.exponential(slow * time) + second * Self.exponential(quick * time)
    }
    let (c, s) = isOver ? Self.hyperbolicSeries(phase) : Self.circular(phase)
    return 1 + Self.exponential(-(decay * time)) * (push * time * s - c)
  }

  /// When it counts as at rest: when it stays within a thousandth of the way. Without damping, never.
  public var settlingDuration: Seconds {
    guard damping > 0 else { return .infinity }
    var high: Seconds = 1
    while envelope(at: high) > 0.001 {
      high = high * 2
      if high > 100_000 { return .infinity }
    }
    var low: Seconds = 0
    // From above: where the envelope first grows it is already above.
    for _ in 0..<32 {
      let middle = (low + high) / 2
      if envelope(at: middle) > 0.001 { low = middle } else { high = middle }
    }
    return high
  }

  /// What the distance from the rest never is above from `time` on.
  private func envelope(at time: Seconds) -> WideFixed<32> {
    let push = (initialVelocity - decay).magnitude
    if isOver && rate * time >= Self.series {
      let slow = -(stiffness / mass) / (decay + rate)
      let first = ((initialVelocity - decay - rate) / (rate * 2)).magnitude
      return first * Self.exponential(slow * time) + (1 + first) * Self.exponential(-(decay + rate) * time)
    }
    let swing = isOver || rate * time < Self.series ? 1 + push * time : .hypotenuse(1, push / rate)
    return min(swing, 1 + push * time) * Self.exponential(-(decay * time))
  }

  /// Below this the sine divided by its angle comes from its series.
  private static var series: WideFixed<32> { 0.0625 }

  /// The cosine of `x` radians, and the sine divided by `x`.
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

  /// e to the power of `x`.
  private static func exponential(_ x: WideFixed<32>) -> WideFixed<32> {
    .powerOfTwo(x * WideFixed<32>(rawValue: 6_196_328_019))  // 1 / ln 2 × 2^32
  }
}
