internal import CLinux
internal import Glibc

/// The result of opening a device node, directly or through a seat.
struct DeviceOpening {
  /// A file descriptor, or -errno.
  let result: Int32
  /// The seat that opened the device, and its number for the device.
  fileprivate let lender: (seat: Seat, device: Int32)?

  /// Opens a device node.
  ///
  /// - Parameters:
  ///   - flags: The flags of the call `open`. A seat opens devices for reading and writing, without waiting.
  ///   - seat: The seat that opens the device; nil to open it directly.
  init(_ path: String, _ flags: Int32, through seat: Seat?) {
    guard let seat else {
      (result, lender) = (cartouche_open(path, flags), nil)
      return
    }
    let opened = seat.openDevice(path)
    (result, lender) = (opened.descriptor, (seat, opened.device))
  }
}

/// An open device node with one owner. When this value's lifetime ends, the file descriptor is closed, and
/// the seat that opened the device is told.
struct DeviceFile: ~Copyable {
  private let file: Descriptor
  private let lender: (seat: Seat, device: Int32)?

  /// Takes ownership of a device that was opened.
  init(_ opening: DeviceOpening) {
    file = Descriptor(opening.result)
    lender = opening.lender
  }

  var number: Int32 { file.number }

  deinit {
    if let lender { lender.seat.closeDevice(lender.device) }
  }
}
