import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Snapshots of maps")
struct MapSnapshotTests {
  @Test("a snapshot has the bits of a view of its size at rest", arguments: SnapshotFixture.all)
  func bitsOfAView(fixture: SnapshotFixture) throws {
    let source = CountingSource.town()
    let view = fixture.view(source)
    let snapshot = try MapSnapshotDrawing(fixture.options(source)).draw()
    let isEqual = bits(snapshot.image) == bits(view.image)
    #expect(isEqual && snapshot.image.size == fixture.size && snapshot.image.isOpaque)
    #expect(Set(bits(snapshot.image)).count > 20 && snapshot.errors.isEmpty)
    #expect(snapshot.camera == view.map.camera)
  }

  @Test("a snapshot has the bits of a view that was panned, turned back and came to rest")
  func bitsOfAMovedView() throws {
    let fixture = SnapshotFixture.all[5]
    let source = CountingSource.town()
    let view = fixture.view(source)
    view.map.camera.bearing = .degrees(12)
    view.step()
    view.map.camera = SnapshotFixture.home
    for delta in [Point(x: 13, y: -7), Point(x: 40, y: 22), Point(x: -53, y: -15)] {
      view.map.pan(by: delta)
      view.step()
    }
    view.map.camera = SnapshotFixture.home
    view.runUntilIdle()
    let snapshot = try MapSnapshotDrawing(fixture.options(source)).draw()
    let isEqual = bits(snapshot.image) == bits(view.image)
    #expect(isEqual)
  }

  @Test("options that copy a view give its bits")
  func copiedOptions() throws {
    let source = CountingSource.town()
    let fixture = SnapshotFixture.all[4]
    let view = fixture.view(source)
    (view.map.attribution, view.map.layoutMargins.left) = ("© the town", 30)
    view.runUntilIdle()
    let options = MapSnapshotOptions(copying: view.map)
    let isEqual = bits(try MapSnapshotDrawing(options).draw().image) == bits(view.image)
    #expect(isEqual && options.size == fixture.size)
  }

  @Test("point(for:) is the point at which the map draws a coordinate, turned, displaced and off the world")
  func points() throws {
    for (bearing, system) in [(Angle.zero, CoordinateSystem.wgs84), (.degrees(50), .wgs84), (.degrees(50), .gcj02)] {
      var fixture = SnapshotFixture.all[0]
      fixture.prepare = { map in
        map.camera.bearing = bearing
        map.coordinateSystem = system
      }
      let source = CountingSource.town()
      let view = fixture.view(source)
      let snapshot = try MapSnapshotDrawing(fixture.options(source)).draw()
      let center = SnapshotFixture.home.center
      for (north, east) in [(0.0, 0.0), (0.002, -0.003), (-0.1, 0.2), (10, 180)] {
        let coordinate = Coordinate(latitude: center.latitude + north, longitude: center.longitude + east)
        #expect(snapshot.point(for: coordinate) == view.map.drawnPoint(for: coordinate))
      }
      #expect(snapshot.point(for: Coordinate(latitude: 89, longitude: 0)) == nil)
      #expect(snapshot.point(for: Coordinate(latitude: .nan, longitude: 0)) == nil)
    }
  }

  @Test("a dot at point(for:) is where an overlay draws the coordinate")
  func pointOfAnOverlay() throws {
    let coordinate = Coordinate(latitude: 47.1004, longitude: 9.5009)
    var fixture = SnapshotFixture.all[0]
    fixture.prepare = { map in
      map.rendererFor = { overlay in
        let renderer = CircleRenderer(overlay: overlay)
        (renderer.fillColor, renderer.lineWidth) = (.red, 0)
        return renderer
      }
      map.addOverlay(MapCircle(center: coordinate, radius: 20))
    }
    let snapshot = try MapSnapshotDrawing(fixture.options(CountingSource.town())).draw()
    let point = try #require(snapshot.point(for: coordinate))
    let pixels = snapshot.image.pixels
    #expect(pixels[point.y.floor * 160 + point.x.floor] == 0xffff_0000)
  }

  // MARK: Bad input

