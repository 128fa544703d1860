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

  /// Handles a tap on the map: selects only the item at `point`, or deselects all if there is no item.
  func tap(at point: Point) {
    guard let item = item(at: point) else { return deselectAll(animated: true) }
    if selection.entries.count == 1, selection.contains(item.annotation) { return }
    let cluster = item.annotation as? ClusterAnnotation
    select(item.annotation, animated: true)
    if let cluster, map.zoomsToClusters, selection.contains(cluster), !item.view.canShowCallout {
      deselect(cluster, animated: false)
      map.zoom(to: cluster)
    }
  }

  /// Selects an annotation or cluster, and no other.
  func select(_ annotation: any Annotation, animated: Bool) {
    for entry in selection.entries where entry.annotation !== annotation { deselect(entry.annotation, animated: animated) }
    // A callback may have selected another one, which is the later request.
    guard selection.entries.allSatisfy({ $0.annotation === annotation }) else { return }
    addToSelection(annotation, animated: animated)
  }

  /// Selects the given annotations and clusters, and no others.
  func setSelection(_ annotations: [any Annotation]) {
    let wanted = Set(annotations.map { ObjectIdentifier($0) })
    for entry in selection.entries where !wanted.contains(ObjectIdentifier(entry.annotation)) {
      deselect(entry.annotation, animated: false)
    }
    for annotation in annotations { addToSelection(annotation, animated: false) }
  }

  private func addToSelection(_ annotation: any Annotation, animated: Bool) {
    guard contains(annotation) || shown.values.contains(where: { $0.annotation === annotation }),
      selection.insert(annotation)
    else { return }
    map.deselectFeature()
    setNeedsPlacement()
    showSelection(animated: animated)
  }

  /// Shows the selection in the views of the selected annotations, as soon as they have views.
  func showSelection(animated: Bool) {
    for entry in selection.entries {
      // A callback may have deselected it.
      guard selection.contains(entry.annotation), let view = view(for: entry.annotation) else { continue }
      show(entry, in: view, animated: animated)
    }
  }

  private func show(_ entry: AnnotationSelection.Entry, in view: AnnotationView, animated: Bool) {
    if entry.isNotified {
      // The annotation is on the screen again, with another view.
      guard !view.isSelected else { return }
      view.setSelected(true, animated: false)
      if selection.isLast(entry.annotation) { showCallout(of: view, animated: false) }
      return
    }
    selection.markNotified(entry.annotation)
    view.setSelected(true, animated: animated)
    map.notifyDidSelect(view)
    // The callback may have deselected it.
    if selection.isLast(entry.annotation) { showCallout(of: view, animated: animated) }
  }

  /// Shows the callout of a selected view, if the view has a callout.
  private func showCallout(of view: AnnotationView, animated: Bool) {
    callouts.hide(animated: animated)
    guard callouts.canShowCallout(of: view) else { return }
    // The map may have moved since the last layout, and a selected view is higher.
    if !map.bounds.isEmpty, let item = shownInOrder.first(where: { $0.view === view }) { move(item, map.drawnTransformation) }
    callouts.show(view, animated: animated)
  }

  func deselectAll(animated: Bool) {
    for entry in selection.entries { deselect(entry.annotation, animated: animated) }
  }

  /// Deselects an annotation or cluster. If it is not selected, nothing changes.
  func deselect(_ annotation: any Annotation, animated: Bool) {
    let wasLast = selection.isLast(annotation)
    guard let entry = selection.remove(annotation) else { return }
    defer { if wasLast { showCalloutOfLast(animated: animated) } }
    setNeedsPlacement()
    let shown = view(for: annotation)
    if selection.entries.isEmpty || callouts.view === shown { callouts.hide(animated: animated) }
    guard entry.isNotified else { return }
    shown?.setSelected(false, animated: animated)
    // Off-screen it has no view; the end of a reported selection is reported with a substitute.
    map.notifyDidDeselect(shown ?? AnnotationView(annotation: annotation, reuseIdentifier: nil))
  }

  /// Shows the callout of the annotation that was selected before the one that is not selected any more.
  private func showCalloutOfLast(animated: Bool) {
    guard callouts.view == nil, let entry = selection.entries.last, entry.isNotified, let view = view(for: entry.annotation)
    else { return }
    showCallout(of: view, animated: animated)
  }

  func view(for annotation: any Annotation) -> AnnotationView? {
    if let record = record(for: annotation) {
      return shown[AnnotationKey(record)]?.view
    }
    return shown.values.first { $0.annotation === annotation }?.view
  }
}
