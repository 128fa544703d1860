/// Something that is drawn on the map and scales with it: MapKit's `MKOverlay`.
///
/// What it looks like is an ``OverlayRenderer``'s business. One object may be an annotation too: then a finger hits the one, and the other is seen.
public protocol Overlay: AnyObject {
  /// A place that stands for the whole, mostly its middle.
  var coordinate: Coordinate { get }

  /// What of the map's plane the overlay takes; what is drawn beyond it may be missing.
  ///
  /// Read when the overlay is added and after ``OverlayRenderer/setNeedsDisplay()``. One that crosses the 180th meridian goes on beyond the world's edge.
  var boundingMapRect: MapRect { get }
}

/// Between which of the map's own things overlays lie.
public enum OverlayLevel: Int, Hashable, Sendable, CaseIterable {
  /// Over the roads and below the names.
  case aboveRoads
  /// Over the names, below annotations.
  case aboveLabels
}
