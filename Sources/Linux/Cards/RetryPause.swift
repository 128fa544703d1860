package import CartoucheScene

/// The growing pauses between attempts at something that fails: 20 ms, 40 ms, and so on up to 2 s.
package struct RetryPause {
  /// The first and the longest pause in nanoseconds.
  static let (first, longest): (Int64, Int64) = (20_000_000, 2_000_000_000)

  /// The time of the next attempt on the monotonic clock; nil if the last attempt did not fail.
  package private(set) var nextAttempt: Timestamp?
  private var pause: Int64 = 0

  package init() {}

  /// Notes that an attempt failed.
  package mutating func failed(at now: Timestamp) {
    pause = pause == 0 ? Self.first : min(pause * 2, Self.longest)
    nextAttempt = Timestamp(nanoseconds: now.nanoseconds + pause)
  }

  /// Notes that an attempt succeeded.
  package mutating func succeeded() {
    (pause, nextAttempt) = (0, nil)
  }
}
