internal import CLinux
internal import Glibc

/// A socket that receives the kernel's messages about devices (uevents), for an event loop.
///
/// A message is a line such as `change@/devices/…`, followed by texts such as `SUBSYSTEM=drm`. Each of them
/// ends with a zero byte.
package final class UeventListener {
  private let socket: Descriptor

  /// Opens the socket.
  ///
  /// - Returns: nil if the kernel refuses the socket.
  package init?() {
    let number = cartouche_open_uevents()
    guard number >= 0 else { return nil }
    socket = Descriptor(number)
  }

  /// The file descriptor that is readable when messages have arrived.
  package var descriptor: Int32 { socket.number }

  /// Reads all messages that have arrived, without waiting.
  ///
  /// - Returns: Whether a message is about a device of the subsystem, or messages were lost.
  package func read(subsystem: String) -> Bool {
    var found = false
    var bytes = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = recv(socket.number, &bytes, bytes.count, 0)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == ENOBUFS {
        found = true
        continue
      }
      guard count > 0 else { return found }
      if Self.subsystem(ofMessage: bytes[0..<count]) == subsystem { found = true }
    }
  }

  /// Returns the subsystem that a message names, such as `drm`; nil if it names none.
  package static func subsystem(ofMessage bytes: some Collection<UInt8>) -> String? {
    let key = Array("SUBSYSTEM=".utf8)
    return bytes.split(separator: 0).first { $0.starts(with: key) }
      .map { String(decoding: $0.dropFirst(key.count), as: UTF8.self) }
  }
}
