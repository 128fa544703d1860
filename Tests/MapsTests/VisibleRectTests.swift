import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Foundation
import Testing

@Suite("The visible rectangle and conversions of a map")
struct VisibleRectTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 12))
  private var map: MapView { screen.map }

  /// A rectangle of 4,000 × 1,000 map units of 2^16 around a coordinate.
  private func rect(around coordinate: Coordinate) throws -> MapRect {
    let center = try #require(MapPoint(coordinate))
    return MapRect(
      origin: MapPoint(x: center.x - 2000 << 16, y: center.y - 500 << 16), width: 4000 << 16, height: 1000 << 16)
  }

  @Test("the visible rectangle contains what the view shows, at any bearing", arguments: [0, 30, 90])
  func visible(bearing: Int) throws {
    map.camera.bearing = .degrees(WideFixed(bearing))
    let rect = map.visibleMapRect
    #expect(abs(rect.center.x - map.camera.centerPoint.x) <= 1 && abs(rect.center.y - map.camera.centerPoint.y) <= 1)
    for corner in [Point(x: 1, y: 1), Point(x: 479, y: 1), Point(x: 1, y: 319), Point(x: 479, y: 319)] {
      let coordinate: Coordinate = try #require(map.convert(corner))
      #expect(rect.contains(try #require(MapPoint(coordinate))))
    }
    // 480 points at zoom 12 are 480 · 2^20 units.
    if bearing == 0 { #expect(abs(rect.width - 480 << 20) <= 2 && abs(rect.height - 320 << 20) <= 2) }
    if bearing == 90 { #expect(abs(rect.width - 320 << 20) <= 1 << 10 && abs(rect.height - 480 << 20) <= 1 << 10) }
  }

  @Test("a rectangle that is set fills the view in one direction, inside the padding", arguments: [0, 30, 90])
  func set(bearing: Int) throws {
    map.camera.bearing = .degrees(WideFixed(bearing))
    let rect = try rect(around: .cupertino)
    let padding = EdgeInsets(top: 10, left: 100, bottom: 50, right: 20)
    for insets in [EdgeInsets(top: 0, left: 0, bottom: 0, right: 0), padding] {
      map.setVisibleMapRect(rect, edgePadding: insets, animated: false)
      let area = Rect(
        x: insets.left, y: insets.top, width: 480 - insets.left - insets.right, height: 320 - insets.top - insets.bottom)
      var box = (minX: Scalar.max, minY: Scalar.max, maxX: Scalar.min, maxY: Scalar.min)
      for (x, y) in [(0, 0), (rect.width, 0), (0, rect.height), (rect.width, rect.height)] {
        let coordinate = try #require(Coordinate(MapPoint(x: rect.origin.x + x, y: rect.origin.y + y)))
        let point: Point = try #require(map.convert(coordinate))
        box = (min(box.minX, point.x), min(box.minY, point.y), max(box.maxX, point.x), max(box.maxY, point.y))
      }
      #expect(box.minX >= area.minX - 0.05 && box.maxX <= area.maxX + 0.05)
      #expect(box.minY >= area.minY - 0.05 && box.maxY <= area.maxY + 0.05)
      #expect(box.maxX - box.minX > area.width - 0.5 || box.maxY - box.minY > area.height - 0.5)
      #expect(((box.minX + box.maxX) / 2 - area.center.x).magnitude < 0.1, "it is in the middle of the padded area")
      #expect(((box.minY + box.maxY) / 2 - area.center.y).magnitude < 0.1)
    }
    #expect(map.camera.bearing == .degrees(WideFixed(bearing)))
    let fitting = map.mapRectThatFits(rect, edgePadding: padding)
    #expect(fitting == map.visibleMapRect)
  }

  @Test("an empty rectangle and a padding without room change nothing that they need not")
  func extremes() throws {
    let before = map.camera
    map.visibleMapRect = MapRect(origin: MapPoint(x: 5, y: 5), width: 0, height: 9)
    #expect(map.camera == before)
    let rect = try rect(around: .beijing)
    map.visibleMapRect = rect
    let shown = map.camera
    map.setVisibleMapRect(rect, edgePadding: EdgeInsets(top: 0, left: 400, bottom: 0, right: 400), animated: false)
    #expect(map.camera == shown)
    for rect in [MapRect(origin: MapPoint(x: .min, y: .min), width: .max, height: .max), MapRect.world] {
      map.visibleMapRect = rect
      #expect(map.camera.zoom < 1)
    }
    map.visibleMapRect = MapRect(origin: MapPoint(x: 5, y: 1 << 40), width: 1, height: 1)
    #expect(map.camera.zoom == 24)
  }

  @Test("a rectangle that is set before the view has a size is shown as soon as it has one")
  func pending() throws {
    let rect = try rect(around: .cupertino)
    let later = MapView(frame: .zero, theme: .plain)
    later.visibleMapRect = rect
    later.frame = Rect(x: 0, y: 0, width: 480, height: 320)
    later.layoutIfNeeded()
    map.visibleMapRect = rect
    #expect(later.camera == map.camera)
  }

  @Test("a region that is set is the region that fits")
  func region() {
    let region = CoordinateRegion(center: .beijing, latitudinalMeters: 900, longitudinalMeters: 100)
    let fitting = map.regionThatFits(region)
    map.region = region
    #expect(map.region == fitting && fitting.span.longitudeDelta > region.span.longitudeDelta)
  }

  @Test("points are converted to other layers, to the screen and back")
  func points() throws {
    map.frame = Rect(x: 40, y: 24, width: 400, height: 240)
    let panel = Layer(frame: Rect(x: 10, y: 20, width: 100, height: 100))
    map.addSublayer(panel)
    map.layoutIfNeeded()
    #expect(map.convert(Coordinate.beijing, toPointTo: map) == Point(x: 200, y: 120))
    #expect(map.convert(Coordinate.beijing, toPointTo: nil) == Point(x: 240, y: 144))
    #expect(map.convert(Coordinate.beijing, toPointTo: panel) == Point(x: 190, y: 100))
    let back = try #require(map.convert(Point(x: 190, y: 100), toCoordinateFrom: panel))
    #expect(abs(back.latitude - 39.9) < 1e-6 && abs(back.longitude - 116.38) < 1e-6)
    #expect(map.convert(Point(x: 240, y: 144), toCoordinateFrom: nil) == back)
    let stranger = Layer(frame: .zero)
    #expect(map.convert(Coordinate.beijing, toPointTo: stranger) == nil)
    #expect(map.convert(Point.zero, toCoordinateFrom: stranger) == nil)
    #expect(map.convert(Coordinate(latitude: .nan, longitude: 0), toPointTo: nil) == nil)
  }

  @Test("regions are converted to rectangles and back")
  func regions() throws {
    let region = map.region
    let rect = try #require(map.convert(region, toRectTo: map))
    #expect((rect.minX - 0).magnitude < 0.01 && (rect.maxX - 480).magnitude < 0.01)
    #expect(rect.height > 319 && rect.height < 321)
    let back = try #require(map.convert(map.bounds, toRegionFrom: nil))
    #expect(abs(back.span.longitudeDelta - region.span.longitudeDelta) < 1e-6)
    #expect(abs(back.span.latitudeDelta - region.span.latitudeDelta) < 1e-6)
    #expect(abs(back.center.longitude - 116.38) < 1e-6)
    let nowhere = CoordinateRegion(
      center: Coordinate(latitude: 89, longitude: 0), span: CoordinateSpan(latitudeDelta: .infinity, longitudeDelta: 1))
    #expect(map.convert(nowhere, toRectTo: nil) == nil)
  }

  @Test("rectangles of the map are converted to rectangles of a layer and back", arguments: [0, 30])
  func mapRects(bearing: Int) throws {
    map.camera.bearing = .degrees(WideFixed(bearing))
    let panel = Layer(frame: Rect(x: 10, y: 20, width: 100, height: 100))
    map.addSublayer(panel)
    map.layoutIfNeeded()
    let area = Rect(x: 30, y: 40, width: 200, height: 100)
    let rect = try #require(map.convert(area, toMapRectFrom: map))
    #expect(map.convert(area.offsetBy(dx: -10, dy: -20), toMapRectFrom: panel) == rect)
    let back = try #require(map.convert(rect, toRectTo: map))
    #expect((back.center.x - area.center.x).magnitude < 0.01 && (back.center.y - area.center.y).magnitude < 0.01)
    // Each conversion encloses the turned rectangle: the width is w(c² + s²) + h·2sc, twice turned.
    let expected: Scalar = bearing == 0 ? 200 : 200 + 100 * 0.866
    #expect((back.width - expected).magnitude < 0.1)
    let inPanel = try #require(map.convert(rect, toRectTo: panel))
    #expect((inPanel.minX - back.minX + 10).magnitude < 0.01 && (inPanel.minY - back.minY + 20).magnitude < 0.01)
    // One world farther it is the same place.
    let next = MapRect(
      origin: MapPoint(x: rect.origin.x + MapPoint.worldSize, y: rect.origin.y), width: rect.width, height: rect.height)
    #expect(map.convert(next, toRectTo: map) == back)
    #expect(map.convert(MapRect(origin: rect.origin, width: -1, height: 1), toRectTo: map) == nil)
    #expect(map.convert(rect, toRectTo: Layer(frame: .zero)) == nil && map.convert(area, toMapRectFrom: Layer(frame: .zero)) == nil)
    #expect(map.convert(MapRect(origin: MapPoint(x: .min, y: .min), width: .max, height: .max), toRectTo: map) != nil)
  }

  @Test("overlays are shown together inside the padding, also across the 180th meridian")
  func showOverlays() throws {
    let (west, east) = (Coordinate(latitude: -17, longitude: 179.5), Coordinate(latitude: -17.5, longitude: -179.5))
    let padding = EdgeInsets(top: 0, left: 40, bottom: 30, right: 10)
    let overlays = [MapCircle(center: west, radius: 1000), MapCircle(center: east, radius: 1000)]
    map.showOverlays(overlays, edgePadding: padding, animated: false)
    let area = Rect(x: 40, y: 0, width: 430, height: 290)
    let rects = try overlays.map { try #require(map.convert($0.boundingMapRect, toRectTo: map)) }
    #expect((rects[0].minX - area.minX).magnitude < 0.5 && (rects[1].maxX - area.maxX).magnitude < 0.5)
    #expect(((rects[0].minY + rects[1].maxY) / 2 - area.center.y).magnitude < 0.5)
    let shown = map.camera
    map.showOverlays([], animated: false)
    #expect(map.camera == shown)
    map.showOverlays([MapCircle(center: .beijing, radius: 1)], animated: false)
    #expect(map.camera.zoom == 18)
    #expect(abs(map.centerCoordinate.latitude - Coordinate.beijing.latitude) < 1e-6)
    map.showOverlays([MapPolyline(coordinates: [west]), MapPolyline(coordinates: [])], animated: false)
    #expect(abs(map.centerCoordinate.longitude - west.longitude) < 1e-6 && map.camera.zoom == 18)
  }

  @Test("coordinates, regions, rectangles and cameras are the same after encoding and decoding")
  func codable() throws {
    struct Saved: Codable, Hashable {
      var coordinate = Coordinate.beijing
      var region = CoordinateRegion(center: .cupertino, latitudinalMeters: 800, longitudinalMeters: 500)
      var rect = MapRect.world
      var camera = MapCamera(center: .beijing, zoom: 14.371, bearing: .degrees(-33.25))
    }
    let saved = Saved()
    #expect(try JSONDecoder().decode(Saved.self, from: JSONEncoder().encode(saved)) == saved)
    let wrong = Data(#"{"centerPoint": {"x": 1, "y": 2}, "zoom": 1e300, "bearing": 0}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(MapCamera.self, from: wrong) }
  }
}
