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
  var covers: [(key: Cover, cells: [TileCell])] = []
  var coverCount = 0
  var missingImages: Set<String> = []
  var paths = PathPool()
  var builder = TilePathBuilder()
  private var dashes: [[Scalar]] = []

  /// A set of tiles: those of a zoom within a distance from the view.
  struct Cover: Equatable {
    var zoom: Int
    var reach: Scalar
  }

  /// Returns the index in `covers` of the cells of a view.
  mutating func cover(of view: MapTransform, _ key: Cover) -> Int {
    if let known = covers[..<coverCount].firstIndex(where: { $0.key == key }) { return known }
    if coverCount == covers.count { covers.append((key, [])) }
    covers[coverCount].key = key
    TileCover.find(&covers[coverCount].cells, key.reach > 0 ? view.enlarged(by: key.reach) : view, zoom: key.zoom)
    coverCount += 1
    return coverCount - 1
  }

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

  /// Empties everything, and keeps the memory. Until a display list is emptied too, it has the paths.
  mutating func removeAll() {
    for shape in shapes.reversed() {
      switch shape.content {
      case .fill(let path, _), .stroke(let path, _, _): paths.put(path)
      case .list, .background, .beginGroup, .endGroup: break
      }
    }
    shapes.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    coverCount = 0
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
