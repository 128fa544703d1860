/// Whether a map follows the user's location, as MapKit's `MKUserTrackingMode`; see
/// ``MapView/userTrackingMode``.
public enum UserTrackingMode: UInt8, Hashable, Sendable, CaseIterable {
  /// The map does not follow the user's location.
  case none
  /// The map follows the user's location, and keeps its bearing.
  case follow
  /// The map follows the user's location, and turns so that ``UserLocation/heading`` is up.
  case followWithHeading
  /// The map follows the user's location, and turns so that ``UserLocation/course`` is up.
  case followWithCourse
}

/// Where a map that follows the user shows the user's location.
public enum UserTrackingPosition: UInt8, Hashable, Sendable, CaseIterable {
  /// The center of the map's safe area.
  case center
  /// Two thirds of the safe area's height from its top, so that more of the way ahead is visible.
  case lowerThird
}
