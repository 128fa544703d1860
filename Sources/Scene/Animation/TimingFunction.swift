public import CartoucheRaster

/// A cubic Bézier curve from (0, 0) to (1, 1) that determines the pacing of an animation.
///
/// The x axis of the curve is the elapsed fraction of the duration, and the y axis is progress.
public struct TimingFunction: Hashable, Sendable, BitwiseCopyable {
  let x1, y1, x2, y2: WideFixed<32>

  /// Creates a timing function from the two inner control points of its curve, (`x1`, `y1`) and (`x2`, `y2`).
  ///
  /// The x coordinates are times and are clamped to 0…1. The y coordinates are progress values. They may be
  /// outside 0…1, and are clamped to ±32768.
  public init(_ x1: WideFixed<32>, _ y1: WideFixed<32>, _ x2: WideFixed<32>, _ y2: WideFixed<32>) {
    (self.x1, self.y1) = (x1.clamped(from: 0, to: 1), y1.clamped(from: -32768, to: 32768))
    (self.x2, self.y2) = (x2.clamped(from: 0, to: 1), y2.clamped(from: -32768, to: 32768))
  }

  /// A timing function with the same speed from start to end.
  public static let linear = TimingFunction(0, 0, 1, 1)
  /// A timing function that starts slowly.
  public static let easeIn = TimingFunction(0.42, 0, 1, 1)
  /// A timing function that ends slowly.
  public static let easeOut = TimingFunction(0, 0, 0.58, 1)
  /// A timing function that starts slowly and ends slowly.
  public static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)
  /// The timing function that a ``Transaction`` has by default, with the curve of CSS's `ease`.
  public static let `default` = TimingFunction(0.25, 0.1, 0.25, 1)

  /// Returns the progress at `time`, which is a fraction of the duration from 0 to 1.
  ///
  /// The result is the y coordinate of the curve point whose x coordinate is `time`. If `time` is less than
  /// 0, the result is 0. If `time` is greater than 1, the result is 1.
  ///
  /// The curve point is found by its x coordinate, with an error of at most 2^-32. If the control points' y
  /// coordinates are from 0 to 1, rounding adds an error of at most 2^-30.
  ///
  /// - Complexity: Usually about four Newton iterations, and never more than 64 iterations.
  public func callAsFunction(_ time: WideFixed<32>) -> WideFixed<32> {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    if x1 == y1 && x2 == y2 { return time }
    let s = parameter(at: time.rawValue << 30)
    let r = Self.one &- s
    // Bernstein weights, each ≤ .45 × 2^62 except the last.
    let first = 3 &* product62(product62(s, r), r)
    let second = 3 &* product62(product62(s, s), r)
    let last = product62(product62(s, s), s)
    // ≤ 2 × 2^47 × 2^62
    let sum = Int128(first) &* Int128(y1.rawValue) &+ Int128(second) &* Int128(y2.rawValue) &+ Int128(last) << 32
    return WideFixed<32>(saturating: (sum &+ (1 << 61)) >> 62)
  }

  private static var one: Int64 { 1 << 62 }

  /// Returns the curve parameter whose time is `target`; both are in units of 2^-62.
  private func parameter(at target: Int64) -> Int64 {
    let (a, b) = (x1.rawValue << 30, x2.rawValue << 30)
    var (low, high) = (Int64(0), Self.one)
    var s = target
    for _ in 0..<64 {
      let r = Self.one &- s
      let (ss, sr, rr) = (product62(s, s), product62(s, r), product62(r, r))
      let time = 3 &* product62(a, product62(s, rr)) &+ 3 &* product62(b, product62(ss, r)) &+ product62(ss, s)
      let error = time &- target
      if error.magnitude < 1 << 30 { return s }
      if error > 0 { high = s } else { low = s }
      // A third of the slope: ≤ 2^62.
      let slope = product62(a, rr) &+ 2 &* product62(b &- a, sr) &+ product62(Self.one &- b, ss)
      var next = low &+ (high &- low) / 2
      if slope > 1 << 40 {
        let newton = Int128(s) &- (Int128(error) << 62) / (3 &* Int128(slope))
        if newton > Int128(low) && newton < Int128(high) { next = Int64(truncatingIfNeeded: newton) }
      }
      if next == s { return s }
      s = next
    }
    return s
  }
}
