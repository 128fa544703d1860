import CartoucheRaster
import CartoucheScene

// An annotation in a finger's hand.
extension AnnotationStack {
  /// Whether a finger that stays at `point` picks something up.
  func canPickUp(at point: Point) -> Bool {
    guard let item = item(at: point) else { return false }
    return item.view.isDraggable && item.record?.annotation is any MovableAnnotation
  }

  func handle(_ hold: LongPressGestureRecognizer) {
    let place = hold.location(in: map)
    switch hold.state {
    case .began:
      guard let point = place, let item = item(at: point), let record = item.record, canPickUp(at: point) else { return }
      let stand = map.drawnTransformation.point(for: item.place)
      let held = AnnotationDrag(record, item.view, at: stand, grip: stand - point)
      drag = held
      select(record.annotation, animated: true)
      tell(.starting, held)
    case .changed:
      guard let drag, let point = place else { return }
      drag.point = point + drag.grip
      write(drag)
      tell(.dragging, drag)
      map.setNeedsLayout()
    case .ended, .cancelled:
      guard let drag else { return }
      write(drag)
      self.drag = nil
      move(drag.record, slides: false)
      setNeedsPlacement()
      tell(hold.state == .ended ? .ending : .canceling, drag)
    case .possible, .failed:
      break
    }
  }

  /// Gives the annotation the coordinate under it.
  private func write(_ drag: AnnotationDrag) {
    // Where it is drawn there.
    guard let annotation = drag.record.annotation as? any MovableAnnotation, !map.bounds.isEmpty,
      let coordinate = map.coordinate(for: map.drawnTransformation.mapPoint(at: drag.point))
    else { return }
    annotation.coordinate = coordinate
  }

  private func tell(_ state: AnnotationDragState, _ drag: AnnotationDrag) {
    map.delegate?.mapView(map, annotationView: drag.view, didChange: state)
  }
}
