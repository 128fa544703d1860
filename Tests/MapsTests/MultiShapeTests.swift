import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Overlays of several lines or polygons")
struct MultiShapeTests {
  private func coordinates(_ pairs: [(Double, Double)]) -> [Coordinate] {
    pairs.map { Coordinate(latitude: $0.0, longitude: $0.1) }
  }

  private func square(_ latitude: Double, _ longitude: Double, side: Double, holes: [MapPolygon] = []) -> MapPolygon {
    MapPolygon(
      coordinates: coordinates([
        (latitude, longitude), (latitude, longitude + side), (latitude + side, longitude + side), (latitude + side, longitude),
      ]), interiorPolygons: holes)
  }

  private func show(
    _ overlays: [any Overlay], at longitude: Double = 0, zoom: Scalar = 4, _ renderer: @escaping (any Overlay) -> OverlayRenderer
  ) -> OverlayScreen {
    let screen = OverlayScreen(0, longitude, zoom: zoom)
    screen.map.rendererFor = renderer
    screen.map.addOverlays(overlays)
    screen.show()
    return screen
  }

  private func stroked(_ color: Color, _ make: @escaping (any Overlay) -> OverlayPathRenderer) -> (any Overlay) -> OverlayRenderer {
    { overlay in
      let renderer = make(overlay)
      (renderer.strokeColor, renderer.lineWidth) = (color, 7)
      return renderer
    }
  }

  @Test("an opaque multi-polyline has the pixels of its lines; a translucent one does not add up where they cross")
  func lines() {
    let lines = [[(-4.0, -6.0), (4.0, 6.0)], [(4.0, -6.0), (-4.0, 6.0)]].map { MapPolyline(coordinates: coordinates($0)) }
    let multi = show([MultiPolyline(lines)], stroked(.red) { MultiPolylineRenderer(overlay: $0) })
    let single = show(lines, stroked(.red) { PolylineRenderer(overlay: $0) })
    #expect(multi.color(160, 100) == 0xff0000)
    // Where edges of the two lines cross, coverage is combined in one stroke, and blended twice by two.
    let (top, bottom) = (0..<85 * 320, 115 * 320..<200 * 320)
    #expect(multi.pixels[top] == single.pixels[top] && multi.pixels[bottom] == single.pixels[bottom])
    let translucent = show([MultiPolyline(lines)], stroked(.red.withAlpha(0.5)) { MultiPolylineRenderer(overlay: $0) })
    #expect(translucent.color(160, 100) == translucent.color(120, 73), "\(translucent.color(160, 100))")
    let added = show(lines, stroked(.red.withAlpha(0.5)) { PolylineRenderer(overlay: $0) })
    #expect(added.color(160, 100) != translucent.color(160, 100))
  }

  @Test("empty lines and holes are nothing, dashed too")
  func emptyShapes() {
    let (line, none) = (MapPolyline(coordinates: coordinates([(-4, -6), (4, 6)])), MapPolyline(coordinates: []))
    let (whole, pierced) = (square(-3, -4, side: 4), square(-3, -4, side: 4, holes: [MapPolygon(coordinates: [])]))
    func pixels(_ overlay: any Overlay) -> [UInt32] {
      let dashed = stroked(.red) { overlay in
        let renderer = overlay is MultiPolyline ? MultiPolylineRenderer(overlay: overlay) : PolygonRenderer(overlay: overlay)
        renderer.lineDashPattern = [20, 10]
        return renderer
      }
      return show([overlay], dashed).pixels
    }
    let (both, alone) = (pixels(MultiPolyline([none, line, none])), pixels(MultiPolyline([line])))
    #expect(both == alone && Set(alone).count > 1)
    let (withHole, withoutHole) = (pixels(pierced), pixels(whole))
    #expect(withHole == withoutHole && withHole != alone)
  }

