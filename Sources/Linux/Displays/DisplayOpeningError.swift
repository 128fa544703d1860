public import CartoucheRaster
internal import Glibc

/// The reason why a display could not be opened.
///
/// The error's `description` is text for the user. The text names the problem, and the device if there is
/// one. It says what to do.
public enum DisplayOpeningError: Error, Hashable, Sendable {
  /// The requested width or height is less than 1 pixel, or is more than `limit` pixels.
  case unsupportedSize(PixelSize, limit: Int)
  /// There is not enough memory for the buffers of a display with this size. The buffers need `bytes` bytes.
  case outOfMemory(PixelSize, bytes: Int)
  /// There is no device at this path.
  case notFound(path: String)
  /// The folder has no `card*` node of a graphics card that has connectors.
  case noCard(folder: String)
  /// This process may not open the device node. Members of the user group `group` may open the node. `group`
  /// is nil if the group is unknown or is root's group.
  case permissionDenied(path: String, group: String?)
  /// Another program owns the display. `processes` lists the programs that may own the display. The list is
  /// empty if no such program is found.
  case anotherMaster(path: String, processes: [DeviceHolder])
  /// No connector that matches the request has a display plugged in, as the kernel reports. The value lists
  /// the states of all connectors.
  case noConnectedConnector([DisplayConnector])
  /// No card has a connector with this name. The second value lists the states of all connectors.
  case noSuchConnector(String, [DisplayConnector])
  /// The connector has no mode of the size `wanted`. `available` lists the sizes of the connector's modes.
  case noSuchMode(path: String, connector: String, wanted: PixelSize, available: [PixelSize])
  /// The card refused to show a mode of this size on the connector, although it lists the mode. `errno` is
  /// the kernel's error number.
  case refusedMode(path: String, connector: String, size: PixelSize, errno: Int32)
  /// The display does not accept the requested pixel format. `layout` describes the display's own pixel
  /// format. `layout` is nil if the display's format is unknown. `available` is a format that the display
  /// accepts, if one is known.
  case unsupportedFormat(path: String, format: PixelFormat, layout: String?, available: PixelFormat? = nil)
  /// The device node at `path` is not a display of the requested kind. `reason` says why.
  case notADisplay(path: String, reason: String)
  /// No window can be opened. `reason` is the message of the library that opens windows.
  case noDesktop(reason: String)
  /// Neither a DRM display nor a framebuffer opens. `reasons` has a sentence for each of them.
  case noDisplay(reasons: [String])
  /// The kernel refused the operation `call` on the device at `path`. `errno` is the kernel's error number.
  case failed(path: String, call: String, errno: Int32)
}

extension DisplayOpeningError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unsupportedSize(let size, let limit):
      "A display of \(size.width)x\(size.height) pixels is not possible: each side must be 1 to \(limit). Choose another size."
    case .outOfMemory(let size, let bytes):
      "A display of \(size.width)x\(size.height) pixels needs \(bytes >> 20) MiB of memory, which is not available. Choose a smaller size."
    case .notFound(let path):
      "\(path): there is no such device. List the devices with \"ls /dev/dri /dev/fb*\", or choose a headless display."
    case .noCard(let folder):
      "\(folder): there is no graphics card with connectors. Load its driver, or choose an fbdev or headless display."
    case .permissionDenied(let path, let group?):
      "\(path): permission denied; the group \(group) may open it. Run \"sudo usermod -aG \(group) $USER\" and log in again, or choose a headless display."
    case .permissionDenied(let path, nil):
      "\(path): permission denied. Run as root, or choose a headless display."
    case .anotherMaster(let path, let processes):
      "\(path): another program owns the display\(Self.list(processes)). Stop it, or choose a headless display."
    case .noConnectedConnector(let all):
      "No display is connected\(Self.list(all)). Plug one in, or choose a headless display."
    case .noSuchConnector(let name, let all):
      "There is no connector \(name)\(Self.list(all)). Name one of these in the board file, or choose a headless display."
    case .noSuchMode(let path, let connector, let wanted, let available):
      "\(path): \(connector) has no mode of \(wanted.width)x\(wanted.height); it has \(Self.list(available)). Choose one of these sizes."
    case .refusedMode(let path, let connector, let size, let number):
      "\(path): the card refuses the mode \(size.width)x\(size.height) on \(connector) (\(message(ofError: number))). Choose another size, or leave it out for the default mode."
    case .unsupportedFormat(let path, let format, let layout, let available):
      "\(path): the display does not take \(format.name)\(layout.map { "; it has \($0)" } ?? ""). Choose the format \((available ?? Self.other(format)).name)."
    case .notADisplay(let path, let reason):
      "\(path): \(reason). Give another path, or choose a headless display."
    case .noDesktop(let reason):
      "No window can be opened: \(reason). Start the program on a desktop, where DISPLAY or WAYLAND_DISPLAY is set, or choose a headless display."
    case .noDisplay(let reasons):
      "There is no display. " + reasons.joined(separator: " ")
    case .failed(let path, let call, let number):
      "\(path): \(call) failed (\(message(ofError: number))). See \"dmesg\", or choose a headless display."
    }
  }

  private static func list(_ processes: [DeviceHolder]) -> String {
    processes.isEmpty ? "" : " (" + processes.map { "\($0.name), pid \($0.id)" }.joined(separator: "; ") + ")"
  }

  private static func list(_ connectors: [DisplayConnector]) -> String {
    if connectors.isEmpty { return ": the card has no connectors" }
    return ": " + connectors.map { "\($0.card) \($0.name) is \($0.status.rawValue)" }.joined(separator: ", ")
  }

  private static func list(_ sizes: [PixelSize]) -> String {
    var listed: Set<PixelSize> = []
    let names = sizes.filter { listed.insert($0).inserted }.map { "\($0.width)x\($0.height)" }
    return names.isEmpty ? "none" : names.prefix(12).joined(separator: ", ") + (names.count > 12 ? " and others" : "")
  }

  private static func other(_ format: PixelFormat) -> PixelFormat {
    format == .xrgb8888 ? .rgb565 : .xrgb8888
  }
}

extension DisplayOpeningError {
  /// Creates the error for a failed call to open `path`, from the call's `errno` value.
  package init(opening path: String, errno number: Int32) {
    switch number {
    case ENOENT, ENODEV, ENXIO, ENOTDIR: self = .notFound(path: path)
    case EACCES, EPERM: self = .permissionDenied(path: path, group: DeviceNodeUsers.group(of: path))
    default: self = .failed(path: path, call: "open", errno: number)
    }
  }
}
