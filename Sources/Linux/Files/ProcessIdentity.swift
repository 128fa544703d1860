/// The command name and the id of a process that has a device open.
public struct ProcessIdentity: Hashable, Sendable {
  /// The command name of the process, as in `/proc/PID/comm`.
  public let name: String
  /// The id of the process (PID).
  public let id: Int32

  public init(name: String, id: Int32) {
    self.name = name
    self.id = id
  }
}
