/// A kiosk's clock for asynchronous code. It follows real time on a live display, and virtual time in a
/// replay.
///
///     let stops = try await fetchStops()
///     try await kiosk.clock.sleep(for: .seconds(2))
///     list.show(stops)
///
/// A task that sleeps on this clock continues in the first turn of the run loop at or after its deadline. So
/// it is late by up to one refresh. The clock stands still while the kiosk does not run.
///
/// In a replay, a task wakes at the same virtual time in every run, however fast the machine is. What it does
/// after that takes real time. To make frames wait for it, announce the task: ``Kiosk/announce(_:)``.
///
/// The kiosk's times are ``Timestamp`` values. The clock's zero is the start of the kiosk's first run.
public struct KioskClock: Clock {
  let time: KioskTime

  /// The current time of the kiosk's clock.
  ///
  /// In a replay, and while the kiosk does not run, this is the time of the last turn.
  public var now: Timestamp { time.now }

  /// The smallest difference of two times. A sleep ends in a turn of the run loop, and may take longer.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the current task until the kiosk's clock reaches a time.
  ///
  /// If the clock has reached the time already, the method returns immediately.
  ///
  /// - Parameters:
  ///   - deadline: The time to wait for.
  ///   - tolerance: Not used: the task wakes in the first turn at or after the deadline.
  /// - Throws: `CancellationError` if the task is cancelled or the kiosk is released.
  public func sleep(until deadline: Timestamp, tolerance: Duration? = nil) async throws {
    try await time.sleep(until: deadline)
  }
}

extension Timestamp: InstantProtocol {
  /// Returns the timestamp that lies `duration` after this timestamp, rounded down to a nanosecond.
  ///
  /// If that time is beyond the range of timestamps, the earliest or the latest possible timestamp is
  /// returned.
  public func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    // ≤ 2^93
    let sum = Int128(nanoseconds) + Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
    return Timestamp(nanoseconds: Int64(clamping: sum))
  }

  /// Returns the duration from this timestamp to `other`. It is negative if `other` is earlier.
  public func duration(to other: Timestamp) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }
}
