internal import Glibc

/// Why there is no live touch. The description is a sentence for the person at the machine.
public enum TouchOpeningError: Error, Hashable, Sendable {
  /// Nothing at this path.
  case notFound(path: String)
  /// The node may not be opened; `group` may, if it is known.
  case permissionDenied(path: String, group: String?)
  /// None of the devices found is a touchscreen.
  case noTouchscreen(folder: String, found: [String])
  /// No device has this name.
  case noSuchDevice(name: String, found: [String])
  /// The device that was named is of another kind.
  case unsupported(path: String, UnsupportedTouchDevice)
  /// The kernel refused `call`.
  case failed(path: String, call: String, errno: Int32)
}

extension TouchOpeningError {
  package init(opening path: String, errno number: Int32) {
    switch number {
    case ENOENT, ENODEV, ENXIO, ENOTDIR: self = .notFound(path: path)
    case EACCES, EPERM: self = .permissionDenied(path: path, group: DeviceNode.group(of: path))
    default: self = .failed(path: path, call: "open", errno: number)
    }
  }
}

extension TouchOpeningError: CustomStringConvertible {
  public var description: String {
    func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.map { "\"\($0)\"" }.joined(separator: ", ") }
    return switch self {
    case .notFound(let path):
      "\(path): there is no such input device. Look at what there is with \"ls /dev/input\"."
    case .permissionDenied(let path, let group?):
      "\(path): permission denied; the group \(group) may open it. Run \"sudo usermod -aG \(group) $USER\" and log in again."
    case .permissionDenied(let path, nil):
      "\(path): permission denied. Run as root."
    case .noTouchscreen(let folder, let found):
      "\(folder): there is no touchscreen among the input devices (\(list(found))). Plug one in, or play a recording with --replay."
    case .noSuchDevice(let name, let found):
      "There is no input device named \"\(name)\" (there are \(list(found))). Name one of these in the board file."
    case .unsupported(let path, let why):
      "\(path): \(why) Name another device in the board file."
    case .failed(let path, let call, let number):
      "\(path): \(call) failed (\(message(ofError: number))). Look at \"dmesg\"."
    }
  }
}
