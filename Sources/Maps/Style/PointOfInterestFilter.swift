/// The classes of points of interest that a map shows, such as `cafe` or `railway`.
///
///     map.pointOfInterestFilter = PointOfInterestFilter(excluding: ["parking", "bicycle_parking"])
///
/// The class of a feature is its tag `class` in tiles of OpenMapTiles, whose schema lists the classes. In
/// tiles of Protomaps it is the tag `kind`. In tiles of Shortbread it is the first of the tags `amenity`,
/// `shop`, `tourism`, `leisure`, `historic`, `man_made`, `emergency` and `office`. A feature without a class
/// has the empty one.
public struct PointOfInterestFilter: Hashable, Sendable {
  private let classes: Set<String>
  private let isInclusion: Bool

  /// Creates a filter that shows only points of interest of some classes.
  public init(including classes: some Sequence<String>) {
    (self.classes, isInclusion) = (Set(classes), true)
  }

  /// Creates a filter that shows all points of interest except those of some classes.
  public init(excluding classes: some Sequence<String>) {
    (self.classes, isInclusion) = (Set(classes), false)
  }

  /// A filter that shows all points of interest.
  public static let includingAll = PointOfInterestFilter(excluding: [])
  /// A filter that shows no points of interest.
  public static let excludingAll = PointOfInterestFilter(including: [])

  /// Whether points of interest of a class are shown.
  public func includes(_ name: String) -> Bool { classes.contains(name) == isInclusion }

  /// The names of layers of points of interest in vector tiles: in the schemas of OpenMapTiles, and of
  /// Protomaps and Shortbread.
  static let sourceLayers: Set<String> = ["poi", "pois"]
  /// The tags that have the class, of which the first counts that a feature has.
  static let tags = [
    "class", "kind", "amenity", "shop", "tourism", "leisure", "historic", "man_made", "emergency", "office",
  ]
}
