import CartoucheRaster
import CartoucheScene

/// An annotation or cluster on the map, with the view that shows it.
final class ShownAnnotation {
  let key: AnnotationKey
  let annotation: any Annotation
  let view: AnnotationView
  /// The annotation's record; nil for a cluster.
  let record: AnnotationRecord?
  var point: MapPoint
  /// The view's size when the view was last positioned; `anchor` is its anchor point at that time.
  private(set) var size = Size.zero
  private(set) var anchor = Point.zero
  /// The offset from the view's upper left corner to its anchor point.
  private(set) var anchorOffset = Point.zero
  /// The annotation's group. `node` is the annotation's node in the group's hierarchy of `generation`.
  var group: ClusteringGroup?
  var node: Int32
  var generation: Int32

  init(_ candidate: AnnotationPlacement.Candidate, _ annotation: any Annotation, _ record: AnnotationRecord?, view: AnnotationView)
  {
    (key, self.annotation, self.record, self.view) = (candidate.key, annotation, record, view)
    (point, group, node) = (candidate.point, candidate.group, candidate.node)
    generation = Int32(truncatingIfNeeded: candidate.group?.generation ?? 0)
  }

  func setAnchor(_ anchor: Point, size: Size) {
    (self.anchor, self.size) = (anchor, size)
    anchorOffset = Point(x: size.width * anchor.x, y: size.height * anchor.y)
  }
}
