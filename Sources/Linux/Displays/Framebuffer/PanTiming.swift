/// Finds out whether a driver's panning waits for the vertical blank, from the durations of its calls.
///
/// Some drivers return from FBIOPAN_DISPLAY at once, and the panel follows at the next vertical blank. Others
/// return after that blank, so that waiting for another one would take a refresh too many. A call that takes
/// longer than a quarter of a refresh counts for the second kind, a short one for the first.
package struct PanTiming: Hashable, Sendable {
  /// The duration in nanoseconds below which a call has not waited.
  private static let shortDuration: Int64 = 300_000
  private static let maximumScore = 3

  private let interval: Int64
  private var score = 0

  /// - Parameter interval: The time between two refreshes in nanoseconds.
  package init(interval: Int64) {
    self.interval = interval
  }

  /// Whether panning waits for the vertical blank.
  package var waitsForBlank: Bool { score > 0 }

  /// Records the duration of a call in nanoseconds.
  package mutating func panned(in duration: Int64) {
    if duration > interval / 4 {
      score = min(score + 1, Self.maximumScore)
    } else if duration < Self.shortDuration {
      score = max(score - 1, -Self.maximumScore)
    }
  }
}
