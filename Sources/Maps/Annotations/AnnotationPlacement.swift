import CartoucheRaster
import CartoucheScene

/// What may be shown: an annotation, or a cluster of some.
struct AnnotationKey: Hashable {
  /// The group of a cluster; −1: an annotation by itself.
  var group: Int32
  /// The cluster's signature, or the annotation's serial number.
  var number: UInt64

  init(group: Int32, number: UInt64) {
    (self.group, self.number) = (group, number)
  }

  /// Of an annotation by itself.
  init(_ record: AnnotationRecord) {
    self.init(group: -1, number: UInt64(record.serial))
  }
}

/// Decides which annotations and clusters are shown: those near the screen, at this zoom, from the highest priority down, as far as there is room.
struct AnnotationPlacement {
  struct Candidate {
    var key: AnnotationKey
    var place: MapPoint
    var traits: AnnotationTraits
    var isSelected = false
    /// Who comes first where the priority is the same: as it was added.
    var order: Int
    /// The round it comes in, for clusters: the nodes are of this hierarchy.
    var group: AnnotationGroup?
    var node: Int32 = -1
  }

  private(set) var candidates: [Candidate] = []
  private var grid = CollisionGrid()

  mutating func begin() {
    candidates.removeAll(keepingCapacity: true)
  }

  mutating func add(_ candidate: Candidate) {
    candidates.append(candidate)
  }

  /// Leaves those that are shown, at most `limit` of them, in the order in which they found room.
  mutating func resolve(_ transform: MapTransform, within area: Rect, limit: Int) {
    candidates.sort { a, b in
      if a.isSelected != b.isSelected { return a.isSelected }
      if a.traits.priority != b.traits.priority { return a.traits.priority > b.traits.priority }
      return (a.order, a.key.group) < (b.order, b.key.group)
    }
    grid.clear(area)
    var kept = 0
    for index in candidates.indices where kept < limit {
      let candidate = candidates[index]
      let point = transform.point(for: candidate.place)
      let extent = candidate.traits.extent
      let frame = Rect(
        origin: Point(
          x: Scalar((point.x + extent.minX).rounded), y: Scalar((point.y + extent.minY).rounded)), size: extent.size)
      let isForced = candidate.isSelected || candidate.traits.priority >= .required || candidate.traits.mode == .none
      guard isForced || grid.isFree(frame, candidate.traits.mode) else { continue }
      grid.claim(frame, candidate.traits.mode)
      candidates.swapAt(kept, index)
      kept += 1
    }
    candidates.removeLast(candidates.count - kept)
  }

  /// Whether nothing that is shown lies under `frame`; after ``resolve(_:within:limit:)``.
  func hasRoom(for frame: Rect) -> Bool { grid.isFree(frame, .rectangle) }

  /// Takes room for something that belongs to a view.
  mutating func claim(_ frame: Rect) { grid.claim(frame, .rectangle) }
}
