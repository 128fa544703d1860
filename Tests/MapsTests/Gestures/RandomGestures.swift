import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport

/// A map under random fingers, flights, styles and sizes, whose tiles are late.
///
/// The styles never draw the red of their background where there is a tile.
final class RandomGestures {
  static let size = PixelSize(width: 240, height: 160)
  let screen: MapScreen
  private let queue: LateQueue
  private var random: SplitMix64
  /// The last frame: where it was red, and its transform.
  private var last: (isRed: [Bool], view: MapTransform)?
  /// Descriptions of pixels that were red where the frame before had map.
  private(set) var holes: [String] = []
  private(set) var frameCount = 0
  /// What was done last, for descriptions.
  private(set) var name = ""
  private var theme = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let source = Self.source
    queue = LateQueue(workerCount: 2, source: source, seed: seed)
    screen = Self.screen(source, theme: 0, camera: MapCamera(center: .beijing, zoom: 13))
    screen.stage.backgroundQueue = queue
    rest()
  }

  private static var source: CountingSource { .town(0...16) }

  private static func screen(_ source: CountingSource, theme: Int, camera: MapCamera) -> MapScreen {
    let screen = MapScreen(width: size.width, height: size.height, fonts: fonts, camera: camera)
    let map = screen.map
    (map.showsCompass, map.sources, map.style) = (false, [source], style(theme))
    map.cameraZoomRange = 4...17.5
    return screen
  }

  private static let fonts = standardFonts()

  /// One of three styles, of which one has other layers than the first two.
  private static func style(_ theme: Int) -> MapStyle {
    let land = Color(hex: [0xa0f0c0, 0x206040, 0xc0f0f0][theme])
    let areas = Color(hex: [0x70b0e0, 0x308080, 0x80c080][theme])
    return MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xff0000]),
      StyleLayer("land", kind: .fill, sourceLayer: "land", properties: [.fillColor: .color(land)]),
      StyleLayer(
        "areas", kind: .fill, sourceLayer: "areas", filter: theme == 2 ? .not(.equals("class", "a")) : .everything,
        properties: [.fillColor: .color(areas), .fillOpacity: 0.5]),
      StyleLayer("lines", kind: .line, sourceLayer: "lines", properties: [.lineColor: 0x104040, .lineWidth: 2]),
      StyleLayer(
        "points", kind: .symbol, sourceLayer: "points",
        properties: [.textField: .expression(#"["concat", ["get", "class"], ["get", "size"]]"#), .textColor: 0x103010]),
    ])
  }

  // MARK: Frames

  func frame() {
    queue.advance(to: Timestamp(nanoseconds: screen.now.nanoseconds + 16_000_000))
    screen.step()
    frameCount += 1
    let map = screen.map
    let view = MapTransform(camera: map.camera, bounds: map.bounds)
    let isRed = screen.image.pixels.map { $0 >> 16 & 255 > $0 >> 8 & 255 }
    defer { last = (isRed, view) }
    guard let last, isRed.contains(true) else { return }
    let width = Self.size.width
    // A pixel of an image is near where it was, to a pixel.
    let inside = last.view.bounds.insetBy(dx: 3, dy: 3)
    let found = isRed.indices.filter { index in
      guard isRed[index] else { return false }
      let point = Point(x: Scalar(index % width) + 0.5, y: Scalar(index / width) + 0.5)
      let before = last.view.point(for: view.mapPoint(at: point))
      guard inside.contains(before) else { return false }
      let (x, y) = (before.x.floor, before.y.floor)
      return (y - 2...y + 2).allSatisfy { row in (x - 2...x + 2).allSatisfy { !last.isRed[row * width + $0] } }
    }
    if let first = found.first {
      holes.append("frame \(frameCount), \(name): \(found.count) pixels, of them \(first % width), \(first / width)")
    }
  }

  /// Waits until nothing moves and all tiles have arrived, and 400 ms more.
  func rest() {
    for _ in 0..<1000 where screen.map.regionChangeCause != nil || screen.map.isLoadingTiles || frameCount < 2 { frame() }
    for _ in 0..<25 { frame() }
  }

  /// Whether the frame is that of another map that was set here directly.
  var isExact: Bool {
    let map = screen.map
    let fresh = Self.screen(Self.source, theme: theme, camera: map.camera)
    fresh.map.frame = map.frame
    fresh.map.camera = map.camera
    fresh.runUntilIdle()
    return screen.image.pixels == fresh.image.pixels
  }

  // MARK: Gestures

  /// Performs a random gesture, with random changes in the middle of it.
  func perform() {
    switch random.int(in: 0...9) {
    case 0, 1: pan()
    case 2, 3, 4: pinch(scales: true)
    case 5: pinch(scales: false)
    case 6, 7: fly()
    case 8: wheel()
    default: change()
    }
    for _ in 0..<random.int(in: 0...12) { frame() }
  }

  private func point() -> Point {
    Point(x: Scalar(random.int(in: 40...200)), y: Scalar(random.int(in: 30...130)))
  }

  private func interrupted() {
    if random.int(in: 0...60) == 0 { change() }
    frame()
  }

  private func pan() {
    name = "pan"
    var position = point()
    let finger = screen.begin(position)
    let step = Point(x: Scalar(random.int(in: -24...24)), y: Scalar(random.int(in: -16...16)))
    for _ in 0..<random.int(in: 4...20) {
      interrupted()
      position = position + step
      screen.move(finger, position)
    }
    screen.end(finger, position)
  }

  private func pinch(scales: Bool) {
    let zooms = scales ? random.double(in: -2.2...2.2) : 0
    let degrees = scales && random.int(in: 0...1) == 0 ? 0 : random.double(in: -80...80)
    let (center, frames) = (point(), random.int(in: 5...40))
    let drift = Point(x: Scalar(random.int(in: -3...3)), y: Scalar(random.int(in: -3...3)))
    name = "pinch of \(zooms) zooms and \(degrees)° in \(frames) frames"
    let span = zooms > 0 ? 30.0 : 30.0 * (1 - zooms)
    func fingers(_ index: Int) -> (Point, Point) {
      let progress = Double(index) / Double(frames)
      let radius = span * (1 + progress * (zooms > 0 ? zooms : (1 / (1 - zooms) - 1)))
      let angle = degrees * progress * .pi / 180
      let x = FingerScreen.points(radius * Circle.cosine(angle))
      let y = FingerScreen.points(radius * Circle.sine(angle))
      let middle = Point(x: center.x + drift.x * Scalar(index), y: center.y + drift.y * Scalar(index))
      return (Point(x: middle.x - x, y: middle.y - y), Point(x: middle.x + x, y: middle.y + y))
    }
    let start = fingers(0)
    let (one, other) = (screen.begin(start.0), screen.begin(start.1))
    var end = start
    for index in 1...frames {
      interrupted()
      end = fingers(index)
      screen.move(one, end.0)
      screen.move(other, end.1)
    }
    if random.int(in: 0...1) == 0 { frame() }
    screen.end(one, end.0)
    screen.end(other, end.1)
  }

  private func fly() {
    var camera = screen.map.camera
    let offset = Point(x: Scalar(random.int(in: -300...300)), y: Scalar(random.int(in: -200...200)))
    camera = camera.panned(by: offset, in: Size(width: 240, height: 160))
    camera.zoom = camera.zoom + Scalar(random.int(in: -32...32)) / 16
    camera.bearing = camera.bearing + .degrees(WideFixed(random.int(in: -90...90)))
    if random.int(in: 0...1) == 0 { camera.bearing = .zero }
    name = "flight to \(camera.zoom)"
    if random.int(in: 0...1) == 0 { screen.map.setCamera(camera, animated: true) } else { screen.map.ease(to: camera) }
    for _ in 0..<random.int(in: 3...60) { interrupted() }
  }

  private func wheel() {
    name = "wheel"
    let point = point()
    for _ in 0..<random.int(in: 1...4) {
      _ = screen.stage.scrollWheel(with: ScrollWheelEvent(location: point, deltaY: random.int(in: 0...1) == 0 ? 1 : -1))
      for _ in 0..<random.int(in: 1...8) { interrupted() }
    }
  }

  /// Switches the style, or resizes the view.
  private func change() {
    if random.int(in: 0...2) == 0 {
      let (width, height) = (random.int(in: 120...240), random.int(in: 100...160))
      name += ", size \(width) × \(height)"
      screen.map.frame = Rect(x: 0, y: 0, width: Scalar(width), height: Scalar(height))
    } else {
      theme = (theme + random.int(in: 1...2)) % 3
      name += ", style \(theme)"
      screen.map.style = Self.style(theme)
    }
  }
}
