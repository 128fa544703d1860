/// The state of a graphics card's connector: whether a display is plugged into it.
public struct ConnectorState: Hashable, Sendable {
  /// Whether a display is plugged into a connector, as the kernel reports.
  public enum Status: String, Hashable, Sendable {
    /// A display is plugged in, no display is plugged in, or the kernel does not know.
    case connected, disconnected, unknown
  }

  /// The path of the graphics card's device node, such as `/dev/dri/card1`.
  public let card: String
  /// The kernel's name of the connector, such as `HDMI-A-1`.
  public let name: String
  /// Whether a display is plugged into the connector, as the kernel reports.
  public let status: Status

  /// Creates the state of a connector.
  public init(card: String, name: String, status: Status) {
    self.card = card
    self.name = name
    self.status = status
  }
}
