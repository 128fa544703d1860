internal import CLinux
internal import CartoucheScene
internal import Glibc

/// Gives a display's screen away while its seat is inactive, and takes it back.
///
/// The daemon drops the graphics card's master and ends the input devices itself. This session ends drawing,
/// acknowledges that, and starts again when the daemon has made the process the card's master. The daemon
/// also has the console's modes, which the session does not touch.
///
/// If the daemon ends, nobody would ask this program for the screen any more, and no keyboard could show
/// another console. So the session gives the screen and the console back, and ``failure`` says why.
package final class SeatSession: DisplaySession {
  package private(set) var failure: SeatError?
  package var isActive: Bool { handover.state == .active && failure == nil }

  private let seat: Seat
  private let handover: ScreenHandover
  /// Weak, because a kiosk may release its loop before its session.
  private weak var loop: EventLoop?
  private var watch: EventLoop.Watch?
  private var pendingEvents: LoopTimer?
  /// The path of the console in front when the seat was opened, which is that of the seat.
  private let console: String?

  /// Creates a session that follows an active seat.
  ///
  /// - Throws: ``EventLoopError`` if the kernel refuses a file descriptor.
  package init(_ display: any ConsoleDisplay, seat: Seat, loop: EventLoop) throws(EventLoopError) {
    (self.seat, self.loop) = (seat, loop)
    console = FrontTerminal()?.name.map { "/dev/\($0)" }
    handover = try ScreenHandover(display, loop: loop)
    pendingEvents = try loop.makeTimer { [unowned self] _ in self.seat.handleEvents() }
    if let descriptor = seat.descriptor {
      watch = try loop.watch(descriptor) { [unowned self] in self.seat.dispatch() }
    }
    seat.onChange = { [unowned self] in seatDidChange() }
    seat.onPendingEvents = { [unowned self] in pendingEvents?.arm(at: .zero) }
  }

  deinit {
    (seat.onChange, seat.onPendingEvents) = ({}, {})
    unwatch()
  }

  package func begin(_ onChange: @escaping () -> Void) throws(EventLoopError) -> [String] {
    let wasActive = isActive
    handover.onChange = onChange
    // What the daemon sent while no event loop ran.
    seat.dispatch()
    if isActive { return [] }
    if !wasActive { onChange() }
    return failure == nil ? ["\(seat.name): another session is in front, so nothing is drawn."] : []
  }

  package func end() { handover.end() }
  package func showTerminal(_ number: Int) { seat.showSession(number) }

  package func readKeymap() -> ConsoleKeymap? {
    // The first exists only for a program that a login started, the second is for root.
    for path in ["/dev/tty", "/dev/tty0"] {
      let number = cartouche_open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
      guard number >= 0 else { continue }
      let terminal = Descriptor(number)
      // The keyboard is off, and stays so. The kernel then leaves out characters beyond Latin-1.
      if let keymap = ConsoleKeymap(reading: terminal.number) { return keymap }
    }
    return nil
  }

  package func close() {
    unwatch()
    seat.close()
  }

  private func unwatch() {
    if let watch { loop?.unwatch(watch) }
    watch = nil
  }

  private func seatDidChange() {
    switch seat.state {
    case .active: handover.comeBack()
    case .inactive:
      handover.leave()
      seat.acknowledge()
    case .gone:
      unwatch()
      handover.leave()
      let isRestored = console.map { (try? ConsoleRestoration.restore(path: $0)) != nil } ?? true
      failure = SeatError(seat: seat.name, daemon: seat.daemon, console: isRestored ? nil : console)
    }
  }
}
