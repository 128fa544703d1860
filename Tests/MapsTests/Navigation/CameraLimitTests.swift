import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("The limits of a map's camera")
struct CameraLimitTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 12))
  private var map: MapView { screen.map }

  /// A region of a hundredth of a degree around the map's center, about 117 × 152 points at zoom 12.
  private func city(_ degrees: Double = 0.04) -> CoordinateRegion {
    CoordinateRegion(center: .beijing, span: CoordinateSpan(latitudeDelta: degrees, longitudeDelta: degrees))
  }

  private func isInside(_ region: CoordinateRegion, _ coordinate: Coordinate) -> Bool {
    abs(coordinate.latitude - region.center.latitude) <= region.span.latitudeDelta / 2 + 1e-9
      && abs(coordinate.longitude - region.center.longitude) <= region.span.longitudeDelta / 2 + 1e-9
  }

  /// Moves two fingers about (100, 80) from one distance to another.
  private func pinch(from start: Scalar, to end: Scalar) {
    let middle = Point(x: 120, y: 90)
    let (left, right) = (screen.begin(Point(x: middle.x - start / 2, y: 90)), screen.begin(Point(x: middle.x + start / 2, y: 90)))
    for step in 1...20 {
      screen.step()
      let half = (start + (end - start) * Scalar(step) / 20) / 2
      screen.move(left, Point(x: middle.x - half, y: 90))
      screen.move(right, Point(x: middle.x + half, y: 90))
    }
    screen.step(ms: 300)
    screen.end(left, Point(x: middle.x - end / 2, y: 90))
    screen.end(right, Point(x: middle.x + end / 2, y: 90))
    screen.runUntilIdle()
  }

  @Test("limits that move nothing are no change of the region")
  func unchanged() {
    var changes = 0
    map.events.regionWillChange = { _ in changes += 1 }
    map.cameraZoomRange = 3...18
    map.cameraBoundary = MapView.CameraBoundary(coordinateRegion: city())
    map.layoutMargins = EdgeInsets(top: 0, left: 20, bottom: 0, right: 20)
    map.cameraZoomRange = MapCamera.zoomRange
    #expect(changes == 0)
    map.cameraZoomRange = 3...11
    #expect(changes == 1 && map.camera.zoom == 11)
  }

  // MARK: Zooms

  @Test("a range of zooms clamps the present zoom and those that are set later, and nothing else")
  func zoomRange() throws {
    #expect(map.cameraZoomRange == 0...24)
    var changes = 0
    map.events.regionDidChange = { _ in changes += 1 }
    map.cameraZoomRange = 13...15
    #expect(map.camera.zoom == 13 && map.camera.centerPoint == MapPoint(.beijing) && changes == 1)
    map.camera.zoom = 20
    #expect(map.camera.zoom == 15)
    map.region = CoordinateRegion(center: .cupertino, span: CoordinateSpan(latitudeDelta: 20, longitudeDelta: 20))
    #expect(map.camera.zoom == 13 && map.camera.centerPoint == MapPoint(.cupertino))
    map.showAnnotations([PointAnnotation(coordinate: .beijing)], animated: false)
    #expect(map.camera.zoom == 15 && map.camera.centerPoint == MapPoint(.beijing))
    map.visibleMapRect = .world
    #expect(map.camera.zoom == 13)
    map.cameraZoomRange = 0...24
    #expect(map.camera.zoom == 13)
    map.cameraZoomRange = -1000...1000
    #expect(map.cameraZoomRange == MapCamera.zoomRange)
    map.cameraZoomRange = 100...200
    #expect(map.camera.zoom == 24)
  }

  @Test("limits that are set with an animation move the map evenly, from where it is to the nearest place inside")
  func animatedLimits() throws {
    screen.runUntilIdle()
    var changes: [Bool] = []
    map.events.regionDidChange = { changes.append($0) }
    map.setCameraZoomRange(13...15, animated: true)
    #expect(map.cameraZoomRange == 13...15 && map.camera.zoom == 12 && changes.isEmpty)
    var zooms: [Scalar] = []
    for _ in 0..<30 {
      screen.step()
      zooms.append(map.camera.zoom)
    }
    #expect(zooms.last == 13 && zooms == zooms.sorted() && Set(zooms).count > 10 && changes == [true])
    #expect(zip(zooms, zooms.dropFirst()).allSatisfy { $1 - $0 < 0.15 }, "\(zooms)")
    #expect(map.camera.centerPoint == MapPoint(.beijing))
    // A tenth of a degree to the north-east.
    let there = Coordinate(latitude: Coordinate.beijing.latitude + 0.1, longitude: Coordinate.beijing.longitude + 0.1)
    let region = CoordinateRegion(center: there, span: CoordinateSpan(latitudeDelta: 0.04, longitudeDelta: 0.04))
    let boundary = MapView.CameraBoundary(coordinateRegion: region)
    map.setCameraBoundary(boundary, animated: true)
    #expect(map.cameraBoundary == boundary && map.camera.centerPoint == MapPoint(.beijing))
    var places: [Int64] = []
    for _ in 0..<30 {
      screen.step()
      places.append(map.camera.centerPoint.x)
    }
    #expect(places == places.sorted() && Set(places).count > 10 && changes == [true, true])
    let way = (places.last ?? 0) - (places.first ?? 0)
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 < way / 6 })
    #expect(isInside(region, map.centerCoordinate))
    // A flight keeps its goal, as far as the limits allow.
    map.setCameraBoundary(nil, animated: true)
    map.setCamera(MapCamera(center: .beijing, zoom: 15), animated: true)
    for _ in 0..<5 { screen.step() }
    map.setCameraZoomRange(13...14, animated: true)
    screen.runUntilIdle()
    #expect(map.camera.zoom == 14 && map.camera.centerPoint == MapPoint(.beijing))
    // Off the stage, and without animation, the map jumps.
    let other = MapView(frame: Rect(x: 0, y: 0, width: 100, height: 100), theme: .plain)
    other.setCameraZoomRange(5...6, animated: true)
    #expect(other.camera.zoom == 5)
    map.setCameraZoomRange(10...11, animated: false)
    #expect(map.camera.zoom == 11)
  }

  @Test("at the highest and the lowest zoom, fingers and a wheel leave the map where it is")
  func zoomGestures() throws {
    map.cameraZoomRange = 12...12.5
    screen.runUntilIdle()
    let place: Coordinate = try #require(map.convert(Point(x: 120, y: 90)))
    pinch(from: 60, to: 200)
    #expect(map.camera.zoom == 12.5)
    let after: Coordinate = try #require(map.convert(Point(x: 120, y: 90)))
    #expect(abs(after.longitude - place.longitude) < 1e-4 && abs(after.latitude - place.latitude) < 1e-4)
    let rest = map.camera
    screen.tap(Point(x: 20, y: 300))
    screen.tap(Point(x: 20, y: 300))
    screen.runUntilIdle()
    #expect(map.camera == rest)
    _ = screen.stage.scrollWheel(with: ScrollWheelEvent(location: Point(x: 400, y: 20), deltaY: 3))
    screen.runUntilIdle()
    #expect(map.camera == rest)
    pinch(from: 200, to: 60)
    #expect(map.camera.zoom == 12)
  }

  @Test("a flight stays in the range of zooms in each frame, and ends where it should")
  func flight() {
    map.cameraZoomRange = 11...13
    screen.runUntilIdle()
    map.setCamera(MapCamera(center: .cupertino, zoom: 16), animated: true)
    var zooms: [Scalar] = []
    for _ in 0..<200 {
      screen.step()
      zooms.append(map.camera.zoom)
    }
    #expect(zooms.min() == 11 && zooms.allSatisfy { $0 <= 13 })
    #expect(map.camera == MapCamera(center: .cupertino, zoom: 13))
  }

  // MARK: Boundaries

  @Test("the center stays in a boundary that is set, dragged at and flown from")
  func boundary() throws {
    let region = city()
    map.cameraBoundary = MapView.CameraBoundary(coordinateRegion: region)
    #expect(map.camera.centerPoint == MapPoint(.beijing))
    screen.runUntilIdle()
    for end in [Point(x: 470, y: 310), Point(x: 10, y: 10), Point(x: 470, y: 10)] {
      screen.drag(from: Point(x: 240, y: 160), to: end)
      screen.runUntilIdle()
      #expect(isInside(region, map.centerCoordinate), "\(map.centerCoordinate)")
    }
    // The last drags moved the center to the southwest corner.
    #expect(abs(map.centerCoordinate.longitude - (116.38 - 0.02)) < 1e-6)
    #expect(abs(map.centerCoordinate.latitude - (39.9 - 0.02)) < 1e-6)
    map.setCenter(.cupertino, animated: true)
    for _ in 0..<200 {
      screen.step()
      #expect(isInside(region, map.centerCoordinate))
    }
    map.centerCoordinate = Coordinate(latitude: 39.905, longitude: 150)
    #expect(abs(map.centerCoordinate.longitude - 116.4) < 1e-6 && abs(map.centerCoordinate.latitude - 39.905) < 1e-6)
    map.cameraBoundary = nil
    map.centerCoordinate = .cupertino
    #expect(map.camera.centerPoint == MapPoint(.cupertino))
  }

  @Test("a finger that turns back at a boundary moves the map at once")
  func turningBack() {
    map.cameraBoundary = MapView.CameraBoundary(coordinateRegion: city())
    screen.runUntilIdle()
    let finger = screen.begin(Point(x: 100, y: 160))
    for x in stride(from: 110, through: 400, by: 10) {
      screen.step()
      screen.move(finger, Point(x: Scalar(x), y: 160))
    }
    let edge = map.camera
    screen.step()
    screen.move(finger, Point(x: 390, y: 160))
    let back = edge.panned(by: Point(x: -10, y: 0), in: map.bounds.size).centerPoint.x - edge.centerPoint.x
    #expect(map.camera.centerPoint.x - edge.centerPoint.x > back / 100 && map.camera.centerPoint.x - edge.centerPoint.x < back)
    screen.step(ms: 300)
    screen.end(finger, Point(x: 390, y: 160))
  }

  @Test("a map follows the user only as far as the boundary, and beyond it after the boundary is removed")
  func following() throws {
    let region = city()
    map.animatesUserLocation = false
    map.cameraBoundary = MapView.CameraBoundary(coordinateRegion: region)
    map.userLocation.location = Coordinate(latitude: 39.91, longitude: 116.45)
    map.userTrackingMode = .follow
    screen.runUntilIdle()
    #expect(map.userTrackingMode == .follow)
    #expect(abs(map.centerCoordinate.longitude - 116.4) < 1e-6 && abs(map.centerCoordinate.latitude - 39.91) < 1e-6)
    map.cameraBoundary = nil
    screen.runUntilIdle()
    #expect(abs(map.centerCoordinate.longitude - 116.45) < 1e-6 && map.userTrackingMode == .follow)
  }

  @Test("a boundary may cross the 180th meridian")
  func meridian() throws {
    let fiji = CoordinateRegion(
      center: Coordinate(latitude: -17, longitude: 179), span: CoordinateSpan(latitudeDelta: 4, longitudeDelta: 6))
    let boundary = try #require(MapView.CameraBoundary(coordinateRegion: fiji))
    #expect(abs(boundary.region.center.longitude - 179) < 1e-9 && abs(boundary.region.span.longitudeDelta - 6) < 1e-9)
    #expect(abs(boundary.region.center.latitude + 17) < 1e-9 && abs(boundary.region.span.latitudeDelta - 4) < 1e-9)
    map.cameraBoundary = boundary
    for (longitude, expected) in [(-179.0, -179.0), (-170, -178), (170, 176), (-100, -178), (90, 176), (179.5, 179.5)] {
      map.centerCoordinate = Coordinate(latitude: -17, longitude: longitude)
      #expect(abs(map.centerCoordinate.longitude - expected) < 1e-6, "\(longitude)")
    }
  }

  @Test("boundaries without area keep the center at a point, and those that are none are refused")
  func badBoundaries() throws {
    let point = try #require(MapPoint(.cupertino))
    map.cameraBoundary = MapView.CameraBoundary(mapRect: MapRect(origin: point, width: 0, height: 0))
    #expect(map.camera.centerPoint == point)
    map.pan(by: Point(x: 50, y: 50))
    #expect(map.camera.centerPoint == point)
    #expect(MapView.CameraBoundary(mapRect: MapRect(origin: point, width: -1, height: 5)) == nil)
    for (latitude, span) in [(Double.nan, 1.0), (0, .nan), (0, -1), (0, .infinity), (89, 1)] {
      let region = CoordinateRegion(
        center: Coordinate(latitude: latitude, longitude: 0), span: CoordinateSpan(latitudeDelta: span, longitudeDelta: span))
      #expect(MapView.CameraBoundary(coordinateRegion: region) == nil)
    }
    for rect in [
      MapRect(origin: MapPoint(x: .min, y: .min), width: .max, height: .max),
      MapRect(origin: MapPoint(x: .max, y: .max), width: 1, height: 1),
      MapRect(origin: MapPoint(x: 0, y: .min), width: .max, height: 0),
    ] {
      map.cameraBoundary = MapView.CameraBoundary(mapRect: rect)
      map.centerCoordinate = .beijing
      #expect(map.visibleMapRect.origin.y >= -1 && map.visibleMapRect.origin.y <= MapPoint.worldSize)
    }
    map.cameraBoundary = MapView.CameraBoundary(mapRect: .world)
    map.centerCoordinate = .beijing
    #expect(map.camera.centerPoint == MapPoint(.beijing))
  }

  @Test("limits that are set before the view has a size apply as soon as it has one")
  func pending() {
    let later = MapView(frame: .zero, theme: .plain)
    later.camera = MapCamera(center: .cupertino, zoom: 3)
    later.cameraZoomRange = 10...12
    later.cameraBoundary = MapView.CameraBoundary(coordinateRegion: city())
    later.frame = Rect(x: 0, y: 0, width: 480, height: 320)
    later.layoutIfNeeded()
    #expect(later.camera.zoom == 10 && isInside(city(), later.centerCoordinate))
  }
}
