import CartoucheRaster

/// The state of a drag in which a finger moves an annotation view.
///
/// The enumeration corresponds to MapKit's `MKAnnotationView.DragState`, but has no case `none`.
public enum AnnotationDragState: UInt8, Hashable, Sendable {
  /// A long press has picked up the annotation view, and the finger has not moved the view yet.
  case starting
  /// The finger has moved the annotation view.
  case dragging
  /// The finger was lifted. The annotation has the coordinate at which the finger dropped the annotation
  /// view.
  case ending
  /// The touch was canceled. The annotation has the coordinate of its view's last position during the drag.
  case canceling
}

/// An annotation that a finger drags.
final class AnnotationDrag {
  let record: AnnotationRecord
  let view: AnnotationView
  /// The offset from the finger to the annotation's position, in points.
  let gripOffset: Point
  /// The annotation's position on the map view.
  var position: Point

  init(_ record: AnnotationRecord, _ view: AnnotationView, at position: Point, gripOffset: Point) {
    (self.record, self.view, self.position, self.gripOffset) = (record, view, position, gripOffset)
  }
}
