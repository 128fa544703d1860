/// The priority of an annotation view over other annotation views: MapKit's `MKFeatureDisplayPriority`.
///
/// The map places annotation views from the highest priority to the lowest. A view that would overlap a view
/// placed before is hidden. A view with the priority ``required`` is never hidden.
public struct FeatureDisplayPriority: RawRepresentable, Hashable, Comparable, Sendable {
  /// The priority as a number. The priority ``required`` is 1000, and larger numbers count as required too.
  public var rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The priority of a view that is always shown, even if the view overlaps other views.
  public static let required = FeatureDisplayPriority(rawValue: 1000)
  /// A high priority, below ``required``.
  public static let defaultHigh = FeatureDisplayPriority(rawValue: 750)
  /// A low priority, below ``defaultHigh``.
  public static let defaultLow = FeatureDisplayPriority(rawValue: 250)

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The shape with which an annotation view collides with other views: MapKit's
/// `MKAnnotationView.CollisionMode`.
public enum CollisionMode: UInt8, Hashable, Sendable {
  /// The annotation view collides with the rectangle of its bounds.
  case rectangle
  /// The annotation view collides with the largest circle in its bounds.
  case circle
  /// The annotation view never collides. The view may overlap other views, and other views may overlap the
  /// view.
  case none
}
