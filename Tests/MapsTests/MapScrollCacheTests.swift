import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// Compares a map that uses the scroll cache with the same map redrawn in every frame.
@Suite("A map's scroll cache", .enabled(if: SharedData.isAvailable, SharedData.skipReason))
struct MapScrollCacheTests {
  @Test("a cached map equals a redrawn one after random changes of its content and camera", arguments: 0..<6 as Range<UInt64>)
  func everything(seed: UInt64) throws {
    let zooms: [Scalar] = [14, 15.6, 12.3, 17.2, 18.5, 16]
    let pair = try MapPair(MapPair.camera(zooms[Int(seed)], seed % 2 == 0 ? 0 : 33))
    for screen in pair.both {
      screen.commit()
      try GridContent.add(to: screen.map)
    }
    var random = SplitMix64(seed: seed + 5)
    var added = 0
    for step in 0..<70 {
      let kind = random.int(in: 0...15)
      let (x, y) = (Scalar(random.int(in: -60...60)) / 3, Scalar(random.int(in: -60...60)) / 7)
      let pick = random.int(in: 0...99)
      for screen in pair.both {
        let map = screen.map
        switch kind {
        case 0: map.camera.zoom = 12 + Scalar(pick) / 16
        case 1: map.camera.bearing = .degrees(WideFixed(pick % 4 * 30))
        case 2:
          let overlays = map.overlays
          map.removeOverlay(overlays[pick % max(overlays.count, 1)])
        case 3:
          map.addAnnotation(
            PointAnnotation(coordinate: try #require(map.convert(Point(x: x * 6 + 130, y: y * 8 + 90))), title: "New \(added)"))
        case 4: map.removeAnnotations(map.annotations.enumerated().filter { $0.offset % 5 == pick % 5 }.map(\.element))
        case 5: if let first = map.annotations.first { map.selectAnnotation(first, animated: pick % 2 == 0) }
        case 6: map.deselectAnnotation(map.selectedAnnotations.first, animated: true)
        case 7:
          for case let fog as FogOverlay in map.overlays {
            fog.clear(along: [try #require(map.convert(Point(x: 100 + x, y: 90 + y)))], radius: 30)
          }
        case 8:
          if let overlay = map.overlays.first, let renderer = map.renderer(for: overlay) as? OverlayPathRenderer {
            renderer.lineWidth = Scalar(pick % 9 + 1)
          }
        case 9:
          screen.drag(from: Point(x: 120, y: 90), to: Point(x: 120 + x * 3, y: 90 + y * 5), frames: 3)
          for _ in 0..<pick % 5 { screen.step() }
        default: map.pan(by: Point(x: x, y: y))
        }
        screen.step()
      }
      added += 1
      if !pair.areEqual() {
        Issue.record("step \(step), of kind \(kind)")
        return
      }
    }
    for screen in pair.both { screen.runUntilIdle() }
    let areEqual = pair.areEqual()
    #expect(areEqual)
  }

  @Test("a cached map equals a redrawn one after a pinch, and a new map with its camera")
  func pinch() throws {
    let pair = try MapPair(MapPair.camera(15))
    for screen in pair.both {
      screen.commit()
      let (one, other) = (screen.begin(Point(x: 100, y: 80)), screen.begin(Point(x: 150, y: 120)))
      for step in 1...8 {
        screen.step()
        screen.move(one, Point(x: 100 - Scalar(step) * 3, y: 80))
        screen.move(other, Point(x: 150 + Scalar(step) * 3, y: 120))
      }
      screen.step()
    }
    for screen in pair.both {
      screen.end(1, Point(x: 76, y: 80))
      screen.end(2, Point(x: 174, y: 120))
      screen.runUntilIdle()
    }
    let areEqual = pair.areEqual()
    #expect(areEqual)
    let fresh = try MapPair(pair.cached.map.camera)
    let equalsNewMap = fresh.cached.image.pixels == pair.cached.image.pixels
    #expect(equalsNewMap)
  }

  @Test("a cached map in a vendor's coordinates equals a redrawn one, with separate grids for overlays and tiles")
  func displaced() throws {
    let pair = try MapPair(MapPair.camera(15))
    for screen in pair.both {
      screen.map.coordinateSystem = .bd09
      screen.commit()
      try GridContent.add([.line, .polygon, .fog, .pins], to: screen.map)
    }
    for step in 0..<40 {
      for screen in pair.both {
        screen.map.pan(by: Point(x: Scalar(step % 7) * 1.3 - 3, y: Scalar(step % 5) * 2.7 - 6))
        screen.step()
      }
      let areEqual = pair.areEqual()
      #expect(areEqual, "step \(step)")
    }
  }

  @Test("a cached map is drawn completely after its size was animated", arguments: [Point.zero, Point(x: 0.5, y: 0.5)])
  func animatedSize(anchor: Point) throws {
    let pair = try MapPair(MapPair.camera(14))
    for screen in pair.both {
      screen.map.anchorPoint = anchor
      screen.map.frame = Rect(x: 0, y: 0, width: 140, height: 90)
      screen.runUntilIdle()
      screen.stage.animate(duration: 0.3) { screen.map.frame = Rect(x: 0, y: 0, width: 260, height: 190) }
      for _ in 0..<5 { screen.step() }
      screen.runUntilIdle()
    }
    let areEqual = pair.areEqual()
    #expect(areEqual)
  }

  @Test("pins are on the nearest copy of the world, however far the map is panned", arguments: [0, 0.5, 1, 1.4, 2.5])
  func copies(zoom: Double) throws {
    let start = MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: Scalar(floatLiteral: zoom))
    let screen = MapScreen(width: 1280, height: 200, fonts: standardFonts(), camera: start)
    screen.map.animatesAnnotations = false
    let pins = (0..<6).map { PointAnnotation(coordinate: Coordinate(latitude: 10, longitude: Double($0) * 60 - 170)) }
    screen.map.addAnnotations(pins)
    screen.runUntilIdle()
    var visibleCount = 0
    for _ in 0..<150 {
      screen.map.pan(by: Point(x: -17, y: 0))
      screen.step()
      for pin in pins {
        guard let view = screen.map.view(for: pin), let point = screen.map.drawnPoint(for: pin.coordinate) else { continue }
        guard point.x > 10, point.x < 1270 else { continue }
        visibleCount += 1
        #expect((view.position.x - point.x).magnitude <= 1)
      }
    }
    #expect(visibleCount > 100)
  }

  /// A renderer that draws a bar in a corner of the visible area.
  private final class Legend: OverlayRenderer {
    override var needsDisplayOnCameraChange: Bool { true }
    override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
      let visible = context.rect(for: context.visibleMapRect)
      context.fill(Path(rect: Rect(x: visible.minX + 20, y: visible.minY + 20, width: 60, height: 12)), with: .color(.red))
    }
  }

  @Test("a renderer that follows the camera is redrawn after a pan")
  func legend() throws {
    let pair = try MapPair(MapPair.camera(14))
    for screen in pair.both {
      screen.map.rendererFor = { Legend(overlay: $0) }
      let corners = [(40.0, 0.0), (40, 20), (55, 20), (55, 0)].map { Coordinate(latitude: $0.0, longitude: $0.1) }
      screen.map.addOverlay(MapPolygon(coordinates: corners))
      screen.runUntilIdle()
      screen.map.pan(by: Point(x: 40, y: 30))
      screen.runUntilIdle()
    }
    let areEqual = pair.areEqual()
    #expect(areEqual)
  }

  @Test("after a pan the map's shapes are drawn only in the strips that come into view")
  func strips() throws {
    let pair = try MapPair(MapPair.camera(15))
    // Labels are drawn in each frame.
    pair.cached.map.style.layers.removeAll { $0.kind == .symbol }
    pair.cached.runUntilIdle()
    #expect(pair.cached.commit().isEmpty)
    pair.cached.map.pan(by: Point(x: 0.2, y: 0.2))
    // Less than half a point: no pixel of the map moves, only the scale may change with the latitude.
    #expect(pair.cached.commit().allSatisfy { $0.height < 40 })
    pair.cached.map.pan(by: Point(x: 8, y: 0))
    #expect(pair.cached.commit() == [PixelRect(pair.cached.stage.size)])
    #expect(pair.cached.stage.displayList.count < 40)
  }
}
