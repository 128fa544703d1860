internal import CLinux
internal import Glibc

/// The calls of libseat that a ``Seat`` needs. Tests have a connection of their own.
///
/// Only ``dispatch(milliseconds:)`` waits, apart from the daemon's answers.
package protocol SeatConnection: AnyObject {
  /// The name of the seat, such as `seat0`.
  var name: String { get }
  /// The file descriptor that is readable when the daemon has sent something, or is gone.
  var descriptor: Int32 { get }
  /// The events that were read and not handled yet, the oldest first. True: the seat was enabled.
  var events: [Bool] { get set }

  /// Reads what the daemon has sent.
  ///
  /// - Parameter milliseconds: The longest time to wait for a message.
  /// - Returns: Whether the daemon is still there.
  func dispatch(milliseconds: Int32) -> Bool
  /// Opens a device.
  ///
  /// - Returns: A file descriptor and the number of the device; or -errno as the file descriptor.
  func openDevice(_ path: String) -> (descriptor: Int32, device: Int32)
  func closeDevice(_ device: Int32)
  /// Tells the daemon that this process has given the seat away.
  func acknowledge()
  func showSession(_ number: Int)
  func close()
}

/// A connection through libseat, which is loaded when it is first needed.
final class LibseatConnection: SeatConnection {
  /// The events, in an object that libseat's handler can find before the connection exists.
  private final class Events {
    var list: [Bool] = []
  }

  let name: String
  private let received = Events()
  private let seat: OpaquePointer

  var events: [Bool] {
    get { received.list }
    set { received.list = newValue }
  }

  /// Opens the seat of this process.
  ///
  /// - Parameter backend: The backend of libseat, `seatd` or `logind`.
  /// - Throws: ``SeatRefusal`` if libseat is missing, or gives no seat.
  init(backend: String) throws(SeatRefusal) {
    let loaded = cartouche_seat_load()
    guard loaded == 0 else { throw loaded == -ENOENT ? .noLibrary : .refused(errno: -loaded) }
    var error: Int32 = 0
    let opened = cartouche_seat_open(
      backend,
      { context, isEnabled in
        Unmanaged<Events>.fromOpaque(context).takeUnretainedValue().list.append(isEnabled != 0)
      }, Unmanaged.passUnretained(received).toOpaque(), &error)
    guard let opened else { throw .refused(errno: error) }
    (seat, name) = (opened, String(cString: cartouche_seat_name(opened)))
  }

  var descriptor: Int32 { cartouche_seat_descriptor(seat) }
  func dispatch(milliseconds: Int32) -> Bool { cartouche_seat_dispatch(seat, milliseconds) == 0 }

  func openDevice(_ path: String) -> (descriptor: Int32, device: Int32) {
    var device: Int32 = 0
    let descriptor = cartouche_seat_open_device(seat, path, &device)
    return (descriptor, device)
  }

  func closeDevice(_ device: Int32) { cartouche_seat_close_device(seat, device) }
  func acknowledge() { cartouche_seat_acknowledge(seat) }
  func showSession(_ number: Int) { cartouche_seat_show_session(seat, Int32(clamping: number)) }
  func close() { cartouche_seat_close(seat) }
}

/// The reason why there is no connection to a seat daemon that answers.
enum SeatRefusal: Error {
  /// libseat.so.1 is not installed.
  case noLibrary
  case refused(errno: Int32)
}
