import CartoucheRaster

/// The planes of one three-dimensional space, sorted so that a plane is drawn after the planes that it hides.
///
/// Two planes are compared by their depths, and only where one plane is seen over the other. Planes that do
/// not cross are therefore in the right order at every pixel and at every angle. Where two planes cross, one
/// plane is split along the line of the crossing, and each part becomes a separate piece. Coplanar layers
/// keep the order in which they were added. If several pieces hide one another in a cycle, the piece with the
/// farthest center is drawn first.
///
/// A depth order keeps its storage from one use to the next.
///
/// - Source: Newell, Newell and Sancha, "A solution to the hidden surface problem", ACM National Conference
///   1972. This version sorts topologically, by which piece must wait for which other piece.
struct DepthOrder {
  /// A layer of the space that is a plane.
  struct Element {
    let layer: Layer
    /// The matrix from the layer's space to the space of the plane on which the transform layer is seen.
    let matrix: Transform3D
    /// The product of the opacities of the enclosing transform layers.
    let opacity: Scalar
  }

  /// A plane, or the part of a plane on one side of the planes that cross it.
  struct Piece {
    /// An index of ``elements``.
    let element: Int
    var body: ConvexPolygon {
      didSet { box = body.box }
    }
    private(set) var box: ConvexPolygon.Box
    /// The index in ``regions`` of the region in which the piece is shown; nil if the piece is shown
    /// everywhere.
    var region: Int?
    /// Whether the surfaces that cross the piece cover all its inner edges, so that these edges may be
    /// smooth.
    var isSmooth = true

    init(element: Int, body: ConvexPolygon) {
      (self.element, self.body, box) = (element, body, body.box)
    }
  }

  private(set) var elements: [Element] = []
  private(set) var pieces: [Piece] = []
  /// The regions of pieces, and those of pieces that were split again.
  private(set) var regions: [ConvexPolygon] = []
  /// The indices of ``pieces``, back to front, after ``sort()``.
  private(set) var order: [Int] = []

