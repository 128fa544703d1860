public import CartoucheRaster

/// How fast something goes, from where it was in the last tenth of a second.
///
/// The slope of the straight line that lies closest to the places, by least squares: one late or odd report bends it little. Something that was
/// not reported for 40 ms stood still: what it did before that is forgotten, and after that its velocity is zero.
///
/// - Source: Gauss's normal equations for a line; the two times are those of Android's `VelocityTracker` (`HORIZON`, `ASSUME_POINTER_STOPPED_TIME`).
public struct VelocityTracker: Hashable, Sendable {
  /// As far back places count, in nanoseconds.
  public static var window: Seconds { Timestamp.seconds(fromNanoseconds: windowNanoseconds) }
  /// As long without a report, in nanoseconds, something is thought to stand.
  public static var stationaryTimeout: Seconds { Timestamp.seconds(fromNanoseconds: stationaryNanoseconds) }
  private static var windowNanoseconds: Int64 { 100_000_000 }
  private static var stationaryNanoseconds: Int64 { 40_000_000 }
  /// A panel that reports a thousand times a second is not listened to more often than this in a window.
  private static var maximumSampleCount: Int { 32 }

  private struct Sample: Hashable, Sendable {
    var place: Point
    var time: Timestamp
  }

  private var samples: [Sample] = []

  public init() {}

  /// Forgets everything.
  public mutating func reset() {
    samples.removeAll(keepingCapacity: true)
  }

  /// Takes in where it is; a time before the last one's counts as that.
  public mutating func add(_ place: Point, at time: Timestamp) {
    guard let last = samples.last else { return samples.append(Sample(place: place, time: time)) }
    let since = time - last.time
    if since <= 0 {
      samples[samples.count - 1].place = place
      return
    }
    if since > Self.stationaryNanoseconds {
      // It stood where it was until now.
      samples.removeAll(keepingCapacity: true)
      samples.append(Sample(place: last.place, time: time.advanced(byNanoseconds: -Self.stationaryNanoseconds)))
    }
    samples.append(Sample(place: place, time: time))
    var stale = 0
    while stale < samples.count - 2,
      time - samples[stale].time > Self.windowNanoseconds || samples.count - stale > Self.maximumSampleCount
    {
      stale += 1
    }
    samples.removeFirst(stale)
  }

  /// The velocity at `time`, in points a second, held to the range.
  public func velocity(at time: Timestamp) -> Point {
    guard samples.count > 1, let last = samples.last, time - last.time <= Self.stationaryNanoseconds else { return .zero }
    // Against the last sample: microseconds (≤ 2^18) and 1/65536 points (≤ 2^64).
    let count = Int128(samples.count)  // ≤ 2^5
    var (t, tt): (Int128, Int128) = (0, 0)
    var (x, y, tx, ty): (Int128, Int128, Int128, Int128) = (0, 0, 0, 0)
    for sample in samples {
      let age = Int128(((sample.time - last.time) / 1000).clamped(from: -(1 << 18), to: 0))
      let (dx, dy) = (
        Int128(sample.place.x.rawValue) - Int128(last.place.x.rawValue),
        Int128(sample.place.y.rawValue) - Int128(last.place.y.rawValue)
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
