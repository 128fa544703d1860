import CartoucheRaster

/// Layers of one three-dimensional space, and the order in which to draw them: what hides comes after what is hidden.
///
/// Two layers are compared only where they are seen over one another, there by their planes' depths, so planes that do not cross are in the right order at
/// every pixel, at every angle. Where two cross, one of them is cut along the line, and each part is a piece of its own. Coplanar layers
/// keep the order in which they were added. Where several hide one another in a circle, the farthest middle goes first.
///
/// Keeps its storage from one use to the next.
///
/// - Source: Newell, Newell and Sancha, "A solution to the hidden surface problem", ACM National Conference 1972; here pieces are sorted by who waits for whom.
struct DepthOrder {
  struct Element {
    let layer: Layer
    /// From the layer's space to that of the nearest superlayer which is a plane.
    let matrix: Transform3D
    let opacity: Scalar
  }

  /// A layer, or what is left of it on one side of the planes that cross it.
  struct Piece {
    /// An index of ``elements``.
    let element: Int
    var body: ConvexPolygon
    /// Where on the plane the piece is shown; nil, everywhere.
    var region: ConvexPolygon?
    /// Whether the piece ends inside its layer only where another layer's surface comes through, so that it may have smooth edges.
    var isSmooth = true
  }

  /// What a piece was, for comparison with the next walk's.
  struct Fingerprint: Equatable {
    let layer: ObjectIdentifier
    let region: ConvexPolygon?
    let isSmooth: Bool
  }

  private(set) var elements: [Element] = []
  private(set) var pieces: [Piece] = []
  /// Indices of ``pieces``, back to front, after ``sort()``.
  private(set) var order: [Int] = []

