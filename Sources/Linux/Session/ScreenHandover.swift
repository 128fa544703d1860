internal import CartoucheRaster
internal import CartoucheScene

/// Gives a display's screen away, and takes it back.
///
///     active ──leave──▶ away ──comeBack──▶ returning
///       ▲                ▲                  │  │
///       │                └──────leave───────┘  │ refused: again after 20 ms
///       └───────────screen acquired────────────┘
final class ScreenHandover {
  enum State: Hashable, Sendable {
    case active
    case away
    case returning
  }

  private(set) var state = State.active
  /// Called before the screen is given away, and after it was taken back.
  var onChange: () -> Void = {}

  /// The seconds after which a screen that was refused is asked for again.
  private static let retryDelay: Seconds = 0.02

  private weak var display: (any ConsoleDisplay)?
  private var retry: LoopTimer?

  init(_ display: any ConsoleDisplay, loop: EventLoop) throws(EventLoopError) {
    self.display = display
    retry = try loop.makeTimer { [unowned self] _ in acquire() }
  }

  /// Gives the screen away, unless that was done.
  func leave() {
    retry?.disarm()
    let wasActive = state == .active
    state = .away
    guard wasActive else { return }
    onChange()
    display?.releaseScreen()
  }

  /// Takes the screen back, unless it is this program's. An earlier run may have ended while it was not.
  func comeBack() {
    guard state != .active else { return }
    state = .returning
    acquire()
  }

  /// Stops asking for a screen that was refused, at the end of a run.
  func end() {
    retry?.disarm()
    onChange = {}
  }

  private func acquire() {
    guard state == .returning, let display else { return }
    guard display.acquireScreen() else {
      retry?.arm(after: Self.retryDelay)
      return
    }
    state = .active
    onChange()
  }
}
