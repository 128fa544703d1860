/// Calls the handlers that run with a kiosk's frames: tickers in every turn, and display links once per
/// refresh.
@MainActor
final class FrameCallbacks {
  /// The time between two refreshes of the screen, in nanoseconds.
  private(set) var interval: Int64

  private var tickers: [(Timestamp) -> MotionState] = []
  private var links: [DisplayLink] = []
  /// Whether a ticker returned ``MotionState/moving`` in the last turn.
  private var isMoving = false

  /// Creates frame callbacks without handlers.
  ///
  /// - Parameter refreshMillihertz: The number of refreshes in 1000 seconds. The rate is clamped to 1…1000
  ///   Hz.
  init(refreshMillihertz: Int) {
    interval = Self.interval(refreshMillihertz: refreshMillihertz)
  }

  /// Follows a screen whose refresh rate has changed. The rate is clamped as in the initializer.
  func setRefreshRate(millihertz: Int) {
    interval = Self.interval(refreshMillihertz: millihertz)
  }

  private static func interval(refreshMillihertz: Int) -> Int64 {
    1_000_000_000_000 / Int64(min(max(refreshMillihertz, 1_000), 1_000_000))
  }

  func add(_ ticker: @escaping (Timestamp) -> MotionState) {
    tickers.append(ticker)
  }

  func add(_ link: DisplayLink) {
    links.append(link)
  }

  func remove(_ link: DisplayLink) {
    links.removeAll { $0 === link }
  }

  /// Calls all tickers, and each display link that is due.
  func tick(at now: Timestamp) {
    isMoving = false
    for ticker in tickers where ticker(now) == .moving { isMoving = true }
    // A copy, because handlers may add and remove links.
    let current = links
    for link in current { link.tick(at: now, interval: interval) }
  }

  /// The time at which a ticker or a display link is to be called next.
  var next: NextFrameTime {
    isMoving ? .nextRefresh : links.reduce(.never) { min($0, $1.next(interval: interval)) }
  }
}
