import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Glibc
import Testing

/// A display's screen that a seat daemon gives and takes.
@Suite struct SeatTests {
  /// What happened, in order.
  final class Journal {
    var lines: [String] = []
  }

  /// A daemon of the tests. Its messages are bytes in a pipe: 1 enables the seat, 0 disables it.
  final class Daemon: SeatConnection {
    let journal: Journal
    let name = "seat7"
    var events: [Bool] = []
    /// Sent while the next device is opened.
    var eventAtOpening: Bool?
    private var pipe: [Int32] = [-1, -1]
    var descriptor: Int32 { pipe[0] }

    init(_ journal: Journal) {
      self.journal = journal
      _ = pipe.withUnsafeMutableBufferPointer { Glibc.pipe($0.baseAddress!) }
      _ = fcntl(pipe[0], F_SETFL, O_NONBLOCK)
    }

    deinit {
      Glibc.close(pipe[0])
      end()
    }

    func send(_ isEnabled: Bool) { _ = [isEnabled ? 1 : 0].withUnsafeBytes { write(pipe[1], $0.baseAddress, 1) } }
    func end() {
      if pipe[1] >= 0 { Glibc.close(pipe[1]) }
      pipe[1] = -1
    }

    func dispatch(milliseconds: Int32) -> Bool {
      var byte: UInt8 = 0
      while true {
        let count = read(pipe[0], &byte, 1)
        guard count > 0 else { return count != 0 }
        events.append(byte != 0)
      }
    }

    func openDevice(_ path: String) -> (descriptor: Int32, device: Int32) {
      if let event = eventAtOpening { events.append(event) }
      eventAtOpening = nil
      journal.lines.append("open \(path)")
      return (-ENOENT, -1)
    }

    func closeDevice(_ device: Int32) { journal.lines.append("close \(device)") }
    func acknowledge() { journal.lines.append("acknowledge") }
    func showSession(_ number: Int) { journal.lines.append("show \(number)") }
    func close() { journal.lines.append("close") }
  }

  final class Screen: ConsoleDisplay {
    let journal: Journal
    var refusals = 0
    var console: VirtualTerminal? { nil }
    var consoleError: VirtualTerminalError? { nil }

    init(_ journal: Journal) { self.journal = journal }

    func releaseScreen() { journal.lines.append("release") }
    func acquireScreen() -> Bool {
      refusals -= 1
      journal.lines.append(refusals >= 0 ? "refused" : "acquire")
      return refusals < 0
    }
  }

  /// An active seat with a screen, and the loop that follows it.
  struct Machine {
    let journal = Journal()
    let loop: EventLoop
    let daemon: Daemon
    let seat: Seat
    let screen: Screen
    let session: SeatSession

    init() throws {
      loop = try EventLoop()
      daemon = Daemon(journal)
      seat = Seat(daemon, daemon: "seatd")
      screen = Screen(journal)
      daemon.send(true)
      seat.dispatch()
      session = try SeatSession(screen, seat: seat, loop: loop)
    }

    func begin() throws -> [String] {
      try session.begin { [journal, weak session] in
        journal.lines.append(session?.isActive == true ? "active" : "away")
      }
    }

    func turn() throws { #expect(try loop.turn(timeout: 5) == nil) }
  }

  @Test func `A disabled seat is acknowledged after the screen was given away`() throws {
    let machine = try Machine()
    #expect(try machine.begin() == [] && machine.session.isActive)
    machine.daemon.send(false)
    try machine.turn()
    #expect(machine.journal.lines == ["away", "release", "acknowledge"])
    #expect(!machine.session.isActive && machine.session.failure == nil)
    machine.daemon.send(true)
    try machine.turn()
    #expect(machine.journal.lines.suffix(2) == ["acquire", "active"] && machine.session.isActive)
  }

  @Test func `A screen that is refused is asked for again`() throws {
    let machine = try Machine()
    _ = try machine.begin()
    machine.screen.refusals = 2
    machine.daemon.send(false)
    machine.daemon.send(true)
    try machine.turn()
    #expect(machine.journal.lines == ["away", "release", "acknowledge", "refused"])
    #expect(!machine.session.isActive)
    for _ in 0..<2 { try machine.turn() }
    #expect(machine.journal.lines.suffix(3) == ["refused", "acquire", "active"] && machine.session.isActive)
  }