  @Test(
    "a size that is empty, too long or too large is an error",
    arguments: [(0, 0), (0, 5), (-1, 20), (8192, 8192), (16385, 1), (Int.max, Int.max)])
  func sizes(width: Int, height: Int) {
    let options = MapSnapshotOptions(size: PixelSize(width: width, height: height), theme: .plain)
    #expect(throws: MapSnapshotError.unsupportedSize(options.size, byteLimit: 64 << 20)) {
      try MapSnapshotDrawing(options).draw()
    }
  }

  @Test("a limit of the image's memory holds to the byte")
  func byteLimit() throws {
    var options = MapSnapshotOptions(size: PixelSize(width: 50, height: 30), theme: .plain)
    options.byteLimit = 6000
    #expect(try MapSnapshotDrawing(options).draw().image.size == options.size)
    options.byteLimit = 5999
    #expect(throws: MapSnapshotError.unsupportedSize(options.size, byteLimit: 5999)) { try MapSnapshotDrawing(options).draw() }
  }

  @Test("a camera beyond the limits is clamped as in a view")
  func clampedCamera() throws {
    for camera in [
      MapCamera(center: Coordinate(latitude: 200, longitude: 720), zoom: 99),
      MapCamera(centerPoint: MapPoint(x: .max, y: .min), zoom: -5),
    ] {
      var fixture = SnapshotFixture.all[0]
      fixture.prepare = { $0.camera = camera }
      let source = CountingSource.town()
      let view = fixture.view(source)
      var options = fixture.options(source)
      (options.camera, options.content) = (camera, nil)
      let snapshot = try MapSnapshotDrawing(options).draw()
      let isEqual = bits(snapshot.image) == bits(view.image)
      #expect(isEqual && snapshot.camera == view.map.camera)
    }
  }

  @Test("a region and a rectangle are shown as a view shows them, and the last one that was set counts")
  func areas() throws {
    let region = CoordinateRegion(
      center: SnapshotFixture.home.center, span: CoordinateSpan(latitudeDelta: 0.01, longitudeDelta: 0.003))
    let rect = MapRect(center: SnapshotFixture.home.centerPoint, mapPoints: 5000)
    let source = CountingSource.town()
    var (fixture, options) = (SnapshotFixture.all[0], SnapshotFixture.all[0].options(source))
    options.region = region
    #expect(options.camera == nil && options.mapRect == nil)
    fixture.prepare = { $0.region = region }
    #expect(try MapSnapshotDrawing(options).draw().camera == fixture.view(source).map.camera)
    options.mapRect = rect
    #expect(options.region == nil)
    fixture.prepare = { $0.visibleMapRect = rect }
    #expect(try MapSnapshotDrawing(options).draw().camera == fixture.view(source).map.camera)
  }

  @Test("an area that is empty, infinite or off the map is an error")
  func invalidAreas() {
    var options = MapSnapshotOptions(size: PixelSize(width: 40, height: 30), theme: .plain)
    for (latitude, span) in [(47.0, -1.0), (47, .infinity), (.nan, 1), (89, 1)] {
      options.region = CoordinateRegion(
        center: Coordinate(latitude: latitude, longitude: 9), span: CoordinateSpan(latitudeDelta: span, longitudeDelta: 1))
      #expect(throws: MapSnapshotError.invalidArea) { try MapSnapshotDrawing(options).draw() }
    }
    options.mapRect = MapRect(origin: MapPoint(x: 0, y: 0), width: 0, height: 5)
    #expect(throws: MapSnapshotError.invalidArea) { try MapSnapshotDrawing(options).draw() }
  }

  @Test("what is broken in a source or a style is an error of the snapshot, and the rest is drawn")
  func brokenData() throws {
    let town = CountingSource.town()
    let source = CountingSource(12...16, name: "broken.pmtiles") { id in
      id.zoom == 14 ? [0x1a, 0xff, 0xff] : try town.tile(id)
    }
    var options = SnapshotFixture.all[0].options(source)
    options.style.errors = [StyleError(file: "style.json", "is broken")]
    options.style[layer: "areas"]?[.fillPattern] = "missing"
    let snapshot = try MapSnapshotDrawing(options).draw()
    #expect(Set(bits(snapshot.image)).count > 20)
    #expect(snapshot.errors.contains { if case .tile(.brokenTile(file: "broken.pmtiles", _, _)) = $0 { true } else { false } })
    #expect(snapshot.errors.contains { "\($0)".contains("style.json: is broken") })
    #expect(snapshot.errors.contains { "\($0)".contains("missing") })
  }

  @Test("a map that never rests is an error")
  func neverSettles() {
    var options = MapSnapshotOptions(size: PixelSize(width: 40, height: 30), theme: .plain)
    options.content = { map in
      let layer = Layer(frame: Rect(x: 0, y: 0, width: 10, height: 10))
      var animation = BasicAnimation(.opacity, from: .scalar(0), to: .scalar(1), duration: 1)
      animation.timing.repeatCount = 1_000_000
      layer.add(animation, forKey: "blink")
      map.addSublayer(layer)
    }
    #expect(throws: MapSnapshotError.neverSettled(seconds: 60)) { try MapSnapshotDrawing(options).draw() }
  }

  // MARK: Cancellation

  @Test("a snapshot can be canceled before each tile, frame, placement and block, and reads no tile after that")
  func cancellation() throws {
    let fixture = SnapshotFixture.all[1]
    let complete = CountingSource.town()
    var checks = 0
    _ = try MapSnapshotDrawing(fixture.options(complete)) {
      checks += 1
      return false
    }.draw()
    // A frame, a check of each tile, a frame, a placement, a frame, three blocks.
    #expect(checks >= complete.readCount + 6)
    var readCounts: Set<Int> = []
    for limit in 0..<checks {
      let source = CountingSource.town()
      var calls = 0
      #expect(throws: MapSnapshotError.cancelled) {
        try MapSnapshotDrawing(fixture.options(source)) {
          calls += 1
          return calls > limit
        }.draw()
      }
      #expect(source.readCount <= limit)
      readCounts.insert(source.readCount)
    }
    #expect(readCounts == Set(0...complete.readCount), "between each two tiles")
  }
}
