public import CartoucheControls

/// An object that a map notifies of events and asks for annotation views and overlay renderers.
///
/// The protocol corresponds to MapKit's `MKMapViewDelegate`. Every method has a default implementation.
///
/// Closures are an alternative to a delegate. The notifications are also closures of ``MapView/events``. The
/// methods that return a view, renderer or cluster annotation are also the closures ``MapView/viewFor``,
/// ``MapView/rendererFor`` and ``MapView/clusterAnnotationFor``.
///
/// A method of the delegate may change the map. The map applies such changes after the method has returned
/// and before the next frame.
public protocol MapViewDelegate: AnyObject {
  /// Called before the map's visible region changes.
  ///
  /// The change may be a gesture, an animation, or a move of the camera without animation.
  func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool)
  /// Called when the map's visible region has changed and is at rest.
  ///
  /// The map calls this method once for each gesture, after the movement that follows the gesture. The map
  /// also calls this method once for each animation, and once for each call that sets the camera or region.
  func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool)
  /// Called each time the map's visible region has changed, also during a gesture or animation.
  ///
  /// A change of ``MapView/coordinateSystem`` calls this method too.
  func mapViewDidChangeVisibleRegion(_ mapView: MapView)
  /// Called when the map's first frame with all visible tiles has been drawn.
  ///
  /// From this call on, the map can convert coordinates to points and points to coordinates.
  func mapViewDidFinishLoadingMap(_ mapView: MapView)

  /// Returns the view for an annotation or cluster.
  ///
  /// - Returns: nil to let the map call ``MapView/viewFor``. If that closure returns nil too, the map creates
  ///   a default view, which is usually a ``MarkerAnnotationView``.
  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView?
  /// Returns the renderer that draws an overlay.
  ///
  /// The map calls this method when the overlay is visible for the first time.
  ///
  /// - Returns: nil to let the map call ``MapView/rendererFor``. If that closure returns nil too, the overlay
  ///   is not drawn.
  func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer?
  /// Returns the annotation that represents a cluster with the given members.
  ///
  /// - Returns: nil to let the map call ``MapView/clusterAnnotationFor``. If that closure returns nil too,
  ///   the map creates a plain ``ClusterAnnotation``.
  func mapView(_ mapView: MapView, clusterAnnotationForMemberAnnotations members: [any Annotation]) -> ClusterAnnotation?

  /// Called when annotation views have been added to the map.
  func mapView(_ mapView: MapView, didAdd views: [AnnotationView])
  /// Called when an annotation view has been selected, by a tap or a method call.
  ///
  /// If the application deselects the view in this method, the next tap on the view selects the view again.
  func mapView(_ mapView: MapView, didSelect view: AnnotationView)
  /// Called when an annotation view has been deselected, by a tap or a method call.
  func mapView(_ mapView: MapView, didDeselect view: AnnotationView)
  /// Called when a control beside the text of an annotation view's callout has been tapped.
  func mapView(_ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: Control)
  /// Called when a finger has picked up, dragged or dropped an annotation view, or when the drag was
  /// canceled.
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
