import CartoucheRaster

/// A piece of a line on the view, and how far along the line its corners are.
///
/// Gradients and patterns follow a line. So they need more than a path, in which distances are lost.
struct LineCourse {
  /// The corners on the view. No two neighbors are at the same point.
  private(set) var points: [Point] = []
  /// For each corner, the distance from the line's start, in points.
  private(set) var distances: [Scalar] = []

  private mutating func add(_ point: SIMD2<Int64>, _ distance: Double) {
    let point = Point(x: Scalar(rawValue: point.x), y: Scalar(rawValue: point.y))
    guard points.last != point else { return }
    points.append(point)
    distances.append(Scalar(distance))
  }

  /// Returns the course, moved to the right of its direction.
  ///
  /// Each corner stays one corner, so that distances still belong to it. At sharp turns, it is moved by at
  /// most twice the offset.
  func offset(by side: Scalar) -> LineCourse {
    guard side != 0, points.count > 1 else { return self }
    let normals = zip(points, points.dropFirst()).map { from, to -> Point in
      let (x, y) = (to.x - from.x, to.y - from.y)
      let length = Scalar.hypotenuse(x, y)
      return length > 0 ? Point(x: -y / length, y: x / length) : .zero
    }
    var result = self
    for index in points.indices {
      let (before, after) = (normals[max(index - 1, 0)], normals[min(index, normals.count - 1)])
      let cosine = before.x * after.x + before.y * after.y
      let divisor = max(1 + cosine, 0.5)
      result.points[index] =
        points[index] + Point(x: (before.x + after.x) / divisor * side, y: (before.y + after.y) / divisor * side)
    }
    return result
  }

  func moved(by offset: Point) -> LineCourse {
    var result = self
    for index in points.indices { result.points[index] = points[index] + offset }
    return result
  }

  var path: Path {
    var path = Path()
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }

  /// Returns the pieces of a feature's lines that are near a tile's cell, and the length of all its lines.
  ///
  /// The lines of one feature count as one line with gaps. Distances are measured in the tile's units, so
  /// they are the same wherever the view is.
  static func pieces(of feature: VectorFeature, in layer: VectorLayer, _ window: TilePathBuilder.Window)
    -> (pieces: [LineCourse], length: Double)
  {
    let (placement, isRing) = (window.placement, feature.kind == .polygon)
    let (a, b) = (Double(placement.a), Double(placement.b))
    let pointsPerUnit = (a * a + b * b).squareRoot() / Double(Int64(1) << placement.shift) / 65536
    var pieces: [LineCourse] = []
    var traveled = 0.0
    for part in feature.parts {
      var vertices = Array(layer.vertices[Int(layer.partStart(part))..<Int(layer.partEnds[Int(part)])])
      if isRing, let first = vertices.first { vertices.append(first) }
      var piece = LineCourse()
      func finish() {
        if piece.points.count > 1 { pieces.append(piece) }
        piece = LineCourse()
      }
      for (from, to) in zip(vertices, vertices.dropFirst()) {
        let (dx, dy) = (Double(to.x - from.x), Double(to.y - from.y))
        let length = (dx * dx + dy * dy).squareRoot() * pointsPerUnit
        defer { traveled += length }
        let (start, end) = (placement.raw(from), placement.raw(to))
        guard window.box.outcode(start) & window.box.outcode(end) == 0 else {
          finish()
          continue
        }
        if length <= 32_768 {
          piece.add(start, traveled)
          piece.add(end, traveled + length)
          continue
        }
        // A segment that is too long to draw.
        finish()
        guard let (near, far) = window.box.clip(start, end) else { continue }
        func distance(_ point: SIMD2<Int64>) -> Double {
          let (x, y) = (Double(point.x - start.x), Double(point.y - start.y))
          return (x * x + y * y).squareRoot() / 65536
        }
        piece.add(near, traveled + distance(near))
        piece.add(far, traveled + distance(far))
        finish()
      }
      finish()
    }
    return (pieces, traveled)
  }
}
