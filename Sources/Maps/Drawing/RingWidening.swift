import CartoucheRaster

/// Moves the vertices of polygons outward, so that areas with a common edge overlap and show no seam.
///
/// MapLibre draws a line of the same color, a pixel wide, around each area. That is the same as moving the
/// edges by half a pixel.
enum RingWidening {
  /// Half a point, in 1/65536 points.
  private static let distance = 32768.0
  /// The maximum movement of a vertex, in distances of its edges.
  private static let limit = 2.0

  /// Moves the edges of a ring by half a point to the left of their direction: outward on exterior rings,
  /// which are clockwise on the screen, and inward on the rings of holes.
  ///
  /// - Parameters:
  ///   - ring: The vertices of the ring in 1/65536 points. A vertex at the position of the one before it is
  ///     removed.
  ///   - scratch: Working memory, whose content is overwritten.
  static func widen(_ ring: inout [SIMD2<Int64>], scratch: inout [SIMD2<Int64>]) {
    scratch.removeAll(keepingCapacity: true)
    for vertex in ring where vertex != scratch.last { scratch.append(vertex) }
    while scratch.count > 1, scratch.first == scratch.last { scratch.removeLast() }
    ring.removeAll(keepingCapacity: true)
    guard scratch.count > 2 else { return }
    let count = scratch.count
    var before = normal(from: scratch[count - 1], to: scratch[0])
    for index in 0..<count {
      let vertex = scratch[index]
      let after = normal(from: vertex, to: scratch[index + 1 == count ? 0 : index + 1])
      ring.append(vertex &+ offset(before, after))
      before = after
    }
  }

  /// Returns the movement of a vertex between edges with these normals.
  @inline(__always)
  private static func offset(_ before: SIMD2<Double>, _ after: SIMD2<Double>) -> SIMD2<Int64> {
    let sum = before + after
    let projection = 1 + (before * after).sum()  // 0 … 2; half the squared length of the sum
    let offset: SIMD2<Double>
    if projection * limit * limit >= 2 {
      offset = sum * (distance / projection)
    } else if projection > 1e-9 {
      // The point of a sharp corner is cut off.
      offset = sum * (distance * limit / (2 * projection).squareRoot())
    } else {
      offset = before * distance
    }
    return SIMD2(Int64(offset.x), Int64(offset.y))
  }

  /// Returns the unit vector to the left of an edge, with y pointing down.
  @inline(__always)
  private static func normal(from start: SIMD2<Int64>, to end: SIMD2<Int64>) -> SIMD2<Double> {
    let (x, y) = (Double(end.x &- start.x), Double(end.y &- start.y))
    let length = (x * x + y * y).squareRoot()
    return length > 0 ? SIMD2(y / length, -x / length) : .zero
  }
}
