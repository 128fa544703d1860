/// How a ``GeoJSONSource`` cuts its features into tiles. The names and defaults are those of the MapLibre
/// style specification.
public struct GeoJSONOptions: Sendable {
  /// The lowest zoom with tiles.
  public var minimumZoom = 0
  /// The highest zoom with tiles. Its tiles have all vertices, and are enlarged at higher zooms.
  public var maximumZoom = 18
  /// The width of the margin around a tile, in 1/512 of the tile, from 0 to 512. Features are cut at its
  /// edge.
  public var buffer = 128.0
  /// The distance by which a simplified line may differ from the original, in 1/512 of the tile.
  public var tolerance = 0.375
  /// Whether points that are close together are shown as clusters. A clustered source shows points only.
  public var isClustered = false
  /// The distance within which points form a cluster, in 1/512 of the tile.
  public var clusterRadius = 50.0
  /// The highest zoom with clusters. The default is one less than ``maximumZoom``.
  public var clusterMaximumZoom: Int?
  /// The minimum number of points in a cluster.
  public var clusterMinimumPoints = 2
  /// The properties of clusters that are computed from their points.
  public var clusterProperties: [GeoJSONClusterProperty] = []
  /// Whether each line has the properties `mapbox_clip_start` and `mapbox_clip_end`, which gradients need.
  public var hasLineMetrics = false
  /// Whether the features' IDs are their indices, in place of those of the data.
  public var generatesIDs = false
  /// The name of the property that identifies a feature, in place of the feature's own ID.
  public var promoteID: String?
  /// A filter of the style specification, as JSON. Features that do not pass it are not shown.
  public var filter: String?
  /// The text that credits the makers of the data.
  public var attribution = ""

  /// Creates the default options.
  public init() {}

  /// The zooms with tiles, within 0 … ``TileID/maximumZoom``.
  var zoomRange: ClosedRange<Int> {
    let highest = min(max(maximumZoom, 0), TileID.maximumZoom)
    return min(max(minimumZoom, 0), highest)...highest
  }

  /// The buffer in units of ``VectorLayer/vertices``, of which a tile is 2^13 wide.
  var bufferUnits: Int64 { ElementaryFunctions.nearest(min(max(buffer, 0), 512) * 16) }

  /// The tolerance in units of ``VectorLayer/vertices``, at most the width of a tile.
  var toleranceUnits: Double { min(max(tolerance, 0), 512) * 16 }

  var highestClusterZoom: Int { min(max(clusterMaximumZoom ?? zoomRange.upperBound - 1, -1), TileID.maximumZoom) }
}

/// A property of clusters that is computed from the properties of their points.
public struct GeoJSONClusterProperty: Hashable, Sendable {
  /// The name of the property.
  public var name: String
  /// An expression of the style specification, as JSON, for the value of one point.
  public var map: String
  /// An expression, as JSON, that joins two values: `["accumulated"]`, and the value of the property
  /// `name`.
  public var reduce: String

  /// Creates a property whose values are joined by an operator such as `+`, `max` or `any`.
  public init(name: String, map: String, operator symbol: String) {
    let reduce = "[\(JSONNode.quoted(symbol)), [\"accumulated\"], [\"get\", \(JSONNode.quoted(name))]]"
    self.init(name: name, map: map, reduce: reduce)
  }

  /// Creates a property whose values are joined by an expression.
  public init(name: String, map: String, reduce: String) {
    (self.name, self.map, self.reduce) = (name, map, reduce)
  }
}

extension GeoJSONOptions {
  /// Creates options from a source of a style sheet. Members of a wrong type are ignored.
  ///
  /// - Parameter problems: Receives a sentence for each of these members.
  package init(_ source: JSONObject, problems: inout [String]) {
    self.init()
    for member in source.members where !member.value.isNull {
      if let expected = set(member.key, to: member.value) {
        problems.append("the member \"\(member.key)\" is ignored: \(expected) is expected, and not \(member.value.typeName)")
      }
    }
  }

  /// Sets the option of a member.
  ///
  /// - Returns: The type that is expected, if the value has another one.
  private mutating func set(_ member: String, to node: JSONNode) -> String? {
    switch member {
    case "minzoom", "maxzoom", "buffer", "tolerance", "clusterRadius", "clusterMaxZoom", "clusterMinPoints":
      guard let number = node.number else { return "a number" }
      set(member, to: number)
    case "cluster", "lineMetrics", "generateId":
      guard let flag = node.boolean else { return "a boolean" }
      switch member {
      case "cluster": isClustered = flag
      case "lineMetrics": hasLineMetrics = flag
      default: generatesIDs = flag
      }
    case "promoteId", "attribution":
      guard let text = node.string else { return "a string" }
      if member == "promoteId" { promoteID = text } else { attribution = text }
    case "filter": filter = node.text
    case "clusterProperties": return setClusterProperties(node)
    default: break
    }
    return nil
  }

  private mutating func set(_ member: String, to number: Double) {
    let whole = Int(min(max(number, -1), 1e9))
    switch member {
    case "minzoom": minimumZoom = whole
    case "maxzoom": maximumZoom = whole
    case "buffer": buffer = number
    case "tolerance": tolerance = number
    case "clusterRadius": clusterRadius = number
    case "clusterMaxZoom": clusterMaximumZoom = whole
    default: clusterMinimumPoints = whole
    }
  }

  private mutating func setClusterProperties(_ node: JSONNode) -> String? {
    guard let object = node.object else { return "an object" }
    for member in object.members {
      guard let pair = member.value.array, pair.count == 2 else { return "an array of two for \"\(member.key)\"" }
      if let symbol = pair[0].string {
        clusterProperties.append(GeoJSONClusterProperty(name: member.key, map: pair[1].text, operator: symbol))
      } else {
        clusterProperties.append(GeoJSONClusterProperty(name: member.key, map: pair[1].text, reduce: pair[0].text))
      }
    }
    return nil
  }
}
