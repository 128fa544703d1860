/// The priority of an annotation view over other annotation views: MapKit's `MKFeatureDisplayPriority`.
///
/// The map places the view of the selected annotation first, and the other views from the highest priority to
/// the lowest. A view that would overlap an already placed view is hidden. A view with the priority
/// ``required`` is never hidden because of an overlap.
public struct FeatureDisplayPriority: RawRepresentable, Hashable, Comparable, Sendable {
  /// The priority as a number. All numbers from 1000 upward have the effect of ``required``.
  public var rawValue: Int

  /// Creates a priority from its number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The priority 1000. A view with this priority is shown even where it overlaps other views.
  public static let required = FeatureDisplayPriority(rawValue: 1000)
  /// The priority 750, which is high but lower than ``required``.
  public static let defaultHigh = FeatureDisplayPriority(rawValue: 750)
  /// The priority 250, which is lower than ``defaultHigh``.
  public static let defaultLow = FeatureDisplayPriority(rawValue: 250)

  /// Returns whether the first priority is lower than the second priority.
  @_disfavoredOverload
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The shape with which the map tests whether an annotation view overlaps other annotation views: MapKit's
/// `MKAnnotationView.CollisionMode`.
public enum CollisionMode: UInt8, Hashable, Sendable {
  /// The shape is the rectangle of the annotation view's bounds.
  case rectangle
  /// The shape is the largest circle that fits in the annotation view's bounds, at the center of the bounds.
  case circle
  /// The annotation view has no shape. The view may overlap other views, and other views may overlap this
  /// view.
  case none
}
