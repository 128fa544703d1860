/// A feature of the map's data that a style layer draws, such as a building, a street or the name of a café.
///
/// ``MapView/features(at:layers:)`` and ``MapView/features(in:layers:)`` return it.
public struct MapFeature: Hashable, Sendable {
  /// The kind of a feature's geometry.
  public enum GeometryType: Hashable, Sendable {
    case point, line, polygon
  }

  /// The name of the style layer that draws the feature. A feature that several layers draw is found in each
  /// of them.
  public let layer: String
  /// The name of the source in the style; nil if the source is one of the map's own ``MapView/sources``.
  public let source: String?
  /// The name of the feature's layer in vector tiles; empty for GeoJSON.
  public let sourceLayer: String
  /// The feature's ID, or the value of the property that the source promotes to an ID; nil if it has none.
  public let id: GeoJSONIdentifier?
  /// The feature's tags: its properties in the data.
  public let properties: [String: GeoJSONValue]
  /// The kind of the feature's geometry.
  public let geometryType: GeometryType
  /// A point of the feature in WGS 84, at which a callout may point.
  ///
  /// That is the anchor of a label, the point itself, the middle of a line, or the point of an area that is
  /// farthest from its edges. Of a feature that is divided between tiles, it is a point in one of them.
  public let coordinate: Coordinate
  /// What the feature is, by its layer in the schemas of OpenMapTiles, Protomaps and Shortbread; nil if it is
  /// nothing that ``MapView/selectableFeatures`` can name.
  public let featureType: FeatureType?

  /// The feature's name in the data; nil if it has none.
  public var title: String? {
    if case .text(let name) = properties["name"], !name.isEmpty { name } else { nil }
  }
}

extension MapFeature {
  /// What a feature is.
  public enum FeatureType: Hashable, Sendable {
    /// A place that people visit, such as a shop, a station or a museum, by its label.
    case pointOfInterest
    /// A country, state, town or quarter, by its label.
    case territory
    /// A lake, river, peak or park, by its label.
    case physicalFeature
    /// A building, by its area.
    case building

    init?(sourceLayer: String, isLabel: Bool, _ geometry: VectorFeature.Kind) {
      switch sourceLayer {
      case "building" where geometry == .polygon, "buildings" where geometry == .polygon: self = .building
      case "poi", "pois", "aerodrome_label", "public_transport": self = .pointOfInterest
      case "place", "places", "place_labels", "boundary_labels": self = .territory
      case "water_name", "waterway", "mountain_peak", "park", "physical_point", "physical_line", "water_polygons_labels",
        "water_lines_labels":
        self = .physicalFeature
      default: return nil
      }
      // The names of buildings are not selected, and neither are the areas of parks.
      if isLabel == (self == .building) { return nil }
    }
  }
}

/// The kinds of features that a tap selects.
public struct MapFeatureOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The labels of places that people visit, such as shops, stations and museums.
  public static let pointsOfInterest = MapFeatureOptions(rawValue: 1)
  /// The labels of countries, states, towns and quarters.
  public static let territories = MapFeatureOptions(rawValue: 2)
  /// The labels of lakes, rivers, peaks and parks.
  public static let physicalFeatures = MapFeatureOptions(rawValue: 4)
  /// The areas of buildings.
  public static let buildings = MapFeatureOptions(rawValue: 8)

  /// Whether features of a type are selected.
  public func contains(_ type: MapFeature.FeatureType) -> Bool {
    switch type {
    case .pointOfInterest: contains(.pointsOfInterest)
    case .territory: contains(.territories)
    case .physicalFeature: contains(.physicalFeatures)
    case .building: contains(.buildings)
    }
  }
}
