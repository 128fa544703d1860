internal import Glibc

/// A datagram socket to the service manager that started this process, such as systemd.
///
/// The messages are lines such as `READY=1`. They never wait: if the service manager does not read, they are
/// lost.
///
/// - Source: The manual page `sd_notify(3)`, "Notes".
struct ServiceSocket: ~Copyable {
  private let socket: Descriptor
  private var address = sockaddr_un()
  private let length: socklen_t

  /// Creates a socket that sends to an address.
  ///
  /// - Parameter text: The path of a socket, or the name of an abstract socket after the character `@`.
  /// - Returns: nil if the address has another form or is too long, or if the kernel refuses the socket.
  init?(_ text: String) {
    guard let first = text.utf8.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@") else { return nil }
    // The kernel names abstract sockets by a zero byte and the name, without a zero byte at the end.
    let bytes = (first == UInt8(ascii: "@") ? [0] : [first]) + text.utf8.dropFirst()
    guard bytes.count > 1, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard number >= 0 else { return nil }
    socket = Descriptor(number)
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    length = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count)
  }

  /// Sends a message.
  ///
  /// - Returns: Whether the message was sent.
  func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        sendto(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length) == bytes.count
      }
    }
  }
}
