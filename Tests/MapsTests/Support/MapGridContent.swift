import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Testing

/// Content for a map, placed by points of its current view; much of it extends beyond the view.
enum GridContent: CaseIterable {
  case tiles, dashes, line, gradient, polygon, ring, circle, fog, pins, symbols

  /// Adds content to a map; tiles are the map's own.
  static func add(_ contents: [GridContent] = allCases, to map: MapView) throws {
    var random = SplitMix64(seed: 21)
    func coordinate(_ x: Double, _ y: Double) throws -> Coordinate {
      try #require(map.convert(Point(x: Scalar(floatLiteral: x), y: Scalar(floatLiteral: y))))
    }
    func walk(_ count: Int, _ step: Double) throws -> [Coordinate] {
      var (x, y) = (-600.0, 160.0)
      return try (0..<count).map { _ in
        (x, y) = (x + random.double(in: -step...(step + 2400 / Double(count))), y + random.double(in: -step...step))
        return try coordinate(x, y)
      }
    }
    var rendererMakers: [ObjectIdentifier: () -> OverlayRenderer] = [:]
    func add<Kind: Overlay>(_ overlay: Kind, _ makeRenderer: @escaping (Kind) -> OverlayRenderer) {
      rendererMakers[ObjectIdentifier(overlay)] = { makeRenderer(overlay) }
      let makers = rendererMakers
      map.rendererFor = { makers[ObjectIdentifier($0)]?() }
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
        // The ring extends far beyond the view.
        let far: Double = content == .ring ? 4000 : 150
        let outer = try [(-300, -40), (180, -far), (far * 2, 90), (300, 150 + far)].map { try coordinate($0.0, $0.1) }
        let hole = try [(100, 100), (220, 60), (190, 170.5)].map { try coordinate($0.0, $0.1) }
        add(MapPolygon(coordinates: outer, interiorPolygons: [MapPolygon(coordinates: hole)])) {
          let renderer = PolygonRenderer(overlay: $0)
          (renderer.fillColor, renderer.strokeColor, renderer.lineWidth) = (Color.green.withAlpha(0.3), .black, 2.5)
          return renderer
        }
      case .circle:
        let (center, edge) = (try coordinate(320, 210), try coordinate(410, 210))
        let meters = (edge.longitude - center.longitude) * 111_319 * 0.68
        add(MapCircle(center: center, radius: max(meters, 1))) {
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
          map.addAnnotation(PointAnnotation(coordinate: try coordinate(x, y), title: "Pin \(index)"))
        }
      case .symbols:
        let points = try (0..<12).map { _ in
          MapPoint(clamping: try coordinate(random.double(in: -60...540), random.double(in: -60...380)))
        }
        add(Symbols(points)) { SymbolsRenderer(overlay: $0) }
      }
    }
  }
}

/// An overlay of triangles at points, drawn by a custom renderer.
private final class Symbols: Overlay {
  let points: [MapPoint]
  init(_ points: [MapPoint]) { self.points = points }
  var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }
  var boundingMapRect: MapRect {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (x, y) = (xs.min() ?? 0, ys.min() ?? 0)
    return MapRect(origin: MapPoint(x: x, y: y), width: (xs.max() ?? 0) - x + 1, height: (ys.max() ?? 0) - y + 1)
  }
}

private final class SymbolsRenderer: OverlayRenderer {
  override var drawingOutset: Scalar { 20 }
  override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    for point in (overlay as? Symbols)?.points ?? [] where mapRect.contains(point) {
      let center = context.point(for: point)
      var path = Path()
      path.move(to: Point(x: center.x - 9.3, y: center.y + 8))
      path.addLine(to: Point(x: center.x + 9.1, y: center.y + 7))
      path.addLine(to: Point(x: center.x, y: center.y - 11))
      path.closeSubpath()
      context.fill(path, with: .color(.blue))
      context.stroke(path, style: StrokeStyle(width: 2), with: .color(.white))
    }
  }
}
