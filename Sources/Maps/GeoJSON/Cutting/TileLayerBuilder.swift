/// Builds the layer of a tile from features of tables.
struct TileLayerBuilder {
  /// log₂ of the width of a tile in the units of its vertices.
  static let extentBits = 13
  static let layerName = "geojson"

  private(set) var layer = VectorLayer(name: layerName, extentBits: extentBits)
  private let origin: MapPoint
  /// log₂ of the unit of the tile's vertices, in units of ``MapPoint``.
  private let shift: Int64
  private var keyIndices: [String: Int] = [:]
  /// For each key and value of the current table, its index in the layer, or −1.
  private var tableKeys: [Int32] = []
  private var tableValues: [Int32] = []
  private var firstPart = 0
  private var firstTag = 0
  private var bounds: TileRect?

  init(_ id: TileID) {
    origin = id.origin
    shift = Int64(41 - Self.extentBits - id.zoom)
  }

  // MARK: Geometry

  private func unit(_ value: Int64, _ origin: Int64) -> Int32 { Int32(clamping: (value - origin + (1 << (shift - 1))) >> shift) }

  private var partStart: Int { layer.partEnds.last.map { Int($0) } ?? 0 }

  /// Adds a vertex to the current part. One that is equal to the previous vertex after rounding is left out.
  mutating func addVertex(x: Int64, y: Int64) {
    let vertex = SIMD2(unit(x, origin.x), unit(y, origin.y))
    if layer.vertices.count > partStart, layer.vertices[layer.vertices.count - 1] == vertex { return }
    layer.vertices.append(vertex)
  }

  /// Ends a part, and returns whether it is large enough to remain.
  @discardableResult
  mutating func endPart(_ kind: VectorFeature.Kind, isHole: Bool = false) -> Bool {
    let start = partStart
    if kind == .polygon, layer.vertices.count - start > 1, layer.vertices[layer.vertices.count - 1] == layer.vertices[start] {
      layer.vertices.removeLast()
    }
    guard layer.vertices.count - start > (kind == .point ? 0 : kind == .line ? 1 : 2) else {
      layer.vertices.removeSubrange(start...)
      return false
    }
    if kind == .polygon {
      let area = RingWinding.doubledArea(layer.vertices[start...])
      // The first vertex remains the first, so that a dashed outline starts at the same vertex.
      if isHole ? area > 0 : area < 0 { layer.vertices[(start + 1)...].reverse() }
    }
    var box = bounds ?? TileRect(minX: .max, minY: .max, maxX: .min, maxY: .min)
    for vertex in layer.vertices[start...] {
      (box.minX, box.maxX) = (min(box.minX, vertex.x), max(box.maxX, vertex.x))
      (box.minY, box.maxY) = (min(box.minY, vertex.y), max(box.maxY, vertex.y))
    }
    bounds = box
    layer.partEnds.append(Int32(truncatingIfNeeded: layer.vertices.count))
    return true
  }

  /// Whether the current feature has a part.
  var hasGeometry: Bool { layer.partEnds.count > firstPart }

  /// Ends a feature. One without parts is left out.
  mutating func endFeature(_ kind: VectorFeature.Kind, id: UInt64?) {
    if let bounds, hasGeometry {
      layer.features.append(
        VectorFeature(
          id: id, kind: kind, parts: Int32(truncatingIfNeeded: firstPart)..<Int32(truncatingIfNeeded: layer.partEnds.count),
          tags: Int32(truncatingIfNeeded: firstTag)..<Int32(truncatingIfNeeded: layer.tags.count), bounds: bounds))
    }
    (firstPart, firstTag, bounds) = (layer.partEnds.count, layer.tags.count, nil)
  }

  // MARK: Tags

  /// Prepares for features of a table.
  mutating func begin(_ table: GeoJSONTable) {
    tableKeys = Array(repeating: -1, count: table.keys.count)
    tableValues = Array(repeating: -1, count: table.values.count)
  }

  /// Adds the properties of a feature of the current table.
  mutating func addTags(_ table: GeoJSONTable, _ feature: GeoJSONTable.Feature) {
    for index in feature.tags {
      let tag = table.tags[index]
      let (key, value) = (Int(tag.x), Int(tag.y))
      if tableKeys[key] < 0 { tableKeys[key] = Int32(truncatingIfNeeded: self.index(ofKey: table.keys[key])) }
      if tableValues[value] < 0 {
        tableValues[value] = Int32(truncatingIfNeeded: layer.values.count)
        layer.values.append(table.values[value])
      }
      layer.tags.append(SIMD2(UInt32(bitPattern: tableKeys[key]), UInt32(bitPattern: tableValues[value])))
    }
  }

  mutating func addTag(_ name: String, _ value: TagValue) {
    let key = index(ofKey: name)
    layer.tags.append(SIMD2(UInt32(truncatingIfNeeded: key), UInt32(truncatingIfNeeded: layer.values.count)))
    layer.values.append(value)
  }

  private mutating func index(ofKey name: String) -> Int {
    if let index = keyIndices[name], layer.keys[index].isIdentical(to: name) { return index }
    if keyIndices[name] == nil { keyIndices[name] = layer.keys.count }
    layer.keys.append(name)
    return layer.keys.count - 1
  }
}
