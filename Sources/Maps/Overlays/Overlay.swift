/// An object that is drawn on the map and grows and shrinks with the map: MapKit's `MKOverlay`.
///
/// An ``OverlayRenderer`` draws the overlay. An object may be both an overlay and an annotation. The map then
/// shows the overlay and an annotation view. In that case, only the annotation view receives touches.
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

/// The level of an overlay in the order in which the map draws roads, labels, annotations and overlays.
public enum OverlayLevel: Int, Hashable, Sendable, CaseIterable {
  /// The overlay is drawn above the roads and below the labels.
  case aboveRoads
  /// The overlay is drawn above the labels and below the annotations.
  case aboveLabels
}
