import CartoucheRaster

/// A step in the dragging of an annotation view: MapKit's `MKAnnotationView.DragState`, without `none`.
public enum AnnotationDragState: UInt8, Hashable, Sendable {
  /// A long press has picked the view up.
  case starting
  /// The view moves with the finger.
  case dragging
  /// The finger was lifted; the annotation has its new coordinate.
  case ending
  /// The touch was cancelled; the annotation has the coordinate of its last position.
  case canceling
}

/// An annotation that a finger drags.
final class AnnotationDrag {
  let record: AnnotationRecord
  let view: AnnotationView
  /// The offset from the finger to the annotation's position.
  let gripOffset: Point
  /// The annotation's position on the map view.
  var position: Point

  init(_ record: AnnotationRecord, _ view: AnnotationView, at position: Point, gripOffset: Point) {
    (self.record, self.view, self.position, self.gripOffset) = (record, view, position, gripOffset)
  }
}
