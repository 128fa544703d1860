import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("The format, area and credits of tile sources")
struct TileBoundsTests {
  private func archive<Result>(_ maker: ArchiveMaker, _ body: (PMTilesArchive) throws -> Result) throws -> Result {
    try withFile(maker.bytes()) { try body(try PMTilesArchive(path: $0)) }
  }

  @Test("a PMTiles archive of images opens, and its tiles are returned as they are")
  func images() throws {
    for (type, format) in [(1, TileFormat.vector), (2, .png), (3, .jpeg), (4, .webp)] as [(UInt8, TileFormat)] {
      var maker = PMTilesTests.maker()
      (maker.tileType, maker.isCompressed) = (type, false)
      try archive(maker) { (archive) throws in
        #expect(archive.tileFormat == format && archive.tileFormat.isImage == (format != .vector))
        for tile in maker.tiles { #expect(try archive.tile(tile.id) == tile.bytes) }
      }
    }
  }

  @Test("a map reports a source of images, which the style does not draw, once")
  func imagesOnMap() throws {
    var maker = PMTilesTests.maker()
    maker.tileType = 3
    try archive(maker) { archive in
      let map = MapView(frame: Rect(x: 0, y: 0, width: 64, height: 64), theme: .plain)
      map.sources = [archive]
      _ = pixels(of: map, width: 64, height: 64)
      #expect(map.takeErrors() == [.tile(.notDrawn(file: archive.name, format: .jpeg))])
    }
  }

  @Test("the area of a header is the area of the archive")
  func headerBounds() throws {
    var maker = PMTilesTests.maker()
    maker.bounds = [9, 47, 10, 48]
    try archive(maker) { archive in
      let bounds = try #require(archive.bounds)
      let northwest = try #require(MapPoint(Coordinate(latitude: 48, longitude: 9)))
      #expect(bounds.origin == northwest && abs(bounds.width - MapPoint.worldSize / 360) <= 1)
    }
  }

  @Test("an archive with an empty area has the area of its tiles of the highest zoom", arguments: 0...3, [1, 2, 5])
  func tileBounds(leafLevels: Int, leafEntries: Int) throws {
    var maker = PMTilesTests.maker()
    (maker.leafLevels, maker.leafEntries) = (leafLevels, leafEntries)
    try archive(maker) { archive in
      let corner = try #require(TileID(zoom: 14, x: 8625, y: 5747))
      #expect(archive.bounds == MapRect(origin: corner.origin, width: 2 * corner.size, height: 2 * corner.size))
    }
  }

  @Test("a run of tiles has the area of each of its tiles")
  func runs() throws {
    var random = SplitMix64(seed: 3)
    for zoom in [0, 1, 3, 5] {
      let first = try #require(TileID(zoom: zoom, x: 0, y: 0)).hilbertIndex
      for _ in 0..<20 {
        let count = 1 << (2 * zoom)
        let from = random.int(in: 0...count - 1)
        let length = random.int(in: 1...count - from)
        var maker = ArchiveMaker(isCompressed: false)
        maker.zoomRange = UInt8(zoom)...UInt8(zoom)
        let root = ArchiveMaker.directory([.init(tile: first + UInt64(from), offset: 0, length: 1, runLength: UInt64(length))])
        try withFile(maker.assemble(root: root, leaves: [], data: [1])) { path in
          let ids = (from..<from + length).compactMap { TileID(hilbertIndex: first + UInt64($0)) }
          let size = ids[0].size
          let (xs, ys) = (ids.map(\.x), ids.map(\.y))
          let (west, north) = (Int64(xs.min() ?? 0), Int64(ys.min() ?? 0))
          let expected = MapRect(
            origin: MapPoint(x: west * size, y: north * size), width: (Int64(xs.max() ?? 0) - west + 1) * size,
            height: (Int64(ys.max() ?? 0) - north + 1) * size)
          let archive = try PMTilesArchive(path: path)
          #expect(archive.bounds == expected, "zoom \(zoom), \(length) tiles from \(from)")
        }
      }
    }
  }

  @Test("a directory that leads to itself ends the search for the area")
  func cycle() throws {
    let maker = ArchiveMaker(isCompressed: false)
    let leaf = ArchiveMaker.directory([.init(tile: 0, offset: 0, length: 5, runLength: 0)])
    try withFile(maker.assemble(root: leaf, leaves: leaf, data: [])) { path in
      let archive = try PMTilesArchive(path: path)
      #expect(archive.bounds == nil)
      #expect(archive.camera(in: PixelSize(width: 100, height: 100)) == nil)
    }
  }

  @Test("the camera of the whole world shows the world's center", arguments: [180, 180.0000001])
  func world(east: Double) throws {
    var maker = PMTilesTests.maker()
    maker.bounds = [-180, -85, east, 85]
    try archive(maker) { archive in
      let camera = try #require(archive.camera(in: PixelSize(width: 1280, height: 720)))
      #expect(camera.centerPoint == MapPoint(x: MapPoint.worldSize / 2, y: MapPoint.worldSize / 2) && camera.zoom == 0)
    }
  }

  @Test("an area across the 180th meridian is as wide as its longitudes say")
  func antimeridian() throws {
    var maker = PMTilesTests.maker()
    maker.bounds = [170, -20, -170, -10]
    try archive(maker) { archive in
      let bounds = try #require(archive.bounds)
      #expect(abs(bounds.width - MapPoint.worldSize / 18) <= 1)
      let center = try #require(Coordinate(bounds.center))
      #expect(abs(abs(center.longitude) - 180) < 1e-6)
    }
  }

  @Test("the metadata has the attribution and the layers; broken metadata has none")
  func metadata() throws {
    var maker = PMTilesTests.maker()
    maker.metadata = #"{"attribution": "<b>&copy; A</b>", "vector_layers": [{"id": "water"}]}"#
    try archive(maker) { archive in #expect(archive.attribution == "© A" && archive.vectorLayers == ["water"]) }
    for metadata in ["", "{", "[]", "7", #"{"attribution": 7, "vector_layers": {"id": "x"}}"#] {
      maker.metadata = metadata
      try archive(maker) { archive in #expect(archive.attribution.isEmpty && archive.vectorLayers.isEmpty) }
    }
  }

  @Test(
    "an attribution is shown without markup",
    arguments: [
      (
        #"<a href="https://www.openstreetmap.org/copyright" target="_blank">&copy; OpenStreetMap contributors</a>"#,
        "© OpenStreetMap contributors"
      ),
      ("&#169; A &#xa9; B &amp; C", "© A © B & C"), ("A<br>B<br/>C</p>D", "A B C D"), ("  A \n\t B&nbsp;C ", "A B C"),
      ("a < b > c", "a < b > c"), ("1 <2", "1 <2"), ("A & B &unknown; &", "A & B &unknown; &"), ("A<unclosed", "A"),
      ("&lt;b&gt;", "<b>"),
      ("&#xd800;&#99999999999;&#0;x", "&#xd800;&#99999999999; x"), ("<!-- A --> B", "B"), ("", ""),
    ])
  func attribution(markup: String, text: String) throws {
    var maker = MBTilesMaker()
    maker.tiles = [(PMTilesTests.ids[0], [])]
    maker.metadata = [("attribution", markup)]
    try maker.withArchive { path in
      let archive = try MBTilesArchive(path: path)
      #expect(archive.attribution == text)
    }
  }

  @Test("a map shows the attributions of its sources, unless a vendor or the application has one")
  func attributionOnMap() throws {
    let map = MapView(frame: .zero, theme: .plain)
    map.sources = [CreditedSource("A"), CreditedSource(""), CreditedSource("B"), CreditedSource("A")]
    #expect(map.attribution == "A · B")
    map.vendor = MapVendor(name: "V", sources: [CreditedSource("C")])
    #expect(map.attribution == "C")
    map.vendor = MapVendor(name: "V", sources: [CreditedSource("C")], attribution: "D")
    #expect(map.attribution == "D")
    map.attribution = ""
    #expect(map.attribution.isEmpty)
  }
}

/// A source without tiles that has an attribution.
private final class CreditedSource: TileSource {
  let name = "credited"
  let zoomRange = 0...0
  let attribution: String

  init(_ attribution: String) { self.attribution = attribution }

  func tile(_ id: TileID) throws(TileError) -> [UInt8]? { nil }
}
