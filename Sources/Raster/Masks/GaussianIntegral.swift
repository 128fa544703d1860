/// The integral of the gaussian with standard deviation 1, from −∞, as a table: within 2^-17 of the true one.
struct GaussianIntegral {
  /// Beyond ±5 it counts as 0 and 1.
  private static var reach: Int64 { 5 << 16 }
  /// The table's steps are 1/64.
  private static var stepBits: Int64 { 10 }

  /// Counts 2^32.
  private let values: [Int64]

  init() {
    // Simpson's rule in each step.
    let step = Int64(1) << Self.stepBits
    var sums: [Int64] = [0]
    var (sum, place) = (Int64(0), -Self.reach)
    var before = Self.density(place)
    while place < Self.reach {
      let after = Self.density(place + step)
      sum += before + 4 * Self.density(place + step / 2) + after  // ≤ 640 · 6 · 2^32
      sums.append(sum)
      (place, before) = (place + step, after)
    }
    values = sums.map { Int64((Int128($0) << 32) / Int128(sum)) }
  }

  /// The integral up to `place`, which counts 2^16; the result counts 2^32.
  func callAsFunction(_ place: Int64) -> Int64 {
    if place <= -Self.reach { return 0 }
    if place >= Self.reach { return 1 << 32 }
    let index = Int((place + Self.reach) >> Self.stepBits)
    let part = (place + Self.reach) & (1 << Self.stepBits - 1)
    return values[index] + ((values[index + 1] - values[index]) * part) >> Self.stepBits  // ≤ 2^42
  }

  /// The integral of the integral up to `place`, which counts 2^16 and is within ±2^30; the result counts 2^32.
  func integral(_ place: Int64) -> Int64 {
    if place <= -Self.reach { return 0 }
    if place >= Self.reach { return place << 16 }
    let peak = (Self.density(place) * 1_713_444_047) >> 32  // 1/√2π
    return (place * self(place)) >> 16 + peak  // ≤ 2^52
  }

  /// e^(−place²/2), counting 2^32.
  static func density(_ place: Int64) -> Int64 {
    if place.magnitude > UInt64(reach) { return 0 }
    let exponent = WideFixed<32>(rawValue: place * place) * WideFixed<32>(rawValue: 3_098_164_010)  // log2(e) / 2
    return WideFixed<32>.powerOfTwo(-exponent).rawValue
  }
}

/// How a straight edge looks once it is blurred: how much of a pixel is covered, by its centre's distance from the edge inwards.
struct BlurredEdge {
  private let integral = GaussianIntegral()
  /// In 1/65536 px, at least 1.
  private let sigma: Int64
  /// The standard deviation of the blur and of a pixel's width together.
  private let deviation: Int64

  /// - Parameter sigma: in 1/65536 px, 0 … 2^24.
  init(sigma: Int64) {
    self.sigma = max(sigma, 1)
    deviation = BlurredEdge.deviation(sigma)
  }

  /// √(σ² + 1/12): a pixel is a box one wide.
  static func deviation(_ sigma: Int64) -> Int64 {
    squareRoot(of: sigma * sigma + (Int64(1) << 32) / 12)  // ≤ 2^49
  }

  /// - Parameter distance: in 1/65536 px, ± 2^28.
  /// - Returns: counting 2^32.
  func callAsFunction(_ distance: Int64) -> Int64 {
    // A pixel's box and a gaussian wider than it are another gaussian, to 2^-12.
    if sigma >= 1 << 16 { return integral((distance << 16) / deviation) }
    let limit = Int64(1) << 30
    let from = integral.integral(max(((distance - 32768) << 16) / sigma, -limit))
    let to = integral.integral(min(((distance + 32768) << 16) / sigma, limit))
    if distance >= 5 << 16 { return 1 << 32 }
    if distance <= -(5 << 16) { return 0 }
    return Int64((Int128(to - from) * Int128(sigma)) >> 16)
  }
}
