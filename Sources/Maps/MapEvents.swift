public import CartoucheControls

/// Closures that a map calls when events happen, as an alternative to a ``MapViewDelegate``.
///
/// If a map has a delegate too, the map calls the delegate's method before the closure.
///
/// The delegate's methods that return a value have no closure here. They correspond to closures of the map
/// itself: ``MapView/viewFor``, ``MapView/rendererFor`` and ``MapView/clusterAnnotationFor``.
public struct MapEvents {
  /// Called before the map's visible region changes; see
  /// ``MapViewDelegate/mapView(_:regionWillChangeAnimated:)``.
  public var regionWillChange: ((_ animated: Bool) -> Void)?
  /// Called when the map's visible region has changed and is at rest; see
  /// ``MapViewDelegate/mapView(_:regionDidChangeAnimated:)``.
  public var regionDidChange: ((_ animated: Bool) -> Void)?
  /// Called each time the map's visible region has changed, also during a gesture or animation.
  ///
  /// A change of ``MapView/coordinateSystem`` calls this closure too.
  public var visibleRegionDidChange: (() -> Void)?
  /// Called when the map's first frame with all visible tiles has been drawn.
  public var didFinishLoading: (() -> Void)?
  /// Called when annotation views have been added to the map.
  public var didAddViews: (([AnnotationView]) -> Void)?
  /// Called when an annotation view has been selected, by a tap or a method call.
  public var didSelect: ((AnnotationView) -> Void)?
  /// Called when an annotation view has been deselected, by a tap or a method call.
  public var didDeselect: ((AnnotationView) -> Void)?
  /// Called when a control beside the text of an annotation view's callout has been tapped.
  public var calloutAccessoryTapped: ((AnnotationView, Control) -> Void)?
  /// Called when a finger has picked up, dragged or dropped an annotation view, or when the drag was
  /// canceled.
  public var dragStateDidChange: ((AnnotationView, AnnotationDragState) -> Void)?
}

extension MapView {
  // MARK: Notifying

  func notifyRegionWillChange(animated: Bool) {
    delegate?.mapView(self, regionWillChangeAnimated: animated)
    events.regionWillChange?(animated)
  }

  func notifyRegionDidChange(animated: Bool) {
    delegate?.mapView(self, regionDidChangeAnimated: animated)
    events.regionDidChange?(animated)
  }

  func notifyVisibleRegionDidChange() {
    delegate?.mapViewDidChangeVisibleRegion(self)
    events.visibleRegionDidChange?()
  }

  func notifyDidFinishLoading() {
    delegate?.mapViewDidFinishLoadingMap(self)
    events.didFinishLoading?()
  }

  func notifyDidAdd(_ views: [AnnotationView]) {
    delegate?.mapView(self, didAdd: views)
    events.didAddViews?(views)
  }

  func notifyDidSelect(_ view: AnnotationView) {
    delegate?.mapView(self, didSelect: view)
    events.didSelect?(view)
  }

  func notifyDidDeselect(_ view: AnnotationView) {
    delegate?.mapView(self, didDeselect: view)
    events.didDeselect?(view)
  }

  func notifyCalloutAccessoryTapped(_ view: AnnotationView, _ control: Control) {
    delegate?.mapView(self, annotationView: view, calloutAccessoryControlTapped: control)
    events.calloutAccessoryTapped?(view, control)
  }

  func notifyDragStateDidChange(of view: AnnotationView, to state: AnnotationDragState) {
    delegate?.mapView(self, annotationView: view, didChange: state)
    events.dragStateDidChange?(view, state)
  }

  // MARK: Asking

  /// Returns the application's view for an annotation or cluster; nil if the application returns none.
  func askForView(for annotation: any Annotation) -> AnnotationView? {
    delegate?.mapView(self, viewFor: annotation) ?? viewFor?(annotation)
  }

  /// Returns the application's annotation for a cluster.
  ///
  /// If the application returns none, the result is a plain ``ClusterAnnotation``.
  func askForClusterAnnotation(of members: [any Annotation]) -> ClusterAnnotation {
    delegate?.mapView(self, clusterAnnotationForMemberAnnotations: members) ?? clusterAnnotationFor?(members)
      ?? ClusterAnnotation(memberAnnotations: members)
  }

  /// Returns the application's renderer for an overlay; nil if the application returns none.
  func askForRenderer(for overlay: any Overlay) -> OverlayRenderer? {
    delegate?.mapView(self, rendererFor: overlay) ?? storedRendererFor?(overlay)
  }
}
