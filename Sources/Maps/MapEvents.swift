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

  func tellWillChange(animated: Bool) {
    delegate?.mapView(self, regionWillChangeAnimated: animated)
    events.regionWillChange?(animated)
  }

  func tellDidChange(animated: Bool) {
    delegate?.mapView(self, regionDidChangeAnimated: animated)
    events.regionDidChange?(animated)
  }

  func tellVisibleRegion() {
    delegate?.mapViewDidChangeVisibleRegion(self)
    events.visibleRegionDidChange?()
  }

  func tellLoaded() {
    delegate?.mapViewDidFinishLoadingMap(self)
    events.didFinishLoading?()
  }

  func tellAdded(_ views: [AnnotationView]) {
    delegate?.mapView(self, didAdd: views)
  }

  func tellSelected(_ view: AnnotationView) {
    delegate?.mapView(self, didSelect: view)
    events.didSelect?(view)
  }

  func tellAccessoryTapped(_ view: AnnotationView, _ control: Control) {
    delegate?.mapView(self, annotationView: view, calloutAccessoryControlTapped: control)
    events.calloutAccessoryTapped?(view, control)
  }

  func tellDeselected(_ view: AnnotationView) {
    delegate?.mapView(self, didDeselect: view)
    events.didDeselect?(view)
  }
}
