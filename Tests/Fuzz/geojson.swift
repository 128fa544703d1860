import CartoucheMaps

/// Reads any bytes as GeoJSON, makes overlays and annotations of it, and cuts tiles of it: plain, clustered
/// and with line metrics.
///
/// The features of a tile are whole. Tiles are the same when they are cut again, and when the features are
/// added in a change. The input from 0xff on is read as a change.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let parts = UnsafeBufferPointer(start: start, count: count).split(separator: 0xff, maxSplits: 1).map { Array($0) }
  guard let text = parts.first else { return 0 }
  checkDecoded(text)
  for variant in 0..<3 {
    var options = GeoJSONOptions()
    switch variant {
    case 0: options.filter = "[\"!=\", [\"get\", \"a\"], 1]"
    case 1:
      options.isClustered = true
      options.clusterProperties = [GeoJSONClusterProperty(name: "a", map: "[\"get\", \"a\"]", operator: "+")]
    default: (options.hasLineMetrics, options.tolerance, options.generatesIDs, options.buffer) = (true, 0, true, 0)
    }
    let source = GeoJSONSource(.bytes(text), options: options)
    let errors = source.takeErrors()
    precondition(errors.count <= 20 && errors.allSatisfy { $0.line.map { $0 >= 1 } ?? true }, "errors without a place")
    check(source)
    let changed = GeoJSONSource(.features([]), options: options)
    changed.update(GeoJSONChanges(added: .bytes(text)))
    if parts.count > 1 {
      let update = GeoJSONFeatureUpdate(id: .text("a"), newGeometry: .collection([]), setProperties: ["a": .number(1)])
      changed.update(GeoJSONChanges(removed: [.number(1)], added: .bytes(parts[1]), updated: [update]))
      check(changed)
    } else if !text.contains(UInt8(ascii: "i")) {
      // Without IDs, no feature replaces another one.
      precondition(tiles(source) == tiles(changed), "added features have other tiles")
    }
  }
  return 0
}

/// Features that the decoder returns are decoded again without a change of their number, properties and IDs.
private func checkDecoded(_ text: [UInt8]) {
  var errors: [GeoJSONError] = []
  let features = GeoJSONDecoder().decode(.bytes(text)) { errors.append($0) }
  precondition(errors.count <= 20 && errors.allSatisfy { $0.line.map { $0 >= 1 } ?? false }, "errors without a place")
  let again = GeoJSONDecoder().decode(.features(features)) { preconditionFailure("a decoded feature is refused: \($0)") }
  precondition(again.map(\.properties) == features.map(\.properties) && again.map(\.id) == features.map(\.id))
  for feature in features { checkObjects(feature) }
}

/// A geometry has the overlays and annotations that its kind should have, and a collection those of its
/// members. Annotations are at the geometry's points.
private func checkObjects(_ feature: GeoJSONFeature) {
  let (overlays, annotations) = (feature.overlays, feature.annotations)
  for overlay in overlays {
    let bounds = overlay.boundingMapRect
    precondition(bounds.isEmpty || bounds.contains(bounds.center), "bounds without their center")
    precondition(overlay.coordinate.latitude.magnitude <= 90, "an overlay beyond a pole")
  }
  switch feature.geometry {
  case nil: precondition(overlays.isEmpty && annotations.isEmpty, "objects without a geometry")
  case .point(let point): precondition(overlays.isEmpty && annotations.map(\.coordinate) == [point])
  case .multiPoint(let points): precondition(overlays.isEmpty && annotations.map(\.coordinate) == points)
  case .lineString, .multiLineString, .polygon, .multiPolygon: precondition(overlays.count == 1 && annotations.isEmpty)
  case .collection(let members):
    let each = members.map { GeoJSONFeature(geometry: $0) }
    precondition(overlays.count == each.reduce(0) { $0 + $1.overlays.count }, "overlays of a collection")
    precondition(annotations.count == each.reduce(0) { $0 + $1.annotations.count }, "annotations of a collection")
    for member in each { checkObjects(member) }
  }
}

private let ids = [
  TileID(zoom: 0, x: 0, y: 0), TileID(zoom: 2, x: 3, y: 1), TileID(zoom: 5, x: 16, y: 15), TileID(zoom: 18, x: 131_072, y: 131_071),
]

private func tiles(_ source: GeoJSONSource) -> [[SIMD2<Int32>]] {
  ids.compactMap { $0.flatMap { source.tile($0) } }.map { $0.layers[0].vertices }
}

private func check(_ source: GeoJSONSource) {
  precondition(tiles(source) == tiles(source), "a tile is cut in two ways")
  _ = source.bounds
  for id in ids.compactMap({ $0 }) {
    guard let tile = source.tile(id) else { continue }
    precondition(tile.layers.count == 1 && !tile.layers[0].features.isEmpty, "an empty tile")
    let layer = tile.layers[0]
    var parts: Int32 = 0
    for feature in layer.features {
      precondition(feature.parts.lowerBound == parts && !feature.parts.isEmpty, "a feature without parts")
      parts = feature.parts.upperBound
      for part in feature.parts {
        let vertices = layer.vertices[Int(layer.partStart(part))..<Int(layer.partEnds[Int(part)])]
        precondition(vertices.count >= (feature.kind == .point ? 1 : feature.kind == .line ? 2 : 3), "a part has too few vertices")
        for vertex in vertices {
          precondition(
            vertex.x >= -8192 && vertex.x <= 16_384 && vertex.y >= -8192 && vertex.y <= 16_384, "a vertex outside of the buffer")
          precondition(vertex.x >= feature.bounds.minX && vertex.y <= feature.bounds.maxY, "a vertex outside of the bounds")
        }
      }
      for tag in feature.tags {
        precondition(Int(layer.tags[Int(tag)].x) < layer.keys.count && Int(layer.tags[Int(tag)].y) < layer.values.count)
      }
    }
    precondition(Int(parts) == layer.partEnds.count)
    if let reader = LayerFeature(layer, keys: PropertyKeys(), tile: id) { _ = reader.properties }
  }
}
