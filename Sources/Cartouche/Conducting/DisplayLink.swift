/// A timer that calls a handler once per refresh of a kiosk's screen, like Core Animation's `CADisplayLink`.
///
///     let link = DisplayLink { link in
///       needle.transform = .rotation(by: heading(at: link.timestamp), axis: .z)
///     }
///     link.add(to: kiosk)
///
///     created ──add(to:)──▶ running ◀──isPaused──▶ paused ──invalidate()──▶ created
///
/// A running display link is also called while a finger drags. A display link that is paused or not added to
/// a kiosk is never called and causes no wake-ups. A kiosk retains each display link that was added to it.
///
/// To move layers from one state to another, use animations. Animations are simpler to use than a display
/// link, and animations end by themselves.
@MainActor
public final class DisplayLink {
  /// Whether the display link is paused. After a pause ends, the first call comes with the next frame.
  public var isPaused = false {
    didSet { if isPaused { due = nil } }
  }

  /// The preferred number of calls per second. 0, the default, means one call per refresh.
  ///
  /// The interval between calls is rounded to a whole number of refreshes, and is at least one refresh.
  public var preferredFramesPerSecond = 0

  /// The time of the current frame, on the kiosk's clock.
  public private(set) var timestamp = Timestamp.zero
  /// The expected time of the next call of the handler, on the kiosk's clock.
  public private(set) var targetTimestamp = Timestamp.zero
  /// The time between two refreshes of the screen, in seconds. Before the display link is added to a kiosk,
  /// the value is 0.
  public private(set) var duration: Seconds = 0

  private let handler: (DisplayLink) -> Void
  private weak var clock: FrameClock?
  /// The earliest time of the next call. With nil, the next call comes with the next frame.
  private var due: Timestamp?

  /// Creates a display link that calls `handler`. The calls start after the link is added to a kiosk.
  public init(_ handler: @escaping (DisplayLink) -> Void) {
    self.handler = handler
  }

  /// Adds the display link to a kiosk, whose frames then call the link's handler, beginning with the next
  /// frame.
  ///
  /// If the link was added to another kiosk before, the link is first removed from the other kiosk.
  public func add(to kiosk: Kiosk) {
    invalidate()
    let clock = kiosk.conductor.clock
    self.clock = clock
    duration = Timestamp(nanoseconds: clock.interval).seconds
    clock.add(self)
  }

  /// Removes the display link from its kiosk, so that its handler is no longer called.
  ///
  /// The link can be added to a kiosk again.
  public func invalidate() {
    clock?.remove(self)
    clock = nil
    due = nil
  }

  /// Returns the number of refreshes per call.
  private func stride(interval: Int64) -> Int64 {
    guard preferredFramesPerSecond > 0 else { return 1 }
    let preferred = 1_000_000_000 / Int64(clamping: preferredFramesPerSecond)
    return max((preferred + interval / 2) / interval, 1)
  }

  /// Calls the handler if a call is due.
  ///
  /// - Parameter interval: The time between two refreshes, in nanoseconds.
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

  /// Returns the time at which the link is to be called next.
  func next(interval: Int64) -> NextFrame {
    if isPaused { return .never }
    guard let due, stride(interval: interval) > 1 else { return .nextRefresh }
    return .at(due)
  }
}
