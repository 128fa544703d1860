/// A filter for the input devices that a program reads touches from.
public enum TouchDeviceFilter: Hashable, Sendable, CustomStringConvertible {
  /// The device with this node, such as `/dev/input/event3`. The path may be a symbolic link.
  case path(String)
  /// The devices with this name. If there is none, those whose names contain the text.
  case name(String)
  /// The devices with these numbers of the vendor and the product.
  case id(InputDeviceID)

  /// Creates a filter from a text: a path that begins with `/`, an id such as `0eef:0001`, or a name.
  public init(text: String) {
    if text.hasPrefix("/") {
      self = .path(text)
    } else {
      self = InputDeviceID(text: text).map { .id($0) } ?? .name(text)
    }
  }

  /// The text from which ``init(text:)`` creates this filter. A name is in quotation marks.
  public var description: String {
    switch self {
    case .path(let path): path
    case .name(let name): "\"\(name)\""
    case .id(let id): "\(id)"
    }
  }
}

extension TouchDevice {
  /// An input device that was found in a folder.
  public struct Found: Hashable, Sendable {
    /// The path of the device's node, such as `/dev/input/event3`.
    public let path: String
    /// The name and the capabilities of the device.
    public let description: DeviceDescription

    /// Creates a found device from the path of its node and its description.
    public init(path: String, description: DeviceDescription) {
      (self.path, self.description) = (path, description)
    }
  }

  /// Finds a touchscreen among the input devices in a folder, and returns the path of its node.
  ///
  /// - Parameters:
  ///   - filters: The devices to choose from. See ``selection(matching:among:)``. A filter by path is tried
  ///     in its place among the others, and counts if the path exists.
  ///   - folder: The folder that contains the input device nodes.
  /// - Returns: The path of the chosen node.
  /// - Throws: ``TouchOpeningError`` if no device can be chosen. The error is
  ///   ``TouchOpeningError/permissionDenied(path:group:)`` if the process has no permission to open one of
  ///   the nodes.
  public static func find(matching filters: [TouchDeviceFilter] = [], in folder: String = "/dev/input") throws(TouchOpeningError)
    -> String
  {
    let (found, denied) = devices(in: folder)
    if filters.isEmpty, let best = selection(matching: [], among: found).first { return best.path }
    for filter in filters {
      if case .path(let path) = filter {
        if Folders.exists(path) || filters.count == 1 { return path }
      } else if let best = selection(matching: [filter], among: found).first {
        return best.path
      }
    }
    throw failure(matching: filters, found: found, denied: denied, in: folder)
  }

  /// Returns the devices that a program reads touches from: those that suit one of the filters.
  ///
  /// Without a filter, these are all devices that share the lowest ``TouchDeviceRank`` of the found devices,
  /// the best one first. So a tablet is read only if there is no touchscreen, and two equal touchscreens are
  /// both read.
  ///
  /// With a filter by name, only devices of this name are considered. If no device has the name, they are the
  /// devices whose name contains the text. So "Acme Panel" selects the touchscreen "Acme Panel", or "Acme
  /// Panel Touch", and not "Acme Panel Keyboard". With a filter by id, only devices of this id are
  /// considered. If none of the considered devices reports touches, the first is returned, and opening it
  /// says why it is not a touchscreen.
  ///
  /// - Parameters:
  ///   - filters: The filters. An empty list leaves the choice to the program.
  ///   - found: The input devices, in the order of their node numbers.
  /// - Returns: The devices in the order of the filters, each once.
  public static func selection(matching filters: [TouchDeviceFilter], among found: [Found]) -> [Found] {
    if filters.isEmpty { return touchscreens(among: found) }
    var result: [Found] = []
    for filter in filters {
      for device in selection(matching: filter, among: found) where !result.contains(where: { $0.path == device.path }) {
        result.append(device)
      }
    }
    return result
  }

  /// Returns the name in `names` whose filter means a device; nil if there is none.
  ///
  /// If several do, a filter by path comes before one by id, and that before one by name. Of equal filters
  /// the one whose own name is first in the alphabet is taken.
  ///
  /// - Parameter found: All devices, because a filter by a part of a name means none that another device has
  ///   as its whole name.
  package static func name(of device: Found, in names: [String: TouchDeviceFilter], among found: [Found]) -> String? {
    func rank(_ filter: TouchDeviceFilter) -> Int {
      switch filter {
      case .path: 0
      case .id: 1
      case .name: 2
      }
    }
    let sorted = names.sorted { (rank($0.value), $0.key) < (rank($1.value), $1.key) }
    return sorted.first { selection(matching: $0.value, among: found).contains { $0.path == device.path } }?.key
  }

  private static func selection(matching filter: TouchDeviceFilter, among found: [Found]) -> [Found] {
    let considered: [Found]
    switch filter {
    case .path(let path):
      let node = Folders.resolved(path)
      return found.filter { $0.path == path || node != nil && Folders.resolved($0.path) == node }
    case .name(let name):
      let exact = touchscreens(among: found.filter { $0.description.name == name })
      if !exact.isEmpty { return exact }
      considered = found.filter { $0.description.name.contains(name) }
    case .id(let id):
      considered = found.filter { $0.description.id == id }
    }
    let touchscreens = touchscreens(among: considered)
    return touchscreens.isEmpty ? Array(considered.prefix(1)) : touchscreens
  }

  /// Returns all devices that share the lowest rank.
  private static func touchscreens(among found: [Found]) -> [Found] {
    let ranked = found.compactMap { device in TouchDeviceRank(device.description).map { (rank: $0, device: device) } }
    guard let lowest = ranked.map(\.rank).min() else { return [] }
    return ranked.filter { $0.rank == lowest }.map(\.device)
  }

  /// Returns the input devices in a folder in the order of their node numbers, and the first node that the
  /// process may not open.
  static func devices(in folder: String, seat: Seat? = nil) -> (found: [Found], denied: TouchOpeningError?) {
    var found: [Found] = []
    var denied: TouchOpeningError?
    for path in nodes(in: folder) {
      do throws(TouchOpeningError) {
        found.append(Found(path: path, description: try EvdevNode(path: path, seat: seat).description))
      } catch {
        // Skip nodes that are not input devices or have been removed meanwhile.
        if case .permissionDenied = error { denied = denied ?? error }
      }
    }
    return (found, denied)
  }

  /// Returns the reason why no device was selected.
  static func failure(
    matching filters: [TouchDeviceFilter], found: [Found], denied: TouchOpeningError?, in folder: String
  ) -> TouchOpeningError {
    // The wanted device may be one that this process may not open.
    if let denied { return denied }
    let names = found.map(\.description.name)
    if filters.isEmpty { return .noTouchscreen(folder: folder, found: names) }
    if filters.count == 1, case .name(let name) = filters[0] { return .noSuchDevice(name: name, found: names) }
    return .noMatchingDevice(
      filters: filters, found: found.map { "\"\($0.description.name)\"" + ($0.description.id.map { " \($0)" } ?? "") })
  }

  /// Returns the paths of the input device nodes in a folder, in the order of their numbers.
  static func nodes(in folder: String) -> [String] {
    Folders.names(in: folder).filter { $0.hasPrefix("event") }
      .compactMap { name in Int(name.dropFirst(5)).map { (number: $0, path: folder + "/" + name) } }
      .sorted { $0.number < $1.number }.map(\.path)
  }
}
