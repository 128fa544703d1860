/// Whoever wants to be called in frames: tickers in every turn, display links once a refresh while they are not paused.
@MainActor
final class FrameClock {
  /// Between two refreshes, in nanoseconds.
  let interval: Int64

  private var tickers: [(Timestamp) -> Motion] = []
  private var links: [DisplayLink] = []
  /// Whether a ticker said that it goes on.
  private var isMoving = false

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

  /// Calls those whose time has come.
  func tick(at now: Timestamp) {
    isMoving = false
    for ticker in tickers where ticker(now) == .moving { isMoving = true }
    // A copy: what is called may add and take away.
    let present = links
    for link in present { link.tick(at: now, interval: interval) }
  }

  /// When somebody wants to be called next.
  var next: NextFrame {
    isMoving ? .nextRefresh : links.reduce(.never) { min($0, $1.next(interval: interval)) }
  }
}
