internal import CLinux
internal import CartoucheRaster
internal import CartoucheScene
internal import Glibc

/// Gives a display's screen away while another virtual terminal is in front, and takes it back.
///
///     active ──the kernel asks for the terminal──▶ away ──it is in front again──▶ returning
///       ▲                                          ▲                               │ │
///       │                                          └──the kernel asks again────────┘ │ refused:
///       └──────────────screen acquired───────────────────────────────────────────────┘ again after 20 ms
///
/// If the process may not switch the virtual terminal, the kernel does not ask. The session then follows a
/// file in which the kernel tells the terminal in front, and gives the screen away after the switch.
package final class ConsoleSession {
  package enum State: Hashable, Sendable {
    case active
    case away
    case returning
  }

  package private(set) var state = State.active
  /// Whether frames may be drawn.
  package var isActive: Bool { state == .active }

  /// The seconds after which a screen that was refused is asked for again.
  private static let retryDelay: Seconds = 0.02

  private weak var display: (any ConsoleDisplay)?
  private unowned let loop: EventLoop
  private var retry: LoopTimer?
  private var onChange: () -> Void = {}
  private var isRunning = false
  /// The file that names the terminal in front, and the terminal that was in front at first.
  private var front: FrontTerminal?
  private var home = ""
  private var watch: EventLoop.Watch?

  /// Creates a session that is active until ``begin(_:)``.
  ///
  /// Create the session before the program starts other threads, because it handles signals.
  ///
  /// - Throws: ``EventLoopError`` if the kernel refuses a file descriptor.
  package init(_ display: any ConsoleDisplay, loop: EventLoop) throws(EventLoopError) {
    self.display = display
    self.loop = loop
    retry = try loop.makeTimer { [unowned self] _ in acquire() }
    if display.console != nil {
      try loop.handle(signal: cartouche_terminal_released_signal()) { [weak self] in self?.terminalReleased() }
      try loop.handle(signal: cartouche_terminal_acquired_signal()) { [weak self] in self?.terminalAcquired() }
    } else {
      front = FrontTerminal()
      home = front?.name ?? ""
    }
  }

  /// Begins to follow the virtual terminal.
  ///
  /// - Parameter onChange: Called before the screen is given away, and after it was taken back.
  /// - Returns: Sentences for the user.
  package func begin(_ onChange: @escaping () -> Void) throws(EventLoopError) -> [String] {
    self.onChange = onChange
    isRunning = true
    guard let console = display?.console else { return try followFront() }
    do throws(VirtualTerminalError) {
      try console.follow()
    } catch {
      return ["\(error.fact), so the kernel refuses to show other consoles while the program runs."]
    }
    // The kernel asked for the terminal before it was followed, or never showed it.
    guard !console.isInFront else {
      comeBack()
      return []
    }
    leave()
    let number = console.path.drop { !$0.isNumber }
    return ["\(console.path): another console is in front, so nothing is drawn. Show this one with \"chvt \(number)\"."]
  }

  /// Ends following the virtual terminal.
  package func end() {
    isRunning = false
    onChange = {}
    retry?.disarm()
    if let watch { loop.unwatch(watch) }
    watch = nil
    display?.console?.endFollowing()
  }

  /// Asks the kernel to show another virtual terminal, as Ctrl, Alt and a function key do.
  ///
  /// - Parameter number: The N of `/dev/ttyN`.
  package func showTerminal(_ number: Int) {
    if isRunning { display?.console?.show(number) }
  }

  /// The keyboard layout of the text console; nil without a console.
  package func readKeymap() -> ConsoleKeymap? { display?.console?.readKeymap() }

  private func followFront() throws(EventLoopError) -> [String] {
    guard let front else { return [] }
    watch = try loop.watchAttribute(front.number) { [unowned self] in frontChanged() }
    // The first report is of the past.
    frontChanged()
    guard let error = display?.consoleError else { return [] }
    return [
      "\(error.fact), so typed keys may reach a shell behind the picture. Start the program as root, from a login on that console, or from a systemd unit with TTYPath=/dev/\(home) and StandardInput=tty."
    ]
  }

  private func frontChanged() {
    guard let name = front?.name else { return }
    if name != home {
      leave()
    } else {
      comeBack()
    }
  }

  private func terminalReleased() {
    if isRunning { leave() }
    display?.console?.allowSwitch()
  }

  private func terminalAcquired() {
    display?.console?.confirmReturn()
    if isRunning { comeBack() }
  }

  /// Takes the screen back, unless it is this program's. An earlier run may have ended while it was not.
  private func comeBack() {
    guard state != .active else { return }
    state = .returning
    acquire()
  }

  private func leave() {
    retry?.disarm()
    let wasActive = isActive
    state = .away
    guard wasActive else { return }
    onChange()
    display?.releaseScreen()
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

/// The kernel's file that names the virtual terminal in front. Every user may read it.
private final class FrontTerminal {
  private let descriptor: Descriptor

  /// - Returns: nil if the kernel has no virtual terminals.
  init?() {
    let number = cartouche_open("/sys/class/tty/tty0/active", O_RDONLY)
    guard number >= 0 else { return nil }
    descriptor = Descriptor(number)
  }

  var number: Int32 { descriptor.number }

  /// The name of the virtual terminal in front, such as `tty1`; nil if it cannot be read.
  var name: String? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor.number, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].prefix { $0 > 32 }, as: UTF8.self)
  }
}
