import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Testing

/// What lies on the map, given in points of the view as it is now; much of it goes on beyond.
enum GridContent: CaseIterable {
  case tiles, dashes, line, gradient, polygon, ring, circle, fog, pins, symbols

  static func add(_ contents: [GridContent] = allCases, to map: MapView) throws {
    var random = SeededRandom(seed: 21)
    func place(_ x: Double, _ y: Double) throws -> Coordinate {
      try #require(map.convert(Point(x: Scalar(floatLiteral: x), y: Scalar(floatLiteral: y))))
    }
    func walk(_ count: Int, _ step: Double) throws -> [Coordinate] {
      var (x, y) = (-600.0, 160.0)
      return try (0..<count).map { _ in
        (x, y) = (x + random.double(in: -step...(step + 2400 / Double(count))), y + random.double(in: -step...step))
        return try place(x, y)
      }
    }
    var looks: [ObjectIdentifier: () -> OverlayRenderer] = [:]
    func add<Kind: Overlay>(_ overlay: Kind, _ look: @escaping (Kind) -> OverlayRenderer) {
      looks[ObjectIdentifier(overlay)] = { look(overlay) }
      let known = looks
      map.rendererFor = { known[ObjectIdentifier($0)]?() }
      map.addOverlay(overlay)
    }
    for content in contents {
      switch content {
      case .tiles: break
      case .dashes:
        add(MapPolyline(coordinates: try walk(1500, 14))) {
          let renderer = PolylineRenderer(overlay: $0)
          (renderer.strokeColor, renderer.lineWidth, renderer.lineDashPattern) = (.red, 4, [9, 7])
          return renderer
        }
      case .line:
        add(MapPolyline(coordinates: try walk(40_000, 3))) {
          let renderer = PolylineRenderer(overlay: $0)
          (renderer.strokeColor, renderer.lineWidth, renderer.lineJoin) = (Color.blue.withAlpha(0.8), 3, .miter)
          return renderer
        }
      case .gradient:
        add(MapPolyline(coordinates: try walk(70, 60))) {
          let renderer = GradientPolylineRenderer(overlay: $0)
          renderer.setColors([Color.blue, .green, .yellow, .red].map { $0.withAlpha(0.7) })
          (renderer.lineWidth, renderer.strokeStart) = (9, 0.1)
          return renderer
        }
      case .polygon, .ring:
        // The ring goes a long way round the view.
        let far: Double = content == .ring ? 4000 : 150
        let outer = try [(-300, -40), (180, -far), (far * 2, 90), (300, 150 + far)].map { try place($0.0, $0.1) }
        let hole = try [(100, 100), (220, 60), (190, 170.5)].map { try place($0.0, $0.1) }
        add(MapPolygon(coordinates: outer, interiorPolygons: [MapPolygon(coordinates: hole)])) {
          let renderer = PolygonRenderer(overlay: $0)
          (renderer.fillColor, renderer.strokeColor, renderer.lineWidth) = (Color.green.withAlpha(0.3), .black, 2.5)
          return renderer
        }
      case .circle:
        let (middle, edge) = (try place(320, 210), try place(410, 210))
        let metres = (edge.longitude - middle.longitude) * 111_319 * 0.68
        add(MapCircle(center: middle, radius: max(metres, 1))) {
          let renderer = CircleRenderer(overlay: $0)
          (renderer.fillColor, renderer.strokeColor, renderer.lineWidth) = (Color.yellow.withAlpha(0.4), .red, 3)
          return renderer
        }
      case .fog:
        let fog = FogOverlay(gridZoom: 16)
        fog.clear(along: try walk(60, 50), radius: map.camera.zoom > 16 ? 20 : 300)
        add(fog) { FogRenderer(fog: $0) }
      case .pins:
        map.viewFor = { annotation in
          let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
          (view.titleVisibility, view.displayPriority) = (.visible, .required)
          return view
        }
        for (index, (x, y)) in [(60.3, 80.7), (250.5, 140.5), (430.1, 60.9), (140.8, 290.2), (520.4, 200)].enumerated() {
          map.addAnnotation(PointAnnotation(coordinate: try place(x, y), title: "Pin \(index)"))
        }
      case .symbols:
        let places = try (0..<12).map { _ in
          MapPoint(clamping: try place(random.double(in: -60...540), random.double(in: -60...380)))
        }
        add(Symbols(places)) { SymbolsRenderer(overlay: $0) }
      }
    }
  }
}

/// Paths at places, by an application's own renderer.
private final class Symbols: Overlay {
  let places: [MapPoint]
  init(_ places: [MapPoint]) { self.places = places }
  var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }
  var boundingMapRect: MapRect {
    let (xs, ys) = (places.map(\.x), places.map(\.y))
    let (x, y) = (xs.min() ?? 0, ys.min() ?? 0)
    return MapRect(origin: MapPoint(x: x, y: y), width: (xs.max() ?? 0) - x + 1, height: (ys.max() ?? 0) - y + 1)
  }
}

private final class SymbolsRenderer: OverlayRenderer {
  override var drawingOutset: Scalar { 20 }
  override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    for place in (overlay as? Symbols)?.places ?? [] where mapRect.contains(place) {
      let middle = context.point(for: place)
      var path = Path()
      path.move(to: Point(x: middle.x - 9.3, y: middle.y + 8))
      path.addLine(to: Point(x: middle.x + 9.1, y: middle.y + 7))
      path.addLine(to: Point(x: middle.x, y: middle.y - 11))
      path.closeSubpath()
      context.fill(path, with: .color(.blue))
      context.stroke(path, style: StrokeStyle(width: 2), with: .color(.white))
    }
  }
}
