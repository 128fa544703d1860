import CartoucheRaster
import CartoucheScene

/// An annotation or cluster on the map, with the view that shows it.
///
/// Accesses are not checked for exclusivity at run time, because every frame of a pan reads the properties.
final class ShownAnnotation {
  let key: AnnotationKey
  let annotation: any Annotation
  let view: AnnotationView
  /// The annotation's record; nil for a cluster. It is another one once the annotation was added again.
  @exclusivity(unchecked) var record: AnnotationRecord?
  @exclusivity(unchecked) var point: MapPoint
  /// The distance of the point from the top of the view at the last placement.
  @exclusivity(unchecked) var placedY = Scalar.zero
  /// The view's size when the view was last positioned; `anchor` and `centerOffset` are those of that time.
  @exclusivity(unchecked) private(set) var size = Size.zero
  @exclusivity(unchecked) private(set) var anchor = Point.zero
  @exclusivity(unchecked) private var centerOffset = Point.zero
  /// The offset from the annotation's position to the view's upper left corner, before rounding.
  @exclusivity(unchecked) private(set) var originOffset = Point.zero
  /// The offset from the view's upper left corner to its anchor point.
  @exclusivity(unchecked) private(set) var anchorOffset = Point.zero
  /// The annotation's group. `node` is the annotation's node in the group's hierarchy of `generation`.
  @exclusivity(unchecked) var group: ClusteringGroup?
  @exclusivity(unchecked) var node: Int32
  @exclusivity(unchecked) var generation: Int32

  init(_ candidate: AnnotationPlacement.Candidate, _ annotation: any Annotation, _ record: AnnotationRecord?, view: AnnotationView)
  {
    (key, self.annotation, self.record, self.view) = (candidate.key, annotation, record, view)
    (point, group, node) = (candidate.point, candidate.group, candidate.node)
    generation = Int32(truncatingIfNeeded: candidate.group?.generation ?? 0)
  }

  /// Computes the offsets again if the view has another size, anchor point or center offset.
  func updateOffsets() {
    guard size != view.bounds.size || anchor != view.anchorPoint || centerOffset != view.centerOffset else { return }
    (size, anchor, centerOffset) = (view.bounds.size, view.anchorPoint, view.centerOffset)
    // As in `AnnotationView.frame(at:)`.
    originOffset = Point(x: centerOffset.x - size.width / 2, y: centerOffset.y - size.height / 2)
    anchorOffset = Point(x: size.width * anchor.x, y: size.height * anchor.y)
  }
}
