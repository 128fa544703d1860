public import CartoucheControls

/// What a map tells, for those who would rather have closures than a ``MapViewDelegate``; both are told, the delegate first.
public struct MapEvents {
  public var regionWillChange: ((_ animated: Bool) -> Void)?
  public var regionDidChange: ((_ animated: Bool) -> Void)?
  /// Also when ``MapView/coordinateSystem`` changes.
  public var visibleRegionDidChange: (() -> Void)?
  public var didFinishLoading: (() -> Void)?
  public var didSelect: ((AnnotationView) -> Void)?
  public var didDeselect: ((AnnotationView) -> Void)?
  public var calloutAccessoryTapped: ((AnnotationView, Control) -> Void)?
}

extension MapView {
  // MARK: Telling

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
  }

  func notifyDidSelect(_ view: AnnotationView) {
    delegate?.mapView(self, didSelect: view)
    events.didSelect?(view)
  }

  func notifyCalloutAccessoryTapped(_ view: AnnotationView, _ control: Control) {
    delegate?.mapView(self, annotationView: view, calloutAccessoryControlTapped: control)
    events.calloutAccessoryTapped?(view, control)
  }

  func notifyDidDeselect(_ view: AnnotationView) {
    delegate?.mapView(self, didDeselect: view)
    events.didDeselect?(view)
  }
}
