/// A feature that is being read, before it is added to a ``GeoJSONTable``. One draft serves all features of
/// a file, one after the other.
struct FeatureDraft {
  struct Shape {
    var kind: VectorFeature.Kind
    /// Whether the type of the geometry has several points, lines or polygons, although there may be only
    /// one.
    var isMulti: Bool
    var parts: Range<Int>
  }

  var id: GeoJSONIdentifier?
  var properties: [(name: String, value: TagValue)] = []
  private(set) var shapes: [Shape] = []
  private(set) var parts: [(end: Int, isHole: Bool)] = []
  private(set) var vertices: [MapPoint] = []
  private var firstPart = 0

  /// The maximum number of properties, with two for line metrics.
  static let longestTagList = VectorFeature.maximumTagCount - 2

  /// The maximum depth of geometry collections in each other.
  static let collectionDepthLimit = 16
  static let tooDeep = "geometry collections are nested deeper than \(collectionDepthLimit)"
  /// The depth of arrays and objects in a property. Deeper ones are null.
  static let propertyDepthLimit = 100

  mutating func reset() {
    id = nil
    properties.removeAll(keepingCapacity: true)
    removeGeometry()
  }

  mutating func removeGeometry() {
    shapes.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    vertices.removeAll(keepingCapacity: true)
    firstPart = 0
  }

  // MARK: Geometry

  mutating func addVertex(_ point: MapPoint) { vertices.append(point) }

  private var partStart: Int { parts.last?.end ?? 0 }

  /// Ends the points of a shape; each vertex since the last part is one.
  mutating func endPoints() {
    for index in partStart..<vertices.count { parts.append((index + 1, false)) }
  }

  /// Ends a line.
  mutating func endLine() throws(FeatureFault) {
    guard vertices.count != partStart else { return }
    guard vertices.count - partStart > 1 else { throw FeatureFault("a line has only one position") }
    parts.append((vertices.count, false))
  }

  /// Ends a ring, whose last position repeats the first, or does not.
  mutating func endRing(isHole: Bool) throws(FeatureFault) {
    let start = partStart
    guard vertices.count != start else { return }
    if vertices.count - start > 1, vertices[vertices.count - 1] == vertices[start] { vertices.removeLast() }
    guard vertices.count - start > 2 else { throw FeatureFault("a ring has fewer than three corners") }
    parts.append((vertices.count, isHole))
  }

  /// Ends a shape. One without parts is none.
  mutating func endShape(_ kind: VectorFeature.Kind, isMulti: Bool) {
    if parts.count > firstPart { shapes.append(Shape(kind: kind, isMulti: isMulti, parts: firstPart..<parts.count)) }
    firstPart = parts.count
  }

  func vertexRange(ofPart part: Int) -> Range<Int> { (part == 0 ? 0 : parts[part - 1].end)..<parts[part].end }

  /// Adds a part that is valid.
  mutating func addPart(_ points: ArraySlice<MapPoint>, isHole: Bool) {
    vertices += points
    parts.append((vertices.count, isHole))
  }

  /// Returns the point on the map of a position in degrees.
  ///
  /// A latitude beyond the map is clamped to its edge. A longitude beyond ±180° is in another copy of the
  /// world, and is clamped to ±1260°.
  static func point(longitude: Double, latitude: Double) -> MapPoint {
    let size = Double(MapPoint.worldSize)
    let x = ElementaryFunctions.nearest((min(max(longitude, -1260), 1260) / 360 + 0.5) * size)
    return MapPoint(x: x, y: MapPoint(clamping: Coordinate(latitude: latitude, longitude: 0)).y)
  }
}

// Features that a program made.
extension FeatureDraft {
  mutating func set(_ feature: GeoJSONFeature) throws(FeatureFault) {
    reset()
    id = feature.id
    if case .number(let number) = feature.id, !number.isFinite { throw FeatureFault("its ID is not a finite number") }
    for name in feature.properties.keys.sorted() { properties.append((name, TagValue(feature.properties[name] ?? .null))) }
    if let geometry = feature.geometry { try set(geometry) }
  }

  mutating func set(_ geometry: GeoJSONGeometry) throws(FeatureFault) {
    removeGeometry()
    try add(geometry, depth: 0)
  }

  private mutating func add(_ geometry: GeoJSONGeometry, depth: Int) throws(FeatureFault) {
    switch geometry {
    case .point(let point):
      try add([point])
      endPoints()
      endShape(.point, isMulti: false)
    case .multiPoint(let points):
      try add(points)
      endPoints()
      endShape(.point, isMulti: true)
    case .lineString(let line):
      try add(line)
      try endLine()
      endShape(.line, isMulti: false)
    case .multiLineString(let lines):
      for line in lines {
        try add(line)
        try endLine()
      }
      endShape(.line, isMulti: true)
    case .polygon(let rings):
      try add(polygon: rings)
      endShape(.polygon, isMulti: false)
    case .multiPolygon(let polygons):
      for polygon in polygons { try add(polygon: polygon) }
      endShape(.polygon, isMulti: true)
    case .collection(let geometries):
      guard depth < Self.collectionDepthLimit else { throw FeatureFault(Self.tooDeep) }
      for geometry in geometries { try add(geometry, depth: depth + 1) }
    }
  }

  private mutating func add(polygon rings: [[Coordinate]]) throws(FeatureFault) {
    for (index, ring) in rings.enumerated() {
      try add(ring)
      try endRing(isHole: index > 0)
    }
  }

  private mutating func add(_ coordinates: [Coordinate]) throws(FeatureFault) {
    for coordinate in coordinates {
      guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else {
        throw FeatureFault("a coordinate is not a finite number")
      }
      addVertex(Self.point(longitude: coordinate.longitude, latitude: coordinate.latitude))
    }
  }
}

extension TagValue {
  init(_ value: GeoJSONValue) {
    switch value {
    case .null: self = .null
    case .boolean(let boolean): self = .flag(boolean)
    case .number(let number): self = number.isFinite ? .number(number) : .null
    case .text(let text): self = .string(text)
    case .array, .object: self = .json(value.node(depth: 0).text)
    }
  }
}

extension GeoJSONValue {
  /// The value as JSON. What is nested too deep is null.
  fileprivate func node(depth: Int) -> JSONNode {
    guard depth < FeatureDraft.propertyDepthLimit else { return JSONNode(.null) }
    switch self {
    case .null: return JSONNode(.null)
    case .boolean(let boolean): return JSONNode(.boolean(boolean))
    case .number(let number): return JSONNode(number.isFinite ? .number(number) : .null)
    case .text(let text): return JSONNode(.string(text))
    case .array(let items): return JSONNode(.array(items.map { $0.node(depth: depth + 1) }))
    case .object(let members):
      var object = JSONObject()
      for name in members.keys.sorted() { object.set(name, to: (members[name] ?? .null).node(depth: depth + 1)) }
      return JSONNode(.object(object))
    }
  }
}
