import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("The margins of a map")
struct LayoutMarginTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 12))
  private var map: MapView { screen.map }
  private let margins = EdgeInsets(top: 20, left: 200, bottom: 60, right: 0)
  /// The middle of the view inside the margins.
  private let middle = Point(x: 340, y: 140)

  /// Returns the point at which the map shows a coordinate.
  private func position(of coordinate: Coordinate) throws -> Point { try #require(map.convert(coordinate)) }

  private func isNear(_ a: Point, _ b: Point, within distance: Scalar = 0.01) -> Bool {
    (a.x - b.x).magnitude <= distance && (a.y - b.y).magnitude <= distance
  }

  @Test("the camera's center is in the middle of the padded view, at any bearing", arguments: [0, 33, 90])
  func center(bearing: Int) throws {
    map.camera.bearing = .degrees(WideFixed(bearing))
    var changes = 0
    map.events.visibleRegionDidChange = { changes += 1 }
    let before = map.camera
    map.layoutMargins = margins
    #expect(map.camera == before && changes == 1)
    let shown = try position(of: .beijing)
    #expect(isNear(shown, middle))
    // The map is drawn there.
    let drawn: Point = try #require(map.drawnPoint(for: .beijing))
    #expect(isNear(drawn, middle, within: 0.51))
    for zoom in [3, 12.25, 17.7, 23] as [Scalar] {
      let camera = MapCamera(center: .cupertino, zoom: zoom, bearing: .degrees(WideFixed(bearing)))
      map.camera = camera
      #expect(map.camera == camera)
      #expect(try isNear(position(of: .cupertino), middle))
    }
    map.layoutMargins = .zero
    #expect(try isNear(position(of: .cupertino), Point(x: 240, y: 160)))
  }

  @Test("regions, rectangles, annotations and overlays fit the padded view")
  func fits() throws {
    map.layoutMargins = margins
    let region = CoordinateRegion(center: .cupertino, span: CoordinateSpan(latitudeDelta: 0.5, longitudeDelta: 0.1))
    map.region = region
    #expect(map.region.center == map.centerCoordinate && abs(map.region.span.latitudeDelta - 0.5) < 0.001)
    let shown = try #require(map.convert(region, toRectTo: map))
    #expect(isNear(shown.center, middle, within: 0.5) && (shown.height - 240).magnitude < 0.5)
    #expect(abs(map.regionThatFits(region).span.latitudeDelta - map.region.span.latitudeDelta) < 1e-9)
    let padding = EdgeInsets(top: 10, left: 0, bottom: 30, right: 40)
    let rect = try #require(MapRect(center: .beijing, meters: 4000))
    map.setVisibleMapRect(rect, edgePadding: padding, animated: false)
    #expect(try isNear(position(of: .beijing), Point(x: 320, y: 130), within: 0.05))
    #expect(map.mapRectThatFits(rect, edgePadding: padding) == map.visibleMapRect)
    let corner = try position(of: #require(Coordinate(rect.origin)))
    #expect((corner.y - 30).magnitude < 0.1)
    let annotations = [Coordinate.beijing, Coordinate(latitude: 39.95, longitude: 116.38)].map { PointAnnotation(coordinate: $0) }
    map.showAnnotations(annotations, edgePadding: padding, animated: false)
    let points = try annotations.map { try position(of: $0.coordinate) }
    #expect(isNear(points[0], Point(x: 320, y: 230), within: 0.5) && isNear(points[1], Point(x: 320, y: 30), within: 0.5))
    map.showOverlays([MapPolyline(coordinates: annotations.map(\.coordinate))], edgePadding: padding, animated: false)
    let ends = try annotations.map { try position(of: $0.coordinate) }
    #expect(isNear(ends[0], Point(x: 320, y: 230), within: 0.5) && isNear(ends[1], Point(x: 320, y: 30), within: 0.5))
  }

  @Test("a flight ends in the middle of the padded view, and a zoom is about it")
  func flight() throws {
    map.layoutMargins = margins
    screen.runUntilIdle()
    map.setCamera(MapCamera(center: .beijing, zoom: 14), animated: true)
    for _ in 0..<100 {
      screen.step()
      #expect(try isNear(position(of: .beijing), middle, within: 0.02))
    }
    #expect(map.camera == MapCamera(center: .beijing, zoom: 14))
    map.setCenter(Coordinate(latitude: 39.93, longitude: 116.4), animated: true)
    screen.runUntilIdle()
    #expect(try isNear(position(of: Coordinate(latitude: 39.93, longitude: 116.4)), middle))
  }

  @Test("the place below two fingers stays below them")
  func pinch() throws {
    map.layoutMargins = margins
    screen.runUntilIdle()
    let point = Point(x: 120, y: 200)
    let place: Coordinate = try #require(map.convert(point))
    let (left, right) = (screen.begin(Point(x: 80, y: 200)), screen.begin(Point(x: 160, y: 200)))
    for step in 1...10 {
      screen.step()
      let angle = Scalar(step)
      screen.move(left, Point(x: 80 - angle * 4, y: 200 - angle * 6))
      screen.move(right, Point(x: 160 + angle * 4, y: 200 + angle * 6))
    }
    #expect(map.camera.zoom > 12.5 && map.camera.bearing != .zero)
    #expect(try isNear(position(of: place), point, within: 0.5))
    screen.end(left, Point(x: 40, y: 140))
    screen.end(right, Point(x: 200, y: 260))
  }

  @Test("a map that follows shows the user in the middle of the padded view or its lower third")
  func following() throws {
    map.animatesUserLocation = false
    map.userLocation.location = .cupertino
    map.userTrackingMode = .follow
    screen.runUntilIdle()
    #expect(try isNear(position(of: .cupertino), Point(x: 240, y: 160)))
    map.layoutMargins = margins
    screen.runUntilIdle()
    #expect(map.userTrackingMode == .follow)
    #expect(try isNear(position(of: .cupertino), middle))
    map.userTrackingPosition = .lowerThird
    screen.runUntilIdle()
    #expect(try isNear(position(of: .cupertino), Point(x: 340, y: 180)))
    // On each side, the larger of the margin and the safe area's inset counts.
    map.safeAreaInsets = EdgeInsets(top: 50, left: 10, bottom: 0, right: 80)
    screen.runUntilIdle()
    #expect(try isNear(position(of: .cupertino), Point(x: 300, y: 190)))
  }

  @Test("margins that are set with an animation glide, and the center is the same afterwards")
  func animated() throws {
    screen.runUntilIdle()
    let before = map.camera
    map.setLayoutMargins(margins, animated: true)
    var positions: [Point] = []
    for _ in 0..<40 {
      screen.step()
      positions.append(try position(of: .beijing))
    }
    #expect(positions.contains { $0.x > 260 && $0.x < 320 }, "it is on the way for some frames")
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0.x <= $1.x && $1.x - $0.x < 20 })
    #expect(map.camera == before)
    #expect(try isNear(#require(positions.last), middle))
  }

  @Test("a flight goes on to its goal when margins are animated, and margins that come and go lose nothing")
  func interrupted() throws {
    screen.runUntilIdle()
    let start = map.camera
    map.setLayoutMargins(margins, animated: true)
    for _ in 0..<5 { screen.step() }
    map.setLayoutMargins(.zero, animated: true)
    screen.runUntilIdle()
    #expect(map.camera == start)
    #expect(try isNear(position(of: .beijing), Point(x: 240, y: 160)))
    let goal = MapCamera(center: .cupertino, zoom: 11)
    map.setCamera(goal, animated: true)
    for _ in 0..<5 { screen.step() }
    map.setLayoutMargins(margins, animated: true)
    screen.runUntilIdle()
    #expect(map.camera == goal)
    #expect(try isNear(position(of: .cupertino), middle))
  }

  @Test("margins larger than the view, and negative ones, keep the center in the view")
  func extremes() throws {
    for (insets, x, y) in [
      (EdgeInsets(top: 0, left: 500, bottom: 0, right: 500), 240, 160),
      (EdgeInsets(top: 900, left: 0, bottom: 0, right: 0), 240, 300),
      (EdgeInsets(top: -50, left: -1, bottom: 0, right: .min), 240, 160),
      (EdgeInsets(top: .max, left: .max, bottom: .max, right: .max), 240, 160),
    ] as [(EdgeInsets, Int, Int)] {
      map.layoutMargins = insets
      #expect(map.layoutMargins == insets)
      #expect(try isNear(position(of: .beijing), Point(x: Scalar(x), y: Scalar(y)), within: 0.02))
      map.region = CoordinateRegion(center: .beijing, span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1))
      map.frame.size = Size(width: 1, height: 1)
      screen.commit()
      map.frame.size = Size(width: 480, height: 320)
      screen.commit()
    }
  }

  @Test("in a displaced coordinate system the center is in the middle of the padded view, too")
  func displaced() throws {
    map.coordinateSystem = .gcj02
    map.layoutMargins = margins
    #expect(try isNear(position(of: .beijing), middle, within: 0.05))
  }
}
