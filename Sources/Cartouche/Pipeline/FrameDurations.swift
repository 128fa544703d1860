/// The durations of the last 64 frames.
///
/// Memory is allocated once. A value without a clock.
package struct FrameDurations: Hashable, Sendable {
  private static let capacity = 64

  private var durations: [Int64] = Array(repeating: 0, count: capacity)
  /// The number of durations so far.
  private var count = 0

  package init() {}

  /// Adds the duration of a frame in nanoseconds, and drops the oldest if there are 64.
  package mutating func add(_ duration: Int64) {
    durations[count % Self.capacity] = duration
    // Starts again at a multiple of the capacity, so that years of frames do not overflow.
    count = count == Int.max / 2 / Self.capacity * Self.capacity ? Self.capacity : count + 1
  }

  /// The duration that at most 5 % of the frames exceed, in nanoseconds; nil without frames.
  ///
  /// Of fewer than 20 frames this is the longest.
  package var percentile95: Int64? {
    let filled = min(count, Self.capacity)
    guard filled > 0 else { return nil }
    // The largest durations, in descending order: at most 64 / 20 + 1 of them are needed.
    var largest: (Int64, Int64, Int64, Int64) = (.min, .min, .min, .min)
    for duration in durations[..<filled] {
      if duration > largest.0 {
        largest = (duration, largest.0, largest.1, largest.2)
      } else if duration > largest.1 {
        largest = (largest.0, duration, largest.1, largest.2)
      } else if duration > largest.2 {
        largest = (largest.0, largest.1, duration, largest.2)
      } else if duration > largest.3 {
        largest.3 = duration
      }
    }
    switch filled / 20 {
    case 0: return largest.0
    case 1: return largest.1
    case 2: return largest.2
    default: return largest.3
    }
  }
}
