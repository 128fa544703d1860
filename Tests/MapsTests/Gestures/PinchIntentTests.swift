import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Pinches and turns of a map")
struct PinchIntentTests {
  /// Two fingers on a noisy panel, as a seed says.
  private struct Film {
    let screen: FingerScreen
    let start: MapCamera

    init(seed: UInt64, scale: ClosedRange<Double>, degrees: Double) {
      var random = SplitMix64(seed: seed)
      let camera = MapCamera(center: .beijing, zoom: 12, bearing: .degrees(WideFixed(random.int(in: -170...170))))
      screen = FingerScreen(camera)
      start = camera
      var factor = random.double(in: scale)
      if random.int(in: 0...1) == 0 { factor = 1 / factor }
      // The fingers are never nearer than 90 points, which is 17 mm of a 7-inch panel.
      let span = max(random.double(in: 110...240), 90 / factor)
      let turn = random.int(in: 0...1) == 0 ? degrees : -degrees
      let shape = random.int(in: 0...2)
      let drift = Point(x: Scalar(random.int(in: -40...40)), y: Scalar(random.int(in: -40...40)))
      let ms = random.int(in: 0...1) == 0 ? 7.4 : 14
      screen.pinch(
        span: span, frames: random.int(in: 20...60), ms: ms, noise: FingerNoise(random: SplitMix64(seed: seed + 1000))
      ) { progress in
        // The turn comes early, evenly or late.
        let turned = shape == 0 ? progress * (2 - progress) : shape == 1 ? progress : progress * progress
        let part = Scalar(rawValue: Int64(progress * 65_536))
        return (1 + (factor - 1) * progress, turn * turned, Point(x: drift.x * part, y: drift.y * part))
      }
      screen.lift(after: 100)
    }

    /// The turn of the map in degrees.
    var turn: Double { Double((screen.map.camera.bearing - start.bearing).degrees.rawValue) / 0x1p32 }
    var zooms: Double { Double((screen.map.camera.zoom - start.zoom).rawValue) / 65_536 }
  }

  @Test("a pinch with an unwanted turn of up to 8° zooms and leaves the bearing alone", arguments: 0..<300 as Range<UInt64>)
  func unwantedTurn(seed: UInt64) {
    for degrees in [0, 4, 8.0] {
      let film = Film(seed: seed, scale: 1.3...2.2, degrees: degrees)
      #expect(film.turn == 0 && abs(film.zooms) > 0.2, "\(degrees)°: turned by \(film.turn)°, zoomed by \(film.zooms)")
    }
  }

  @Test("a pinch with a turn of 15° rotates, by the turn beyond the threshold", arguments: 0..<300 as Range<UInt64>)
  func turn(seed: UInt64) {
    let film = Film(seed: seed, scale: 1.3...2.2, degrees: 15)
    // 3° beyond 12°, or 4.5° beyond 10.5° if the map rotates first, and the noise of the panel.
    #expect(abs(film.turn) > 0.5 && abs(film.turn) < 8, "turned by \(film.turn)°")
    #expect(abs(film.zooms) > 0.2)
  }

  @Test("a rotation during which the distance changes by up to 8 % does not zoom", arguments: 0..<60 as Range<UInt64>)
  func unwantedZoom(seed: UInt64) {
    let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
    let scale = seed % 2 == 0 ? 1.08 : 0.92
    screen.pinch(span: 180, frames: 50, noise: FingerNoise(random: SplitMix64(seed: seed))) { progress in
      // The distance changes only after the map has begun to rotate.
      (1 + (scale - 1) * max(progress * 2 - 1, 0), 70 * progress, .zero)
    }
    #expect(screen.map.camera.zoom == 12)
    #expect(screen.map.camera.bearing.magnitude > .degrees(50))
    screen.lift(after: 100)
  }

  @Test("a rotation during which the distance grows by half zooms, by the growth beyond the threshold")
  func rotationThenZoom() {
    let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
    screen.pinch(span: 180, frames: 60) { progress in (1 + 0.5 * max(progress * 2 - 1, 0), 60 * progress, .zero) }
    // log₂ 1.5 − 0.2
    #expect(abs(Double(screen.map.camera.zoom.rawValue) / 65_536 - 12.385) < 0.001)
  }

  @Test("nothing jumps where the map begins to rotate or to zoom", arguments: [false, true])
  func noJump(rotatesFirst: Bool) {
    let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
    var last = screen.map.camera
    var (turn, zoom) = (Angle.zero, Scalar.zero)
    screen.pinch(span: 200, frames: 120) { progress in
      let late = max(progress * 2 - 1, 0)
      return rotatesFirst ? (1 + 0.5 * late, 60 * progress, .zero) : (1 + 0.5 * progress, 60 * late, .zero)
    } _: { _ in
      let camera = screen.map.camera
      turn = max(turn, (camera.bearing - last.bearing).magnitude)
      // The first zoom of a pinch includes the slop of 8 points, by which the fingers have moved.
      if last.zoom != 12 || rotatesFirst { zoom = max(zoom, (camera.zoom - last.zoom).magnitude) }
      last = camera
    }
    #expect(turn <= .degrees(1.01) && turn > .zero && zoom <= 0.013 && zoom > 0)
  }

  @Test("gestures that are switched off stay off, and the others go on")
  func switches() {
    for (zooms, rotates) in [(false, true), (true, false), (false, false)] {
      let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
      (screen.map.isZoomEnabled, screen.map.isRotateEnabled) = (zooms, rotates)
      screen.pinch(span: 120, frames: 30) { (1 + $0, 60 * $0, .zero) }
      #expect((screen.map.camera.zoom != 12) == zooms && (screen.map.camera.bearing != .zero) == rotates)
      // In the middle of the gesture.
      screen.map.isRotateEnabled = false
      screen.map.isZoomEnabled = false
      let stopped = screen.map.camera
      screen.move(0, Point(x: 10, y: 300))
      #expect(screen.map.camera.zoom == stopped.zoom && screen.map.camera.bearing == stopped.bearing)
      screen.lift(after: 100)
      screen.runUntilIdle()
      #expect(screen.map.regionChangeCause == nil)
    }
  }
}
