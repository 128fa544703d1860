/// Calls a handler once per refresh of a kiosk's screen: Core Animation's `CADisplayLink`.
///
///     let link = DisplayLink { link in needle.transform = .rotation(by: heading(at: link.timestamp), axis: .z) }
///     link.add(to: kiosk)
///
///     made ──add(to:)──▶ running ◀──isPaused──▶ paused ──invalidate()──▶ over
///
/// It goes on while a finger drags. Not added, paused or invalidated it is never called and wakes nothing; the kiosk keeps it while it is added. To move layers from here to there,
/// animations are simpler, and rest by themselves.
@MainActor
public final class DisplayLink {
  /// Whether it rests. The first call after a pause comes with the next frame.
  public var isPaused = false {
    didSet { if isPaused { due = nil } }
  }

  /// How often it wants to be called; held to what divides the screen's refreshes evenly. 0, at every one.
  public var preferredFramesPerSecond = 0

  /// The time of the frame at hand.
  public private(set) var timestamp = Timestamp.zero
  /// When the next call is to be expected.
  public private(set) var targetTimestamp = Timestamp.zero
  /// Between two refreshes of the screen; 0 before it is added.
  public private(set) var duration: Seconds = 0

  private let handler: (DisplayLink) -> Void
  private weak var clock: FrameClock?
  /// Before this it is not called again.
  private var due: Timestamp?

  public init(_ handler: @escaping (DisplayLink) -> Void) {
    self.handler = handler
  }

  /// Begins to call the handler, from the next frame on; it is taken off the kiosk that it was added to before.
  public func add(to kiosk: Kiosk) {
    invalidate()
    let clock = kiosk.conductor.clock
    self.clock = clock
    duration = Timestamp(nanoseconds: clock.interval).seconds
    clock.add(self)
  }

  /// Takes it off its kiosk; it can be added again.
  public func invalidate() {
    clock?.remove(self)
    clock = nil
    due = nil
  }

  /// How many refreshes make one call.
  private func stride(interval: Int64) -> Int64 {
    guard preferredFramesPerSecond > 0 else { return 1 }
    let wanted = 1_000_000_000 / Int64(clamping: preferredFramesPerSecond)
    return max((wanted + interval / 2) / interval, 1)
  }

  package func tick(at now: Timestamp, interval: Int64) {
    // Taken off or paused by one that was called before it, or called in this refresh already: turns may be more than refreshes.
    guard clock != nil, !isPaused else { return }
    if let due, now.nanoseconds < due.nanoseconds - interval / 2 { return }
    let wait = interval * stride(interval: interval)
    timestamp = now
    // From the refresh that was due, if this turn comes before it: or turns that follow closely would count as refreshes one after the other.
    targetTimestamp = Timestamp(nanoseconds: max(now.nanoseconds, due?.nanoseconds ?? now.nanoseconds) + wait)
    due = targetTimestamp
    handler(self)
  }

  func next(interval: Int64) -> NextFrame {
    if isPaused { return .never }
    guard let due, stride(interval: interval) > 1 else { return .nextRefresh }
    return .at(due)
  }
}
