internal import CLinux
internal import CartoucheScene
internal import Glibc

/// A screen with its input devices, which a seat daemon such as seatd gives to one program at a time.
///
/// The daemon opens the devices, so a program needs no rights of its own. It also has the text console: the
/// daemon switches it to graphics mode, and makes the seat inactive while another console is in front.
///
///     active ──another console comes to the front──▶ inactive ──this one comes back──▶ active
///       └──────────────────────────the daemon ends──┴──▶ gone
///
/// libseat speaks to the daemon. It is loaded only if a daemon answers, so programs need not be linked with
/// it, and a board without a daemon needs not have it.
public final class Seat {
  package enum State: Hashable, Sendable {
    case active, inactive, gone
  }

  /// The name of the seat, such as `seat0`.
  public let name: String
  /// The name of the daemon, `seatd` or `logind`.
  public let daemon: String
  package private(set) var state = State.inactive
  /// Called after each change of ``state``. The handler may open and close devices.
  var onChange: () -> Void = {}
  /// Called when events were read while a device was opened or closed: ``handleEvents()`` must follow soon.
  var onPendingEvents: () -> Void = {}

  private var connection: (any SeatConnection)?
  private var isHandlingEvents = false

  package init(_ connection: any SeatConnection, daemon: String) {
    (self.connection, self.daemon, name) = (connection, daemon, connection.name)
  }

  deinit {
    close()
  }

  /// Gives the seat back. The daemon closes its devices, and restores the text console.
  public func close() {
    connection?.close()
    (connection, state) = (nil, .gone)
  }

  /// The file descriptor that is readable when the daemon has sent something; nil after ``close()``.
  var descriptor: Int32? { connection?.descriptor }

  /// Reads what the daemon has sent, and handles it.
  ///
  /// - Parameter milliseconds: The longest time to wait.
  package func dispatch(milliseconds: Int32 = 0) {
    guard let connection, state != .gone else { return }
    let isThere = connection.dispatch(milliseconds: milliseconds)
    handleEvents()
    guard !isThere, state != .gone else { return }
    state = .gone
    onChange()
  }

  /// Handles the events that were read.
  func handleEvents() {
    guard !isHandlingEvents else { return }
    isHandlingEvents = true
    defer { isHandlingEvents = false }
    while state != .gone, let connection, !connection.events.isEmpty {
      state = connection.events.removeFirst() ? .active : .inactive
      onChange()
    }
  }

  /// Tells the daemon that the screen was given away.
  func acknowledge() { connection?.acknowledge() }

  /// Asks the daemon to show another session; with seatd, the console `/dev/ttyN` of this number.
  func showSession(_ number: Int) { connection?.showSession(number) }

  // MARK: Devices

  /// Opens a graphics card or an input device. Only an active seat opens devices.
  ///
  /// - Returns: A file descriptor and the daemon's number for the device; or -errno as the file descriptor.
  func openDevice(_ path: String) -> (descriptor: Int32, device: Int32) {
    guard let connection, state == .active else { return (-EPERM, -1) }
    let opened = connection.openDevice(path)
    reportPendingEvents()
    return opened
  }

  /// Tells the daemon that a device is no longer used. The caller closes the file descriptor.
  func closeDevice(_ device: Int32) {
    guard state != .gone else { return }
    connection?.closeDevice(device)
    reportPendingEvents()
  }

  private func reportPendingEvents() {
    if connection?.events.isEmpty == false, !isHandlingEvents { onPendingEvents() }
  }
}

// MARK: Finding a seat

extension Seat {
  /// The milliseconds to wait for a seat that the daemon has given and not enabled yet.
  private static let patience = 5000

  /// Returns the path of the socket of seatd; nil if the environment chooses another backend of libseat.
  static func socket(_ variable: (String) -> String?) -> String? {
    variable("LIBSEAT_BACKEND") ?? "seatd" == "seatd" ? variable("SEATD_SOCK") ?? "/run/seatd.sock" : nil
  }

  /// Opens the seat of this process, if a seat daemon answers.
  ///
  /// The variable `LIBSEAT_BACKEND` chooses the daemon: `seatd`, which is the default, or `logind`. With any
  /// other value no seat is opened.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  /// - Returns: An active seat, or nil if devices must be opened without one; and a sentence for the user, if
  ///   there is something to say.
  package static func open(_ variable: (String) -> String? = environmentVariable) -> (seat: Seat?, notice: String?) {
    let backend = variable("LIBSEAT_BACKEND") ?? "seatd"
    let alone = "so devices are opened without it"
    if let socket = socket(variable) {
      switch -cartouche_connect_socket(socket) {
      case 0: break
      case EACCES, EPERM:
        let group = DeviceNodeUsers.group(of: socket).map { "only root and the group \($0) may use it" } ?? "only root may use it"
        return (nil, "\(socket): a seat daemon answers, but \(group), \(alone).")
      default: return (nil, nil)
      }
    } else if backend != "logind" {
      return (nil, nil)
    }
    do throws(SeatRefusal) {
      let seat = Seat(try LibseatConnection(backend: backend), daemon: backend)
      let end = EventLoop.now.nanoseconds + Int64(patience) * 1_000_000
      while seat.state == .inactive, EventLoop.now.nanoseconds < end {
        seat.dispatch(milliseconds: Int32((end - EventLoop.now.nanoseconds) / 1_000_000 + 1))
      }
      guard seat.state == .active else {
        return (nil, "\(seat.name): \(backend) shows another session, \(alone).")
      }
      return (seat, "\(seat.name): \(backend) opens the devices")
    } catch {
      switch error {
      case .noLibrary:
        return (nil, "the seat daemon \(backend) answers, but libseat.so.1 is not installed (Debian's libseat1), \(alone).")
      case .refused(let errno):
        return (nil, "the seat daemon \(backend) gives this program no seat (\(message(ofError: errno))), \(alone).")
      }
    }
  }
}
