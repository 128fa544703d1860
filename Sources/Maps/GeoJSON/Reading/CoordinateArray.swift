/// The `coordinates` of a geometry, which are positions in nested arrays.
///
/// The type of the geometry may be known only later, so the arrays are kept as they are.
struct CoordinateArray {
  private(set) var points: [MapPoint] = []
  /// The ends in `points` of the arrays that contain positions.
  private(set) var lineEnds: [Int] = []
  /// The ends in `lineEnds` of the arrays that contain those.
  private(set) var polygonEnds: [Int] = []
  /// The depth at which arrays are positions: 1 for a point; nil if there is no position.
  private(set) var positionDepth: Int?
  private(set) var fault: FeatureFault?

  private var depth = 0
  private var (longitude, latitude) = (0.0, 0.0)
  /// The number of numbers in the current position.
  private var numberCount = 0
  private var isInPosition = false

  mutating func reset() {
    points.removeAll(keepingCapacity: true)
    lineEnds.removeAll(keepingCapacity: true)
    polygonEnds.removeAll(keepingCapacity: true)
    (positionDepth, fault) = (nil, nil)
    (depth, numberCount, isInPosition) = (0, 0, false)
  }

  /// Takes an event of the value.
  ///
  /// - Returns: Whether the value has ended.
  mutating func take(_ event: JSONEvent) -> Bool {
    switch event {
    case .beginArray: begin()
    case .endArray: end()
    case .beginObject:
      fail("a coordinate is not a number")
      depth += 1
    case .endObject: depth -= 1
    case .number(let number): take(number)
    case .key: return false
    case .null where depth == 0: break
    case .null, .boolean, .string: fail(depth == 0 ? "its coordinates are not an array" : "a coordinate is not a number")
    }
    return depth == 0
  }

  private mutating func fail(_ reason: String) {
    if fault == nil { fault = FeatureFault(reason) }
  }

  private mutating func begin() {
    depth += 1
    if isInPosition { fail(Self.mixed) }
    numberCount = 0
  }

  private mutating func take(_ number: Double) {
    guard depth > 0 else { return fail("its coordinates are not an array") }
    if !isInPosition {
      if let positionDepth, positionDepth != depth { return fail(Self.mixed) }
      (positionDepth, isInPosition) = (depth, true)
    }
    // Further numbers are heights.
    if numberCount == 0 { longitude = number } else if numberCount == 1 { latitude = number }
    numberCount += 1
  }

  private mutating func end() {
    defer { depth -= 1 }
    guard let positionDepth else { return }
    switch positionDepth - depth {
    case 0:
      guard isInPosition, numberCount > 1 else {
        isInPosition = false
        return fail("a position has fewer than two numbers")
      }
      isInPosition = false
      if fault == nil { points.append(FeatureDraft.point(longitude: longitude, latitude: latitude)) }
    case 1: lineEnds.append(points.count)
    case 2: polygonEnds.append(lineEnds.count)
    case 3: break
    default: fail(Self.mixed)
    }
  }

  private static let mixed = "its coordinates are nested unevenly"

  /// Adds the geometry of a type to a feature.
  func addGeometry(type: String, to draft: inout FeatureDraft) throws(FeatureFault) {
    guard let expected = Self.depths[type] else { throw FeatureFault("its geometry has the unknown type \"\(type.prefix(40))\"") }
    if let fault { throw fault }
    guard let positionDepth else { return }
    guard positionDepth == expected else { throw FeatureFault("its coordinates are not nested as those of a \(type)") }
    let isMulti = type.hasPrefix("Multi")
    switch type {
    case "Point", "MultiPoint":
      for point in points { draft.addVertex(point) }
      draft.endPoints()
      draft.endShape(.point, isMulti: isMulti)
    case "LineString", "MultiLineString":
      try addLines { _, draft throws(FeatureFault) in try draft.endLine() }
      draft.endShape(.line, isMulti: isMulti)
    default:
      // A polygon has no array of polygons around it.
      var polygon = 0
      var firstRing = 0
      try addLines { ring, draft throws(FeatureFault) in
        while polygon < polygonEnds.count, polygonEnds[polygon] <= ring {
          (firstRing, polygon) = (polygonEnds[polygon], polygon + 1)
        }
        try draft.endRing(isHole: ring > firstRing)
      }
      draft.endShape(.polygon, isMulti: isMulti)
    }

    func addLines(_ end: (Int, inout FeatureDraft) throws(FeatureFault) -> Void) throws(FeatureFault) {
      var start = 0
      for (line, lineEnd) in lineEnds.enumerated() {
        for point in points[start..<lineEnd] { draft.addVertex(point) }
        start = lineEnd
        try end(line, &draft)
      }
    }
  }

  private static let depths = [
    "Point": 1, "MultiPoint": 2, "LineString": 2, "MultiLineString": 3, "Polygon": 3, "MultiPolygon": 4,
  ]
}
