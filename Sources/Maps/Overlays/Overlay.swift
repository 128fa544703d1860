/// An object that is drawn on the map and scales with the map: MapKit's `MKOverlay`.
///
/// An ``OverlayRenderer`` draws the overlay. The same object may also be an annotation. In that case the map
/// shows both the overlay and an annotation view, and the annotation view receives the touches.
public protocol Overlay: AnyObject {
  /// A coordinate that represents the overlay, usually its center.
  var coordinate: Coordinate { get }

  /// The rectangle of the map that the overlay covers. Anything drawn outside this rectangle may be missing.
  ///
  /// The map reads this property when the overlay is added and after ``OverlayRenderer/setNeedsDisplay()``. A
  /// rectangle that crosses the 180th meridian continues beyond the world's edge.
  var boundingMapRect: MapRect { get }
}

/// The level at which an overlay is drawn among the map's own content.
public enum OverlayLevel: Int, Hashable, Sendable, CaseIterable {
  /// The overlay is drawn above the roads and below the labels.
  case aboveRoads
  /// The overlay is drawn above the labels and below the annotations.
  case aboveLabels
}
