import CartoucheControls
import CartoucheRaster
import CartoucheScene

// What a finger chooses.
extension AnnotationStack {
  /// What is shown at `point` of the map: what lies under it in front, else what is nearest of those that a finger's touch reaches.
  func item(at point: Point) -> ShownAnnotation? {
    var nearest: (item: ShownAnnotation, distance: Scalar)?
    for item in shownInOrder.reversed() where item.view.isEnabled && !item.view.isHidden {
      let frame = item.view.frame(at: map.drawnTransformation.point(for: item.place))
      if frame.contains(point) { return item }
      let reach = max(map.theme.touchTarget(on: map) / 2, 0)
      let (dx, dy) = ((point.x - frame.center.x).magnitude, (point.y - frame.center.y).magnitude)
      guard dx <= max(reach, frame.width / 2), dy <= max(reach, frame.height / 2) else { continue }
      let distance = dx * dx + dy * dy
      if distance < nearest?.distance ?? .max { nearest = (item, distance) }
    }
    return nearest?.item
  }

  /// A tap: selects what is there, or deselects.
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
    // Whoever was told may have selected another one: that is the later wish.
    guard selected == nil else { return }
    guard contains(annotation) || shown.values.contains(where: { $0.annotation === annotation }) else { return }
    selected = annotation
    isSelectionNotified = false
    setNeedsPlacement()
    showSelection(animated: animated)
  }

  /// Lets the view of what is selected show it, as soon as there is one.
  func showSelection(animated: Bool) {
    guard let annotation = selected, let view = view(for: annotation) else { return }
    if isSelectionNotified {
      // It is back on the screen, with another view.
      guard !view.isSelected else { return }
      view.setSelected(true, animated: false)
      return showCallout(of: view, animated: false)
    }
    isSelectionNotified = true
    view.setSelected(true, animated: animated)
    map.notifyDidSelect(view)
    // Whoever was told may have deselected it.
    if let selected, selected === annotation { showCallout(of: view, animated: animated) }
  }

  func deselect(animated: Bool) {
    guard let old = selected else { return }
    selected = nil
    setNeedsPlacement()
    hideCallout(animated: animated)
    guard isSelectionNotified else { return }
    isSelectionNotified = false
    let shown = view(for: old)
    shown?.setSelected(false, animated: animated)
    // Beside the screen it has no view; whoever was told of the selection is told of its end with one that stands for it.
    map.notifyDidDeselect(shown ?? AnnotationView(annotation: old, reuseIdentifier: nil))
  }

  func view(for annotation: any Annotation) -> AnnotationView? {
    if let record = record(for: annotation) {
      return shown[AnnotationKey(record)]?.view
    }
    return shown.values.first { $0.annotation === annotation }?.view
  }
}

/// An annotation that a finger has picked up.
final class AnnotationDrag {
  let record: AnnotationRecord
  let view: AnnotationView
  /// From the finger to the annotation's place.
  let grip: Point
  /// Where it is, on the map.
  var point: Point

  init(_ record: AnnotationRecord, _ view: AnnotationView, at point: Point, grip: Point) {
    (self.record, self.view, self.point, self.grip) = (record, view, point, grip)
  }
}
