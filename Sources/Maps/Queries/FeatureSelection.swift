import CartoucheControls
import CartoucheRaster
import CartoucheScene

/// The feature of a map that a tap or the application has selected.
struct FeatureSelection {
  var selectable: MapFeatureOptions = []
  var selected: MapFeature?
  /// The name of the value in the feature state of the selected feature.
  static let stateName = "selected"
}

extension MapFeature {
  /// Whether another answer of a query is the same feature, perhaps at another label or in another tile.
  fileprivate func isSame(as other: MapFeature) -> Bool {
    guard id != nil, id == other.id else { return self == other }
    return source == other.source && sourceLayer == other.sourceLayer
  }
}

extension MapView {
  // MARK: Selecting features

  /// The kinds of features that a tap selects, such as ``MapFeatureOptions/pointsOfInterest``; none at first.
  ///
  /// A tap selects the topmost of these features at its point, or else the nearest label within the size of a
  /// touch target. Annotations are above features. A tap elsewhere deselects the feature. The types are known
  /// for the schemas of OpenMapTiles, Protomaps and Shortbread: see ``MapFeature/featureType``.
  public var selectableFeatures: MapFeatureOptions {
    get { featureSelection.selectable }
    set { featureSelection.selectable = newValue }
  }

  /// The selected feature; nil if there is none.
  public var selectedFeature: MapFeature? { featureSelection.selected }

  /// Selects a feature, and notifies the ``delegate``. The selection of an annotation or of another feature
  /// ends.
  ///
  /// While a feature with an ID is selected, the value `selected` of its state is true, so that a style can
  /// highlight it:
  ///
  ///     "fill-color": ["case", ["boolean", ["feature-state", "selected"], false], "#ff8800", "#cccccc"]
  public func selectFeature(_ feature: MapFeature) {
    let before = selectedFeature
    guard !(before.map { feature.isSame(as: $0) } ?? false) else { return }
    annotationPresenter.deselectAll(animated: true)
    guard selectedFeature == before else { return }
    deselectFeature()
    // A callback may have selected another one, which is the later request.
    guard selectedFeature == nil else { return }
    featureSelection.selected = feature
    setSelectedState(of: feature, true)
    notifyDidSelect(feature)
  }

  /// Deselects the selected feature, and notifies the ``delegate``. Without one, nothing changes.
  public func deselectFeature() {
    guard let feature = featureSelection.selected else { return }
    featureSelection.selected = nil
    setSelectedState(of: feature, false)
    notifyDidDeselect(feature)
  }

  private func setSelectedState(of feature: MapFeature, _ isSelected: Bool) {
    guard let id = feature.id else { return }
    let name = FeatureSelection.stateName
    if isSelected {
      setFeatureState([name: .flag(true)], of: id, source: feature.source, sourceLayer: feature.sourceLayer)
    } else {
      removeFeatureState(name, of: id, source: feature.source, sourceLayer: feature.sourceLayer)
    }
  }

  /// Handles a tap at a point of the map: selects an annotation or a feature, or deselects both.
  func tap(at point: Point) {
    let feature = annotationPresenter.item(at: point) == nil ? selectableFeature(at: point) : nil
    if let feature { return selectFeature(feature) }
    deselectFeature()
    annotationPresenter.tap(at: point)
  }

  /// Returns the feature that a tap at a point selects.
  private func selectableFeature(at point: Point) -> MapFeature? {
    let options = featureSelection.selectable
    guard !options.isEmpty, bounds.contains(point) else { return nil }
    func isWanted(_ feature: FeatureReference) -> Bool { feature.featureType.map { options.contains($0) } ?? false }
    let search = FeatureSearch(of: self) { layer in
      guard case .symbol = layer.paint else { return options.contains(.buildings) }
      return true
    }
    let pixel = Rect(x: Scalar(point.x.floor), y: Scalar(point.y.floor), width: 1, height: 1)
    let exact = search.features(in: pixel).first(where: isWanted)
    let feature = exact ?? search.nearestLabel(to: point, within: theme.touchTarget(on: self) / 2, where: isWanted)
    return feature.map { MapFeature($0, in: self) }
  }
}
