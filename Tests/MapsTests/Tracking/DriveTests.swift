import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Glibc
import Testing

@Suite("A map that follows a drive through a town", .enabled(if: SharedData.isAvailable, SharedData.skipReason))
struct DriveTests {
  private static let speed = 14.0  // meters per second
  private static let seconds = 600

  /// Returns an error of a receiver in meters: the sum of twelve uniform numbers is nearly normal.
  private static func error(_ random: inout SplitMix64) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double(random.next() >> 11) / 9_007_199_254_740_992 } * 3
  }

  @Test(
    "for ten minutes the marker moves evenly on straight stretches, and the map stays with it",
    arguments: [UserTrackingMode.follow, .followWithCourse])
  func tenMinutes(mode: UserTrackingMode) throws {
    let columbus = Coordinate(latitude: 39.9612, longitude: -82.9988)
    let drive = try StreetDrive(
      archive: SharedData.path("data/tiles/columbus.pmtiles"), place: columbus, meters: Double(Self.seconds) * Self.speed + 50,
      seed: 23)
    let screen = MapScreen(camera: MapCamera(center: columbus, zoom: 16))
    let (map, user) = (screen.map, screen.map.userLocation)
    map.animatesUserLocation = false
    map.showsUserLocation = true
    var random = SplitMix64(seed: 7)
    var expected: LocationGlide?
    var (straightFrames, fastest, previous): (Int, Double, (point: SIMD2<Double>, speed: Double)?) = (0, 0, nil)
    var place: Point?
    for second in 0..<Self.seconds {
      let meters = Double(second) * Self.speed
      let (truth, _) = drive.place(at: meters, straightFor: 1)
      let ahead = drive.place(at: meters + 5, straightFor: 1).point - truth
      let noisy = truth + SIMD2(Self.error(&random), Self.error(&random)) * drive.unitsPerMeter
      let fix = try #require(Coordinate(MapPoint(x: Int64(noisy.x), y: Int64(noisy.y))))
      user.location = fix
      user.course = Angle.degrees(WideFixed(Int((atan2(ahead.x, -ahead.y) * 180 / .pi).rounded())))
      let point = try #require(MapPoint(fix))
      if second == 0 {
        map.userTrackingMode = mode
        expected = LocationGlide(at: point, time: screen.now)
        screen.runUntilIdle()
      } else {
        // A fix is seen in the frame after it.
        let next = Timestamp(nanoseconds: screen.now.nanoseconds + Self.interval(0) * 1_000_000)
        expected?.add(point, at: next, unitsPerMeter: drive.unitsPerMeter)
      }
      for frame in 0..<60 {
        screen.step(ms: Self.interval(frame))
        let marker = try #require(map.view(for: user)).position
        // The marker is at one place of the view, and the map's pixels are within half a point of it.
        if second > 2 {
          if let place { #expect((marker.x - place.x).magnitude <= 0.01 && (marker.y - place.y).magnitude <= 0.01) }
          place = marker
          let drawn = try #require(map.drawnPoint(for: map.centerCoordinate))
          #expect((drawn.x - marker.x).magnitude <= 1 && (drawn.y - marker.y).magnitude <= 1, "second \(second), frame \(frame)")
          let glide = try #require(expected?.point(at: screen.now))
          let shown = try #require(Coordinate(glide).flatMap { map.convert($0) })
          #expect((shown.x - marker.x).magnitude <= 1 && (shown.y - marker.y).magnitude <= 1, "second \(second), frame \(frame)")
        }
        let center = try #require(MapPoint(map.centerCoordinate))
        let now = SIMD2(Double(center.x), Double(center.y))
        let way = previous.map { (now - $0.point) } ?? .zero
        let speed = (way * way).sum().squareRoot() / drive.unitsPerMeter / Double(Self.interval(frame)) * 1000
        // The marker is a second behind the vehicle. After a bend, the estimate of the velocity needs three
        // fixes.
        let driven = meters + (Double(frame) / 60 - 1) * Self.speed
        if second > 5, let previous, drive.place(at: driven, straightFor: 3 * Self.speed).isStraight {
          straightFrames += 1
          fastest = max(fastest, abs(speed - previous.speed) / previous.speed)
        }
        previous = (now, speed)
      }
    }
    #expect(straightFrames > 6000, "only \(straightFrames) frames are on straight stretches")
    #expect(fastest <= 0.1, "the speed changes by \(fastest) from one frame to the next")
  }

  /// The milliseconds of a frame of 60 Hz, so that 60 of them are a second.
  private static func interval(_ frame: Int) -> Int64 { frame % 3 == 0 ? 16 : 17 }
}
