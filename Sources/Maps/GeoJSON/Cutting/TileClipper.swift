/// Cuts lines and rings at the edges of a square: first at the vertical edges, then at the horizontal ones.
///
/// A cut depends on the segment and the edge alone, and not on the direction of the segment or the side
/// that is kept. So two tiles that share an edge have the same point there.
struct TileClipper {
  /// A vertex of a line. Coordinates are in units of ``MapPoint``.
  struct Vertex: BitwiseCopyable {
    /// The coordinate that is compared with the next pair of edges: x first, then y.
    var along: Int64
    var across: Int64
    /// The distance from the start of the line, for line metrics.
    var distance: Double
  }

  private let bounds: InclusiveBox
  private var scratch: [Vertex] = []
  private var scratchEnds: [Int] = []
  /// The vertices of the input, then of the result.
  var vertices: [Vertex] = []
  /// The ends of the pieces in `vertices`.
  private(set) var ends: [Int] = []

  init(_ bounds: InclusiveBox) { self.bounds = bounds }

  /// Cuts the line of `vertices` into pieces.
  mutating func clipLine() {
    ends.removeAll(keepingCapacity: true)
    ends.append(vertices.count)
    clipLines(from: bounds.minX, to: bounds.maxX)
    clipLines(from: bounds.minY, to: bounds.maxY)
  }

  /// Cuts the ring of `vertices`, which does not repeat its first vertex. The result may be empty.
  mutating func clipRing() {
    clipRing(from: bounds.minX, to: bounds.maxX)
    clipRing(from: bounds.minY, to: bounds.maxY)
  }

  private mutating func clipLines(from low: Int64, to high: Int64) {
    scratch.removeAll(keepingCapacity: true)
    scratchEnds.removeAll(keepingCapacity: true)
    var start = 0
    for end in ends {
      var previous: Vertex?
      for vertex in vertices[start..<end] {
        let isInside = vertex.along >= low && vertex.along <= high
        if let previous {
          let wasInside = previous.along >= low && previous.along <= high
          if !wasInside, let edge = Self.entry(previous, vertex, low, high) { scratch.append(Self.cut(previous, vertex, at: edge)) }
          if isInside { scratch.append(vertex.swapped) }
          if !isInside, let edge = Self.entry(vertex, previous, low, high) {
            scratch.append(Self.cut(previous, vertex, at: edge))
            scratchEnds.append(scratch.count)
          }
        } else if isInside {
          scratch.append(vertex.swapped)
        }
        previous = vertex
      }
      if scratch.count > scratchEnds.last ?? 0 { scratchEnds.append(scratch.count) }
      start = end
    }
    swap(&vertices, &scratch)
    swap(&ends, &scratchEnds)
  }

  private mutating func clipRing(from low: Int64, to high: Int64) {
    scratch.removeAll(keepingCapacity: true)
    guard var previous = vertices.last else { return }
    for vertex in vertices {
      let isInside = vertex.along >= low && vertex.along <= high
      let wasInside = previous.along >= low && previous.along <= high
      if !wasInside, let edge = Self.entry(previous, vertex, low, high) { scratch.append(Self.cut(previous, vertex, at: edge)) }
      if isInside { scratch.append(vertex.swapped) }
      if !isInside, let edge = Self.entry(vertex, previous, low, high) { scratch.append(Self.cut(previous, vertex, at: edge)) }
      previous = vertex
    }
    swap(&vertices, &scratch)
  }

  /// Returns the edge at which a segment from a vertex outside enters; nil if it does not.
  private static func entry(_ outside: Vertex, _ other: Vertex, _ low: Int64, _ high: Int64) -> Int64? {
    if outside.along < low { return other.along >= low ? low : nil }
    return other.along <= high ? high : nil
  }

  /// Returns the point of a segment at an edge, with its coordinates swapped.
  private static func cut(_ a: Vertex, _ b: Vertex, at edge: Int64) -> Vertex {
    let (first, last) = a.along < b.along ? (a, b) : (b, a)
    let width = Int128(last.along - first.along)
    // Rounded to the nearest: |product| ≤ 2^88.
    let doubled = 2 * Int128(last.across - first.across) * Int128(edge - first.along) + width
    let (quotient, remainder) = doubled.quotientAndRemainder(dividingBy: 2 * width)
    let across = first.across + Int64(truncatingIfNeeded: remainder < 0 ? quotient - 1 : quotient)
    let distance = a.distance + (b.distance - a.distance) * Double(edge - a.along) / Double(b.along - a.along)
    return Vertex(along: across, across: edge, distance: distance)
  }
}

extension TileClipper.Vertex {
  /// The vertex before the next pair of edges.
  fileprivate var swapped: TileClipper.Vertex { TileClipper.Vertex(along: across, across: along, distance: distance) }
}
