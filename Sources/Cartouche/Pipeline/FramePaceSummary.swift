/// A summary of a live run's pace: the intervals of frames, the missed refreshes with their causes, and the
/// time from touch to flip.
///
/// Only frames that were due at a refresh have an interval. The first frame after a rest has none.
///
/// If the machine stands still between a frame and its flip, the flip is late, and so is the next turn. A
/// refresh that was missed without another cause is therefore counted by the cause of the next frame.
package struct FramePaceSummary: Hashable, Sendable {
  /// The delay in nanoseconds from which on a wake-up is the cause of a missed refresh.
  package static let lateWakeUp: Int64 = 2_000_000

  private var interval: Int64
  private var intervals = DurationHistogram()
  private var touches = DurationHistogram()
  /// The newest frame that was shown, and the duration of the longest turn since then.
  private var previous: FrameTimes?

  /// The times of a frame that was shown.
  private struct FrameTimes: Hashable, Sendable {
    var began: Timestamp
    var flip: Timestamp?
    /// The duration of this turn, or of a longer one whose frame was replaced.
    var turn: Int64
  }

  /// The number of frames of the live run.
  package private(set) var frameCount = 0
  /// The refreshes that were missed because the turn took longer than there was time.
  package private(set) var missedByLongFrame = 0
  /// The refreshes that were missed because the run loop woke more than 2 ms late.
  package private(set) var missedByLateWakeUp = 0
  /// The refreshes that were missed for another reason.
  package var missedOtherwise: Int { missedWithoutCause + unexplained }
  private var missedWithoutCause = 0
  /// The refreshes that the newest frame missed without a cause of its own.
  private var unexplained = 0

  /// Creates an empty summary.
  ///
  /// - Parameter interval: The time between two refreshes in nanoseconds.
  package init(interval: Int64) {
    self.interval = max(interval, 1)
  }

  /// Counts refreshes by another interval from the next frame on, as after a change of the screen.
  package mutating func displayDidChange(interval: Int64) {
    guard max(interval, 1) != self.interval else { return }
    (self.interval, previous) = (max(interval, 1), nil)
  }

  /// Adds a frame of which the flip is known, or known not to come. Frames of a replay are ignored.
  package mutating func add(_ record: FrameRecord) {
    guard let delay = record.wakeUpDelay else { return }
    frameCount += 1
    if let touch = record.touchTime, let flip = record.flipTime { touches.add(flip - touch) }
    let turn = record.turnDuration.nanoseconds
    explain(delay: delay.nanoseconds, turn: turn)
    // A frame that a newer one replaced was never shown.
    if record.flipTime == nil, let last = previous, last.flip != nil {
      previous?.turn = max(last.turn, turn)
      // The first frame after a rest may set the mode, whose time is not known. The next one has no interval.
      if record.dueTime == nil { previous = nil }
      return
    }
    defer { previous = FrameTimes(began: record.time, flip: record.flipTime, turn: turn) }
    guard record.dueTime != nil, let last = previous else { return }
    let elapsed: Int64
    switch (last.flip, record.flipTime) {
    case (let before?, let flip?): elapsed = flip - before
    case (nil, nil): elapsed = record.time - last.began
    default: return
    }
    intervals.add(elapsed)
    let missed = Int(max((elapsed + interval / 2) / interval - 1, 0))
    guard missed > 0 else { return }
    let isLong = record.targetTime.map { record.time.nanoseconds + turn > $0.nanoseconds } ?? false
    if delay.nanoseconds > Self.lateWakeUp {
      missedByLateWakeUp += missed
    } else if isLong || max(turn, last.turn) > interval {
      missedByLongFrame += missed
    } else {
      unexplained = missed
    }
  }

  /// Finds the cause of the refreshes that the frame before missed.
  private mutating func explain(delay: Int64, turn: Int64) {
    if delay > Self.lateWakeUp {
      missedByLateWakeUp += unexplained
    } else if turn > interval {
      missedByLongFrame += unexplained
    } else {
      missedWithoutCause += unexplained
    }
    unexplained = 0
  }

  /// The summary as a line; nil without frames of a live run.
  package var line: String? {
    guard frameCount > 0 else { return nil }
    var parts = ["\(frameCount) frames"]
    if let median = intervals.percentile(50), let high = intervals.percentile(99) {
      let missed = missedByLongFrame + missedByLateWakeUp + missedOtherwise
      parts.append("interval: median \(Self.text(median)) ms, 99th percentile \(Self.text(high)) ms")
      parts.append(
        "missed refreshes: \(missed) (frame took longer \(missedByLongFrame), woken over 2 ms late \(missedByLateWakeUp), "
          + "other \(missedOtherwise))")
    }
    if let median = touches.percentile(50) { parts.append("touch to flip: median \(Self.text(median)) ms") }
    return parts.joined(separator: "; ")
  }

  /// Returns milliseconds with two decimal places.
  private static func text(_ nanoseconds: Int64) -> String {
    guard nanoseconds < DurationHistogram.longest else { return "over \(text(DurationHistogram.longest - 1))" }
    let hundredths = (nanoseconds + 5000) / 10_000
    return "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst())"
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded down. Durations are shorter than 292 years.
  package var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
