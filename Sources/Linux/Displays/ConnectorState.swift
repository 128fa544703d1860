/// A connector of a card, and whether a display is plugged in.
public struct ConnectorState: Hashable, Sendable {
  /// The kernel's answer to whether a display is plugged in.
  public enum Status: String, Hashable, Sendable {
    case connected, disconnected, unknown
  }

  /// The path of the card's node.
  public let card: String
  /// The kernel's name, as `HDMI-A-1`.
  public let name: String
  public let status: Status

  public init(card: String, name: String, status: Status) {
    self.card = card
    self.name = name
    self.status = status
  }
}
