internal import Glibc

/// The reason why a touch device could not be opened.
///
/// The error's `description` is a sentence for the user.
public enum TouchOpeningError: Error, Hashable, Sendable {
  /// There is no device at this path.
  case notFound(path: String)
  /// This process may not open the device node. Members of the user group `group` may open the node. `group`
  /// is nil if the group is unknown or is root's group.
  case permissionDenied(path: String, group: String?)
  /// None of the input devices in the folder is a touchscreen. `found` lists the names of these input
  /// devices.
  case noTouchscreen(folder: String, found: [String])
  /// No input device has a name that contains `name`. `found` lists the names of all input devices that were
  /// found.
  case noSuchDevice(name: String, found: [String])
  /// No input device suits one of the filters. `found` has the names and ids of all input devices that were
  /// found.
  case noMatchingDevice(filters: [TouchDeviceFilter], found: [String])
  /// The device at `path` cannot be read as a touchscreen. The second value says why.
  case unsupported(path: String, UnsupportedTouchDevice)
  /// The kernel refused the operation `call` on the device at `path`. `errno` is the kernel's error number.
  case failed(path: String, call: String, errno: Int32)
}

extension TouchOpeningError {
  /// Creates the error for a failed call to open `path`, from the call's `errno` value.
  package init(opening path: String, errno number: Int32) {
    switch number {
    case ENOENT, ENODEV, ENXIO, ENOTDIR: self = .notFound(path: path)
    case EACCES, EPERM: self = .permissionDenied(path: path, group: DeviceNodeUsers.group(of: path))
    default: self = .failed(path: path, call: "open", errno: number)
    }
  }
}

extension TouchOpeningError: CustomStringConvertible {
  public var description: String {
    func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.map { "\"\($0)\"" }.joined(separator: ", ") }
    return switch self {
    case .notFound(let path):
      "\(path): there is no such input device. List the devices with \"ls /dev/input\"."
    case .permissionDenied(let path, let group?):
      "\(path): permission denied; the group \(group) may open it. Run \"sudo usermod -aG \(group) $USER\" and log in again."
    case .permissionDenied(let path, nil):
      "\(path): permission denied. Run as root."
    case .noTouchscreen(let folder, let found):
      "\(folder): there is no touchscreen among the input devices (\(list(found))). Plug one in, or play a recording."
    case .noSuchDevice(let name, let found):
      "There is no input device named \"\(name)\" (there are \(list(found))). Name one of these in the board file."
    case .noMatchingDevice(let filters, let found):
      "No input device is \(filters.map(\.description).joined(separator: " or ")) (there are \(found.isEmpty ? "none" : found.joined(separator: ", "))). Name one of these in the board file."
    case .unsupported(let path, let why):
      "\(path): \(why) Name another device in the board file."
    case .failed(let path, let call, let number):
      "\(path): \(call) failed (\(message(ofError: number))). See \"dmesg\"."
    }
  }
}
