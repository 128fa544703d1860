internal import Foundation

/// A town that does not exist, as vector tiles: something to look at where there is no data, and something to measure with.
///
/// A river with an island, an old town within a green belt, quarters of closed blocks, terraces, gardens and works along a
/// railway, villages and fields; in a larger square more towns. The same arguments give the same tiles on every machine: the
/// plan is made from + − × ÷ √ and integers alone.
///
/// The layers are OpenMapTiles', zooms 4 to 14; beyond 14 the map enlarges.
package struct TownGenerator: Sendable {
  package let latitude: Double
  package let longitude: Double
  /// The side of the square that is filled, in kilometres.
  package let extent: Double
  package let seed: UInt64

  package static let zooms = 4...14

  /// Off the coast of anywhere, at a European latitude: an invented town on top of a real one would be a lie.
  package static let defaultCenter = (latitude: 47.5, longitude: -20.0)
  package static let defaultExtent = 12.0
  package static let defaultSeed: UInt64 = 1

  /// - Parameters:
  ///   - center: degrees.
  ///   - extent: the side of the square to fill, in kilometres, 1 to 400; some 125 and more make so many tiles that the archive
  ///     has leaf directories.
  /// - Throws: ``TownError`` when there is no such place, or the square does not fit the map round it.
  package init(
    center: (latitude: Double, longitude: Double) = defaultCenter, extent: Double = defaultExtent, seed: UInt64 = defaultSeed
  ) throws(TownError) {
    (latitude, longitude) = center
    guard abs(latitude) <= 80, abs(longitude) <= 180 else { throw .invalidCenter(latitude: latitude, longitude: longitude) }
    guard extent >= 1, extent <= 400 else { throw .invalidExtent(extent) }
    let plane = TownProjection(latitude: latitude, longitude: longitude)
    let reach = (extent * 500 + Region.margin) * plane.scale
    guard plane.centerX > reach, plane.centerX < 1 - reach, plane.centerY > reach, plane.centerY < 1 - reach else {
      throw .outsideMap(latitude: latitude, longitude: longitude, extent: extent)
    }
    self.extent = extent
    self.seed = seed
  }

  /// Where to look first on a screen of so many pixels: the river's warped below the old town, near enough to tell houses.
  package func defaultView(width: Int, height: Int) -> (latitude: Double, longitude: Double, zoom: Double) {
    let plane = TownProjection(latitude: latitude, longitude: longitude)
    let middle = plane.degrees(Warp(seed: seed).warped(PlanPoint(120, 130)))
    // The screen's longer side shows about 2.7 km; metres a pixel halve with each zoom, a quarter zoom is the fourth root.
    var zoom = 10.0
    var shown = Double(max(width, height, 1)) / (512 * 1024 * plane.scale)
    while shown > 2900, zoom < 16 {
      shown /= Double(2).squareRoot().squareRoot()
      zoom += 0.25
    }
    return (middle.latitude, middle.longitude, zoom)
  }

  /// The town as a PMTiles archive.
  ///
  /// - Complexity: under a second for the default square, ten for 60 km; memory for the archive and one block of some 13 km.
  package func archive() -> [UInt8] {
    var writer = PMTilesWriter()
    makeTiles { address, bytes in writer.add(bytes, at: address) }
    return writer.archive(summary())
  }

  /// Makes every tile as a Mapbox Vector Tile, not compressed; their order is nobody's promise.
  package func makeTiles(_ put: (TileAddress, [UInt8]) -> Void) {
    let plane = TownProjection(latitude: latitude, longitude: longitude)
    let half = extent * 500
    let region = Region(half: half, seed: seed)
    let overview = region.overview()
    let square = Extent(around: .zero, half)
    for zoom in Self.zooms where zoom < Self.detailed.lowerBound {
      var cutter = TileCutter(zoom: zoom, plane: plane, covering: square)
      for feature in overview { cutter.add(feature) }
      for (address, tile) in cutter.tiles { put(address, tile.encoded()) }
    }
    // From here on there is much to hold, so it is made block by block; a block is one tile of zoom 11.
    let blocks = TileCutter(zoom: Self.detailed.lowerBound - 1, plane: plane, covering: square)
    for row in blocks.rows {
      for column in blocks.columns {
        addBlock(TileAddress(zoom: blocks.zoom, x: column, y: row), of: region, overview, square, plane, put)
      }
    }
  }

  /// The zooms with houses and fields, which are not in the overview.
  private static let detailed = 12...14

  private func addBlock(
    _ block: TileAddress, of region: Region, _ overview: [Feature], _ square: Extent, _ plane: TownProjection,
    _ put: (TileAddress, [UInt8]) -> Void
  ) {
    let reach = plane.extent(of: block).expanded(by: 120)
    // Of the block, what tiles are made of: those of the farthest zoom reach farthest.
    let farthest = Self.detailed.lowerBound
    let far = block.tiles(at: farthest, among: TileCutter(zoom: farthest, plane: plane, covering: square))
    let tiled = plane.extent(of: far.first).union(plane.extent(of: far.last)).expanded(by: 120)
    let (fields, built) = region.detail(in: reach, fieldsIn: tiled)
    let all = [fields, overview, built].joined().filter { $0.extent.intersects(reach) }
    for zoom in Self.detailed {
      let tiles = block.tiles(at: zoom, among: TileCutter(zoom: zoom, plane: plane, covering: square))
      var cutter = TileCutter(
        zoom: zoom, plane: plane, columns: tiles.first.x...tiles.last.x, rows: tiles.first.y...tiles.last.y)
      for feature in all { cutter.add(feature) }
      for (address, tile) in cutter.tiles { put(address, tile.encoded()) }
    }
  }

  /// Writes ``archive()`` to `path`, whole or not at all: into a new file beside it, which then takes its name.
  ///
  /// - Throws: ``TownError/unwritable(path:reason:)``.
  package func write(to path: String) throws(TownError) {
    do {
      try Data(archive()).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .unwritable(path: path, reason: error.localizedDescription)
    }
  }

  private func summary() -> PMTilesWriter.Summary {
    let plane = TownProjection(latitude: latitude, longitude: longitude)
    let half = extent * 500
    let northWest = plane.degrees(PlanPoint(-half, -half))
    let southEast = plane.degrees(PlanPoint(half, half))
    let layers = TownLayer.allCases.map { layer in
      "{\"id\":\"\(layer.rawValue)\",\"fields\":{\(layer.fields.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ","))},"
        + "\"minzoom\":\(layer.firstZoom),\"maxzoom\":14}"
    }
    let metadata =
      "{\"name\":\"An invented town\",\"format\":\"pbf\",\"attribution\":\"Invented\",\"description\":\"seed \(seed)\","
      + "\"vector_layers\":[\(layers.joined(separator: ","))]}"
    return PMTilesWriter.Summary(
      zooms: Self.zooms, south: southEast.latitude, west: northWest.longitude, north: northWest.latitude, east: southEast.longitude,
      centerLatitude: latitude, centerLongitude: longitude, centerZoom: 14, metadata: metadata)
  }
}

