import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Films of a map's ground")
struct GroundFilmTests {
  /// A style that is red where there is no ground.
  private static func style(_ ground: UInt32) -> MapStyle {
    MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: .color(Color(hex: 0xff0000))]),
      StyleLayer("ground", kind: .fill, sourceLayer: "ground", properties: [.fillColor: .color(Color(hex: ground))]),
      StyleLayer("line", kind: .line, sourceLayer: "line", properties: [.lineColor: .color(Color(hex: 0x204020))]),
    ])
  }

  private static func screen(_ queue: ShufflingQueue? = nil) throws -> MapScreen {
    var maker = TileMaker()
    maker.add(.polygon, [[SIMD2(-200, -200), SIMD2(4296, -200), SIMD2(4296, 4296), SIMD2(-200, 4296)]], to: "ground")
    maker.add(.line, [[SIMD2(100, 200), SIMD2(3900, 3000), SIMD2(200, 3900)]], to: "line")
    let camera = MapCamera(center: Coordinate(latitude: 5, longitude: 8), zoom: 4)
    let screen = MapScreen(width: 240, height: 160, camera: camera)
    screen.map.showsCompass = false
    // With a queue, there is nothing to show where a tile has not arrived. A single tile is always there.
    screen.map.sources = [queue == nil ? try FixedSource(everywhere: maker) : try FixedSource(world: maker)]
    screen.map.style = style(0x60c060)
    screen.stage.backgroundQueue = queue
    screen.commit()
    if let queue { screen.settle(queue) }
    screen.runUntilIdle()
    return screen
  }

  private static func redCount(_ screen: MapScreen) -> Int {
    screen.image.pixels.count { $0 >> 16 & 255 > $0 >> 8 & 255 }
  }

  @Test("a random film of gestures, flights, pans, jumps and styles never shows the background", arguments: 0..<8 as Range<UInt64>)
  func film(seed: UInt64) throws {
    let queue = seed % 2 == 0 ? nil : ShufflingQueue(workerCount: 2, seed: seed)
    let screen = try Self.screen(queue)
    #expect(Self.redCount(screen) == 0)
    var random = SplitMix64(seed: seed + 99)
    var imageCount = 0
    func frame(_ name: String) {
      if let queue, random.int(in: 0...2) > 0 { queue.deliver() }
      if screen.showsGroundImage { imageCount += 1 }
      let count = Self.redCount(screen)
      #expect(count == 0, "\(name)")
    }
    func target() -> MapCamera {
      MapCamera(
        center: Coordinate(latitude: Double(random.int(in: -30...30)), longitude: Double(random.int(in: -179...179))),
        zoom: 3 + Scalar(random.int(in: 0...48)) / 16, bearing: .degrees(WideFixed(random.int(in: 0...359))))
    }
    for _ in 0..<12 {
      switch random.int(in: 0...6) {
      case 0, 1:
        let (scale, degrees) = (Double(random.int(in: 40...220)) / 100, Double(random.int(in: -70...70)))
        screen.pinch(around: Point(x: 120, y: 80), scale: scale, degrees: degrees, frames: random.int(in: 4...30)) { _ in
          frame("pinch \(scale) \(degrees)")
        }
      case 2:
        screen.map.setCamera(target(), animated: true)
        for _ in 0..<random.int(in: 3...40) {
          screen.step()
          frame("flight")
        }
      case 3:
        let (zoom, turn) = (Scalar(random.int(in: -8...8)) / 100, random.int(in: -6...6))
        for _ in 0..<random.int(in: 3...40) {
          var camera = screen.map.camera
          camera.zoom = (camera.zoom + zoom).clamped(from: 3, to: 6)
          camera.bearing = camera.bearing + .degrees(WideFixed(turn))
          screen.map.camera = camera
          screen.step()
          frame("stream \(zoom) \(turn)")
        }
      case 4: screen.map.camera = target()
      case 5: screen.map.style = Self.style(random.int(in: 0...1) == 0 ? 0x40a0a0 : 0x70e070)
      default:
        for _ in 0..<10 {
          screen.map.pan(by: Point(x: Scalar(random.int(in: -9...9)), y: 3))
          screen.step()
          frame("pan")
        }
      }
      screen.step()
      frame("after")
    }
    if let queue { screen.settle(queue) }
    screen.runUntilIdle()
    #expect(imageCount > 20)
    let freshQueue = queue.map { _ in ShufflingQueue(workerCount: 1) }
    let fresh = try Self.screen(freshQueue)
    fresh.map.style = screen.map.style
    fresh.map.camera = screen.map.camera
    if let freshQueue { fresh.settle(freshQueue) }
    fresh.runUntilIdle()
    let isEqual = fresh.image.pixels == screen.image.pixels
    #expect(isEqual)
  }
}
