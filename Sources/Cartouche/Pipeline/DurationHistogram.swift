/// Counts of durations, from which percentiles are read. Its memory is constant, so that it can count for
/// years.
///
/// Durations are counted in steps of 20 µs, up to 100 ms.
package struct DurationHistogram: Hashable, Sendable {
  /// The width of a step in nanoseconds.
  package static let step: Int64 = 20_000
  private static let stepCount = 5000
  /// The duration in nanoseconds from which on all count as one: the beginning of the last step.
  package static let longest = Int64(stepCount - 1) * step

  private var counts = [Int](repeating: 0, count: stepCount)
  /// The number of durations.
  package private(set) var count = 0

  package init() {}

  /// Adds a duration in nanoseconds. A longer one than 100 ms counts as 100 ms.
  package mutating func add(_ duration: Int64) {
    counts[Int(min(max(duration / Self.step, 0), Int64(Self.stepCount - 1)))] += 1
    count += 1
  }

  /// Returns the middle of the step that contains a percentile, in nanoseconds; nil without durations.
  ///
  /// - Parameter percent: The percentile, from 1 to 100.
  package func percentile(_ percent: Int) -> Int64? {
    guard count > 0 else { return nil }
    let rank = max((count * percent + 99) / 100, 1)
    var sum = 0
    for (index, number) in counts.enumerated() {
      sum += number
      if sum >= rank { return Int64(index) * Self.step + Self.step / 2 }
    }
    return Int64(Self.stepCount) * Self.step
  }
}
