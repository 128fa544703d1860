import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Foundation
import Glibc
import Testing

/// A socket as a service manager has, which receives messages.
private final class Manager {
  let address: String
  private let socket: Int32

  /// - Parameter isAbstract: Whether the socket has a name without a file.
  init(isAbstract: Bool) throws {
    let name = "cartouche-\(UInt64.random(in: 0 ... .max))"
    address = isAbstract ? "@" + name : FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    let bytes = isAbstract ? [0] + Array(name.utf8) : Array(address.utf8)
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(2 + bytes.count)
    let result = withUnsafePointer(to: place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
    }
    try #require(result == 0)
  }

  deinit {
    close(socket)
    unlink(address)
  }

  /// Returns the messages since the last call.
  func messages() -> [String] {
    var result: [String] = []
    var bytes = [UInt8](repeating: 0, count: 512)
    while true {
      let count = recv(socket, &bytes, bytes.count, 0)
      guard count > 0 else { return result }
      result.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
  }
}

@Suite("Reports to the service manager")
struct ServiceReportsTests {
  private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

  private let size = PixelSize(width: 800, height: 480)

  private func makeReports(_ variables: [String: String]) -> ServiceReports? {
    ServiceReports(now: time(0)) { variables[$0] }
  }

  @Test("the first frame reports readiness once, to a path and to an abstract address", arguments: [false, true])
  func readiness(isAbstract: Bool) throws {
    let manager = try Manager(isAbstract: isAbstract)
    let reports = try #require(makeReports(["NOTIFY_SOCKET": manager.address]))
    #expect(reports.due == nil && manager.messages() == [])
    reports.nothingWasDue(at: time(5))
    #expect(manager.messages() == [], "not ready before the first frame")
    for frame in 1...3 { reports.framePresented(at: time(Int64(frame) * 16), size: size, status: "Showing frames.") }
    #expect(manager.messages() == ["READY=1\nSTATUS=Showing frames."])
    reports.stop()
    reports.stop()
    reports.framePresented(at: time(100), size: size, status: "More.")
    #expect(manager.messages() == ["STOPPING=1\nSTATUS=Stopping."])
  }

  @Test("a program that waits for a screen is ready, and says what it waits for")
  func waiting() throws {
    let manager = try Manager(isAbstract: true)
    let reports = try #require(makeReports(["NOTIFY_SOCKET": manager.address]))
    reports.waiting(at: time(0), status: "Waiting for a screen.")
    reports.waiting(at: time(1000), status: "Waiting for a screen.")
    reports.framePresented(at: time(2000), size: size, status: "Showing frames.")
    #expect(manager.messages() == ["READY=1\nSTATUS=Waiting for a screen.", "STATUS=Showing frames."])
  }

  @Test("a steady frame builds no status, and another size or a wait tells a new one")
  func status() throws {
    let manager = try Manager(isAbstract: true)
    let reports = try #require(makeReports(["NOTIFY_SOCKET": manager.address]))
    var built = 0
    func show(_ width: Int) {
      func text() -> String {
        built += 1
        return "\(width) wide"
      }
      reports.framePresented(at: time(1), size: PixelSize(width: width, height: 8), status: text())
    }
    for width in [8, 8, 8, 9, 9] { show(width) }
    #expect(built == 2)
    reports.waiting(at: time(2), status: "dark")
    show(9)
    #expect(manager.messages() == ["READY=1\nSTATUS=8 wide", "STATUS=9 wide", "STATUS=dark", "STATUS=9 wide"])
  }

  @Test("the watchdog hears of frames and of idle turns, at half of its time")
  func watchdog() throws {
    let manager = try Manager(isAbstract: true)
    let reports = try #require(makeReports(["NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "2000000"]))
    #expect(reports.due == time(1000))
    reports.framePresented(at: time(900), size: size, status: "")
    #expect(manager.messages() == ["READY=1\nSTATUS="])
    reports.framePresented(at: time(1010), size: size, status: "")
    #expect(manager.messages() == ["WATCHDOG=1"] && reports.due == time(2010))
    reports.nothingWasDue(at: time(2000))
    #expect(manager.messages() == [])
    reports.nothingWasDue(at: time(2010))
    #expect(manager.messages() == ["WATCHDOG=1"] && reports.due == time(3010))
    reports.stop()
    #expect(reports.due == nil)
  }

  @Test("a watchdog of another process is not served")
  func otherProcess() throws {
    let manager = try Manager(isAbstract: true)
    func due(_ process: String) -> Timestamp? {
      makeReports(["NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "2000000", "WATCHDOG_PID": process])?.due
    }
    #expect(due("1") == nil)
    #expect(due("\(getpid())") == time(1000))
  }

  @Test("addresses of another form, and a manager that is gone, do no harm")
  func addresses() throws {
    #expect(ServiceReports(now: time(0)) { _ in nil } == nil)
    for address in ["", "@", "relative", "/" + String(repeating: "x", count: 120)] {
      #expect(makeReports(["NOTIFY_SOCKET": address]) == nil)
    }
    let reports = try #require(makeReports(["NOTIFY_SOCKET": "/nowhere/notify", "WATCHDOG_USEC": "8000000"]))
    reports.framePresented(at: time(4000), size: size, status: "")
    #expect(reports.due == time(4500), "a lost message is sent again soon")
  }
}
