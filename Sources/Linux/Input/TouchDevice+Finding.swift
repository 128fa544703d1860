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
  ///   - name: The device's name, or a text that the name contains. See ``selection(named:among:)``.
  ///   - folder: The folder that contains the input device nodes.
  /// - Returns: The path of the chosen node.
  /// - Throws: ``TouchOpeningError`` if no device can be chosen. The error is
  ///   ``TouchOpeningError/permissionDenied(path:group:)`` if the process has no permission to open one of
  ///   the nodes.
  public static func find(named name: String? = nil, in folder: String = "/dev/input") throws(TouchOpeningError) -> String {
    let (found, denied) = devices(in: folder)
    if let best = selection(named: name, among: found).first { return best.path }
    throw failure(named: name, found: found, denied: denied, in: folder)
  }

  /// Returns the devices that a program reads touches from, the best one first.
  ///
  /// Without a name, these are all devices that share the lowest ``TouchDeviceRank`` of the found devices. So
  /// a tablet is read only if there is no touchscreen, and two equal touchscreens are both read.
  ///
  /// With a name, only devices of this name are considered. If no device has the name, they are the devices
  /// whose name contains the text. So "Acme Panel" selects the touchscreen "Acme Panel", or "Acme Panel
  /// Touch", and not "Acme Panel Keyboard". If none of them reports touches, the first is returned, and
  /// opening it says why it is not a touchscreen.
  ///
  /// - Parameters:
  ///   - name: The device's name, or a text that the name contains. nil leaves the choice to the program.
  ///   - found: The input devices, in the order of their node numbers.
  public static func selection(named name: String?, among found: [Found]) -> [Found] {
    guard let name else { return touchscreens(among: found) }
    let exact = touchscreens(among: found.filter { $0.description.name == name })
    if !exact.isEmpty { return exact }
    let containing = found.filter { $0.description.name.contains(name) }
    let touchscreens = touchscreens(among: containing)
    return touchscreens.isEmpty ? Array(containing.prefix(1)) : touchscreens
  }

  /// Returns all devices that share the lowest rank.
  private static func touchscreens(among found: [Found]) -> [Found] {
    let ranked = found.compactMap { device in TouchDeviceRank(device.description).map { (rank: $0, device: device) } }
    guard let lowest = ranked.map(\.rank).min() else { return [] }
    return ranked.filter { $0.rank == lowest }.map(\.device)
  }

  /// Returns the input devices in a folder in the order of their node numbers, and the first node that the
  /// process may not open.
  static func devices(in folder: String) -> (found: [Found], denied: TouchOpeningError?) {
    var found: [Found] = []
    var denied: TouchOpeningError?
    for path in nodes(in: folder) {
      do throws(TouchOpeningError) {
        found.append(Found(path: path, description: try EvdevNode(path: path).description))
      } catch {
        // Skip nodes that are not input devices or have been removed meanwhile.
        if case .permissionDenied = error { denied = denied ?? error }
      }
    }
    return (found, denied)
  }

  /// Returns the reason why no device was selected.
  static func failure(named name: String?, found: [Found], denied: TouchOpeningError?, in folder: String) -> TouchOpeningError {
    // The wanted device may be one that this process may not open.
    if let denied { return denied }
    let names = found.map(\.description.name)
    return name.map { .noSuchDevice(name: $0, found: names) } ?? .noTouchscreen(folder: folder, found: names)
  }

  private static func nodes(in folder: String) -> [String] {
    Folders.names(in: folder).filter { $0.hasPrefix("event") }
      .compactMap { name in Int(name.dropFirst(5)).map { (number: $0, path: folder + "/" + name) } }
      .sorted { $0.number < $1.number }.map(\.path)
  }
}
