package import CartoucheRaster
package import CartoucheScene
internal import Glibc

/// Tells the service manager, such as systemd, that a program shows frames, waits, or stops.
///
///     start ──first frame, or nothing to show it on──▶ READY=1
///       │ every frame, and every turn at which nothing was due ──▶ WATCHDOG=1, when it is due
///       └──end──▶ STOPPING=1
///
/// The watchdog restarts a program that owes a frame and does not show it. So a turn sends nothing if a frame
/// was due, and was not presented.
package final class ServiceReports {
  /// The time at which a program that rests has to report; nil if no watchdog watches this process.
  ///
  /// It is half of the watchdog's time after the last report.
  package private(set) var due: Timestamp?

  private let socket: ServiceSocket
  /// Half of the watchdog's time in nanoseconds.
  private let interval: Int64
  private var isReady = false
  private var isStopping = false
  private var status = ""
  /// The size of the screen in the last status, if that says that frames are shown.
  private var shownSize: PixelSize?

  /// Creates reports to the service manager that the environment variable `NOTIFY_SOCKET` names.
  ///
  /// A watchdog is served if `WATCHDOG_USEC` is set, and `WATCHDOG_PID` is not set or is this process.
  ///
  /// - Parameters:
  ///   - now: The current time on the monotonic clock.
  ///   - variable: Returns the value of an environment variable.
  /// - Returns: nil if no service manager waits for reports.
  package init?(now: Timestamp = EventLoop.now, variable: (String) -> String? = environmentVariable) {
    guard let path = variable("NOTIFY_SOCKET"), let socket = ServiceSocket(path) else { return nil }
    self.socket = socket
    let isMeant = variable("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
    let microseconds = isMeant ? variable("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0 : 0
    // Half of it: × 1000 / 2. A day is enough, and does not overflow.
    interval = min(max(microseconds, 0), 86_400_000_000) * 500
    due = interval > 0 ? now.advanced(nanoseconds: interval) : nil
  }

  /// Reports a frame that was presented at this time.
  ///
  /// - Parameters:
  ///   - size: The size of the screen in pixels.
  ///   - status: A sentence on what the program does. It is read only if the size or the state has changed,
  ///     so that a steady frame builds no string.
  package func framePresented(at now: Timestamp, size: PixelSize, status: @autoclosure () -> String) {
    if size != shownSize {
      becomeReady(status())
      if isReady { shownSize = size }
    }
    keepAlive(at: now)
  }

  /// Reports a turn of the event loop in which no frame was due.
  package func nothingWasDue(at now: Timestamp) {
    keepAlive(at: now)
  }

  /// Reports a turn in which no frame can be shown, through no fault of the program. For example, no screen
  /// is plugged in. The program counts as ready.
  ///
  /// - Parameter status: A sentence on what the program waits for.
  package func waiting(at now: Timestamp, status: String) {
    shownSize = nil
    becomeReady(status)
    keepAlive(at: now)
  }

  /// Reports that the program stops. Later calls do nothing.
  package func stop() {
    guard !isStopping else { return }
    isStopping = true
    due = nil
    _ = socket.send("STOPPING=1\nSTATUS=Stopping.")
  }

  private func becomeReady(_ newStatus: String) {
    guard !isStopping, !isReady || newStatus != status else { return }
    guard socket.send((isReady ? "" : "READY=1\n") + "STATUS=\(newStatus)") else { return }
    (isReady, status) = (true, newStatus)
  }

  private func keepAlive(at now: Timestamp) {
    guard let due, now >= due else { return }
    // A message that was lost is sent again soon.
    let isSent = socket.send("WATCHDOG=1")
    self.due = now.advanced(nanoseconds: isSent ? interval : max(interval / 8, 1))
  }
}

extension Timestamp {
  fileprivate func advanced(nanoseconds: Int64) -> Timestamp {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return Timestamp(nanoseconds: overflow ? .max : sum)
  }
}
