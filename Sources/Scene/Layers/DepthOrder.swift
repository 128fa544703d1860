import CartoucheRaster

/// Layers of one three-dimensional space, and the order in which to draw them: what hides comes after what is hidden.
///
/// Two layers are compared only where they are seen over one another, there by their planes' depths: planes that do not cross are thus in the right order
/// at every pixel, at every angle. Coplanar layers keep the order in which they were added. Where several hide one another in a circle, or two
/// cross, the farther middle goes first; splitting them is for later.
///
/// Keeps its storage from one use to the next.
struct DepthOrder {
  struct Element {
    let layer: Layer
    /// From the layer's space to that of the nearest superlayer which is a plane.
    let matrix: Transform3D
    let opacity: Scalar
  }

  private(set) var elements: [Element] = []
  /// Indices of ``elements``, back to front, after ``sort()``.
  private(set) var order: [Int] = []

  private var polygons: [ConvexPolygon] = []
  private var depths: [Int64] = []
  private var waitingFor: [Int] = []
  /// Lists of who waits: each layer's first entry, and each entry's layer and next entry.
  private var heads: [Int] = []
  private var waiting: [(layer: Int, next: Int)] = []

  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
  }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Finds the order.
  ///
  /// - Complexity: every two layers' boxes are compared, and the polygons of those that overlap.
  mutating func sort() {
    polygons.removeAll(keepingCapacity: true)
    depths.removeAll(keepingCapacity: true)
    waitingFor.removeAll(keepingCapacity: true)
    heads.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    for element in elements {
      let polygon = ConvexPolygon(element.layer.bounds, through: element.matrix)
      polygons.append(polygon)
      depths.append(polygon.centralDepth)
      waitingFor.append(0)
      heads.append(-1)
    }
    for second in elements.indices {
      for first in 0..<second { compare(first, second) }
    }
    for _ in elements {
      let next = farthest { waitingFor[$0] == 0 } ?? farthest { waitingFor[$0] > 0 } ?? 0
      order.append(next)
      waitingFor[next] = -1
      var entry = heads[next]
      while entry >= 0 {
        let layer = waiting[entry].layer
        if waitingFor[layer] > 0 { waitingFor[layer] -= 1 }
        entry = waiting[entry].next
      }
    }
  }

  private func farthest(where isCandidate: (Int) -> Bool) -> Int? {
    var found: Int?
    for index in elements.indices where isCandidate(index) {
      if found.map({ depths[index] < depths[$0] }) ?? true { found = index }
    }
    return found
  }

  /// Lets one of two layers wait for the other, where it matters.
  private mutating func compare(_ first: Int, _ second: Int) {
    let a = polygons[first].box
    let b = polygons[second].box
    guard a.minX < b.maxX, b.minX < a.maxX, a.minY < b.maxY, b.minY < a.maxY else { return }
    guard !polygons[first].isEmpty, !polygons[second].isEmpty else { return }
    let shared = polygons[first].overlap(with: polygons[second])
    guard shared.isVisible else { return }
    var lead: Int64 = 0
    for index in 0..<shared.count {
      let corner = shared[index]
      guard let one = polygons[first].depth(x: corner.x, y: corner.y), let other = polygons[second].depth(x: corner.x, y: corner.y)
      else { return }
      lead += one - other  // ≤ 12 × 2^39
    }
    // 64ths of a point are below what fixed point resolves on a steep plane.
    if lead > Int64(shared.count) << 10 {
      wait(first, for: second)
    } else {
      wait(second, for: first)
    }
  }

  private mutating func wait(_ layer: Int, for other: Int) {
    waitingFor[layer] += 1
    waiting.append((layer, heads[other]))
    heads[other] = waiting.count - 1
  }
}
