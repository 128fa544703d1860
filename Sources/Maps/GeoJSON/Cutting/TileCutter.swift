/// Cuts a tile from the features of tables.
struct TileCutter {
  private let id: TileID
  private let rules: GeoJSONRules
  private let square: InclusiveBox
  private var builder: TileLayerBuilder
  private var clipper: TileClipper

  /// A shape in a copy of the world.
  private struct Hit {
    var order: Int64
    var entry: Int32
    var shape: Int32
    /// The offset in worlds that moves the shape to the tile.
    var copy: Int32
    var isWithin: Bool
  }

  init(_ id: TileID, _ rules: GeoJSONRules) {
    (self.id, self.rules) = (id, rules)
    let buffer = rules.options.bufferUnits << Int64(41 - TileLayerBuilder.extentBits - id.zoom)
    square = InclusiveBox(
      minX: id.origin.x - buffer, minY: id.origin.y - buffer, maxX: id.origin.x + id.size + buffer,
      maxY: id.origin.y + id.size + buffer)
    builder = TileLayerBuilder(id)
    clipper = TileClipper(square)
  }

  /// Returns the tile; nil if nothing is in it.
  mutating func tile(of entries: [TableEntry]) -> VectorTile? {
    var hits = hits(in: entries)
    // Tables follow each other in drawing order until features are changed.
    let isSorted = zip(hits, hits.dropFirst()).allSatisfy { $0.order <= $1.order }
    if !isSorted { hits.sort { ($0.order, $0.shape, $0.copy) < ($1.order, $1.shape, $1.copy) } }
    var current: Int32 = -1
    for hit in hits {
      let table = entries[Int(hit.entry)].table
      if hit.entry != current {
        builder.begin(table)
        current = hit.entry
      }
      add(hit, of: table)
    }
    return builder.layer.features.isEmpty ? nil : VectorTile(layers: [builder.layer])
  }

  private func hits(in entries: [TableEntry]) -> [Hit] {
    var hits: [Hit] = []
    for (number, entry) in entries.enumerated() {
      let table = entry.table
      // The upper bits are the index of the shape, so that sorting these numbers is sorting the shapes.
      var found: [UInt64] = []
      for copy in 0..<3 {
        let offset = Int64(copy - 1) * MapPoint.worldSize
        let box = InclusiveBox(minX: square.minX - offset, minY: square.minY, maxX: square.maxX - offset, maxY: square.maxY)
        table.index.forEach(meeting: box) { shape, isWithin in
          found.append(UInt64(UInt32(bitPattern: shape)) << 8 | UInt64(copy) << 1 | (isWithin ? 1 : 0))
        }
      }
      found.sort()
      for code in found {
        let shape = Int(code >> 8)
        let feature = Int(table.shapes[shape].feature)
        if entry.isRemoved(feature) { continue }
        hits.append(
          Hit(
            order: table.features[feature].order, entry: Int32(truncatingIfNeeded: number), shape: Int32(truncatingIfNeeded: shape),
            copy: Int32(truncatingIfNeeded: code >> 1 & 3) - 1, isWithin: code & 1 != 0))
      }
    }
    return hits
  }

  private mutating func add(_ hit: Hit, of table: GeoJSONTable) {
    let shape = table.shapes[Int(hit.shape)]
    let feature = table.features[Int(shape.feature)]
    let offset = Int64(hit.copy) * MapPoint.worldSize
    let id = rules.id(of: feature, in: table)
    switch shape.kind {
    case .point: addPoints(shape, of: table, offset)
    case .line where rules.options.hasLineMetrics:
      for part in shape.parts { addMeasuredLine(part, of: table, offset, feature, id) }
      return
    case .line: for part in shape.parts { addLine(part, of: table, offset, isWithin: hit.isWithin) }
    case .polygon: addRings(shape, of: table, offset, isWithin: hit.isWithin)
    }
    if builder.hasGeometry { builder.addTags(table, feature) }
    builder.endFeature(shape.kind, id: id)
  }

  // MARK: Geometry

