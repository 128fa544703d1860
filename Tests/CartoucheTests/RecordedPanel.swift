import Cartouche
import CartoucheTestSupport
import Foundation

/// Recordings of real touch panels, and kiosks that replay them.
enum RecordedPanel {
  /// The folder of the recordings; nil if the machine has none.
  static let folder = TestEnvironment.sharedData("data/touch")

  /// Returns a kiosk of 800 by 480 pixels and 154 by 86 mm that replays a gesture on one thread.
  @MainActor
  static func kiosk(_ device: String, _ gesture: String) throws -> Kiosk {
    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: folder! + "/" + name))) }
    let recording = try TouchRecording(
      description: bytes(device + ".desc"), descriptionFile: device, events: bytes("\(device).\(gesture).events"),
      eventsFile: gesture)
    var board = Board(name: "test")
    board.display = .headless
    board.mode = PreferredDisplayMode(size: PixelSize(width: 800, height: 480))
    board.panelSize = Size(width: 154, height: 86)
    board.threads = 1
    return try Kiosk(board: board, replay: Replay(recording: recording))
  }
}
