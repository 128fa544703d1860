/// A feature whose properties expressions read.
///
/// A type that conforms looks a property up where it is, for example in the tables of a tile's layer. No
/// dictionary is made for a feature.
package protocol ExpressionFeature: AnyObject {
  /// The kind of the geometry; nil if there is none.
  var kind: VectorFeature.Kind? { get }
  /// The number or the string that identifies the feature, or null.
  var id: StyleValue { get }
  /// Returns the value of a property; nil if the feature lacks it.
  func property(_ key: PropertyKey) -> StyleValue?
  /// Returns the value of a property whose name is computed; nil if the feature lacks it.
  func property(named name: String) -> StyleValue?
  /// All properties. Making the object allocates memory.
  var properties: StyleObject { get }
  /// The geometry, for expressions that measure it; nil if it is not known.
  var geometry: FeatureGeometry? { get }
  /// Returns the answer of `decide` for the value of a property. A feature may remember the answer for each
  /// value.
  ///
  /// - Parameters:
  ///   - index: The index of the decision among those of ``PropertyKeys``.
  ///   - decide: Returns a number that is not negative.
  func decision(_ index: Int, on key: PropertyKey, _ decide: () -> Int16) -> Int16
}

extension ExpressionFeature {
  package func decision(_ index: Int, on key: PropertyKey, _ decide: () -> Int16) -> Int16 { decide() }
}

/// The name of a property that expressions read, with its index in a table of such names.
package struct PropertyKey: Hashable, Sendable {
  package let name: String
  package let index: Int
}

/// The names of all properties that the expressions of a style read.
///
/// A tile's layer looks each name up once. Then an expression finds a property by the name's index here. The
/// table also counts the decisions that depend on one property alone. They are made once for each value of
/// the property in a tile's layer, not once for each feature.
package struct PropertyKeys: Sendable {
  package private(set) var names: [String] = []
  package private(set) var decisionCount = 0
  private var indices: [String: Int] = [:]

  package init() {}

  /// Returns the key of a name, which is added if it is new.
  package mutating func key(_ name: String) -> PropertyKey {
    if let index = indices[name] { return PropertyKey(name: name, index: index) }
    indices[name] = names.count
    names.append(name)
    return PropertyKey(name: name, index: names.count - 1)
  }

  /// Returns the index of one more decision.
  mutating func addDecision() -> Int {
    decisionCount += 1
    return decisionCount - 1
  }
}

/// The geometry of a feature in a tile, for `within` and `distance`.
package struct FeatureGeometry: Sendable {
  /// Vertices are in 1/8192 of the tile's width, with x east and y south.
  package static let extent = 8192.0

  package var tile: TileID
  /// Lines, rings or points. A ring need not repeat its first vertex.
  package var parts: [[SIMD2<Double>]]

  package init(tile: TileID, parts: [[SIMD2<Double>]]) {
    (self.tile, self.parts) = (tile, parts)
  }
}

/// A feature with its own properties, such as one of a GeoJSON file.
package final class PropertyFeature: ExpressionFeature {
  package var kind: VectorFeature.Kind?
  package var id: StyleValue
  package var properties: StyleObject
  package var geometry: FeatureGeometry?

  package init(
    kind: VectorFeature.Kind? = nil, id: StyleValue = .null, properties: StyleObject = StyleObject(),
    geometry: FeatureGeometry? = nil
  ) {
    (self.kind, self.id, self.properties, self.geometry) = (kind, id, properties, geometry)
  }

  package func property(_ key: PropertyKey) -> StyleValue? { properties[key.name] }

  package func property(named name: String) -> StyleValue? { properties[name] }
}
