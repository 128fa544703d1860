import CartoucheMaps
import CartoucheTestSupport

/// A feature of a tile in a form that tests compare and print.
struct TileFeature: Hashable {
  var id: UInt64?
  var kind: VectorFeature.Kind
  var parts: [[SIMD2<Int32>]]
  var properties: [String: TagValue]
}

extension VectorTile {
  /// The features of a tile's layer, of which there is only one.
  var features: [TileFeature] {
    layers.flatMap { layer in
      layer.features.map { feature in
        let tags = feature.tags.map { layer.tags[Int($0)] }
        return TileFeature(
          id: feature.id, kind: feature.kind,
          parts: feature.parts.map { Array(layer.vertices[Int(layer.partStart($0))..<Int(layer.partEnds[Int($0)])]) },
          properties: Dictionary(tags.map { (layer.keys[Int($0.x)], layer.values[Int($0.y)]) }) { $1 })
      }
    }
  }
}

extension GeoJSONSource {
  func features(_ zoom: Int, _ x: Int, _ y: Int) -> [TileFeature] {
    TileID(zoom: zoom, x: x, y: y).flatMap { tile($0) }?.features ?? []
  }

  convenience init(text: String, options: GeoJSONOptions = GeoJSONOptions()) {
    self.init(.text(text), name: "test", options: options)
  }

  /// The errors as texts.
  func errorTexts() -> [String] { takeErrors().map(\.description) }
}

extension GeoJSONOptions {
  /// Options that tests change.
  static func with(_ change: (inout GeoJSONOptions) -> Void) -> GeoJSONOptions {
    var options = GeoJSONOptions()
    change(&options)
    return options
  }
}

extension Coordinate {
  /// The coordinate of a position in a tile, in 1/8192 of its width.
  static func inTile(_ zoom: Int, _ x: Int, _ y: Int, at position: SIMD2<Double>) -> Coordinate {
    let unit = Double(MapPoint.worldSize >> Int64(zoom))
    let point = MapPoint(
      x: Int64((Double(x) + position.x / 8192) * unit), y: Int64((Double(y) + position.y / 8192) * unit))
    // Longitudes beyond the world's edge stay there.
    let latitude = Coordinate(MapPoint(x: 0, y: point.y))?.latitude ?? 0
    return Coordinate(latitude: latitude, longitude: Double(point.x) / Double(MapPoint.worldSize) * 360 - 180)
  }
}

/// Returns twice the signed area of a ring.
func doubledArea(_ ring: [SIMD2<Int32>]) -> Double {
  var area = 0.0
  for (index, vertex) in ring.enumerated() {
    let next = ring[(index + 1) % ring.count]
    area += Double(vertex.x) * Double(next.y) - Double(vertex.y) * Double(next.x)
  }
  return area
}
