/// Calls the handlers that run once per frame: tickers in every turn, display links once per refresh.
@MainActor
final class FrameClock {
  /// The time between two refreshes, in nanoseconds.
  let interval: Int64

  private var tickers: [(Timestamp) -> Motion] = []
  private var links: [DisplayLink] = []
  /// Whether a ticker returned ``Motion/moving`` in the last turn.
  private var isMoving = false

  /// - Parameter refreshMillihertz: Refreshes in 1000 seconds, clamped to 1…1000 Hz.
  init(refreshMillihertz: Int) {
    interval = 1_000_000_000_000 / Int64(min(max(refreshMillihertz, 1_000), 1_000_000))
  }

  func add(_ ticker: @escaping (Timestamp) -> Motion) {
    tickers.append(ticker)
  }

  func add(_ link: DisplayLink) {
    links.append(link)
  }

  func remove(_ link: DisplayLink) {
    links.removeAll { $0 === link }
  }

  /// Calls all tickers, and the display links that are due.
  func tick(at now: Timestamp) {
    isMoving = false
    for ticker in tickers where ticker(now) == .moving { isMoving = true }
    // A copy, because handlers may add and remove links.
    let current = links
    for link in current { link.tick(at: now, interval: interval) }
  }

  /// When the next handler wants to be called.
  var next: NextFrame {
    isMoving ? .nextRefresh : links.reduce(.never) { min($0, $1.next(interval: interval)) }
  }
}
