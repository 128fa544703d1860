public import CartoucheRaster

/// An estimator of the velocity of a moving point, such as a finger, from the point's latest positions.
///
/// The velocity is the slope of a least-squares line through the positions of the last 0.1 s. A late or stray
/// position thus has little effect. If no position is added for more than 40 ms, the point counts as
/// stationary. The earlier positions are then discarded, and the velocity becomes zero.
///
/// - Source: The normal equations of a linear fit. The two durations are those of Android's `VelocityTracker`
///   (`HORIZON`, `ASSUME_POINTER_STOPPED_TIME`).
public struct VelocityTracker: Hashable, Sendable {
  /// The time span of the positions from which the velocity is computed: the 0.1 s before the last position.
  public static var window: Seconds { Timestamp.seconds(fromNanoseconds: windowNanoseconds) }
  /// The maximum time between two positions of a moving point: 40 ms. If no position is added for longer, the
  /// tracked point counts as stationary.
  public static var stationaryTimeout: Seconds { Timestamp.seconds(fromNanoseconds: stationaryNanoseconds) }
  private static var windowNanoseconds: Int64 { 100_000_000 }
  private static var stationaryNanoseconds: Int64 { 40_000_000 }
  /// The maximum number of samples in a window, for panels that report up to 1000 times a second.
  private static var maximumSampleCount: Int { 32 }

  private struct Sample: Hashable, Sendable {
    var position: Point
    var time: Timestamp
  }

  private var samples: [Sample] = []

  /// Creates a tracker without positions. The velocity is zero until two positions are added.
  public init() {}

  /// Discards all positions, so that the velocity becomes zero.
  public mutating func reset() {
    samples.removeAll(keepingCapacity: true)
  }

  /// Adds the position of the tracked point at `time`.
  ///
  /// If `time` is not later than the time of the last position, the new position replaces the last position.
  public mutating func add(_ position: Point, at time: Timestamp) {
    guard let last = samples.last else { return samples.append(Sample(position: position, time: time)) }
    let elapsed = time - last.time
    if elapsed <= 0 {
      samples[samples.count - 1].position = position
      return
    }
    if elapsed > Self.stationaryNanoseconds {
      // It was stationary until now.
      samples.removeAll(keepingCapacity: true)
      samples.append(Sample(position: last.position, time: time.advanced(byNanoseconds: -Self.stationaryNanoseconds)))
    }
    samples.append(Sample(position: position, time: time))
    var staleCount = 0
    while staleCount < samples.count - 2,
      time - samples[staleCount].time > Self.windowNanoseconds || samples.count - staleCount > Self.maximumSampleCount
    {
      staleCount += 1
    }
    samples.removeFirst(staleCount)
  }

  /// Returns the velocity of the tracked point at `time`, in points per second.
  ///
  /// Each component is clamped to the range of ``Scalar``.
  public func velocity(at time: Timestamp) -> Point {
    guard samples.count > 1, let last = samples.last, time - last.time <= Self.stationaryNanoseconds else { return .zero }
    // Against the last sample: microseconds (≤ 2^18) and 1/65536 points (≤ 2^64).
    let count = Int128(samples.count)  // ≤ 2^5
    var (t, tt): (Int128, Int128) = (0, 0)
    var (x, y, tx, ty): (Int128, Int128, Int128, Int128) = (0, 0, 0, 0)
    for sample in samples {
      let age = Int128(((sample.time - last.time) / 1000).clamped(from: -(1 << 18), to: 0))
      let (dx, dy) = (
        Int128(sample.position.x.rawValue) - Int128(last.position.x.rawValue),
        Int128(sample.position.y.rawValue) - Int128(last.position.y.rawValue)
      )
      t += age
      tt += age * age  // ≤ 2^41
      x += dx
      y += dy
      tx += age * dx  // ≤ 2^87
      ty += age * dy
    }
    let spread = count * tt - t * t  // ≤ 2^46, and 0 if all times are one
    guard spread > 0 else { return .zero }
    func slope(_ sum: Int128, _ product: Int128) -> Scalar {
      let rise = count * product - t * sum  // ≤ 2^93
      return Scalar(saturating: rise * 1_000_000 / spread)
    }
    return Point(x: slope(x, tx), y: slope(y, ty))
  }
}
