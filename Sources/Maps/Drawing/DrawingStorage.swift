import CartoucheRaster

/// The memory that the drawings of a map hand on to each other.
///
/// A pan draws a strip of the map every few frames. With the memory of the strips before, it allocates
/// nothing.
struct DrawingStorage {
  var shapes: [MapDrawing.Shape] = []
  var cells: [CellCorners] = []
  var placements: [[TilePlacement]] = []
  /// The indices in `cells`.
  var indices: [TileCell: Int] = [:]
  var covers = TileCovers()
  var missingImages: Set<String> = []
  var paths = PathPool()
  var builder = TilePathBuilder()
  private var dashes: [[Scalar]] = []

  /// The maximum number of different dashes that are kept.
  private static let dashLimit = 64

  /// Returns the lengths of dashes and gaps in points, in an array that is shared with the drawings before.
  mutating func dashes(_ lengths: [StyleValue], unit: Scalar) -> [Scalar] {
    // After an odd number of lengths, the last dash continues as the first.
    let count = lengths.count + lengths.count % 2
    func length(_ index: Int) -> Scalar { index < lengths.count ? Scalar(lengths[index].number ?? 0) * unit : 0 }
    let known = dashes.first { known in known.count == count && known.indices.allSatisfy { known[$0] == length($0) } }
    if let known { return known }
    if dashes.count == Self.dashLimit { dashes.removeAll(keepingCapacity: true) }
    dashes.append((0..<count).map(length))
    return dashes[dashes.count - 1]
  }

  /// Empties everything, and keeps the memory.
  ///
  /// The next drawing overwrites the paths, so the display list that has them should be empty by then.
  /// Otherwise they are copied.
  mutating func removeAll() {
    for shape in shapes.reversed() {
      switch shape.content {
      case .fill(let path, _), .stroke(let path, _, _): paths.put(path)
      case .list, .background, .beginGroup, .endGroup: break
      }
    }
    shapes.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    for index in placements.indices { placements[index].removeAll(keepingCapacity: true) }
    indices.removeAll(keepingCapacity: true)
    covers.removeAll()
    missingImages.removeAll(keepingCapacity: true)
  }
}

/// Paths that are no longer drawn, whose memory new paths use.
struct PathPool {
  private var paths: [Path] = []
  private var byteCount = 0
  /// The maximum memory of all paths, in bytes.
  private static let byteLimit = 2 << 20

  /// Returns an empty path.
  mutating func take() -> Path {
    guard var path = paths.popLast() else { return Path() }
    byteCount -= path.byteCapacity
    path.removeAll()
    return path
  }

  mutating func put(_ path: Path) {
    guard byteCount + path.byteCapacity <= Self.byteLimit else { return }
    byteCount += path.byteCapacity
    paths.append(path)
  }
}