  /// The elements' polygons, uncut: what is left of one has its plane no more precisely.
  private var planes: [ConvexPolygon] = []
  private var depths: [Int64] = []
  private var waitingFor: [Int] = []
  /// Lists of who waits: each piece's first entry, and each entry's piece and next entry.
  private var heads: [Int] = []
  private var waiting: [(piece: Int, next: Int)] = []
  private var cuts: [ClipFragment] = []
  private var cutCount = 0

  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    cutCount = 0
  }

  /// Where on the screen piece `index` is shown, the plane being seen through `plane`; nil, everywhere.
  mutating func cut(of index: Int, on plane: Homography) -> ClipFragment? {
    guard pieces[index].region != nil else { return nil }
    if cutCount == cuts.count { cuts.append(ClipFragment()) }
    guard cuts[cutCount].set(pieces[index], on: plane) else { return nil }
    cutCount += 1
    return cuts[cutCount - 1]
  }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// The piece at `place` of the order.
  func fingerprint(_ place: Int) -> Fingerprint {
    let piece = pieces[order[place]]
    return Fingerprint(layer: ObjectIdentifier(elements[piece.element].layer), region: piece.region, isSmooth: piece.isSmooth)
  }

  /// More pieces than this beside the layers themselves are not cut.
  private static let maximumSplitCount = 256

  /// Planes that pass each other by less, on one of the two sides, do not cross: an eighth of a point.
  private static let least: Int64 = 1 << 13

  /// Finds the order.
  ///
  /// - Complexity: every two layers' boxes are compared, and the polygons of those that overlap.
  mutating func sort() {
    pieces.removeAll(keepingCapacity: true)
    planes.removeAll(keepingCapacity: true)
    depths.removeAll(keepingCapacity: true)
    waitingFor.removeAll(keepingCapacity: true)
    heads.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    for (index, element) in elements.enumerated() {
      let plane = ConvexPolygon(element.layer.body, through: element.matrix)
      planes.append(plane)
      pieces.append(Piece(element: index, body: plane))
    }
    cut()
    for piece in pieces {
      depths.append(piece.body.centralDepth)
      waitingFor.append(0)
      heads.append(-1)
    }
    for second in pieces.indices {
      for first in 0..<second { compare(first, second) }
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

  /// Lets one of two pieces wait for the other, where it matters.
  private mutating func compare(_ first: Int, _ second: Int) {
    guard pieces[first].element != pieces[second].element, let depthDifferences = depthDifferences(first, second) else { return }
    // 64ths of a point are below what fixed point resolves on a steep plane.
    if depthDifferences.sum > Int64(depthDifferences.count) << 10 {
      wait(first, for: second)
    } else {
      wait(second, for: first)
    }
  }

  /// By how much the first of two pieces is before the second at the corners of what both are seen over; nil if that is nothing.
  private func depthDifferences(_ first: Int, _ second: Int) -> (sum: Int64, count: Int, least: Int64, most: Int64)? {
    let a = pieces[first].body.box
    let b = pieces[second].body.box
    guard a.minX < b.maxX, b.minX < a.maxX, a.minY < b.maxY, b.minY < a.maxY else { return nil }
    guard !pieces[first].body.isEmpty, !pieces[second].body.isEmpty else { return nil }
    let shared = pieces[first].body.overlap(with: pieces[second].body)
    guard shared.isVisible else { return nil }
    var depthDifferences = (sum: Int64(0), count: shared.count, least: Int64.max, most: Int64.min)
    for index in 0..<shared.count {
      let corner = shared[index]
      guard let one = planes[pieces[first].element].depth(x: corner.x, y: corner.y),
        let other = planes[pieces[second].element].depth(x: corner.x, y: corner.y)
      else { return nil }
      depthDifferences.sum += one - other  // ≤ 12 × 2^39
      depthDifferences.least = min(depthDifferences.least, one - other)
      depthDifferences.most = max(depthDifferences.most, one - other)
    }
    return depthDifferences
  }

  private mutating func wait(_ piece: Int, for other: Int) {
    waitingFor[piece] += 1
    waiting.append((piece, heads[other]))
    heads[other] = waiting.count - 1
  }
}

// MARK: - Planes that cross

extension DepthOrder {
  /// Cuts pieces until no two cross.
  private mutating func cut() {
    let most = pieces.count + Self.maximumSplitCount
    var second = 1
    while second < pieces.count {
      for first in 0..<second where pieces.count < most {
        guard pieces[first].element != pieces[second].element, let depthDifferences = depthDifferences(first, second),
          depthDifferences.least < -Self.least, depthDifferences.most > Self.least
        else { continue }
        // Where the line ends inside the other, the cut goes on beyond it: rather cut the one through which it passes wholly.
        if !split(first, by: second, isForced: false), !split(second, by: first, isForced: false) {
          _ = split(first, by: second, isForced: true)
        }
      }
      second += 1
    }
  }

  /// Cuts `piece` along the plane of `other`, the part behind being a new piece.
  ///
  /// - Parameter isForced: whether to do it where the other does not cover the whole line.
  private mutating func split(_ piece: Int, by other: Int, isForced: Bool) -> Bool {
    guard let parts = pieces[piece].body.split(by: planes[pieces[other].element]), parts.front.isVisible, parts.back.isVisible
    else { return false }
    let line = parts.crossing
    // Shorter, it has no direction to speak of.
    guard max(abs(line.to.x - line.from.x), abs(line.to.y - line.from.y)) > 1 << 12 else { return false }
    let margin: Int64 = 1 << 10
    let isCovered =
      elements[pieces[piece].element].layer.isWithinBounds
      && pieces[other].body.contains(x: line.from.x, y: line.from.y, margin: margin)
      && pieces[other].body.contains(x: line.to.x, y: line.to.y, margin: margin)
    guard isCovered || isForced else { return false }
    let halves = (pieces[piece].region ?? frame).split(along: line)
    let isLeft = parts.front.side(of: line) >= 0
    pieces.append(
      Piece(
        element: pieces[piece].element, body: parts.back, region: isLeft ? halves.right : halves.left, isSmooth: false))
    pieces[piece].body = parts.front
    pieces[piece].region = isLeft ? halves.left : halves.right
    pieces[piece].isSmooth = pieces[piece].isSmooth && isCovered
    return true
  }

  /// A rectangle far beyond all layers and their shadows.
  private var frame: ConvexPolygon {
    var box = (minX: Int64.max, minY: Int64.max, maxX: Int64.min, maxY: Int64.min)
    for piece in pieces where !piece.body.isEmpty {
      let other = piece.body.box
      box = (min(box.minX, other.minX), min(box.minY, other.minY), max(box.maxX, other.maxX), max(box.maxY, other.maxY))
    }
    let margin: Int64 = 4096 << 16
    return ConvexPolygon(minX: box.minX - margin, minY: box.minY - margin, maxX: box.maxX + margin, maxY: box.maxY + margin)
  }
}

extension Layer {
  /// The rectangle that says where the layer is in a space.
  fileprivate var body: Rect { bounds.isEmpty ? inkBounds ?? bounds : bounds }

  /// Whether nothing but a shadow is seen beyond the layer's bounds.
  fileprivate var isWithinBounds: Bool {
    guard let inkBounds else { return false }
    return inkBounds.minX >= bounds.minX && inkBounds.minY >= bounds.minY && inkBounds.maxX <= bounds.maxX
      && inkBounds.maxY <= bounds.maxY
  }
}
