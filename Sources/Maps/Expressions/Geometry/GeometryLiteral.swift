/// Points, lines and polygons that a style gives as GeoJSON, in degrees: x is the longitude, y the latitude.
struct GeometryLiteral: Sendable {
  var points: [SIMD2<Double>] = []
  var lines: [[SIMD2<Double>]] = []
  /// The rings of each polygon.
  var polygons: [[[SIMD2<Double>]]] = []

  /// Reads a geometry, a feature or a collection of features; nil if the JSON is none of these.
  init?(_ node: JSONNode) {
    guard let object = node.object else { return nil }
    switch object["type"]?.string {
    case "FeatureCollection":
      guard let features = object["features"]?.array else { return nil }
      for feature in features {
        guard let geometry = feature.object?["geometry"] else { return nil }
        guard add(geometry) else { return nil }
      }
    case "Feature":
      guard let geometry = object["geometry"], add(geometry) else { return nil }
    default:
      guard add(node) else { return nil }
    }
  }

  private mutating func add(_ node: JSONNode) -> Bool {
    guard let object = node.object, let coordinates = object["coordinates"] else { return false }
    switch object["type"]?.string {
    case "Point": return append(Self.point(coordinates), to: \.points)
    case "MultiPoint": return append(all: Self.list(coordinates, Self.point), to: \.points)
    case "LineString": return append(Self.line(coordinates), to: \.lines)
    case "MultiLineString": return append(all: Self.list(coordinates, Self.line), to: \.lines)
    case "Polygon": return append(Self.polygon(coordinates), to: \.polygons)
    case "MultiPolygon": return append(all: Self.list(coordinates, Self.polygon), to: \.polygons)
    default: return false
    }
  }

  private mutating func append<Part>(_ part: Part?, to list: WritableKeyPath<Self, [Part]>) -> Bool {
    guard let part else { return false }
    self[keyPath: list].append(part)
    return true
  }

  private mutating func append<Part>(all parts: [Part]?, to list: WritableKeyPath<Self, [Part]>) -> Bool {
    guard let parts else { return false }
    self[keyPath: list] += parts
    return true
  }

  private static func point(_ node: JSONNode) -> SIMD2<Double>? {
    guard let numbers = node.array, numbers.count >= 2, let x = numbers[0].number, let y = numbers[1].number else { return nil }
    return SIMD2(x, y)
  }

  private static func list<Part>(_ node: JSONNode, _ part: (JSONNode) -> Part?) -> [Part]? {
    guard let nodes = node.array else { return nil }
    let parts = nodes.compactMap(part)
    return parts.count == nodes.count ? parts : nil
  }

  private static func line(_ node: JSONNode) -> [SIMD2<Double>]? { list(node, point) }

  private static func polygon(_ node: JSONNode) -> [[SIMD2<Double>]]? { list(node, line) }
}

/// Degrees and positions in the map's square, which has its northwest corner at (0, 0) and a width of 1.
package enum MercatorSquare {
  package static func position(_ degrees: SIMD2<Double>) -> SIMD2<Double> {
    let pi = ElementaryFunctions.pi
    let angle = pi / 4 + degrees.y * pi / 360
    let north = ElementaryFunctions.logarithm(ElementaryFunctions.tangent(angle)) * 180 / pi
    return SIMD2((180 + degrees.x) / 360, (180 - north) / 360)
  }

  static func degrees(_ position: SIMD2<Double>) -> SIMD2<Double> {
    let pi = ElementaryFunctions.pi
    let north = ElementaryFunctions.exponential((180 - position.y * 360) * pi / 180)
    return SIMD2(position.x * 360 - 180, ElementaryFunctions.arctangent(north) * 360 / pi - 90)
  }
}
