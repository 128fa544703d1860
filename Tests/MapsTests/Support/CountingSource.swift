import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Synchronization

/// A source that makes its tiles, and counts how often each is read.
final class CountingSource: TileSource {
  let name: String
  let zoomRange: ClosedRange<Int>
  let tileFormat: TileFormat
  let bounds: MapRect?
  let vectorLayers: [String]
  private let make: @Sendable (TileID) throws -> [UInt8]?
  private let counts = Mutex([TileID: Int]())

  init(
    _ zoomRange: ClosedRange<Int>, name: String = "counting", format: TileFormat = .vector, bounds: MapRect? = nil,
    layers: [String] = [],
    _ make: @escaping @Sendable (TileID) throws -> [UInt8]?
  ) {
    (self.name, self.zoomRange, tileFormat, self.bounds) = (name, zoomRange, format, bounds)
    (vectorLayers, self.make) = (layers, make)
  }

  func tile(_ id: TileID) throws(TileError) -> [UInt8]? {
    counts.withLock { $0[id, default: 0] += 1 }
    do {
      return try make(id)
    } catch {
      throw .brokenTile(file: name, tile: id, reason: "\(error)")
    }
  }

  /// The tiles that were read, with how often.
  var reads: [TileID: Int] { counts.withLock { $0 } }
  /// How often tiles were read.
  var readCount: Int { reads.values.reduce(0, +) }
  /// The number of tiles that were read more than once.
  var rereadCount: Int { reads.values.count { $0 > 1 } }
}

extension CountingSource {
  /// A source of an invented town: land everywhere, and on it random areas, lines and points.
  static func town(_ zoomRange: ClosedRange<Int> = 12...16, name: String = "town", seed: UInt64 = 1) -> CountingSource {
    CountingSource(zoomRange, name: name) { id in
      var random = SplitMix64(seed: seed &+ UInt64(id.zoom) << 56 &+ UInt64(id.x) << 28 &+ UInt64(id.y))
      func vertex() -> SIMD2<Int> { SIMD2(random.int(in: -100...4196), random.int(in: -100...4196)) }
      var maker = TileMaker()
      maker.add(.polygon, [.square(SIMD2(-64, -64), 4224)], to: "land")
      for index in 0..<8 {
        let tags = [("class", ["a", "b", "c"][index % 3]), ("size", "\(index % 4 + 1)")]
        maker.add(.polygon, [.square(vertex(), random.int(in: 100...900))], to: "areas", id: UInt64(index + 1), tags: tags)
        maker.add(.line, [(0..<4).map { _ in vertex() }], to: "lines", id: UInt64(index + 1), tags: tags)
        maker.add(.point, [[vertex()]], to: "points", id: UInt64(index + 1), tags: tags)
      }
      return maker.bytes()
    }
  }
}

extension [SIMD2<Int>] {
  /// Returns an exterior ring.
  static func square(_ corner: SIMD2<Int>, _ size: Int) -> [SIMD2<Int>] {
    [corner, SIMD2(corner.x + size, corner.y), SIMD2(corner.x + size, corner.y + size), SIMD2(corner.x, corner.y + size)]
  }
}

extension MapStyle {
  /// A style for the invented town, whose properties depend on features and the zoom.
  static var town: MapStyle {
    let color = PropertyValue.expression(##"["match", ["get", "class"], "a", "#ff0000", "b", "#00a000", "#0000ff"]"##)
    let size = #"["to-number", ["get", "size"]]"#
    return MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xff00ff]),
      StyleLayer("land", kind: .fill, sourceLayer: "land", properties: [.fillColor: 0xf0f0e0]),
      StyleLayer("areas", kind: .fill, sourceLayer: "areas", properties: [.fillColor: color, .fillOpacity: 0.5]),
      StyleLayer(
        "lines", kind: .line, sourceLayer: "lines",
        properties: [
          .lineColor: color,
          .lineWidth: .expression(#"["interpolate", ["linear"], ["zoom"], 12, 1, 16, ["*", 3, \#(size)]]"#),
        ]),
      StyleLayer(
        "points", kind: .circle, sourceLayer: "points",
        properties: [
          .circleColor: color, .circleRadius: .expression(#"["*", 8, \#(size)]"#), .circleStrokeWidth: 2,
          .circleStrokeColor: 0xffffff,
        ]),
    ])
  }

  /// A style of a single color for each kind of feature of the invented town.
  static func plainTown(_ color: Color) -> MapStyle {
    var style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xff00ff]),
      StyleLayer("land", kind: .fill, sourceLayer: "land", properties: [.fillColor: .color(color)]),
    ])
    style.transition = .none
    return style
  }
}

extension TileID {
  /// The map point at a position in the tile, in 1/4096 of its width.
  func point(_ x: Int, _ y: Int) -> MapPoint {
    MapPoint(x: origin.x + size / 4096 * Int64(x), y: origin.y + size / 4096 * Int64(y))
  }
}
