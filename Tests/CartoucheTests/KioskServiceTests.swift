import Cartouche
import CartoucheLinux
import Foundation
import Glibc
import Synchronization
import Testing

@Suite("A kiosk as a service")
@MainActor
struct KioskServiceTests {
  /// Runs a kiosk that shows one frame and then rests. Returns its messages to the service manager.
  private func messages(watchdog microseconds: Int?, restingFor seconds: Double) throws -> (sent: [String], wakeUps: Int) {
    let name = "cartouche-\(UInt64.random(in: 0 ... .max))"
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: [0] + Array(name.utf8)) }
    let bound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(3 + name.utf8.count)) }
    }
    try #require(bound == 0)

    let kiosk = try Kiosk(board: .headless(size: PixelSize(width: 96, height: 64)))
    kiosk.runsInRealTime = true
    kiosk.service = ServiceReports { variable in
      switch variable {
      case "NOTIFY_SOCKET": "@" + name
      case "WATCHDOG_USEC": microseconds.map { "\($0)" }
      default: nil
      }
    }
    try #require(kiosk.service != nil)
    let before = kiosk.loop.wakeUps
    // The messages are read as they arrive: the kernel's queue holds ten, and what finds it full is lost.
    let sent = Mutex<[String]>([])
    let isRead = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let end = Date(timeIntervalSinceNow: seconds)
      while end.timeIntervalSinceNow > 0 {
        var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        Glibc.poll(&poll, 1, Int32(max(end.timeIntervalSinceNow * 1000, 0).rounded(.up)))
        sent.withLock { $0 += received(by: socket) }
      }
      kiosk.post { kiosk.stop() }
      isRead.signal()
    }
    try kiosk.run()
    isRead.wait()
    let wakeUps = kiosk.loop.wakeUps - before
    kiosk.close()
    return (sent.withLock { $0 } + received(by: socket), wakeUps)
  }

  @Test("a kiosk at rest wakes for its watchdog, twice in its time, and says when it is ready and when it stops")
  func watchdog() throws {
    let (sent, wakeUps) = try messages(watchdog: 200_000, restingFor: 1)
    #expect(sent.first == "READY=1\nSTATUS=Showing frames on a screen of 96x64 pixels.")
    #expect(sent.last == "STOPPING=1\nSTATUS=Stopping.")
    let signs = sent.dropFirst().dropLast()
    #expect(signs.allSatisfy { $0 == "WATCHDOG=1" })
    // 10 at most in 1 s. A busy machine may lose some, but has to send one in 200 ms.
    #expect((4...10).contains(signs.count))
    #expect(wakeUps <= 14)
  }

  @Test("without a watchdog nothing wakes a kiosk at rest")
  func withoutWatchdog() throws {
    let (sent, wakeUps) = try messages(watchdog: nil, restingFor: 0.5)
    #expect(sent.count == 2)
    #expect(wakeUps <= 3)
  }
}

/// Returns the messages that wait in a socket.
private func received(by socket: Int32) -> [String] {
  var result: [String] = []
  var bytes = [UInt8](repeating: 0, count: 512)
  while true {
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else { return result }
    result.append(String(decoding: bytes[..<count], as: UTF8.self))
  }
}