  /// The elements' polygons before splitting, which are more precise than their parts.
  private var polygons: [ConvexPolygon] = []
  /// The planes of ``polygons``.
  private var planes: [ConvexPolygon.Plane] = []
  /// The depth of each piece's center.
  private var depths: [Int64] = []
  /// The number of pieces that must be drawn before each piece; -1 after the piece itself is drawn.
  private var waitingFor: [Int] = []
  /// The index in ``waiting`` of the first entry of each piece's list; -1 for an empty list.
  ///
  /// The list of a piece contains the pieces that wait for this piece.
  private var heads: [Int] = []
  /// The entries of all lists of waiting pieces; `next` is the index of the next entry of the same list.
  private var waiting: [(piece: Int, next: Int)] = []
  /// The pairs of pieces one of which is seen over the other, after all splits.
  private var overlaps: [Overlap] = []
  private var fragments: [ClipFragment] = []
  private var fragmentCount = 0

  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    regions.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    fragmentCount = 0
  }

  /// Returns the part of the target in which piece `index` is shown; nil if the piece is shown everywhere.
  ///
  /// - Parameter plane: The map from the plane on which the space is seen to the target's pixels.
  mutating func clipFragment(of index: Int, on plane: Homography) -> ClipFragment? {
    guard let region = pieces[index].region else { return nil }
    if fragmentCount == fragments.count { fragments.append(ClipFragment()) }
    guard fragments[fragmentCount].set(regions[region], isSmooth: pieces[index].isSmooth, on: plane) else { return nil }
    fragmentCount += 1
    return fragments[fragmentCount - 1]
  }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// The maximum number of splits in one space.
  ///
  /// Beyond this number, planes that cross are sorted without splitting.
  private static let maximumSplitCount = 256

  /// The minimum depth difference on both sides of a crossing, in 1/65536 of a point: an eighth of a point.
  private static let minimumCrossingDepth: Int64 = 1 << 13

  /// Splits the planes that cross, and computes the order.
  ///
  /// - Complexity: Compares the bounding boxes of every two pieces, and the polygons of those that overlap.
  mutating func sort() {
    pieces.removeAll(keepingCapacity: true)
    regions.removeAll(keepingCapacity: true)
    polygons.removeAll(keepingCapacity: true)
    planes.removeAll(keepingCapacity: true)
    depths.removeAll(keepingCapacity: true)
    waitingFor.removeAll(keepingCapacity: true)
    heads.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    for index in elements.indices {
      let polygon = ConvexPolygon(elements[index].layer.body, through: elements[index].matrix)
      polygons.append(polygon)
      planes.append(ConvexPolygon.Plane(polygon))
      pieces.append(Piece(element: index, body: polygon))
    }
    splitCrossingPieces()
    for index in pieces.indices {
      depths.append(pieces[index].body.centralDepth)
      waitingFor.append(0)
      heads.append(-1)
    }
    for overlap in overlaps {
      if overlap.isFirstNearer { wait(overlap.first, for: overlap.second) } else { wait(overlap.second, for: overlap.first) }
    }
    for _ in pieces {
      let next = farthest { waitingFor[$0] == 0 } ?? farthest { waitingFor[$0] > 0 } ?? 0
      order.append(next)
      waitingFor[next] = -1
      var entry = heads[next]
      while entry >= 0 {
        let piece = waiting[entry].piece
        if waitingFor[piece] > 0 { waitingFor[piece] -= 1 }
        entry = waiting[entry].next
      }
    }
  }

  private func farthest(where isCandidate: (Int) -> Bool) -> Int? {
    var found: Int?
    for index in pieces.indices where isCandidate(index) {
      if found.map({ depths[index] < depths[$0] }) ?? true { found = index }
    }
    return found
  }

  /// Returns how much nearer the first of two pieces is than the second piece, at the corners of their
  /// overlap.
  ///
  /// - Returns: nil if the two pieces do not overlap.
  private func depthDifference(_ first: Int, _ second: Int) -> DepthDifference? {
    guard pieces[first].box.overlaps(pieces[second].box), pieces[first].element != pieces[second].element else { return nil }
    guard !pieces[first].body.isEmpty, !pieces[second].body.isEmpty else { return nil }
    let shared = pieces[first].body.overlap(with: pieces[second].body)
    guard shared.isVisible else { return nil }
    let (firstPlane, secondPlane) = (planes[pieces[first].element], planes[pieces[second].element])
    var difference = DepthDifference(count: shared.count)
    for index in 0..<shared.count {
      let corner = shared[index]
      guard let one = firstPlane.depth(x: corner.x, y: corner.y), let other = secondPlane.depth(x: corner.x, y: corner.y)
      else { return nil }
      difference.sum += one - other  // ≤ 12 × 2^39
      difference.minimum = min(difference.minimum, one - other)
      difference.maximum = max(difference.maximum, one - other)
    }
    return difference
  }

  /// The depth differences at the corners of an overlap.
  private struct DepthDifference: BitwiseCopyable {
    let count: Int
    var sum: Int64 = 0, minimum = Int64.max, maximum = Int64.min

    /// Whether the first piece is nearer in the mean. A mean difference of 1/64 point is below the precision
    /// of depths on a steep plane.
    var isFirstNearer: Bool { sum > Int64(count) << 10 }
  }

  /// Two pieces one of which is seen over the other.
  private struct Overlap: BitwiseCopyable {
    let first: Int, second: Int
    let isFirstNearer: Bool
  }

  private mutating func wait(_ piece: Int, for other: Int) {
    waitingFor[piece] += 1
    waiting.append((piece, heads[other]))
    heads[other] = waiting.count - 1
  }
}

// MARK: - Crossing planes

