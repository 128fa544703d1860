import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("A map by day and by night")
struct AppearanceTests {
  private static func style(_ ground: UInt32, _ ink: UInt32) -> MapStyle {
    MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: .color(Color(hex: 0xff0000))]),
      StyleLayer("ground", kind: .fill, sourceLayer: "ground", properties: [.fillColor: .color(Color(hex: ground))]),
      StyleLayer("line", kind: .line, sourceLayer: "line", properties: [.lineColor: .color(Color(hex: ink))]),
      StyleLayer(
        "names", kind: .symbol, sourceLayer: "names",
        properties: [.textField: "Harbor", .textSize: 20, .textColor: .color(Color(hex: ink))]),
    ])
  }

  static let light = style(0x60c060, 0x204020)
  /// A style with a layer more, so that tiles are prepared for it.
  static var dark: MapStyle {
    var style = style(0x102040, 0x8090a0)
    style.layers.insert(
      StyleLayer("other line", kind: .line, sourceLayer: "line", properties: [.lineColor: 0x4060ff, .lineWidth: 3]), at: 2)
    return style
  }

  static func screen(_ style: MapStyle = light, _ queue: ShufflingQueue? = nil) throws -> MapScreen {
    var maker = TileMaker()
    maker.add(.polygon, [[SIMD2(-200, -200), SIMD2(4296, -200), SIMD2(4296, 4296), SIMD2(-200, 4296)]], to: "ground")
    maker.add(.line, [[SIMD2(100, 200), SIMD2(3900, 3000), SIMD2(200, 3900)]], to: "line")
    // In the middle of the view: in the tile of the view's zoom, and in that of the world.
    maker.add(.point, [[SIMD2(1456, 3184)]], to: "names")
    maker.add(.point, [[SIMD2(2139, 1991)]], to: "names")
    let camera = MapCamera(center: Coordinate(latitude: 5, longitude: 8), zoom: 4)
    let screen = MapScreen(width: 240, height: 160, fonts: standardFonts(), camera: camera)
    screen.map.showsCompass = false
    screen.map.sources = [queue == nil ? try FixedSource(everywhere: maker) : try FixedSource(world: maker)]
    screen.map.style = style
    screen.stage.backgroundQueue = queue
    settle(screen, queue)
    return screen
  }

  static func settle(_ screen: MapScreen, _ queue: ShufflingQueue?) {
    if let queue { screen.settle(queue) }
    screen.runUntilIdle()
    // Labels may still be at the workers.
    while queue?.deliver() == true { screen.runUntilIdle() }
  }

  static func appearances(_ screen: MapScreen) -> MapAppearances {
    MapAppearances(
      light: MapAppearance(style: light, theme: screen.map.theme), dark: MapAppearance(style: dark, theme: screen.map.theme.dark))
  }

  /// Returns the lightness of a pixel of the ground.
  private func ground(_ screen: MapScreen) -> Int { Int(screen.image.pixels[3] >> 8 & 255) }

  private func redCount(_ screen: MapScreen) -> Int {
    screen.image.pixels.count { $0 >> 16 & 255 > $0 >> 8 & 255 }
  }

  @Test("the application switches; ground and labels fade, and then have the bits of a map set so", arguments: [0, 1, 2, 7])
  func switched(workers: Int) throws {
    let queue = workers > 0 ? ShufflingQueue(workerCount: workers) : nil
    let screen = try Self.screen(Self.light, queue)
    let map = screen.map
    let day = screen.image.pixels
    var log: [UserInterfaceStyle] = []
    map.events.didChangeUserInterfaceStyle = { log.append($0) }
    map.appearances = Self.appearances(screen)
    Self.settle(screen, queue)
    #expect(screen.image.pixels == day && map.userInterfaceStyle == .light && log == [.light])
    map.overrideUserInterfaceStyle = .dark
    #expect(map.userInterfaceStyle == .dark)
    var shades: [Int] = []
    for _ in 0..<60 {
      screen.step()
      queue?.deliver()
      if shades.last != ground(screen) { shades.append(ground(screen)) }
      #expect(redCount(screen) == 0)
    }
    Self.settle(screen, queue)
    #expect(shades.first == 0xc0 && shades.last == 0x20 && shades == shades.sorted(by: >))
    #expect(shades.count >= 15, "\(shades)")
    #expect(log == [.light, .dark] && map.theme.surfaceColor == Self.appearances(screen).dark.theme.surfaceColor)
    let freshQueue = queue.map { _ in ShufflingQueue(workerCount: 1) }
    let fresh = try Self.screen(Self.dark, freshQueue)
    fresh.map.theme = fresh.map.theme.dark
    Self.settle(fresh, freshQueue)
    let isNight = fresh.image.pixels == screen.image.pixels
    #expect(isNight)
    #expect(screen.repaintEqualsRedraw() && screen.stage.nextFrame == .never && screen.stage.nextWakeUp == .never)
    map.overrideUserInterfaceStyle = .light
    for _ in 0..<60 {
      screen.step()
      queue?.deliver()
    }
    Self.settle(screen, queue)
    let isDayAgain = screen.image.pixels == day
    #expect(isDayAgain)
  }

  @Test("the labels of both styles are seen in the middle of the fade")
  func labels() throws {
    let screen = try Self.screen()
    screen.map.appearances = Self.appearances(screen)
    screen.runUntilIdle()
    screen.map.overrideUserInterfaceStyle = .dark
    // A frame that shows the new style begins the fade.
    screen.step()
    screen.step(ms: 150)
    let middle = screen.image
    let (day, night) = (try Self.screen(Self.light).image, try Self.screen(Self.dark).image)
    func mean(_ image: Image, _ index: Int, _ shift: UInt32) -> Int { Int(image.pixels[index] >> shift & 255) }
    // Where neither has a line or a name, the color is the mean.
    #expect((mean(middle, 3, 8) - (mean(day, 3, 8) + mean(night, 3, 8)) / 2).magnitude <= 4)
    // Where the name is opaque in both, it is between its inks. Without its old look it would be lighter by
    // 24: that of the night, half over the ground.
    let inks = day.pixels.indices.filter { mean(day, $0, 8) <= 0x48 && mean(night, $0, 8) >= 0x88 }
    #expect(inks.count > 10)
    for index in inks {
      #expect((mean(middle, index, 8) - (mean(day, index, 8) + mean(night, index, 8)) / 2).magnitude <= 14)
    }
  }

  @Test("no pixel of a name changes at once, also if workers take half a second", arguments: [0, 1, 2, 7], [1, 30])
  func steadyLabels(workers: Int, interval: Int) throws {
    let queue = workers > 0 ? ShufflingQueue(workerCount: workers) : nil
    let screen = try Self.screen(Self.light, queue)
    let map = screen.map
    map.appearances = Self.appearances(screen)
    Self.settle(screen, queue)
    var count = 0
    func frame() -> [Int] {
      screen.step()
      count += 1
      if count % interval == 0 { queue?.deliver() }
      // The middle of the view, with the name.
      let image = screen.image
      return (60..<100).flatMap { y in (90..<150).map { x in Int(image.pixels[y * 240 + x] >> 8 & 255) } }
    }
    var last = frame()
    map.overrideUserInterfaceStyle = .dark
    var largest = 0
    for _ in 0..<60 + 4 * interval {
      let next = frame()
      largest = max(largest, zip(last, next).map { ($0 - $1).magnitude }.max().map { Int($0) } ?? 0)
      last = next
    }
    #expect(largest > 5 && largest < 30, "\(largest)")
  }

  @Test(
    "a film of switches in pinches, flights, pans and fades is never blank and ends in the bits of a map set so",
    arguments: 0..<6 as Range<UInt64>)
  func film(seed: UInt64) throws {
    let queue = seed % 2 == 0 ? nil : ShufflingQueue(workerCount: 2, seed: seed)
    let screen = try Self.screen(Self.light, queue)
    let map = screen.map
    map.appearances = Self.appearances(screen)
    var random = SplitMix64(seed: seed + 7)
    var isNight = false
    func frame() {
      if random.int(in: 0...9) == 0 {
        isNight.toggle()
        map.overrideUserInterfaceStyle = isNight ? .dark : .light
      }
      if let queue, random.int(in: 0...2) > 0 { queue.deliver() }
      #expect(redCount(screen) == 0)
    }
    for _ in 0..<6 {
      switch random.int(in: 0...2) {
      case 0:
        let (scale, degrees) = (Double(random.int(in: 60...180)) / 100, Double(random.int(in: -50...50)))
        screen.pinch(around: Point(x: 120, y: 80), scale: scale, degrees: degrees, frames: 12) { _ in frame() }
      case 1:
        map.setCamera(
          MapCamera(
            center: Coordinate(latitude: Double(random.int(in: -30...30)), longitude: Double(random.int(in: -179...179))),
            zoom: 3 + Scalar(random.int(in: 0...48)) / 16, bearing: .degrees(WideFixed(random.int(in: 0...359)))), animated: true)
        for _ in 0..<20 {
          screen.step()
          frame()
        }
      default:
        for _ in 0..<10 {
          map.pan(by: Point(x: Scalar(random.int(in: -9...9)), y: 3))
          screen.step()
          frame()
        }
      }
    }
    map.overrideUserInterfaceStyle = .dark
    Self.settle(screen, queue)
    for _ in 0..<40 {
      screen.step()
      queue?.deliver()
    }
    Self.settle(screen, queue)
    let freshQueue = queue.map { _ in ShufflingQueue(workerCount: 1) }
    let fresh = try Self.screen(Self.dark, freshQueue)
    (fresh.map.theme, fresh.map.camera) = (fresh.map.theme.dark, map.camera)
    Self.settle(fresh, freshQueue)
    let isEqual = fresh.image.pixels == screen.image.pixels
    #expect(isEqual)
  }

  @Test("the frames of a switch in a pinch are the same for 1, 2 and 7 workers that draw")
  func workers() throws {
    func film(_ count: Int) throws -> [Int] {
      let screen = try Self.screen()
      if count > 1 { screen.stage.workers = ConcurrentWorkerPool(count: count) }
      screen.map.appearances = Self.appearances(screen)
      var hashes: [Int] = []
      screen.pinch(around: Point(x: 120, y: 80), scale: 1.6, degrees: 40, frames: 24) { frame in
        if frame == 6 { screen.map.overrideUserInterfaceStyle = .dark }
        hashes.append(screen.image.pixels.hashValue)
      }
      return hashes
    }
    let one = try film(1)
    #expect(Set(one).count > 18)
    #expect(try film(2) == one)
    #expect(try film(7) == one)
  }

  @Test("without memory for the image, and off the stage, the style changes at once")
  func withoutMemory() throws {
    let screen = try Self.screen()
    screen.stage.rasterCacheLimit = 0
    screen.map.appearances = Self.appearances(screen)
    screen.runUntilIdle()
    screen.map.overrideUserInterfaceStyle = .dark
    screen.step()
    #expect(ground(screen) == 0x20)
    let map = MapView(frame: .zero, theme: .plain)
    map.appearances = Self.appearances(screen)
    map.overrideUserInterfaceStyle = .dark
    #expect(map.style.layers.count == Self.dark.layers.count && map.theme.surfaceColor == screen.map.theme.surfaceColor)
  }

  @Test("mistakes in the style of the night are reported by day")
  func errors() throws {
    let screen = try Self.screen()
    var pair = Self.appearances(screen)
    pair.dark.style.errors = [StyleError(file: "night.json", line: 3, property: "sprite", "there is no file.")]
    screen.map.appearances = pair
    #expect(screen.map.takeErrors().map(\.description) == ["night.json:3: sprite: there is no file."])
  }
}
