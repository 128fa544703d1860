/// A graphics card's connector, such as an HDMI socket, and its connection status.
public struct DisplayConnector: Hashable, Sendable {
  /// The possible connection statuses of a connector, as the kernel reports them.
  public enum Status: String, Hashable, Sendable {
    /// A display is plugged in, no display is plugged in, or the kernel does not know.
    case connected, disconnected, unknown
  }

  /// The path of the graphics card's device node, such as `/dev/dri/card1`.
  public let card: String
  /// The kernel's name of the connector, such as `HDMI-A-1`.
  public let name: String
  /// The connection status, as the kernel reports it: whether a display is plugged into the connector.
  public let status: Status

  /// Creates the state of a connector from its card, its name and its connection status.
  public init(card: String, name: String, status: Status) {
    self.card = card
    self.name = name
    self.status = status
  }
}
