/// The priority of an annotation view where not all fit: MapKit's `MKFeatureDisplayPriority`.
///
/// Views are placed from the highest priority to the lowest. A view that would overlap one with a higher
/// priority is hidden, unless it is ``required``.
public struct FeatureDisplayPriority: RawRepresentable, Hashable, Comparable, Sendable {
  /// The priority, 1000 for a required view.
  public var rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The view is always shown.
  public static let required = FeatureDisplayPriority(rawValue: 1000)
  /// A high priority, below ``required``.
  public static let defaultHigh = FeatureDisplayPriority(rawValue: 750)
  /// A low priority.
  public static let defaultLow = FeatureDisplayPriority(rawValue: 250)

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The shape by which an annotation view collides with others: MapKit's `MKAnnotationView.CollisionMode`.
public enum CollisionMode: UInt8, Hashable, Sendable {
  /// The view's bounds.
  case rectangle
  /// The largest circle in the view's bounds.
  case circle
  /// The view never collides: it may overlap others, and others may overlap it.
  case none
}
