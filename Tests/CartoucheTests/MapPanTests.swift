import Cartouche
import CartoucheTestSupport
import Foundation
import Testing

private let events = TestEnvironment.sharedData("data/touch/Atmel maXTouch Touchscreen.1-finger-drag-up-down.events")
private let description = TestEnvironment.sharedData("data/touch/Atmel maXTouch Touchscreen.desc")

@MainActor
@Suite struct MapPanTests {
  @Test(
    "a recorded finger pans the map about 290 pixels and back to (21, 14) from its start",
    .enabled(if: events != nil && description != nil, "no shared data"))
  func realFinger() throws {
    let recording = try TouchRecording(
      description: Array(Data(contentsOf: URL(filePath: description!))), descriptionFile: "Atmel.desc",
      events: Array(Data(contentsOf: URL(filePath: events!))), eventsFile: "Atmel.events")
    var board = Board(name: "test")
    board.display = .headless
    board.mode = PreferredDisplayMode(size: PixelSize(width: 800, height: 480))
    board.threads = 1
    let kiosk = try Kiosk(board: board, replay: Replay(recording: recording))
    let map = MapView(frame: kiosk.root.bounds, theme: .standard)
    let vaduz = Coordinate(latitude: 47.1410, longitude: 9.5209)
    map.camera = MapCamera(center: vaduz, zoom: 14)
    map.isScrollEnabled = false
    kiosk.root.addSublayer(map)

    // The coordinate under the finger when it touches stays under it at every step.
    var touched: Coordinate?
    var maximumError = 0.0
    var farthest = 0.0
    kiosk.onPan { pan in
      if touched == nil { touched = map.convert(pan.location - pan.translation) }
      map.pan(by: pan.delta)
      let error = map.convert(touched!)! - pan.location
      maximumError = max(maximumError, hypot(points(error.x), points(error.y)))
      let offset = map.convert(vaduz)! - Point(x: 400, y: 240)
      farthest = max(farthest, hypot(points(offset.x), points(offset.y)))
    }
    #expect(map.convert(vaduz) == Point(x: 400, y: 240))
    #expect(try kiosk.run() == .finished)
    let end = map.convert(vaduz)! - Point(x: 400, y: 240)
    #expect(abs(points(end.x) - 21) <= 1 && abs(points(end.y) - 14) <= 1, "the offset is \(points(end.x)), \(points(end.y))")
    #expect(abs(farthest - 290) <= 10, "the farthest offset is \(farthest)")
    #expect(maximumError < 0.01, "the coordinate moved by \(maximumError)")
  }
}

private func points(_ value: Scalar) -> Double {
  Double(value.rawValue) / 65_536
}
