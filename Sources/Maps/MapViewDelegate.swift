public import CartoucheControls

/// An object that a map notifies of events, and that the map asks for annotation views and overlay renderers.
///
/// The protocol corresponds to MapKit's `MKMapViewDelegate`. Every method has a default implementation.
///
/// Closures are an alternative to a delegate. For each notification, ``MapView/events`` has a closure. The
/// methods that return a view, renderer or cluster annotation correspond to the closures ``MapView/viewFor``,
/// ``MapView/rendererFor`` and ``MapView/clusterAnnotationFor``.
///
/// A method of the delegate may change the map. The map's properties change at once. During such a change,
/// the map may call other methods of the delegate. The screen shows the change in the next frame.
public protocol MapViewDelegate: AnyObject {
  /// Called before the map's visible region begins to change.
  ///
  /// The cause may be a gesture, a tap on the compass or a cluster, or the application, which sets a camera
  /// or region. ``MapView/regionChangeCause`` tells which.
  ///
  /// - Parameter animated: Whether the change is an animation. The value is false for a gesture.
  func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool)
  /// Called when a change of the map's visible region has ended.
  ///
  /// The map calls this method once for each gesture. If the map moves on after the fingers are lifted, the
  /// call follows the end of that movement. The map also calls this method once for each animation. If
  /// setting the camera or region changes the visible region, the map calls this method once too.
  ///
  /// - Parameter animated: Whether the change ended with an animation, including the movement after a
  ///   gesture.
  func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool)
  /// Called after each step of a change of the map's visible region.
  ///
  /// During a gesture or an animation, the map calls this method after each movement of the camera. The map
  /// also calls this method after a change of ``MapView/coordinateSystem``.
  func mapViewDidChangeVisibleRegion(_ mapView: MapView)
  /// Called once after the map has drawn all visible tiles for the first time.
  ///
  /// From this call on, the map can convert coordinates to points and points to coordinates. After each
  /// change to another ``MapView/vendor``, the map calls this method once more.
  func mapViewDidFinishLoadingMap(_ mapView: MapView)
  /// Called with the name of an image that a pattern of the style names and the style does not have; see
  /// ``MapEvents/didMissImage``.
  func mapView(_ mapView: MapView, didMissImage name: String)

  /// Returns the view for an annotation or cluster.
  ///
  /// - Returns: The view, or nil to let the map call ``MapView/viewFor``. If that closure returns nil too,
  ///   the map creates a view, which is usually a ``MarkerAnnotationView``.
  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView?
  /// Returns the renderer that draws an overlay.
  ///
  /// The map calls this method when the overlay is about to be visible for the first time.
  ///
  /// - Returns: The renderer, or nil to let the map call ``MapView/rendererFor``. If that closure returns nil
  ///   too, the overlay is not drawn.
  func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer?
  /// Returns a new annotation that represents a cluster of the given annotations.
  ///
  /// - Returns: The annotation, or nil to let the map call ``MapView/clusterAnnotationFor``. If that closure
  ///   returns nil too, the map creates a ``ClusterAnnotation``.
  func mapView(_ mapView: MapView, clusterAnnotationForMemberAnnotations members: [any Annotation]) -> ClusterAnnotation?

  /// Called when the map has begun to show annotation views.
  ///
  /// - Parameter views: The annotation views that the map did not show before.
  func mapView(_ mapView: MapView, didAdd views: [AnnotationView])
  /// Called when an annotation view has been selected, by a tap or by a method call.
  ///
  /// If the application deselects the annotation in this method, the next tap on the view selects the
  /// annotation again.
  func mapView(_ mapView: MapView, didSelect view: AnnotationView)
  /// Called when an annotation view has been deselected, by a tap or by a method call.
  func mapView(_ mapView: MapView, didDeselect view: AnnotationView)
  /// Called when a feature of the map has been selected, by a tap or by a method call; see
  /// ``MapView/selectableFeatures``.
  func mapView(_ mapView: MapView, didSelect feature: MapFeature)
  /// Called when a feature of the map has been deselected, by a tap elsewhere or by a method call.
  func mapView(_ mapView: MapView, didDeselect feature: MapFeature)
  /// Called when the left or right accessory control of an annotation view's callout has been tapped.
  func mapView(_ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: Control)
  /// Called at each step of dragging an annotation view: when a finger picks up, moves or drops the view.
  ///
  /// The map also calls this method when the drag is canceled.
  func mapView(_ mapView: MapView, annotationView view: AnnotationView, didChange state: AnnotationDragState)
  /// Called when ``MapView/userTrackingMode`` has changed: by the application, by the user's finger, which
  /// ends following, or by a ``UserTrackingButton``.
  func mapView(_ mapView: MapView, didChange mode: UserTrackingMode, animated: Bool)
  /// Called when the map begins to show one of its ``MapView/appearances``, after it has set
  /// ``MapView/style`` and ``MapView/theme``. The application changes its own colors here.
  ///
  /// - Parameter style: ``UserInterfaceStyle/light`` or ``UserInterfaceStyle/dark``.
  func mapView(_ mapView: MapView, didChangeUserInterfaceStyle style: UserInterfaceStyle)
}

extension MapViewDelegate {
  public func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool) {}
  public func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {}
  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
  public func mapViewDidFinishLoadingMap(_ mapView: MapView) {}
  public func mapView(_ mapView: MapView, didMissImage name: String) {}
  public func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? { nil }
  public func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? { nil }
  public func mapView(_ mapView: MapView, clusterAnnotationForMemberAnnotations members: [any Annotation]) -> ClusterAnnotation? {
    nil
  }
  public func mapView(_ mapView: MapView, didAdd views: [AnnotationView]) {}
  public func mapView(_ mapView: MapView, didSelect view: AnnotationView) {}
  public func mapView(_ mapView: MapView, didDeselect view: AnnotationView) {}
  public func mapView(_ mapView: MapView, didSelect feature: MapFeature) {}
  public func mapView(_ mapView: MapView, didDeselect feature: MapFeature) {}
  public func mapView(_ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: Control) {}
  public func mapView(_ mapView: MapView, annotationView view: AnnotationView, didChange state: AnnotationDragState) {}
  public func mapView(_ mapView: MapView, didChange mode: UserTrackingMode, animated: Bool) {}
  public func mapView(_ mapView: MapView, didChangeUserInterfaceStyle style: UserInterfaceStyle) {}
}
