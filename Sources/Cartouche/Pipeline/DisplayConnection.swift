internal import Logging

/// Watches whether the screen of a display is unplugged, plugged in again, or replaced.
///
/// The kernel's messages tell most changes. Some drivers send none, so the state is also read now and then:
/// once a second while no screen is plugged in, and with frames, at most once a second, while one is.
@MainActor
final class DisplayConnection {
  private static let interval: Int64 = 1_000_000_000

  /// The socket of the kernel's messages; nil if the kernel refuses it.
  let listener = UeventListener()
  /// Weak, so that ``Kiosk/close()`` releases the display at once.
  private weak var display: (any PluggableDisplay)?
  private let logger: Logger
  private var nextCheck: Timestamp

  /// - Returns: nil if the screen of the display cannot be unplugged.
  init?(_ display: (any LiveDisplay)?, logger: Logger) {
    guard let display = display as? any PluggableDisplay else { return nil }
    (self.display, self.logger) = (display, logger)
    nextCheck = Timestamp(nanoseconds: EventLoop.now.nanoseconds + Self.interval)
    logDiagnostics()
  }

  /// The time at which the run must wake to look for a screen; nil while one is plugged in.
  var wakeUp: Timestamp? { display?.isConnected ?? true ? nil : nextCheck }

  /// The time at which a frame that the display did not take is drawn again; nil leaves it to the caller.
  var retryTime: Timestamp? { wakeUp ?? display?.retryTime }

  /// Returns whether the state should be read in the turn at this time.
  func isDue(at now: Timestamp) -> Bool {
    now >= nextCheck || display?.retryTime.map { now >= $0 } ?? false
  }

  /// Returns whether a message has arrived that is about graphics cards.
  func readMessages() -> Bool {
    listener?.read(subsystem: "drm") ?? false
  }

  /// Finds out what changed, and logs it.
  func update(probing: Bool) throws(DisplayError) -> ConnectionChange {
    nextCheck = Timestamp(nanoseconds: EventLoop.now.nanoseconds + Self.interval)
    defer { logDiagnostics() }
    return try display?.updateConnection(probing: probing) ?? .none
  }

  /// Logs the sentences of the display.
  func logDiagnostics() {
    for sentence in display?.takeDiagnostics() ?? [] { logger.notice("\(sentence)") }
  }
}
