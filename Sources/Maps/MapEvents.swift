public import CartoucheControls
import CartoucheScene

/// Closures that a map calls when events happen, as an alternative to a ``MapViewDelegate``.
///
/// If a map also has a delegate, the map first calls the delegate's method for an event and then the closure.
///
/// This type has no closures for the delegate's methods that return a value. The corresponding closures are
/// properties of the map: ``MapView/viewFor``, ``MapView/rendererFor`` and ``MapView/clusterAnnotationFor``.
public struct MapEvents {
  /// Called before the map's visible region begins to change; see
  /// ``MapViewDelegate/mapView(_:regionWillChangeAnimated:)``.
  public var regionWillChange: ((_ animated: Bool) -> Void)?
  /// Called when a change of the map's visible region has ended; see
  /// ``MapViewDelegate/mapView(_:regionDidChangeAnimated:)``.
  public var regionDidChange: ((_ animated: Bool) -> Void)?
  /// Called after each step of a change of the map's visible region.
  ///
  /// During a gesture or an animation, the map calls this closure after each movement of the camera. The map
  /// also calls this closure after a change of ``MapView/coordinateSystem``.
  public var visibleRegionDidChange: (() -> Void)?
  /// Called once after the map has drawn all visible tiles for the first time.
  ///
  /// After each change to another ``MapView/vendor``, the map calls this closure once more.
  public var didFinishLoading: (() -> Void)?
  /// Called with the name of an image that a pattern of the style names and the style does not have.
  ///
  /// The map calls this closure once for each name. The closure may add the image to ``MapStyle/images`` of
  /// the map's style, and the map then draws the pattern.
  public var didMissImage: ((_ name: String) -> Void)?
  /// Called with the annotation views that the map has just begun to show.
  public var didAddViews: (([AnnotationView]) -> Void)?
  /// Called when an annotation view has been selected, by a tap or by a method call.
  public var didSelect: ((AnnotationView) -> Void)?
  /// Called when an annotation view has been deselected, by a tap or by a method call.
  public var didDeselect: ((AnnotationView) -> Void)?
  /// Called when a feature of the map has been selected, by a tap or by a method call; see
  /// ``MapView/selectableFeatures``.
  public var didSelectFeature: ((MapFeature) -> Void)?
  /// Called when a feature of the map has been deselected, by a tap elsewhere or by a method call.
  public var didDeselectFeature: ((MapFeature) -> Void)?
  /// Called when the left or right accessory control of an annotation view's callout has been tapped.
  public var calloutAccessoryTapped: ((AnnotationView, Control) -> Void)?
  /// Called at each step of dragging an annotation view: when a finger picks up, moves or drops the view.
  ///
  /// The map also calls this closure when the drag is canceled.
  public var dragStateDidChange: ((AnnotationView, AnnotationDragState) -> Void)?
  /// Called when the map begins or ends to follow the user's location; see
  /// ``MapViewDelegate/mapView(_:didChange:animated:)``.
  public var didChangeUserTrackingMode: ((_ mode: UserTrackingMode, _ animated: Bool) -> Void)?
  /// Called when the map begins to show its appearance by day or by night; see
  /// ``MapView/appearances``.
  public var didChangeUserInterfaceStyle: ((UserInterfaceStyle) -> Void)?
}

extension MapView {
  // MARK: Notifying

  /// Makes the next frame notify that the map has loaded, if tiles were drawn for the first time.
  func didDrawTiles() {
    guard loading == .waiting else { return }
    loading = .drawn
    startTicking()
  }

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

  func notifyDidMissImage(_ name: String) {
    delegate?.mapView(self, didMissImage: name)
    events.didMissImage?(name)
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

  func notifyDidSelect(_ feature: MapFeature) {
    delegate?.mapView(self, didSelect: feature)
    events.didSelectFeature?(feature)
  }

  func notifyDidDeselect(_ feature: MapFeature) {
    delegate?.mapView(self, didDeselect: feature)
    events.didDeselectFeature?(feature)
  }

  func notifyCalloutAccessoryTapped(_ view: AnnotationView, _ control: Control) {
    delegate?.mapView(self, annotationView: view, calloutAccessoryControlTapped: control)
    events.calloutAccessoryTapped?(view, control)
  }

  func notifyDragStateDidChange(of view: AnnotationView, to state: AnnotationDragState) {
    delegate?.mapView(self, annotationView: view, didChange: state)
    events.dragStateDidChange?(view, state)
  }

  func notifyDidChange(_ mode: UserTrackingMode, animated: Bool) {
    delegate?.mapView(self, didChange: mode, animated: animated)
    events.didChangeUserTrackingMode?(mode, animated)
  }

  func notifyDidChange(_ style: UserInterfaceStyle) {
    delegate?.mapView(self, didChangeUserInterfaceStyle: style)
    events.didChangeUserInterfaceStyle?(style)
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
