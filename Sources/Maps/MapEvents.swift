public import CartoucheControls

/// Closures for the notifications of a map, as an alternative to a ``MapViewDelegate``.
///
/// If a map has both, the delegate is called first. The delegate's questions, which need an answer, are
/// closures of the map itself: ``MapView/viewFor``, ``MapView/rendererFor`` and
/// ``MapView/clusterAnnotationFor``.
public struct MapEvents {
  /// The region begins to change; see ``MapViewDelegate/mapView(_:regionWillChangeAnimated:)``.
  public var regionWillChange: ((_ animated: Bool) -> Void)?
  /// The region has changed and is at rest; see ``MapViewDelegate/mapView(_:regionDidChangeAnimated:)``.
  public var regionDidChange: ((_ animated: Bool) -> Void)?
  /// The visible region has changed, in the middle of a movement too, or with ``MapView/coordinateSystem``.
  public var visibleRegionDidChange: (() -> Void)?
  /// The first frame of the map was drawn with all its tiles.
  public var didFinishLoading: (() -> Void)?
  /// Annotation views were added to the map.
  public var didAddViews: (([AnnotationView]) -> Void)?
  /// A view was selected, by a tap or a call.
  public var didSelect: ((AnnotationView) -> Void)?
  /// A view was deselected, by a tap or a call.
  public var didDeselect: ((AnnotationView) -> Void)?
  /// A control beside a callout's text was tapped.
  public var calloutAccessoryTapped: ((AnnotationView, Control) -> Void)?
  /// A view was picked up, dragged or dropped by a finger.
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

  /// Returns the application's view for an annotation or cluster.
  func askForView(for annotation: any Annotation) -> AnnotationView? {
    delegate?.mapView(self, viewFor: annotation) ?? viewFor?(annotation)
  }

  /// Returns the application's annotation for a cluster, or a plain one.
  func askForClusterAnnotation(of members: [any Annotation]) -> ClusterAnnotation {
    delegate?.mapView(self, clusterAnnotationForMemberAnnotations: members) ?? clusterAnnotationFor?(members)
      ?? ClusterAnnotation(memberAnnotations: members)
  }

  /// Returns the application's renderer for an overlay.
  func askForRenderer(for overlay: any Overlay) -> OverlayRenderer? {
    delegate?.mapView(self, rendererFor: overlay) ?? storedRendererFor?(overlay)
  }
}
