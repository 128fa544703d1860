public import CartoucheControls

/// What a map asks and tells: MapKit's `MKMapViewDelegate`. Everything has a default; a map has closures for the same beside it.
///
/// Callbacks may do what they like to the map: what they change is taken up when they are done, before the next frame.
public protocol MapViewDelegate: AnyObject {
  /// The region begins to change: by a finger, an animation, or at once.
  func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool)
  /// The region has changed, and nothing moves it any more; once for each gesture with all that follows from it, each animation, each setting.
  func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool)
  /// What is seen, or where it is seen, is another: in the middle of a movement too, and when ``MapView/coordinateSystem`` changes.
  func mapViewDidChangeVisibleRegion(_ mapView: MapView)
  /// All tiles that the first frame needs are there, and coordinates have their places.
  func mapViewDidFinishLoadingMap(_ mapView: MapView)

  /// The view for an annotation or a cluster; nil, the default marker.
  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView?
  /// What draws an overlay, asked when it is seen for the first time; nil, the map's ``MapView/rendererFor``, and without it nothing.
  func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer?
  /// Views have come onto the map.
  func mapView(_ mapView: MapView, didAdd views: [AnnotationView])
  /// The annotation that is to stand for a cluster's members; nil, a plain one.
  func mapView(_ mapView: MapView, clusterAnnotationForMemberAnnotations members: [any Annotation]) -> ClusterAnnotation?
  /// A view was selected, by a tap or a call; deselected in here, it is told again at the next tap.
  func mapView(_ mapView: MapView, didSelect view: AnnotationView)
  func mapView(_ mapView: MapView, didDeselect view: AnnotationView)
  /// A control beside a callout's text was pressed and let go.
  func mapView(_ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: Control)
  /// A finger has picked up an annotation, carries it, or has put it down.
  func mapView(_ mapView: MapView, annotationView view: AnnotationView, didChange state: AnnotationDragState)
}

extension MapViewDelegate {
  public func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool) {}
  public func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {}
  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
  public func mapViewDidFinishLoadingMap(_ mapView: MapView) {}
  public func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? { nil }
  public func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? { nil }
  public func mapView(_ mapView: MapView, didAdd views: [AnnotationView]) {}
  public func mapView(_ mapView: MapView, clusterAnnotationForMemberAnnotations members: [any Annotation]) -> ClusterAnnotation? {
    nil
  }
  public func mapView(_ mapView: MapView, didSelect view: AnnotationView) {}
  public func mapView(_ mapView: MapView, didDeselect view: AnnotationView) {}
  public func mapView(_ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: Control) {}
  public func mapView(_ mapView: MapView, annotationView view: AnnotationView, didChange state: AnnotationDragState) {}
}

/// Where the dragging of an annotation stands.
public enum AnnotationDragState: UInt8, Hashable, Sendable {
  case starting, dragging, ending, canceling
}
