import CartoucheControls
import CartoucheRaster
import CartoucheScene

// Selecting annotations.
extension AnnotationPresenter {
  /// Returns the visible annotation or cluster that a touch at `point` of the map hits.
  ///
  /// The result is the foremost item whose frame contains the point. If no frame contains the point, the
  /// result is the nearest item within the size of a touch target.
  func item(at point: Point) -> ShownAnnotation? {
    var nearest: (item: ShownAnnotation, distance: Scalar)?
    for item in shownInOrder.reversed() where item.view.isEnabled && !item.view.isHidden {
      let frame = item.view.frame(at: map.drawnTransformation.point(for: item.point))
      if frame.contains(point) { return item }
      let touchRadius = max(map.theme.touchTarget(on: map) / 2, 0)
      let (dx, dy) = ((point.x - frame.center.x).magnitude, (point.y - frame.center.y).magnitude)
      guard dx <= max(touchRadius, frame.width / 2), dy <= max(touchRadius, frame.height / 2) else { continue }
      let distance = dx * dx + dy * dy
      if distance < nearest?.distance ?? .max { nearest = (item, distance) }
    }
    return nearest?.item
  }

  /// Handles a tap on the map: selects the item at `point`, or deselects if there is no item.
  func tap(at point: Point) {
    guard let item = item(at: point) else { return deselect(animated: true) }
    if let selected, selected === item.annotation { return }
    let cluster = item.annotation as? ClusterAnnotation
    select(item.annotation, animated: true)
    if let cluster, map.zoomsToClusters, selected === cluster, !item.view.canShowCallout {
      deselect(animated: false)
      map.zoom(to: cluster)
    }
  }

  func select(_ annotation: any Annotation, animated: Bool) {
    if let selected {
      if selected === annotation { return }
      deselect(animated: animated)
    }
    // A callback may have selected another one, which is the later request.
    guard selected == nil else { return }
    guard contains(annotation) || shown.values.contains(where: { $0.annotation === annotation }) else { return }
    selected = annotation
    isSelectionNotified = false
    setNeedsPlacement()
    showSelection(animated: animated)
  }

  /// Shows the selection in the selected annotation's view, as soon as the annotation has a view.
  func showSelection(animated: Bool) {
    guard let annotation = selected, let view = view(for: annotation) else { return }
    if isSelectionNotified {
      // The annotation is on the screen again, with another view.
      guard !view.isSelected else { return }
      view.setSelected(true, animated: false)
      return showCallout(of: view, animated: false)
    }
    isSelectionNotified = true
    view.setSelected(true, animated: animated)
    map.notifyDidSelect(view)
    // The callback may have deselected it.
    if let selected, selected === annotation { showCallout(of: view, animated: animated) }
  }

  /// Shows the callout of a selected view, if the view has a callout.
  private func showCallout(of view: AnnotationView, animated: Bool) {
    callouts.hide(animated: animated)
    guard callouts.canShowCallout(of: view) else { return }
    // The map may have moved since the last layout, and a selected view is higher.
    if !map.bounds.isEmpty, let item = shownInOrder.first(where: { $0.view === view }) { move(item, map.drawnTransformation) }
    callouts.show(view, animated: animated)
  }

  func deselect(animated: Bool) {
    guard let old = selected else { return }
    selected = nil
    setNeedsPlacement()
    callouts.hide(animated: animated)
    guard isSelectionNotified else { return }
    isSelectionNotified = false
    let shown = view(for: old)
    shown?.setSelected(false, animated: animated)
    // Off-screen it has no view; the end of a reported selection is reported with a substitute.
    map.notifyDidDeselect(shown ?? AnnotationView(annotation: old, reuseIdentifier: nil))
  }

  func view(for annotation: any Annotation) -> AnnotationView? {
    if let record = record(for: annotation) {
      return shown[AnnotationKey(record)]?.view
    }
    return shown.values.first { $0.annotation === annotation }?.view
  }
}
