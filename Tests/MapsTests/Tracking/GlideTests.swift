import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The movement of the user's marker")
struct GlideTests {
  private let units = MapPoint.unitsPerMeter(atLatitude: 40) ?? 1
  private let origin = MapPoint(clamping: Coordinate(latitude: 40, longitude: -83))

  private func time(_ seconds: Double) -> Timestamp { Timestamp(nanoseconds: Int64(seconds * 1e9)) }

  private func point(east meters: Double, south: Double = 0) -> MapPoint {
    MapPoint(x: origin.x + Int64(meters * units), y: origin.y + Int64(south * units))
  }

  private func meters(_ point: MapPoint) -> (x: Double, y: Double) {
    (Double(point.x - origin.x) / units, Double(point.y - origin.y) / units)
  }

  /// Drives straight east with a fix each second, and returns the position in each frame of 60 Hz.
  private func drive(_ seconds: Int, speed: Double, noise: Double, seed: UInt64) -> [(x: Double, y: Double)] {
    var random = SplitMix64(seed: seed)
    func error() -> Double {
      // The sum of twelve uniform numbers is nearly normal.
      (0..<12).reduce(-6.0) { sum, _ in sum + Double(random.next() >> 11) / 9_007_199_254_740_992 } * noise
    }
    var glide = LocationGlide(at: point(east: error(), south: error()), time: time(0))
    var path: [(x: Double, y: Double)] = []
    for second in 0..<seconds {
      if second > 0 {
        glide.add(point(east: Double(second) * speed + error(), south: error()), at: time(Double(second)), unitsPerMeter: units)
      }
      for frame in 0..<60 { path.append(meters(glide.point(at: time(Double(second) + Double(frame) / 60)))) }
    }
    return path
  }

  @Test("at a steady speed it moves evenly, one interval behind the fixes")
  func steady() {
    let path = drive(10, speed: 15, noise: 0, seed: 1)
    for frame in 120..<599 {
      #expect(abs(path[frame + 1].x - path[frame].x - 0.25) < 0.001)
      #expect(abs(path[frame].x - (Double(frame) / 60 - 1) * 15) < 0.01)
    }
  }

  @Test("with 3 m of noise its speed changes by at most a tenth from frame to frame, after the first 5 s")
  func noise() {
    for seed in 0..<20 as Range<UInt64> {
      let path = drive(120, speed: 14, noise: 3, seed: seed)
      let speeds = (300..<path.count).map { frame in
        let (dx, dy) = (path[frame].x - path[frame - 1].x, path[frame].y - path[frame - 1].y)
        return (dx * dx + dy * dy).squareRoot() * 60
      }
      for (before, after) in zip(speeds, speeds.dropFirst()) {
        #expect(abs(after - before) <= before / 10, "seed \(seed): \(before) to \(after) m/s")
      }
    }
  }

  @Test("it comes to rest within a second if no fix follows, without a jump, and at the fix after a stop")
  func lateFix() {
    var glide = LocationGlide(at: point(east: 0), time: time(0))
    for second in 1...3 { glide.add(point(east: Double(second) * 10), at: time(Double(second)), unitsPerMeter: units) }
    #expect(glide.isMoving(at: time(4.9)) && !glide.isMoving(at: time(5)))
    #expect(abs(meters(glide.point(at: time(4))).x - 30) < 0.01)
    #expect(abs(meters(glide.point(at: time(60))).x - 35) < 0.01)
    // The receiver repeats its position: the marker goes back there, and rests.
    glide.add(point(east: 30), at: time(5), unitsPerMeter: units)
    #expect(abs(meters(glide.point(at: time(5))).x - 35) < 0.01)
    #expect(glide.point(at: time(7)) == point(east: 30) && !glide.isMoving(at: time(7)))
    glide.add(point(east: 30), at: time(8), unitsPerMeter: units)
    #expect(!glide.isMoving(at: time(8)))
  }

  @Test("fixes that no vehicle reaches, and those that come 20 times in a second, are shown at once")
  func jumps() {
    var glide = LocationGlide(at: point(east: 0), time: time(0))
    glide.add(point(east: 100_000), at: time(1), unitsPerMeter: units)
    #expect(glide.point(at: time(1)) == point(east: 100_000) && !glide.isMoving(at: time(1)))
    for fix in 1...50 {
      let now = time(1 + Double(fix) / 50)
      glide.add(point(east: 100_000 + Double(fix)), at: now, unitsPerMeter: units)
      #expect(glide.point(at: now) == point(east: 100_000 + Double(fix)))
    }
    // Time that goes back counts as no time.
    glide.add(point(east: 0), at: time(0), unitsPerMeter: units)
    #expect(glide.point(at: time(0)) == point(east: 0))
  }

  @Test("it takes the shorter way across the 180th meridian")
  func meridian() {
    let west = MapPoint(clamping: Coordinate(latitude: 0, longitude: 179.9999))
    let east = MapPoint(clamping: Coordinate(latitude: 0, longitude: -179.9999))
    var glide = LocationGlide(at: west, time: time(0))
    glide.add(east, at: time(1), unitsPerMeter: MapPoint.unitsPerMeter(atLatitude: 0) ?? 1)
    let middle = glide.point(at: time(1.5))
    #expect(middle.x > west.x || middle.x < east.x)
    #expect(glide.point(at: time(2)) == east)
  }
}

@Suite("The turn of a map that follows a direction")
struct BearingGlideTests {
  private func time(_ seconds: Double) -> Timestamp { Timestamp(nanoseconds: Int64(seconds * 1e9)) }
  private func degrees(_ angle: Angle) -> Double { Double(angle.shortestTurn.degrees.rawValue) / 4_294_967_296 }

  @Test("directions within 4° of the last do not turn it, and a drift beyond does")
  func deadBand() {
    var glide = BearingGlide(from: .zero, to: .zero, at: time(0))
    for (step, angle) in [3, -3, 4, -4, 1].enumerated() {
      glide.turn(to: .degrees(WideFixed(angle)), at: time(Double(step)))
      #expect(glide.bearing(at: time(Double(step) + 0.5)).bearing == .zero)
    }
    glide.turn(to: .degrees(5), at: time(9))
    #expect(glide.bearing(at: time(12)) == (.degrees(5), false))
  }

  @Test("it turns the shorter way, never swings over, and does not jump when the direction changes in mid-turn")
  func turns() {
    var glide = BearingGlide(from: .degrees(350), to: .degrees(30), at: time(0))
    var last = -10.0
    var speed = 0.0
    for frame in 0...600 {
      let now = Double(frame) / 60
      if frame == 20 { glide.turn(to: .degrees(80), at: time(now)) }
      let (bearing, isMoving) = glide.bearing(at: time(now))
      let angle = degrees(bearing)
      #expect(angle >= last - 0.001 && angle <= 80.001)
      // The acceleration of the spring is at most its frequency squared times the angle that is left.
      if frame > 1 { #expect(abs((angle - last) * 60 - speed) < 16 * 90 / 60 + 1, "frame \(frame)") }
      speed = (angle - last) * 60
      if frame == 0 { speed = 0 }
      last = angle
      if frame > 300 { #expect(!isMoving) }
    }
    #expect(last == 80)
  }
}
