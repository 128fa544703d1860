/// The identity of a process that has a device open: its command name and its process id.
public struct DeviceHolder: Hashable, Sendable {
  /// The command name of the process, which is the content of `/proc/PID/comm`.
  public let name: String
  /// The process id (PID).
  public let id: Int32

  /// Creates an identity from a command name and a process id.
  public init(name: String, id: Int32) {
    self.name = name
    self.id = id
  }
}
