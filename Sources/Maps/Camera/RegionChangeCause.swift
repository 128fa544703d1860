/// The cause of a change of a map's visible region.
///
/// See ``MapView/regionChangeCause``. A map that follows a vehicle, for example, stops doing so after a
/// change that the user made.
public enum RegionChangeCause: Hashable, Sendable, CaseIterable {
  /// The application set the camera, the region or the visible rectangle.
  case application
  /// Fingers panned, pinched or rotated the map, or tapped it twice. The movement after that belongs to it.
  case gesture
  /// The user tapped the compass, or a cluster that zooms to its members.
  case control

  /// The map follows the user's location: see ``MapView/userTrackingMode``.
  case tracking

  /// Whether the user caused the change with a finger.
  public var isByUser: Bool { self == .gesture || self == .control }
}
