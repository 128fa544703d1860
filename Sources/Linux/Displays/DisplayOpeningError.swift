public import CartoucheRaster
internal import Glibc

/// Why a display could not be opened. The description is a sentence for the person at the machine: the object, what happened, what both sides wanted,
/// and what to do.
public enum DisplayOpeningError: Error, Hashable, Sendable {
  /// A side is less than one pixel or more than `limit`.
  case unsupportedSize(PixelSize, limit: Int)
  /// There is no memory for frames of this size.
  case outOfMemory(PixelSize, bytes: Int)
  /// There is nothing at this path.
  case notFound(path: String)
  /// No `/dev/dri/card*` that can show anything.
  case noCard(folder: String)
  /// The node may not be opened; `group` may, if it is known.
  case permissionDenied(path: String, group: String?)
  /// Another program shows its picture there. Empty `processes`: it cannot be seen who.
  case anotherMaster(path: String, processes: [ProcessIdentity])
  /// Nothing is plugged in, as far as the kernel says.
  case noConnectedConnector([ConnectorState])
  /// There is no connector of this name.
  case noSuchConnector(String, [ConnectorState])
  /// The connector has no mode of this size.
  case noSuchMode(path: String, connector: String, wanted: PixelSize, available: [PixelSize])
  /// The display does not take the format; `layout` says what it has instead, if anything is known.
  case unsupportedFormat(path: String, format: PixelFormat, layout: String?)
  /// The node is of another kind.
  case notADisplay(path: String, reason: String)
  /// The kernel refused `call`.
  case failed(path: String, call: String, errno: Int32)
}

/// A program that has a device open.
public struct ProcessIdentity: Hashable, Sendable {
  public let name: String
  public let id: Int32

  public init(name: String, id: Int32) {
    self.name = name
    self.id = id
  }
}

/// A socket of a card, and whether something is plugged in.
public struct ConnectorState: Hashable, Sendable {
  public enum Status: String, Hashable, Sendable {
    case connected, disconnected, unknown
  }

  public let card: String
  public let name: String
  public let status: Status

  public init(card: String, name: String, status: Status) {
    self.card = card
    self.name = name
    self.status = status
  }
}

extension DisplayOpeningError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unsupportedSize(let size, let limit):
      "A display of \(size.width)x\(size.height) pixels cannot be: each side must be 1 to \(limit). Ask for another --size."
    case .outOfMemory(let size, let bytes):
      "A display of \(size.width)x\(size.height) pixels needs \(bytes >> 20) MiB of memory, and there is not so much. Ask for a smaller --size."
    case .notFound(let path):
      "\(path): there is no such device. Look at what there is with \"ls /dev/dri /dev/fb*\", or run with --display headless."
    case .noCard(let folder):
      "\(folder): there is no graphics card with a screen of its own. Load its driver, or run with --display fbdev or --display headless."
    case .permissionDenied(let path, let group?):
      "\(path): permission denied; the group \(group) may open it. Run \"sudo usermod -aG \(group) $USER\" and log in again, or run with --display headless."
    case .permissionDenied(let path, nil):
      "\(path): permission denied. Run as root, or with --display headless."
    case .anotherMaster(let path, let processes):
      "\(path): another program owns the display\(Self.list(processes)). Stop it, or run with --display headless."
    case .noConnectedConnector(let all):
      "No display is connected\(Self.list(all)). Plug one in, or run with --display headless."
    case .noSuchConnector(let name, let all):
      "There is no connector \(name)\(Self.list(all)). Name one of these in the board file, or run with --display headless."
    case .noSuchMode(let path, let connector, let wanted, let available):
      "\(path): \(connector) has no mode of \(wanted.width)x\(wanted.height); it has \(Self.list(available)). Ask for one of these with --size."
    case .unsupportedFormat(let path, let format, let layout):
      "\(path): the display does not take \(format.name)\(layout.map { "; it has \($0)" } ?? ""). Run with --format \(Self.other(format).name)."
    case .notADisplay(let path, let reason):
      "\(path): \(reason). Give another path, or run with --display headless."
    case .failed(let path, let call, let number):
      "\(path): \(call) failed (\(message(ofError: number))). Look at \"dmesg\", or run with --display headless."
    }
  }

  private static func list(_ processes: [ProcessIdentity]) -> String {
    processes.isEmpty ? "" : " (" + processes.map { "\($0.name), pid \($0.id)" }.joined(separator: "; ") + ")"
  }

  private static func list(_ connectors: [ConnectorState]) -> String {
    if connectors.isEmpty { return ": the card has no connectors" }
    return ": " + connectors.map { "\($0.card) \($0.name) is \($0.status.rawValue)" }.joined(separator: ", ")
  }

  private static func list(_ sizes: [PixelSize]) -> String {
    var seen: Set<PixelSize> = []
    let names = sizes.filter { seen.insert($0).inserted }.map { "\($0.width)x\($0.height)" }
    return names.isEmpty ? "none" : names.prefix(12).joined(separator: ", ") + (names.count > 12 ? " and others" : "")
  }

  private static func other(_ format: PixelFormat) -> PixelFormat {
    format == .xrgb8888 ? .rgb565 : .xrgb8888
  }
}

extension DisplayOpeningError {
  /// What it means that `path` could not be opened.
  package init(opening path: String, errno number: Int32) {
    switch number {
    case ENOENT, ENODEV, ENXIO, ENOTDIR: self = .notFound(path: path)
    case EACCES, EPERM: self = .permissionDenied(path: path, group: DeviceNode.group(of: path))
    default: self = .failed(path: path, call: "open", errno: number)
    }
  }
}
