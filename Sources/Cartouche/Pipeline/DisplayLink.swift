/// A timer that calls a handler once per refresh of a kiosk's screen, like Core Animation's `CADisplayLink`.
/// A ``Kiosk`` is an application's screen with its run loop.
///
///     let link = DisplayLink { link in
///       needle.transform = .rotation(by: heading(at: link.timestamp), axis: .z)
///     }
///     link.add(to: kiosk)
///
///     created ──add(to:)──▶ running
///     running ──isPaused = true──▶ paused
///     paused ──isPaused = false──▶ running
///     running or paused ──invalidate()──▶ created
///
/// The handler of a running display link is also called while a finger drags on the screen. A display link
/// that is paused or not added to a kiosk does not call its handler. Such a link does not wake the run loop.
/// A kiosk retains its display links until they are invalidated.
///
/// To move layers from one state to another, use animations. Animations are simpler to use than a display
/// link, and animations end by themselves.
@MainActor
public final class DisplayLink {
  /// Whether the display link is paused. While the link is paused, its handler is not called. After a pause,
  /// calls resume with the next frame.
  public var isPaused = false {
    didSet { if isPaused { due = nil } }
  }

  /// The preferred number of calls of the handler per second. 0, the default, means one call per refresh.
  ///
  /// The interval between calls is rounded to a whole number of refreshes, at least one. For example, with 60
  /// refreshes per second, a value of 25 results in 30 calls per second.
  public var preferredFramesPerSecond = 0

  /// The time of the frame for which the handler was last called, on the kiosk's clock.
  ///
  /// Inside the handler, this is the time of the current frame. Before the first call, the value is zero.
  public private(set) var timestamp = Timestamp.zero
  /// The expected time of the handler's next call, on the kiosk's clock. Before the first call, the value is
  /// zero.
  public private(set) var targetTimestamp = Timestamp.zero
  /// The time between two refreshes of the kiosk's screen, in seconds. Before the display link is first added
  /// to a kiosk, the value is 0.
  public private(set) var duration: Seconds = 0

  private let handler: (DisplayLink) -> Void
  private weak var clock: FrameCallbacks?
  /// The earliest time of the next call. With nil, the next call comes with the next frame.
  private var due: Timestamp?

  /// Creates a display link with a handler. The handler's argument is the link itself. The calls start after
  /// the link is added to a kiosk.
  public init(_ handler: @escaping (DisplayLink) -> Void) {
    self.handler = handler
  }

  /// Adds the display link to the callbacks of a kiosk, and removes it from those of another.
  func add(to clock: FrameCallbacks) {
    invalidate()
    self.clock = clock
    duration = Timestamp(nanoseconds: clock.interval).seconds
    clock.add(self)
  }

  /// Removes the display link from its kiosk. The link's handler is then no longer called.
  ///
  /// A removed link can be added to a kiosk again.
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
  func next(interval: Int64) -> NextFrameTime {
    if isPaused { return .never }
    guard let due, stride(interval: interval) > 1 else { return .nextRefresh }
    return .at(due)
  }
}