extension TileAddress {
  /// The first and the last of the tiles in this one that are among those of `whole`.
  fileprivate func tiles(at zoom: Int, among whole: TileCutter) -> (first: TileAddress, last: TileAddress) {
    let shift = zoom - self.zoom
    return (
      TileAddress(zoom: zoom, x: max(whole.columns.lowerBound, x << shift), y: max(whole.rows.lowerBound, y << shift)),
      TileAddress(
        zoom: zoom, x: min(whole.columns.upperBound, (x + 1) << shift - 1), y: min(whole.rows.upperBound, (y + 1) << shift - 1))
    )
  }
}

extension TileCutter {
  /// All tiles of a zoom that the square touches.
  init(zoom: Int, plane: TownProjection, covering square: Extent) {
    let across = Double(1 << zoom)
    let (low, high) = (plane.world(square.low), plane.world(square.high))
    self.init(
      zoom: zoom, plane: plane, columns: Int((low.x * across).rounded(.down))...Int((high.x * across).rounded(.down)),
      rows: Int((low.y * across).rounded(.down))...Int((high.y * across).rounded(.down)))
  }
}

extension TownProjection {
  /// The ground of a tile, in the plan's metres.
  func extent(of tile: TileAddress) -> Extent {
    let side = 1 / Double(1 << tile.zoom)
    func spot(_ x: Int, _ y: Int) -> PlanPoint {
      PlanPoint((Double(x) * side - centerX) / scale, (Double(y) * side - centerY) / scale)
    }
    return Extent(low: spot(tile.x, tile.y), high: spot(tile.x + 1, tile.y + 1))
  }
}

extension TownLayer {
  /// The layer's attributes and their types, for the archive's metadata.
  fileprivate var fields: KeyValuePairs<String, String> {
    switch self {
    case .water, .park: ["class": "String"]
    case .waterway: ["class": "String", "name": "String"]
    case .landcover: ["class": "String", "subclass": "String"]
    case .landuse: ["class": "String"]
    case .boundary: ["admin_level": "Number", "maritime": "Number"]
    case .transportation:
      ["class": "String", "subclass": "String", "brunnel": "String", "layer": "Number", "oneway": "Number", "service": "String"]
    case .building: ["render_height": "Number"]
    case .transportationName: ["class": "String", "name": "String"]
    case .place: ["class": "String", "name": "String", "rank": "Number"]
    }
  }

  fileprivate var firstZoom: Int {
    switch self {
    case .boundary, .place, .waterway, .transportation: 4
    case .landuse: 6
    case .landcover: 7
    case .water: 8
    case .park: 9
    case .transportationName: 12
    case .building: 13
    }
  }
}
