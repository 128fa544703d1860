import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Drawn features")
struct DrawnFeatureTests {
  @Test(
    "each style layer draws the expected number of features of Liechtenstein",
    .enabled(if: SharedData.isAvailable, SharedData.skipReason), arguments: [4, 8, 12, 14, 16])
  func counts(zoom: Int) throws {
    let bounds = Rect(x: 0, y: 0, width: 800, height: 480)
    var sources = MapSources()
    sources.replace(
      [
        try PMTilesArchive(path: SharedData.path("data/tiles/world-ne.pmtiles")),
        try PMTilesArchive(path: SharedData.path("data/tiles/liechtenstein.pmtiles")),
      ], style: .standard)
    let tiles = TileStore(style: CompiledStyle(.standard, sources: sources), byteLimit: 64 << 20)
    let camera = MapCamera(center: Coordinate(latitude: 47.141, longitude: 9.5209), zoom: Scalar(zoom))
    let transform = MapTransform(camera: camera.clamped(in: bounds.size), bounds: bounds).gridAligned
    // A feature that is divided between tiles counts in each of them.
    var counts: [String: Int] = [:]
    for shape in MapDrawing(transform, tiles: tiles, within: bounds).shapes where shape.features > 0 {
      counts[MapStyle.standard.layers[shape.style].name, default: 0] += shape.features
    }
    let summary = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    #expect(summary == Self.expected[zoom], "zoom \(zoom)")
    #expect(tiles.takeErrors().isEmpty)
  }

  private static let expected: [Int: [String]] = [
    4: [
      "border-country 1", "border-state 1", "world-border-glow 91", "world-borders 86", "world-coastline 46",
      "world-country-1 10", "world-country-2 11", "world-country-3 7", "world-country-4 10", "world-country-5 7",
      "world-country-6 6", "world-country-7 2", "world-glaciers 2", "world-lakes 6", "world-land 46", "world-ocean 6",
      "world-rivers 12", "world-urban 378",
    ],
    8: [
      "border-country 1", "border-country-glow 2", "border-state 1", "landcover-wood 9", "landuse-residential 7",
      "road-bridge-primary 1", "road-ground-primary 2", "water 2", "waterway-river 3", "world-border-glow 8",
      "world-borders 8", "world-lakes 1", "world-land 1", "world-rivers 3", "world-urban 2",
    ],
    12: [
      "aeroway-apron 1", "border-country 4", "border-country-glow 4", "border-district 6", "border-municipality 19",
      "landcover-farmland 10", "landcover-grass 10", "landcover-wetland 1", "landcover-wood 51", "landuse-cemetery 3",
      "landuse-commercial 9", "landuse-industrial 3", "landuse-learning 7", "landuse-leisure 9", "landuse-pitch 34",
      "landuse-residential 4", "park 1", "park-edge 1", "rail-bridge-main 2", "rail-ground-main 2", "road-bridge-minor 4",
      "road-bridge-primary 4", "road-bridge-secondary 1", "road-casing-bridge-primary 4", "road-casing-bridge-secondary 1",
      "road-casing-ground-primary 4", "road-casing-ground-primary-ramp 1", "road-casing-ground-secondary 4",
      "road-casing-ground-secondary-ramp 2", "road-casing-tunnel-secondary 1", "road-ground-minor 5", "road-ground-primary 4",
      "road-ground-primary-ramp 1", "road-ground-secondary 4", "road-ground-secondary-ramp 2", "road-tunnel-minor 1",
      "road-tunnel-secondary 1", "water 4", "water-edge 4", "waterway-canal 2", "waterway-river 6", "waterway-small 16",
      "world-land 2", "world-rivers 2",
    ],
    14: [
      "aeroway-apron 1", "border-country 2", "border-country-glow 2", "border-district 6", "border-municipality 9",
      "building 331", "building-edge 331", "landcover-farmland 28", "landcover-grass 5", "landcover-wood 16",
      "landuse-cemetery 1", "landuse-industrial 2", "landuse-leisure 5", "landuse-pitch 8", "landuse-residential 4",
      "road-bridge-minor 5", "road-bridge-service 1", "road-casing-bridge-minor 5", "road-casing-ground-minor 120",
      "road-casing-ground-primary 8", "road-casing-ground-secondary 12", "road-ground-minor 118", "road-ground-primary 8",
      "road-ground-secondary 12", "road-ground-service 40", "water 9", "water-edge 9", "waterway-canal 3", "waterway-river 2",
      "waterway-small 6", "way-bridge-path 4", "way-bridge-track 8", "way-ground-path 56", "way-ground-track 81",
      "world-land 1", "world-rivers 1",
    ],
    16: [
      "border-municipality 1", "building 66", "building-edge 66", "landcover-farmland 3", "landcover-grass 2",
      "landcover-wood 2", "landuse-residential 1", "road-bridge-minor 1", "road-bridge-service 1",
      "road-casing-bridge-minor 1", "road-casing-bridge-service 1", "road-casing-ground-minor 32",
      "road-casing-ground-primary 3", "road-casing-ground-secondary 4", "road-casing-ground-service 13",
      "road-ground-minor 32", "road-ground-primary 3", "road-ground-secondary 4", "road-ground-service 13",
      "waterway-canal 1", "waterway-small 1", "way-bridge-path 1", "way-bridge-path-deck 3", "way-bridge-path-rail 3",
      "way-bridge-track 2", "way-ground-path 19", "way-ground-track 10", "world-land 1",
    ],
  ]

  @Test("a broken tile is reported once, and its parent is drawn instead")
  func broken() throws {
    let parent = try #require(TileID(zoom: 3, x: 4, y: 4))
    let child = try #require(TileID(zoom: 4, x: 8, y: 8))
    var maker = TileMaker()
    maker.add(.polygon, [[SIMD2(0, 0), SIMD2(4096, 0), SIMD2(4096, 4096), SIMD2(0, 4096)]], to: "water")
    let map = MapView(frame: Rect(x: 0, y: 0, width: 64, height: 64), theme: .plain)
    map.sources = [FixedSource(zoomRange: 3...4, [parent: maker.bytes(), child: [1, 2, 3]])]
    map.camera = MapCamera(centerPoint: MapPoint(x: child.origin.x + child.size / 2, y: child.origin.y + child.size / 2), zoom: 4)
    let frame = pixels(of: map, width: 64, height: 64)
    #expect(Set(frame) == [0xffa8_cfe2] || Set(frame) == [0x00a8_cfe2])
    let problems = map.takeErrors()
    #expect(problems.count == 1 && "\(problems)".contains("4/8/8"))
    map.pan(by: Point(x: 1, y: 0))
    _ = pixels(of: map, width: 64, height: 64)
    #expect(map.takeErrors().isEmpty)
  }
}
