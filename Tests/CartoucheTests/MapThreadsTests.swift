import Cartouche
import CartoucheTestSupport
import Testing

@Suite("A map whose tiles threads cut")
struct MapThreadsTests {
  /// Returns features around a point: areas that overlap, and points.
  private func features() -> [GeoJSONFeature] {
    var random = SplitMix64(seed: 3)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    return (0..<400).map { index in
      let (x, y, size) = (9.5 + number(-0.04...0.04), 47.1 + number(-0.03...0.03), number(0.001...0.004))
      let properties: [String: GeoJSONValue] = ["color": .text(["#ff0000", "#00ff00", "#0000ff"][index % 3])]
      let corners = [(0.0, 0.0), (size, 0), (size, size), (0, size), (0, 0)].map {
        Coordinate(latitude: y + $0.1, longitude: x + $0.0)
      }
      return GeoJSONFeature(geometry: index % 2 == 0 ? .polygon([corners]) : .point(corners[0]), properties: properties)
    }
  }

  private func map(_ source: GeoJSONSource) -> (Stage, MapView) {
    let stage = Stage(size: PixelSize(width: 240, height: 180))
    let map = MapView(frame: stage.root.bounds, theme: Theme(fonts: FontCollection()))
    stage.root.addSublayer(map)
    map.camera = MapCamera(center: Coordinate(latitude: 47.1, longitude: 9.5), zoom: 14.3, bearing: .degrees(15))
    var style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xf0f0f0]),
      StyleLayer(
        "areas", kind: .fill, source: "data", properties: [.fillColor: .expression(#"["get", "color"]"#), .fillOpacity: 0.5]),
      StyleLayer(
        "points", kind: .circle, source: "data", properties: [.circleColor: .expression(#"["get", "color"]"#), .circleRadius: 9]),
    ])
    style.sources = ["data": .geoJSON(source)]
    map.style = style
    return (stage, map)
  }

  private func pixels(_ stage: Stage) -> [UInt8] {
    let panel = TestPanel(size: stage.size, format: .xrgb8888, gap: 0)
    _ = Renderer().draw(
      stage.displayList, into: panel.buffer, damage: [PixelRect(stage.size)], rotation: .none, workers: SerialWorkerPool())
    return Array(panel.pixelBytes)
  }

  @Test("the settled frame has the bits of a map without threads, whatever their number", arguments: [1, 2, 7])
  func threads(count: Int) {
    let source = GeoJSONSource(.features(features()))
    let (plainStage, _) = map(source)
    _ = plainStage.commit()
    let expected = pixels(plainStage)
    let (stage, map) = map(source)
    let threads = BackgroundThreads(count: count)
    stage.backgroundQueue = threads
    for _ in 0..<200 {
      _ = stage.commit()
      if !map.isLoadingTiles { break }
      threads.finish()
    }
    #expect(!map.isLoadingTiles)
    _ = stage.commit()
    let isEqual = pixels(stage) == expected
    #expect(isEqual && Set(expected).count > 4)
    threads.close()
  }
}
