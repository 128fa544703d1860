/// An object that is drawn at a fixed place of the map and scales with the map: MapKit's `MKOverlay`.
///
/// An ``OverlayRenderer`` draws the overlay. An object may be both an overlay and an annotation. The map then
/// shows an annotation view in addition to the overlay. In that case, only the annotation view receives
/// touches.
public protocol Overlay: AnyObject {
  /// A coordinate that represents the overlay, usually its center.
  var coordinate: Coordinate { get }

  /// The rectangle of the map that the overlay covers. Drawing outside this rectangle, extended by
  /// ``OverlayRenderer/drawingOutset``, may not appear.
  ///
  /// The map reads this property when the overlay is added, and again after each call of
  /// ``OverlayRenderer/setNeedsDisplay()``. A rectangle that crosses the 180th meridian continues beyond the
  /// world's edge.
  var boundingMapRect: MapRect { get }
}

/// The level of an overlay in the map's drawing order: above the roads or above the labels.
public enum OverlayLevel: Int, Hashable, Sendable, CaseIterable {
  /// The overlay is drawn above the roads and below the labels.
  case aboveRoads
  /// The overlay is drawn above the labels and below the annotations.
  case aboveLabels
}
