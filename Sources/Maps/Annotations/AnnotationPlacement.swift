import CartoucheRaster
import CartoucheScene

/// The identity of an annotation or cluster that the map may show.
struct AnnotationKey: Hashable {
  /// The number of the cluster's group; −1 for a single annotation.
  var group: Int32
  /// The cluster's signature, or the single annotation's serial number.
  var number: UInt64

  init(group: Int32, number: UInt64) {
    (self.group, self.number) = (group, number)
  }

  /// Creates the key of a single annotation.
  init(_ record: AnnotationRecord) {
    self.init(group: -1, number: UInt64(record.serial))
  }
}

/// Chooses the annotations and clusters that the map shows.
///
/// The candidates are the annotations and clusters near the screen at the current zoom. Candidates are placed
/// from the highest priority to the lowest. A candidate that would overlap a placed candidate is left out.
struct AnnotationPlacement {
  struct Candidate {
    var key: AnnotationKey
    var point: MapPoint
    var traits: AnnotationTraits
    var isSelected = false
    /// The candidate's rank among candidates of equal priority: the order of adding.
    var order: Int
    /// The group of a cluster or clustered annotation. The group's current hierarchy contains `node`.
    var group: ClusteringGroup?
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

  /// Reduces the candidates to the candidates that the map shows, in the order of placement.
  ///
  /// - Parameter limit: The maximum number of candidates that the map shows.
  mutating func resolve(_ transform: MapTransform, within area: Rect, limit: Int) {
    candidates.sort { a, b in
      if a.isSelected != b.isSelected { return a.isSelected }
      if a.traits.priority != b.traits.priority { return a.traits.priority > b.traits.priority }
      return (a.order, a.key.group) < (b.order, b.key.group)
    }
    grid.clear(area)
    var count = 0
    for index in candidates.indices where count < limit {
      let candidate = candidates[index]
      let position = transform.point(for: candidate.point)
      let extent = candidate.traits.extent
      let frame = Rect(
        origin: Point(
          x: Scalar((position.x + extent.minX).rounded), y: Scalar((position.y + extent.minY).rounded)), size: extent.size)
      let isForced = candidate.isSelected || candidate.traits.priority >= .required || candidate.traits.mode == .none
      guard isForced || grid.isFree(frame, candidate.traits.mode) else { continue }
      grid.claim(frame, candidate.traits.mode)
      candidates.swapAt(count, index)
      count += 1
    }
    candidates.removeLast(candidates.count - count)
  }

  /// Returns whether `frame` overlaps nothing that the map shows; valid after ``resolve(_:within:limit:)``.
  func hasRoom(for frame: Rect) -> Bool { grid.isFree(frame, .rectangle) }

  /// Reserves space for a part of an annotation view, such as the view's title.
  mutating func claim(_ frame: Rect) { grid.claim(frame, .rectangle) }
}
