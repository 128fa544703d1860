import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport

/// A map under fingers whose events have times of their own. Frames are drawn where a test asks for them.
final class FingerScreen {
  let stage: Stage
  let arena: GestureArena
  let map: MapView
  /// The time of the last event, in nanoseconds.
  private(set) var now: Int64 = 0

  init(width: Int = 480, height: Int = 320, _ camera: MapCamera) {
    stage = Stage(size: PixelSize(width: width, height: height))
    arena = GestureArena(root: stage.root)
    map = MapView(frame: stage.root.bounds, theme: .plain)
    map.camera = camera
    stage.root.addSublayer(map)
    _ = stage.commit(at: time)
  }

  var time: Timestamp { Timestamp(nanoseconds: now) }

  func wait(ms: Double) { now += Int64(ms * 1_000_000) }

  func down(_ finger: Int, _ point: Point) { arena.handle(.began(Contact(id: finger, position: point, time: time))) }
  func move(_ finger: Int, _ point: Point) { arena.handle(.moved(Contact(id: finger, position: point, time: time))) }
  func up(_ finger: Int, _ point: Point) { arena.handle(.ended(Contact(id: finger, position: point, time: time))) }

  /// Draws frames until nothing moves any more.
  ///
  /// - Parameter ms: The time from frame to frame.
  func runUntilIdle(ms: Double = 16) {
    _ = stage.commit(at: time)
    for _ in 0..<2000 where stage.nextFrame != .never || stage.needsCommit { frame(ms: ms) }
  }

  func frame(ms: Double = 16) {
    wait(ms: ms)
    arena.advance(to: time)
    _ = stage.commit(at: time)
  }

  /// Plays the gesture of two fingers, which are `span` points apart about `center`, without lifting them.
  ///
  /// `path` returns the scale, the turn in degrees and the center's offset for a progress from 0 to 1.
  func pinch(
    around center: Point = Point(x: 240, y: 160), span: Double, frames: Int, ms: Double = 14, noise: FingerNoise? = nil,
    _ path: (_ progress: Double) -> (scale: Double, degrees: Double, offset: Point),
    _ body: (_ fingers: [Point]) -> Void = { _ in }
  ) {
    var noise = noise
    for index in 0...frames {
      let (scale, degrees, offset) = path(Double(index) / Double(frames))
      let angle = degrees * .pi / 180
      let (x, y) = (span / 2 * scale * Circle.cosine(angle), span / 2 * scale * Circle.sine(angle))
      var fingers = [-1.0, 1].map { side in
        Point(x: center.x + offset.x + Self.points(side * x), y: center.y + offset.y + Self.points(side * y))
      }
      for finger in fingers.indices { fingers[finger] = noise?.applied(to: fingers[finger]) ?? fingers[finger] }
      for finger in fingers.indices { if index == 0 { down(finger, fingers[finger]) } else { move(finger, fingers[finger]) } }
      last = fingers
      body(fingers)
      if index < frames { wait(ms: ms) }
    }
  }

  /// The positions of the fingers of the last pinch.
  private var last: [Point] = []

  /// Lifts the fingers of a pinch, the second `lag` milliseconds after the first.
  func lift(after ms: Double = 0, lag: Double = 0) {
    wait(ms: ms)
    up(0, last[0])
    wait(ms: lag)
    up(1, last[1])
  }

  static func points(_ value: Double) -> Scalar { Scalar(rawValue: Int64((value * 65_536).rounded())) }
}

/// The noise of a touch panel: whole pixels, up to 1.5 pixels beside the finger.
///
/// It is that of the panels in the recordings. The root mean square of the second differences, over √6, is
/// 0.3 to 1.7 pixels for an Atmel, which reports every 14 ms. It is 0.2 to 1 pixel for an EP0430M09, which
/// reports every 7.4 ms.
struct FingerNoise {
  var random: SplitMix64

  mutating func applied(to point: Point) -> Point {
    func pixel(_ value: Scalar) -> Scalar {
      Scalar(rawValue: Int64(Double(value.rawValue) + random.double(in: -1.5...1.5) * 65_536 + 32_768) & ~65_535)
    }
    return Point(x: pixel(point.x), y: pixel(point.y))
  }
}

/// Sine and cosine for the paths of fingers, up to 90°.
enum Circle {
  static func sine(_ x: Double) -> Double {
    let square = x * x
    return x * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72 * (1 - square / 110)))))
  }

  static func cosine(_ x: Double) -> Double {
    let square = x * x
    return 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56 * (1 - square / 90 * (1 - square / 132)))))
  }
}