  private mutating func addPoints(_ shape: GeoJSONTable.Shape, of table: GeoJSONTable, _ offset: Int64) {
    for part in shape.parts {
      for point in table.vertices[table.vertexRange(ofPart: part)] {
        let x = point.x + offset
        guard x >= square.minX, x <= square.maxX, point.y >= square.minY, point.y <= square.maxY else { continue }
        builder.addVertex(x: x, y: point.y)
        builder.endPart(.point)
      }
    }
  }

  /// Whether a line or ring is too small to be seen at the tile's zoom.
  private func isTiny(_ part: Int, of table: GeoJSONTable) -> Bool {
    Int(table.partLevels[part] & ~GeoJSONTable.holeFlag) > id.zoom
  }

  /// Adds the vertices of a part that the tile's zoom needs to the builder if the part is within the
  /// square, else to the clipper.
  private mutating func take(_ part: Int, of table: GeoJSONTable, _ offset: Int64, isWithin: Bool) {
    let range = table.vertexRange(ofPart: part)
    let zoom = UInt8(truncatingIfNeeded: id.zoom)
    let (vertices, levels) = (table.vertices, table.vertexLevels)
    if !isWithin { clipper.vertices.removeAll(keepingCapacity: true) }
    for index in range where levels[index] <= zoom {
      let point = vertices[index]
      if isWithin {
        builder.addVertex(x: point.x + offset, y: point.y)
      } else {
        clipper.vertices.append(TileClipper.Vertex(along: point.x + offset, across: point.y, distance: 0))
      }
    }
  }

  private mutating func addLine(_ part: Int, of table: GeoJSONTable, _ offset: Int64, isWithin: Bool) {
    if isTiny(part, of: table) { return }
    take(part, of: table, offset, isWithin: isWithin)
    if isWithin {
      builder.endPart(.line)
    } else {
      clipper.clipLine()
      var start = 0
      for end in clipper.ends {
        for vertex in clipper.vertices[start..<end] { builder.addVertex(x: vertex.along, y: vertex.across) }
        builder.endPart(.line)
        start = end
      }
    }
  }

  private mutating func addRings(_ shape: GeoJSONTable.Shape, of table: GeoJSONTable, _ offset: Int64, isWithin: Bool) {
    var hasExterior = false
    for part in shape.parts {
      let isHole = table.isHole(part)
      if !isHole { hasExterior = false }
      if isTiny(part, of: table) || isHole && !hasExterior { continue }
      take(part, of: table, offset, isWithin: isWithin)
      if !isWithin {
        clipper.clipRing()
        for vertex in clipper.vertices { builder.addVertex(x: vertex.along, y: vertex.across) }
      }
      let remains = builder.endPart(.polygon, isHole: isHole)
      if !isHole { hasExterior = remains }
    }
  }

  /// Adds each piece of a line as a feature with its start and end, as fractions of the whole line's
  /// length.
  private mutating func addMeasuredLine(
    _ part: Int, of table: GeoJSONTable, _ offset: Int64, _ feature: GeoJSONTable.Feature, _ id: UInt64?
  ) {
    if isTiny(part, of: table) { return }
    clipper.vertices.removeAll(keepingCapacity: true)
    let range = table.vertexRange(ofPart: part)
    let zoom = UInt8(truncatingIfNeeded: self.id.zoom)
    var length = 0.0
    let (vertices, levels) = (table.vertices, table.vertexLevels)
    var previous = vertices[range.lowerBound]
    for index in range {
      let point = vertices[index]
      // The length is that of the original line, so that a color is at the same place at all zooms.
      let (dx, dy) = (Double(point.x - previous.x), Double(point.y - previous.y))
      length += (dx * dx + dy * dy).squareRoot()
      previous = point
      if levels[index] <= zoom {
        clipper.vertices.append(TileClipper.Vertex(along: point.x + offset, across: point.y, distance: length))
      }
    }
    guard length > 0 else { return }
    clipper.clipLine()
    var start = 0
    for end in clipper.ends {
      for vertex in clipper.vertices[start..<end] { builder.addVertex(x: vertex.along, y: vertex.across) }
      if builder.endPart(.line) {
        builder.addTags(table, feature)
        builder.addTag("mapbox_clip_start", .number(clipper.vertices[start].distance / length))
        builder.addTag("mapbox_clip_end", .number(clipper.vertices[end - 1].distance / length))
      }
      builder.endFeature(.line, id: id)
      start = end
    }
  }
}
