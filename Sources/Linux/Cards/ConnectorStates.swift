/// The states of connectors in the folder `/sys/class/drm`. Reading them does not ask the hardware.
///
/// The folder has an entry for each connector, such as `card0-HDMI-A-1`. The entry's file `status` contains
/// `connected`, `disconnected` or `unknown`.
package enum ConnectorStates {
  /// Returns the state of a connector.
  ///
  /// - Parameters:
  ///   - connector: The kernel's name of the connector, such as `HDMI-A-1`.
  ///   - card: The path of the card's node.
  /// - Returns: nil if the folder has no such connector.
  package static func status(of connector: String, card: String, folder: String = "/sys/class/drm") -> DisplayConnector.Status? {
    status(in: "\(folder)/\(Folders.name(of: card))-\(connector)")
  }

  /// Returns whether a card has a connector of this name, or no connector of any card is known.
  package static func mayExist(_ connector: String, folder: String = "/sys/class/drm") -> Bool {
    let entries = entries(in: folder)
    return entries.isEmpty || entries.contains { $0.connector == connector }
  }

  /// Returns whether a display may be plugged in.
  ///
  /// - Parameter connector: The name of the only connector that counts. If nil, all connectors of all cards
  ///   count.
  /// - Returns: Whether a connector is connected. If there is no such connector, its state is unknown, and
  ///   the result is true.
  package static func isConnected(connector: String?, folder: String = "/sys/class/drm") -> Bool {
    let states = entries(in: folder).filter { connector == nil || $0.connector == connector }
      .compactMap { status(in: "\(folder)/\($0.name)") }
    return states.isEmpty || states.contains(.connected)
  }

  /// Returns the entries of connectors, each with the connector's name.
  private static func entries(in folder: String) -> [(name: String, connector: String)] {
    Folders.names(in: folder).compactMap { name in
      guard name.hasPrefix("card"), let dash = name.firstIndex(of: "-") else { return nil }
      return (name, String(name[name.index(after: dash)...]))
    }
  }

  private static func status(in folder: String) -> DisplayConnector.Status? {
    DisplayConnector.Status(rawValue: String(DeviceNodeUsers.contents(of: folder + "/status").prefix { $0 != "\n" }))
  }
}