  @Test("a multi-polygon fills its polygons and leaves their holes; two that share an edge meet without a seam")
  func polygons() {
    let overlay = MultiPolygon([square(-3, -4, side: 4, holes: [square(-2, -3, side: 1)]), square(-3, 0, side: 4)])
    let screen = show([overlay]) { overlay in
      let renderer = MultiPolygonRenderer(overlay: overlay)
      renderer.fillColor = .blue
      return renderer
    }
    let empty = OverlayScreen(0, 0, zoom: 4).show()[0] & 0xff_ffff
    let map = screen.map
    func color(_ latitude: Double, _ longitude: Double) -> UInt32 {
      let point = map.convert(Coordinate(latitude: latitude, longitude: longitude)) ?? .zero
      return screen.color(point.x.floor, point.y.floor)
    }
    #expect(color(0.5, -3.5) == 0x0000ff && color(0.5, 3.5) == 0x0000ff && color(-1.5, -2.5) == empty)
    for latitude in stride(from: -2.5, through: 0.5, by: 0.25) { #expect(color(latitude, 0) == 0x0000ff) }
  }

  @Test("members on both sides of the 180th meridian are drawn next to each other, and the rectangle is narrow")
  func meridian() {
    let overlay = MultiPolygon([square(-2, 176, side: 3), square(-2, -179, side: 3)])
    #expect(overlay.boundingMapRect.width < MapPoint.worldSize / 30)
    #expect(overlay.boundingMapRect.spans180thMeridian)
    let screen = show([overlay], at: 180) { overlay in
      let renderer = MultiPolygonRenderer(overlay: overlay)
      renderer.fillColor = .blue
      return renderer
    }
    #expect(screen.color(160 - 70, 100) == 0x0000ff && screen.color(160 + 70, 100) == 0x0000ff)
    #expect(screen.color(160, 100) != 0x0000ff)
  }

  @Test("without members or points, nothing is drawn, and the rectangle is null")
  func empty() {
    let none = [MultiPolyline([]), MultiPolyline([MapPolyline(coordinates: [Coordinate]())])]
    for overlay in none { #expect(overlay.boundingMapRect.isNull && overlay.coordinate == Coordinate(latitude: 0, longitude: 0)) }
    let screen = show(none + [MultiPolygon([])] as [any Overlay]) { overlay in
      overlay is MultiPolygon ? MultiPolygonRenderer(overlay: overlay) : MultiPolylineRenderer(overlay: overlay)
    }
    #expect(Set(screen.pixels).count == 1)
  }

  @Test("a renderer of another kind reports the overlay")
  func unsuitable() {
    let overlay = MultiPolyline([MapPolyline(coordinates: coordinates([(0, 0), (1, 1)]))])
    let screen = show([overlay], stroked(.red) { PolylineRenderer(overlay: $0) })
    #expect(screen.map.takeErrors() == [.unsuitableRenderer(renderer: "PolylineRenderer", overlay: "MultiPolyline")])
  }

  /// Polygons that are filled and stroked along one path, and others that are not: of one to three points, of
  /// many, and of such size that they are clipped.
  private func ring(_ count: Int, side: Double, around longitude: Double) -> MapPolygon {
    var random = SplitMix64(seed: UInt64(count))
    let steps = (0..<count).map { _ in
      (Double(random.int(in: -1000...1000)) / 1000 * side, longitude + Double(random.int(in: -1000...1000)) / 1000 * side)
    }
    return MapPolygon(coordinates: coordinates(steps))
  }

  /// A renderer that reaches as far without a stroke as with one, so that large polygons are clipped alike.
  private final class EvenRenderer: MultiPolygonRenderer {
    override var drawingOutset: Scalar { 10 }
  }

  @Test(
    "a polygon that is filled and stroked has the pixels of one that is filled below one that is stroked",
    arguments: [0, 37], [[], [9, 5]] as [[Scalar]])
  func fillAndStroke(degrees: Int, dashes: [Scalar]) {
    let groups: [[(count: Int, side: Double)]] = [
      [(1, 3), (2, 3), (3, 3)], [(1, 3)], [(2, 3)], [(3, 3)], [(12, 4), (5, 2), (30, 6)], [(12, 4), (90, 5)], [(12, 4), (700, 5)],
      [(12, 4), (6, 80)], [(64, 6), (63, 6), (65, 6)], [(12, 4), (2, 1), (8, 170)],
    ]
    for (index, group) in groups.enumerated() {
      for longitude in [0.0, 179] {
        let polygons = group.map { ring($0.count, side: $0.side, around: longitude) }
        func screen(_ styles: [(fill: Color?, stroke: Color?)]) -> OverlayScreen {
          let overlays = styles.map { _ in MultiPolygon(polygons) }
          let screen = OverlayScreen(0, longitude, zoom: 4, bearing: .degrees(WideFixed(degrees)))
          screen.map.rendererFor = { overlay in
            let renderer = EvenRenderer(overlay: overlay)
            let style = styles[overlays.firstIndex { $0 === overlay } ?? 0]
            (renderer.fillColor, renderer.strokeColor) = (style.fill, style.stroke)
            (renderer.lineWidth, renderer.lineDashPattern) = (5, dashes)
            return renderer
          }
          screen.map.addOverlays(overlays)
          screen.show()
          return screen
        }
        let (fill, stroke) = (Color.blue.withAlpha(0.5), Color.red)
        let both = screen([(fill, stroke)])
        let apart = screen([(fill, nil), (nil, stroke)])
        let isEqual = both.pixels == apart.pixels
        #expect(isEqual, "group \(index) at \(longitude)")
        let isDrawn = group.count == 1 || both.pixels.contains { $0 & 0xff_ffff == 0xff0000 }
        #expect(isDrawn, "group \(index) at \(longitude)")
      }
    }
  }
}
