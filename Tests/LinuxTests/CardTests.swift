import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Foundation
import Testing

@Suite("A graphics card's refusals and connectors")
struct CardTests {
  @Test("flips rest after three refusals in a row, and one is tried again after 300 frames")
  func flipTrial() {
    var flips = FlipTrial()
    /// Asks before each of `count` frames, and refuses the flips.
    func answers(_ count: Int) -> [Bool] {
      (0..<count).map { _ in
        let mayFlip = flips.mayFlip()
        if mayFlip { flips.flipRefused() }
        return mayFlip
      }
    }
    #expect(answers(2) == [true, true])
    flips.reset()  // accepted
    #expect(answers(3) == [true, true, true])
    #expect(answers(300).allSatisfy { !$0 })
    #expect(answers(2) == [true, false])
    flips.reset()  // another mode
    #expect(answers(1) == [true])
  }

  @Test("pauses grow from 20 ms to 2 s, and start again after a success")
  func retryPause() {
    var pause = RetryPause()
    #expect(pause.nextAttempt == nil)
    let pauses = (0..<9).map { _ in
      pause.failed(at: .zero)
      return (pause.nextAttempt?.nanoseconds ?? 0) / 1_000_000
    }
    #expect(pauses == [20, 40, 80, 160, 320, 640, 1280, 2000, 2000])
    pause.succeeded()
    #expect(pause.nextAttempt == nil)
    pause.failed(at: .zero)
    #expect(pause.nextAttempt?.nanoseconds == 20_000_000)
  }

  @Test("a panel whose right side is up turns frames by a quarter")
  func panelOrientation() {
    let rotations = (0...4).map { Rotation(panelOrientation: $0) }
    #expect(rotations == [Rotation.none, .half, .threeQuarters, .quarter, nil])
  }

  @Test("a message of the kernel names its subsystem")
  func uevents() {
    let message = Array("change@/devices/pci/drm/card0\0ACTION=change\0SUBSYSTEM=drm\0HOTPLUG=1\0".utf8)
    #expect(UeventListener.subsystem(ofMessage: message) == "drm")
    #expect(UeventListener.subsystem(ofMessage: Array("libudev\0ACTION=add".utf8)) == nil)
    #expect(UeventListener.subsystem(ofMessage: []) == nil)
  }

  @Test("the states of connectors are read by name; without connectors a display may be there")
  func connectorStates() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cartouche-connectors-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ status: String, to entry: String) throws {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(entry)", withIntermediateDirectories: true)
      try Data("\(status)\n".utf8).write(to: URL(filePath: "\(folder)/\(entry)/status"))
    }
    #expect(ConnectorStates.isConnected(connector: nil, folder: folder) && ConnectorStates.mayExist("X", folder: folder))
    try write("disconnected", to: "card0-HDMI-A-1")
    #expect(!ConnectorStates.isConnected(connector: nil, folder: folder))
    try write("connected", to: "card1-DSI-1")
    #expect(ConnectorStates.isConnected(connector: nil, folder: folder))
    #expect(!ConnectorStates.isConnected(connector: "HDMI-A-1", folder: folder))
    #expect(ConnectorStates.status(of: "HDMI-A-1", card: "/dev/dri/card0", folder: folder) == .disconnected)
    #expect(ConnectorStates.status(of: "DSI-1", card: "/dev/dri/card0", folder: folder) == nil)
    #expect(ConnectorStates.mayExist("HDMI-A-1", folder: folder) && !ConnectorStates.mayExist("HDMI-1", folder: folder))
  }
}
