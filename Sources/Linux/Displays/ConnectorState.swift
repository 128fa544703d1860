/// The state of a graphics card's connector: whether a display is plugged into it.
public struct ConnectorState: Hashable, Sendable {
  /// The kernel's report of whether a display is plugged into a connector.
  public enum Status: String, Hashable, Sendable {
    case connected, disconnected, unknown
  }

  /// The path of the card's device node.
  public let card: String
  /// The kernel's name of the connector, such as `HDMI-A-1`.
  public let name: String
  /// Whether a display is plugged into the connector, as the kernel reports.
  public let status: Status

  public init(card: String, name: String, status: Status) {
    self.card = card
    self.name = name
    self.status = status
  }
}
