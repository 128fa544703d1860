import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Foundation
import Testing

/// Compares the places under fingers with those that the fingers took hold of.
private struct PlaceTracker {
  private var places: [MapPoint] = []
  private(set) var checkCount = 0
  private(set) var largestError = 0.0

  /// Forgets the places: the next check takes hold of new ones.
  mutating func reset() { places = [] }

  mutating func check(_ points: [Point], on map: MapView) {
    let now = points.compactMap { map.convert($0).flatMap { MapPoint($0) } }
    guard now.count == points.count else { return reset() }
    guard places.count == now.count else {
      places = now
      return
    }
    let unitsPerPoint = exp2(32 - Double(map.camera.zoom.rawValue) / 65_536)
    for (place, current) in zip(places, now) {
      var x = (current.x - place.x) % MapPoint.worldSize
      if x > MapPoint.worldSize / 2 { x -= MapPoint.worldSize }
      if x < -MapPoint.worldSize / 2 { x += MapPoint.worldSize }
      largestError = max(largestError, hypot(Double(x), Double(current.y - place.y)) / unitsPerPoint)
    }
    checkCount += 1
  }
}

extension MapView {
  /// Whether the view reaches the world's north or south edge, or an end of the zooms, where fingers slip.
  fileprivate var isAtEnd: Bool {
    let rect = visibleMapRect
    return rect.origin.y <= 4 || rect.origin.y + rect.height >= MapPoint.worldSize - 4 || camera.zoom == 0 || camera.zoom == 24
  }
}

@Suite("The places under fingers")
struct FingerAccuracyTests {
  /// All combinations of latitudes and margins take a few minutes. Without them, a seed chooses.
  private static let isComplete = ProcessInfo.processInfo.environment["CARTOUCHE_GESTURE_FILMS"] == "all"
  private static let latitudes: [Double] = [-85, -66, -23, 0, 40, 60, 85]
  private static let margins = [
    EdgeInsets.zero, EdgeInsets(top: 0, left: 180, bottom: 20, right: 0), EdgeInsets(top: 90, left: 0, bottom: 0, right: 33.5),
  ]

  @Test(
    "under one finger, under the middle of two, and under each of two from where the map zooms and rotates stay within half a pixel",
    arguments: 0..<36)
  func films(bearing: Int) {
    var (one, middle, each) = (0, 0, 0)
    var random = SplitMix64(seed: UInt64(bearing))
    var (error, worst) = (0.0, "")
    for zoom in 0...22 {
      let choices = Self.latitudes.flatMap { latitude in Self.margins.map { (latitude, $0) } }
      for (latitude, margins) in Self.isComplete ? choices : [choices.randomElement(using: &random)!] {
        let film = film(
          MapCamera(
            center: Coordinate(latitude: latitude, longitude: random.double(in: -180...180)),
            zoom: Scalar(zoom) + Scalar(rawValue: Int64(random.int(in: 0...65_535))), bearing: .degrees(WideFixed(bearing * 10))),
          margins, &random)
        (one, middle, each) = (one + film[0].checkCount, middle + film[1].checkCount, each + film[2].checkCount)
        for (index, tracker) in film.enumerated() where tracker.largestError > error {
          (error, worst) = (tracker.largestError, "zoom \(zoom), latitude \(latitude), \(margins), tracker \(index)")
        }
      }
    }
    #expect(one > 140 && middle > 400 && each > 140, "\(one), \(middle) and \(each) checks")
    #expect(error < 0.5, "\(error): \(worst)")
    // All transforms are exact to some hundredths of a point.
    #expect(error < 0.05)
  }

  /// One finger pans, a second one joins, both pinch and then also turn, on a noisy panel.
  private func film(_ camera: MapCamera, _ margins: EdgeInsets, _ random: inout SplitMix64) -> [PlaceTracker] {
    let screen = FingerScreen(camera)
    screen.map.layoutMargins = margins
    var (one, middle, each) = (PlaceTracker(), PlaceTracker(), PlaceTracker())
    var noise = FingerNoise(random: SplitMix64(seed: random.next()))
    let ms = random.int(in: 0...1) == 0 ? 7.4 : 14
    func move(_ finger: Int, _ point: Point) {
      screen.move(finger, point)
      guard screen.map.isAtEnd else { return }
      // The fingers take hold of other places there.
      one.reset()
      middle.reset()
      each.reset()
    }
    let start = Point(x: Scalar(random.int(in: 60...420)), y: Scalar(random.int(in: 60...260)))
    screen.down(0, start)
    one.check([start], on: screen.map)
    var finger = start
    for step in 1...16 {
      screen.wait(ms: ms)
      finger = noise.applied(to: Point(x: start.x + Scalar(step * 3), y: start.y - Scalar(step * 2)))
      move(0, finger)
      // Before the pan begins, the finger moves within the slop.
      if step > 4 { one.check([finger], on: screen.map) }
    }
    let scale = random.double(in: 0.7...1.6)
    let turn = random.double(in: 25...70) * (random.int(in: 0...1) == 0 ? 1 : -1)
    let second = Point(x: finger.x > 240 ? finger.x - 150 : finger.x + 150, y: finger.y > 160 ? finger.y - 60 : finger.y + 60)
    screen.down(1, second)
    func center(_ a: Point, _ b: Point) -> Point { Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2) }
    middle.check([center(finger, second)], on: screen.map)
    let (x, y) = (FingerScreen.double(second.x - finger.x), FingerScreen.double(second.y - finger.y))
    var (hasZoomed, hasTurned) = (false, false)
    for step in 1...40 {
      screen.wait(ms: ms)
      let progress = Double(step) / 40
      let factor = 1 + (scale - 1) * min(progress * 2, 1) + 0.2 * progress
      let angle = turn * max(progress * 1.5 - 0.5, 0) * .pi / 180
      let (cosine, sine) = (Circle.cosine(angle) * factor, Circle.sine(angle) * factor)
      let moved = noise.applied(to: Point(x: finger.x + Scalar(step), y: finger.y + Scalar(step) / 2))
      let other = noise.applied(
        to: Point(
          x: moved.x + FingerScreen.points(x * cosine - y * sine), y: moved.y + FingerScreen.points(x * sine + y * cosine)))
      move(0, moved)
      move(1, other)
      hasZoomed = hasZoomed || screen.map.camera.zoom != camera.zoom
      hasTurned = hasTurned || screen.map.camera.bearing != camera.bearing
      middle.check([center(moved, other)], on: screen.map)
      if hasZoomed, hasTurned { each.check([moved, other], on: screen.map) }
    }
    screen.lift([0, 1])
    return [one, middle, each]
  }
}

extension FingerScreen {
  static func double(_ value: Scalar) -> Double { Double(value.rawValue) / 65_536 }

  fileprivate func lift(_ fingers: [Int]) {
    wait(ms: 100)
    for finger in fingers { up(finger, .zero) }
  }
}
