/// A timer that calls a handler once per refresh of a kiosk's screen, as Core Animation's `CADisplayLink`.
///
///     let link = DisplayLink { link in
///       needle.transform = .rotation(by: heading(at: link.timestamp), axis: .z)
///     }
///     link.add(to: kiosk)
///
///     created ──add(to:)──▶ running ◀──isPaused──▶ paused ──invalidate()──▶ created
///
/// A running link is also called while a finger drags. A link that is paused or not added is never called and
/// causes no wake-ups. The kiosk retains a link that was added to it. To move layers from one state to
/// another use animations: they are simpler, and they end.
@MainActor
public final class DisplayLink {
  /// Whether the link is paused. The first call after a pause comes with the next frame.
  public var isPaused = false {
    didSet { if isPaused { due = nil } }
  }

  /// The preferred calls per second, rounded to a whole number of refreshes per call; 0: one call per
  /// refresh.
  public var preferredFramesPerSecond = 0

  /// The time of the current frame, on the kiosk's clock.
  public private(set) var timestamp = Timestamp.zero
  /// The expected time of the next call.
  public private(set) var targetTimestamp = Timestamp.zero
  /// The time between two refreshes of the screen; 0 before the link is added.
  public private(set) var duration: Seconds = 0

  private let handler: (DisplayLink) -> Void
  private weak var clock: FrameClock?
  /// The earliest time of the next call; nil: with the next frame.
  private var due: Timestamp?

  /// Creates a link that is not added to a kiosk yet.
  public init(_ handler: @escaping (DisplayLink) -> Void) {
    self.handler = handler
  }

  /// Calls the handler from the next frame on; a link of another kiosk is removed from that kiosk first.
  public func add(to kiosk: Kiosk) {
    invalidate()
    let clock = kiosk.conductor.clock
    self.clock = clock
    duration = Timestamp(nanoseconds: clock.interval).seconds
    clock.add(self)
  }

  /// Removes the link from its kiosk; it can be added again.
  public func invalidate() {
    clock?.remove(self)
    clock = nil
    due = nil
  }

  /// The number of refreshes per call.
  private func stride(interval: Int64) -> Int64 {
    guard preferredFramesPerSecond > 0 else { return 1 }
    let preferred = 1_000_000_000 / Int64(clamping: preferredFramesPerSecond)
    return max((preferred + interval / 2) / interval, 1)
  }

  /// Calls the handler if it is due.
  ///
  /// - Parameter interval: Nanoseconds between two refreshes.
  package func tick(at now: Timestamp, interval: Int64) {
    // A link called before this one may have removed or paused it; and there may be several turns in one
    // refresh.
    guard clock != nil, !isPaused else { return }
    if let due, now.nanoseconds < due.nanoseconds - interval / 2 { return }
    let wait = interval * stride(interval: interval)
    timestamp = now
    // A turn may come before the refresh that was due: count from that refresh, so that several turns within
    // one refresh do not count as several refreshes.
    targetTimestamp = Timestamp(nanoseconds: max(now.nanoseconds, due?.nanoseconds ?? now.nanoseconds) + wait)
    due = targetTimestamp
    handler(self)
  }

  /// When the link wants to be called next.
  func next(interval: Int64) -> NextFrame {
    if isPaused { return .never }
    guard let due, stride(interval: interval) > 1 else { return .nextRefresh }
    return .at(due)
  }
}