extension DepthOrder {
  /// Splits pieces until no two pieces cross, or until the maximum number of splits is reached, and lists the
  /// overlaps of all pieces.
  private mutating func splitCrossingPieces() {
    let planeCount = pieces.count
    let maximumCount = planeCount + Self.maximumSplitCount
    overlaps.removeAll(keepingCapacity: true)
    var second = 1
    while second < pieces.count {
      for first in 0..<second where pieces.count < maximumCount {
        guard let difference = addOverlap(first, second),
          difference.minimum < -Self.minimumCrossingDepth, difference.maximum > Self.minimumCrossingDepth
        else { continue }
        // A split continues beyond the line's ends, so prefer the piece that the line crosses completely.
        if !split(first, by: second, isForced: false), !split(second, by: first, isForced: false) {
          _ = split(first, by: second, isForced: true)
        }
      }
      second += 1
    }
    guard pieces.count > planeCount else { return }
    // The splits changed the overlaps that were listed before them.
    overlaps.removeAll(keepingCapacity: true)
    for second in pieces.indices {
      for first in 0..<second { _ = addOverlap(first, second) }
    }
  }

  /// Lists the overlap of two pieces, if there is one, and returns their depth difference.
  private mutating func addOverlap(_ first: Int, _ second: Int) -> DepthDifference? {
    guard let difference = depthDifference(first, second) else { return nil }
    overlaps.append(Overlap(first: first, second: second, isFirstNearer: difference.isFirstNearer))
    return difference
  }

  /// Splits `piece` along the plane of `other`; the part behind the plane becomes a new piece.
  ///
  /// - Parameter isForced: Whether the piece is split even if `other` does not cover the whole line.
  /// - Returns: Whether the piece was split.
  private mutating func split(_ piece: Int, by other: Int, isForced: Bool) -> Bool {
    guard let parts = pieces[piece].body.split(by: polygons[pieces[other].element]), parts.front.isVisible, parts.back.isVisible
    else { return false }
    let line = parts.crossing
    // A line of less than 1/16 point has no reliable direction.
    guard max(abs(line.to.x - line.from.x), abs(line.to.y - line.from.y)) > 1 << 12 else { return false }
    let margin: Int64 = 1 << 10
    let isCovered =
      elements[pieces[piece].element].layer.isWithinBounds
      && pieces[other].body.contains(x: line.from.x, y: line.from.y, margin: margin)
      && pieces[other].body.contains(x: line.to.x, y: line.to.y, margin: margin)
    guard isCovered || isForced else { return false }
    let halves = (pieces[piece].region.map { regions[$0] } ?? frame).split(along: line)
    let isLeft = parts.front.side(of: line) >= 0
    var back = Piece(element: pieces[piece].element, body: parts.back)
    (back.region, back.isSmooth) = (add(isLeft ? halves.right : halves.left), false)
    pieces.append(back)
    pieces[piece].body = parts.front
    pieces[piece].region = add(isLeft ? halves.left : halves.right)
    pieces[piece].isSmooth = pieces[piece].isSmooth && isCovered
    return true
  }

  /// Adds a region and returns its index.
  private mutating func add(_ region: ConvexPolygon) -> Int {
    regions.append(region)
    return regions.count - 1
  }

  /// A rectangle that contains all layers with their shadows.
  private var frame: ConvexPolygon {
    var box = ConvexPolygon.Box()
    for index in pieces.indices where !pieces[index].body.isEmpty { box.formUnion(pieces[index].box) }
    let margin: Int64 = 4096 << 16
    return ConvexPolygon(minX: box.minX - margin, minY: box.minY - margin, maxX: box.maxX + margin, maxY: box.maxY + margin)
  }
}

extension Layer {
  /// The rectangle that stands for the layer in a depth comparison.
  fileprivate var body: Rect { bounds.isEmpty ? inkBounds ?? bounds : bounds }

  /// Whether the layer's content and its sublayers, but not its shadow, stay within its bounds.
  fileprivate var isWithinBounds: Bool {
    guard let inkBounds else { return false }
    return inkBounds.minX >= bounds.minX && inkBounds.minY >= bounds.minY && inkBounds.maxX <= bounds.maxX
      && inkBounds.maxY <= bounds.maxY
  }
}
