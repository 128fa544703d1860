internal import CLinux
internal import Glibc

/// Gives a display's screen away while another virtual terminal is in front, and takes it back.
///
/// The kernel asks the process for the terminal by a signal, and by another tells it that the terminal is in
/// front again. If the process may not switch the virtual terminal, the kernel does not ask. The session then
/// follows a file in which the kernel tells the terminal in front, and gives the screen away after the
/// switch.
package final class ConsoleSession: DisplaySession {
  package var isActive: Bool { handover.state == .active }
  package var failure: SeatError? { nil }

  private weak var display: (any ConsoleDisplay)?
  private let handover: ScreenHandover
  private unowned let loop: EventLoop
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
    handover = try ScreenHandover(display, loop: loop)
    if display.console != nil {
      try loop.handle(signal: cartouche_terminal_released_signal()) { [weak self] in self?.terminalReleased() }
      try loop.handle(signal: cartouche_terminal_acquired_signal()) { [weak self] in self?.terminalAcquired() }
    } else {
      front = FrontTerminal()
      home = front?.name ?? ""
    }
  }

  package func begin(_ onChange: @escaping () -> Void) throws(EventLoopError) -> [String] {
    handover.onChange = onChange
    isRunning = true
    guard let console = display?.console else { return try followFront() }
    do throws(VirtualTerminalError) {
      try console.follow()
    } catch {
      return ["\(error.fact), so the kernel refuses to show other consoles while the program runs."]
    }
    // The kernel asked for the terminal before it was followed, or never showed it.
    guard !console.isInFront else {
      handover.comeBack()
      return []
    }
    handover.leave()
    let number = console.path.drop { !$0.isNumber }
    return ["\(console.path): another console is in front, so nothing is drawn. Show this one with \"chvt \(number)\"."]
  }

  package func end() {
    isRunning = false
    handover.end()
    if let watch { loop.unwatch(watch) }
    watch = nil
    display?.console?.endFollowing()
  }

  package func showTerminal(_ number: Int) {
    if isRunning { display?.console?.show(number) }
  }

  package func readKeymap() -> ConsoleKeymap? { display?.console?.readKeymap() }

  /// The display has closed the console.
  package func close() {}

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
      handover.leave()
    } else {
      handover.comeBack()
    }
  }

  private func terminalReleased() {
    if isRunning { handover.leave() }
    display?.console?.allowSwitch()
  }

  private func terminalAcquired() {
    display?.console?.confirmReturn()
    if isRunning { handover.comeBack() }
  }
}

/// The kernel's file that names the virtual terminal in front. Every user may read it.
final class FrontTerminal {
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
