public import CartoucheControls

/// An object that is notified and asked by a map: MapKit's `MKMapViewDelegate`.
///
/// Every method has a default implementation. The same callbacks exist as closures: notifications in
/// ``MapView/events``, questions as ``MapView/viewFor``, ``MapView/rendererFor`` and
/// ``MapView/clusterAnnotationFor``.
///
/// A callback may change the map. The map takes up such changes when the callback has returned, before the
/// next frame.
public protocol MapViewDelegate: AnyObject {
  /// The region begins to change: by a gesture, an animation, or at once.
  func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool)
  /// The region has changed and is at rest.
  ///
  /// Called once for each gesture with the movement that follows it, for each animation, and for each call
  /// that sets the camera or region.
  func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool)
  /// The visible region has changed, in the middle of a movement too, or with ``MapView/coordinateSystem``.
  func mapViewDidChangeVisibleRegion(_ mapView: MapView)
  /// The first frame of the map was drawn with all its tiles, and coordinates can be converted.
  func mapViewDidFinishLoadingMap(_ mapView: MapView)

  /// Returns the view for an annotation or a cluster; nil for the map's ``MapView/viewFor``, or the default
  /// marker.
  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView?
  /// Returns the renderer of an overlay; nil for the map's ``MapView/rendererFor``. Without one the overlay
  /// is not drawn. Called when the overlay is visible for the first time.
  func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer?
  /// Returns the annotation that represents a cluster's members; nil for the map's
  /// ``MapView/clusterAnnotationFor``, or a plain one.
  func mapView(_ mapView: MapView, clusterAnnotationForMemberAnnotations members: [any Annotation]) -> ClusterAnnotation?

  /// Annotation views were added to the map.
  func mapView(_ mapView: MapView, didAdd views: [AnnotationView])
  /// A view was selected, by a tap or a call. If it is deselected in this callback, the next tap selects it
  /// again.
  func mapView(_ mapView: MapView, didSelect view: AnnotationView)
  /// A view was deselected, by a tap or a call.
  func mapView(_ mapView: MapView, didDeselect view: AnnotationView)
  /// A control beside a callout's text was tapped.
  func mapView(_ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: Control)
  /// A view was picked up, dragged or dropped by a finger.
  func mapView(_ mapView: MapView, annotationView view: AnnotationView, didChange state: AnnotationDragState)
}

extension MapViewDelegate {
  public func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool) {}
  public func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {}
  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
  public func mapViewDidFinishLoadingMap(_ mapView: MapView) {}
  public func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? { nil }
  public func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? { nil }
  public func mapView(_ mapView: MapView, clusterAnnotationForMemberAnnotations members: [any Annotation]) -> ClusterAnnotation? {
    nil
  }
  public func mapView(_ mapView: MapView, didAdd views: [AnnotationView]) {}
  public func mapView(_ mapView: MapView, didSelect view: AnnotationView) {}
  public func mapView(_ mapView: MapView, didDeselect view: AnnotationView) {}
  public func mapView(_ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: Control) {}
  public func mapView(_ mapView: MapView, annotationView view: AnnotationView, didChange state: AnnotationDragState) {}
}
