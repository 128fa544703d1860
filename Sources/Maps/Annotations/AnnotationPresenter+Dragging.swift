import CartoucheRaster
import CartoucheScene

// Dragging an annotation with a finger.
extension AnnotationPresenter {
  /// Returns whether a long press at `point` picks up an annotation view.
  func canPickUp(at point: Point) -> Bool {
    guard let item = item(at: point) else { return false }
    return item.view.isDraggable && item.record?.annotation is any MovableAnnotation
  }

  func handle(_ longPress: LongPressGestureRecognizer) {
    let location = longPress.location(in: map)
    switch longPress.state {
    case .began:
      guard let location, let item = item(at: location), let record = item.record, canPickUp(at: location) else { return }
      let position = map.drawnTransformation.point(for: item.point)
      let drag = AnnotationDrag(record, item.view, at: position, gripOffset: position - location)
      self.drag = drag
      select(record.annotation, animated: true)
      map.notifyDragStateDidChange(of: drag.view, to: .starting)
    case .changed:
      guard let drag, let location else { return }
      drag.position = location + drag.gripOffset
      updateCoordinate(of: drag)
      map.notifyDragStateDidChange(of: drag.view, to: .dragging)
      map.setNeedsLayout()
    case .ended, .cancelled:
      guard let drag else { return }
      updateCoordinate(of: drag)
      self.drag = nil
      move(drag.record, slides: false)
      setNeedsPlacement()
      map.notifyDragStateDidChange(of: drag.view, to: longPress.state == .ended ? .ending : .canceling)
    case .possible, .failed:
      break
    }
  }

  /// Sets the dragged annotation's coordinate to the coordinate at which the map draws the annotation's
  /// position.
  private func updateCoordinate(of drag: AnnotationDrag) {
    guard let annotation = drag.record.annotation as? any MovableAnnotation, !map.bounds.isEmpty,
      let coordinate = map.coordinate(for: map.drawnTransformation.mapPoint(at: drag.position))
    else { return }
    annotation.coordinate = coordinate
  }
}
