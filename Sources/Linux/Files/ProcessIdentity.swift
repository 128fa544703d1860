/// The name and id of a process that has a device open.
public struct ProcessIdentity: Hashable, Sendable {
  /// The process's command name, as in `/proc/PID/comm`.
  public let name: String
  public let id: Int32

  public init(name: String, id: Int32) {
    self.name = name
    self.id = id
  }
}