  @Test func `A seat that was disabled before the run begins draws nothing, and says so`() throws {
    let machine = try Machine()
    machine.daemon.send(false)
    try machine.turn()
    #expect(machine.journal.lines == ["release", "acknowledge"])
    #expect(try machine.begin() == ["seat7: another session is in front, so nothing is drawn."])
    #expect(machine.journal.lines.last == "away")
    machine.session.end()
    machine.daemon.send(true)
    // While no loop runs.
    machine.seat.dispatch()
    #expect(try machine.begin() == [])
    #expect(machine.journal.lines.last == "acquire" && machine.session.isActive)
  }

  @Test func `An event that comes while a device is opened is handled by the loop, not inside the call`() throws {
    let machine = try Machine()
    _ = try machine.begin()
    machine.daemon.eventAtOpening = false
    #expect(throws: TouchOpeningError.notFound(path: "/dev/input/event7")) {
      _ = try TouchDevice(path: "/dev/input/event7", seat: machine.seat) { TouchMapping($0, screen: .zero) }
    }
    #expect(machine.journal.lines == ["open /dev/input/event7"])
    try machine.turn()
    #expect(machine.journal.lines.suffix(3) == ["away", "release", "acknowledge"])
    // An inactive seat is not asked.
    #expect(throws: TouchOpeningError.permissionDenied(path: "/dev/input/event7", group: nil)) {
      _ = try TouchDevice(path: "/dev/input/event7", seat: machine.seat) { TouchMapping($0, screen: .zero) }
    }
    #expect(machine.journal.lines.count == 4)
  }

  @Test func `A daemon that ends is a failure, once, and the screen is given away`() throws {
    let machine = try Machine()
    _ = try machine.begin()
    machine.daemon.end()
    try machine.turn()
    #expect(machine.journal.lines == ["away", "release"])
    let failure = try #require(machine.session.failure)
    #expect(failure.seat == "seat7" && failure.daemon == "seatd" && !machine.session.isActive)
    // Nothing wakes the loop again.
    let wakeUps = machine.loop.wakeUps
    _ = try machine.loop.turn(timeout: 0.05)
    #expect(machine.loop.wakeUps == wakeUps)
    machine.session.close()
    #expect(machine.journal.lines.last == "close")
  }

  @Test func `The error of a lost seat names a console only if it may show no text`() {
    #expect(
      "\(SeatError(seat: "seat0", daemon: "seatd", console: nil))"
        == "seat0: the seat daemon seatd has ended, so the screen is no longer this program's. Start the daemon (\"sudo systemctl restart seatd\"), and the program again."
    )
    #expect(
      "\(SeatError(seat: "seat0", daemon: "seatd", console: "/dev/tty2"))"
        .hasSuffix("if /dev/tty2 shows no text, run \"sudo cartouche restore-console /dev/tty2\"."))
  }

  @Test func `Without a daemon there is no seat, and nothing to say`() throws {
    func open(_ variables: [String: String]) -> (seat: Seat?, notice: String?) { Seat.open { variables[$0] } }
    let none = "/tmp/cartouche-no-such-socket-\(getpid())"
    #expect(open(["SEATD_SOCK": none]) == (nil, nil))
    // A file that no daemon listens at, as a killed daemon leaves.
    let (path, listener) = try #require(Self.listeningSocket())
    defer { unlink(path) }
    // An unknown backend is not asked, even if a daemon answers.
    #expect(open(["SEATD_SOCK": path, "LIBSEAT_BACKEND": "builtin"]) == (nil, nil))
    Glibc.close(listener)
    #expect(open(["SEATD_SOCK": path]) == (nil, nil))
  }

  /// Creates a socket that accepts connections. Returns its path and its file descriptor.
  private static func listeningSocket() -> (path: String, descriptor: Int32)? {
    let path = "/tmp/cartouche-seat-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) } == 0
    }
    return isBound && listen(descriptor, 4) == 0 ? (path, descriptor) : nil
  }
}

private func == (a: (seat: Seat?, notice: String?), b: (seat: Seat?, notice: String?)) -> Bool {
  a.seat === b.seat && a.notice == b.notice
}
