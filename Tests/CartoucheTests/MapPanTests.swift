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

  @Test(
    "the coordinate under the fingers of every recorded drag stays under them, within a twentieth of a pixel",
    .enabled(if: RecordedPanel.folder != nil, "no shared data"),
    arguments: [
      ("Atmel maXTouch Touchscreen", "1-finger-drag-up-down"), ("Atmel maXTouch Touchscreen", "4-finger-drag-down"),
      ("EP0430M09", "1-finger-drag-up-down"), ("N-Trig MultiTouch", "1-finger-drag-NW-SE"),
    ])
  func recordedDrags(device: String, gesture: String) throws {
    for (bearing, zoom, left) in [(0, 14, 0), (200, 3, 90), (77, 21.5, 0)] as [(WideFixed<32>, Scalar, Scalar)] {
      let kiosk = try RecordedPanel.kiosk(device, gesture)
      let map = MapView(frame: kiosk.root.bounds, theme: .standard)
      map.camera = MapCamera(center: Coordinate(latitude: 7, longitude: 9.5), zoom: zoom, bearing: .degrees(bearing))
      map.layoutMargins = EdgeInsets(top: 0, left: left, bottom: 0, right: 0)
      map.style = MapStyle(layers: [])
      kiosk.root.addSublayer(map)
      var fingers: [Contact] = []
      var held: (place: Coordinate, fingerCount: Int)?
      var (maximumError, checkCount) = (0.0, 0)
      let start = map.camera
      kiosk.onContact { event in
        fingers.removeAll { $0.id == event.contact.id }
        switch event {
        case .began(let contact), .moved(let contact): fingers.append(contact)
        case .ended, .cancelled: break
        }
        // The pan begins beyond the slop; fingers that come or go are other ones.
        guard map.camera != start, !fingers.isEmpty else {
          held = nil
          return
        }
        let sum = fingers.reduce(Point.zero) { $0 + $1.position }
        let center = Point(x: sum.x / fingers.count, y: sum.y / fingers.count)
        if held?.fingerCount != fingers.count { held = map.convert(center).map { ($0, fingers.count) } }
        guard let held, let point: Point = map.convert(held.place) else { return }
        maximumError = max(maximumError, hypot(points(point.x - center.x), points(point.y - center.y)))
        checkCount += 1
      }
      #expect(try kiosk.run() == .finished)
      #expect(maximumError < 0.05 && checkCount > 20, "\(maximumError), \(checkCount) checks")
    }
  }
}

private func points(_ value: Scalar) -> Double {
  Double(value.rawValue) / 65_536
}
