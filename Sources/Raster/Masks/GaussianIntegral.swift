/// A table of the integral from −∞ of the Gaussian with standard deviation 1, within 2^-17 of the exact
/// value.
struct GaussianIntegral {
  /// The distance in units of 2^-16 beyond which the integral counts as 0 or 1: ±5.
  private static var limit: Int64 { 5 << 16 }
  /// The table's steps are 1/64.
  private static var stepBits: Int64 { 10 }

  /// The integral at each step, in units of 2^-32.
  private let values: [Int64]

  init() {
    // Integrate each step by Simpson's rule.
    let step = Int64(1) << Self.stepBits
    var sums: [Int64] = [0]
    var (sum, position) = (Int64(0), -Self.limit)
    var before = Self.density(position)
    while position < Self.limit {
      let after = Self.density(position + step)
      sum += before + 4 * Self.density(position + step / 2) + after  // ≤ 640 · 6 · 2^32
      sums.append(sum)
      (position, before) = (position + step, after)
    }
    values = sums.map { Int64((Int128($0) << 32) / Int128(sum)) }
  }

  /// Returns the integral up to `position`, which is in units of 2^-16; the result is in units of 2^-32.
  func callAsFunction(_ position: Int64) -> Int64 {
    if position <= -Self.limit { return 0 }
    if position >= Self.limit { return 1 << 32 }
    let index = Int((position + Self.limit) >> Self.stepBits)
    let part = (position + Self.limit) & (1 << Self.stepBits - 1)
    return values[index] + ((values[index + 1] - values[index]) * part) >> Self.stepBits  // ≤ 2^42
  }

  /// Returns the integral of the integral up to `position`, which is in units of 2^-16 and within ±2^30; the
  /// result is in units of 2^-32.
  func integral(_ position: Int64) -> Int64 {
    if position <= -Self.limit { return 0 }
    if position >= Self.limit { return position << 16 }
    let peak = (Self.density(position) * 1_713_444_047) >> 32  // 1/√2π
    return (position * self(position)) >> 16 + peak  // ≤ 2^52
  }

  /// Returns e^(−`position`²/2) in units of 2^-32.
  static func density(_ position: Int64) -> Int64 {
    if position.magnitude > UInt64(limit) { return 0 }
    let exponent = WideFixed<32>(rawValue: position * position) * WideFixed<32>(rawValue: 3_098_164_010)  // log2(e) / 2
    return WideFixed<32>.powerOfTwo(-exponent).rawValue
  }
}

/// The profile of a blurred straight edge: the coverage of a pixel by the distance of its center from the
/// edge, inward.
struct BlurredEdge {
  private let integral = GaussianIntegral()
  /// The standard deviation of the blur in 1/65536 px, at least 1.
  private let sigma: Int64
  /// The standard deviation of the blur together with a pixel's width.
  private let deviation: Int64

  /// Creates the profile.
  ///
  /// - Parameter sigma: The blur's standard deviation in 1/65536 px, 0 … 2^24.
  init(sigma: Int64) {
    self.sigma = max(sigma, 1)
    deviation = BlurredEdge.deviation(sigma)
  }

  /// Returns √(σ² + 1/12), since a pixel is a box of width 1.
  static func deviation(_ sigma: Int64) -> Int64 {
    squareRoot(of: sigma * sigma + (Int64(1) << 32) / 12)  // ≤ 2^49
  }

  /// Returns the coverage in units of 2^-32.
  ///
  /// - Parameter distance: The distance inward from the edge in 1/65536 px, within ±2^28.
  func callAsFunction(_ distance: Int64) -> Int64 {
    // A pixel's box combined with a Gaussian wider than it is another Gaussian, to 2^-12.
    if sigma >= 1 << 16 { return integral((distance << 16) / deviation) }
    let limit = Int64(1) << 30
    let from = integral.integral(max(((distance - 32768) << 16) / sigma, -limit))
    let to = integral.integral(min(((distance + 32768) << 16) / sigma, limit))
    if distance >= 5 << 16 { return 1 << 32 }
    if distance <= -(5 << 16) { return 0 }
    return Int64((Int128(to - from) * Int128(sigma)) >> 16)
  }
}
