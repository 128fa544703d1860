/// A feature of a ``GeoJSONSource``: a geometry with properties.
public struct GeoJSONFeature: Hashable, Sendable {
  /// The number or text that identifies the feature; nil if it has none.
  public var id: GeoJSONIdentifier?
  /// The geometry; nil for a feature that is not shown.
  public var geometry: GeoJSONGeometry?
  /// The properties by their names.
  public var properties: [String: GeoJSONValue]

  /// Creates a feature.
  public init(id: GeoJSONIdentifier? = nil, geometry: GeoJSONGeometry?, properties: [String: GeoJSONValue] = [:]) {
    (self.id, self.geometry, self.properties) = (id, geometry, properties)
  }
}

/// The number or text that identifies a feature of a ``GeoJSONSource``.
public enum GeoJSONIdentifier: Hashable, Sendable {
  /// A number. In tiles, only whole numbers that are not negative identify features.
  case number(Double)
  /// A text.
  case text(String)
}

/// A geometry of a ``GeoJSONFeature``.
///
/// As in MapLibre, a line between two longitudes goes the way of the numbers: from 179 to −179 around the
/// Earth, and from 179 to 181 across the 180th meridian. Latitudes beyond the map are clamped to its edge.
public enum GeoJSONGeometry: Hashable, Sendable {
  case point(Coordinate)
  case multiPoint([Coordinate])
  case lineString([Coordinate])
  case multiLineString([[Coordinate]])
  /// A polygon's exterior ring, and the rings of its holes.
  case polygon([[Coordinate]])
  case multiPolygon([[[Coordinate]]])
  case collection([GeoJSONGeometry])
}

/// A value of a feature's property.
public enum GeoJSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number. One that is not finite counts as null.
  case number(Double)
  case text(String)
  case array([GeoJSONValue])
  case object([String: GeoJSONValue])
}

/// The features of a ``GeoJSONSource``.
public enum GeoJSONData: Sendable {
  /// A file of JSON: a feature collection, a feature or a geometry.
  case file(path: String)
  /// JSON in UTF-8.
  case bytes([UInt8])
  /// Features that a program made.
  case features([GeoJSONFeature])

  /// JSON in a string.
  public static func text(_ text: String) -> GeoJSONData { .bytes(Array(text.utf8)) }
}

/// Changes of a ``GeoJSONSource`` by the IDs of features.
///
/// First, features are removed, then added, then updated.
public struct GeoJSONChanges: Sendable {
  /// Whether all features are removed.
  public var removesAll = false
  /// The IDs of features to remove. An ID that no feature has is ignored.
  public var removed: [GeoJSONIdentifier] = []
  /// Features to add. A feature with the ID of another one replaces it, in its place in the drawing order.
  public var added: GeoJSONData = .features([])
  /// Changes to features that are there.
  public var updated: [GeoJSONFeatureUpdate] = []

  /// Creates a set of changes.
  public init(
    removesAll: Bool = false, removed: [GeoJSONIdentifier] = [], added: GeoJSONData = .features([]),
    updated: [GeoJSONFeatureUpdate] = []
  ) {
    (self.removesAll, self.removed, self.added, self.updated) = (removesAll, removed, added, updated)
  }
}

/// Changes to one feature of a ``GeoJSONSource``.
public struct GeoJSONFeatureUpdate: Sendable {
  /// The ID of the feature.
  public var id: GeoJSONIdentifier
  /// The new geometry; nil to keep the old one.
  public var newGeometry: GeoJSONGeometry?
  /// Whether all old properties are removed.
  public var removesAllProperties = false
  /// The names of properties to remove.
  public var removedProperties: [String] = []
  /// Properties to add, or to give a new value.
  public var setProperties: [String: GeoJSONValue] = [:]

  /// Creates an update that changes nothing yet.
  public init(id: GeoJSONIdentifier, newGeometry: GeoJSONGeometry? = nil, setProperties: [String: GeoJSONValue] = [:]) {
    (self.id, self.newGeometry, self.setProperties) = (id, newGeometry, setProperties)
  }
}
