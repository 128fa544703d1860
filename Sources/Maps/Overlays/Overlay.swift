/// An object that is drawn on the map and scales with it: MapKit's `MKOverlay`.
///
/// An ``OverlayRenderer`` draws it. One object may be an annotation too: then its annotation view is touched,
/// and its overlay is drawn.
public protocol Overlay: AnyObject {
  /// A coordinate that represents the overlay, usually its center.
  var coordinate: Coordinate { get }

  /// The rectangle that the overlay covers; anything drawn outside it may be missing.
  ///
  /// It is read when the overlay is added and after ``OverlayRenderer/setNeedsDisplay()``. A rectangle that
  /// crosses the 180th meridian continues beyond the world's edge.
  var boundingMapRect: MapRect { get }
}

/// The level of an overlay among the map's own content.
public enum OverlayLevel: Int, Hashable, Sendable, CaseIterable {
  /// Above the roads and below labels.
  case aboveRoads
  /// Above labels and below annotations.
  case aboveLabels
}
