/// How much an annotation's view matters where there is no room for all: MapKit's `MKFeatureDisplayPriority`.
///
/// Views are placed from the highest to the lowest; one that would lie over another that is there already is hidden, unless it is ``required``.
public struct FeatureDisplayPriority: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Always shown.
  public static let required = FeatureDisplayPriority(rawValue: 1000)
  public static let defaultHigh = FeatureDisplayPriority(rawValue: 750)
  public static let defaultLow = FeatureDisplayPriority(rawValue: 250)

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// With what shape an annotation's view claims its room: MapKit's `MKAnnotationView.CollisionMode`.
public enum CollisionMode: UInt8, Hashable, Sendable {
  /// The view's bounds.
  case rectangle
  /// The largest circle in the view's bounds.
  case circle
  /// None: it lies over others, and others over it.
  case none
}
