import CartoucheRaster
import Glibc

/// Oracle for `Stroking`: the union of a line's segment rectangles, joins and caps, in floating point.
///
/// Checks the coverage of strokes that the renderer draws from outlines.
struct FloatStroke {
  private enum Piece {
    /// Convex, clockwise on the screen.
    case polygon([FloatPoint])
    case disc(FloatPoint, Double)
    /// The half of a disc on the side of the vector `ahead`.
    case halfDisc(FloatPoint, Double, ahead: FloatPoint)
  }

  /// The pieces, each with its bounding circle.
  private var pieces: [(piece: Piece, center: FloatPoint, radius: Double)] = []

  /// Creates the stroke of `path`. Each curve becomes `steps` chords with round joins.
  init(_ path: Path, style: StrokeStyle, steps: Int = 60) {
    let half = style.width.value / 2
    let outline = FloatOutline(path, steps: steps)
    let corners = Self.corners(path, steps: steps)
    for (index, line) in outline.lines.enumerated() {
      // Repeated points have no direction.
      var points: [FloatPoint] = []
      var isCorner: [Bool] = []
      for (point, corner) in zip(line, corners[index]) {
        if let last = points.last, last.distance(to: point) < 1.0 / 1024 {
          isCorner[isCorner.count - 1] = isCorner[isCorner.count - 1] || corner
        } else {
          points.append(point)
          isCorner.append(corner)
        }
      }
      let isClosed = outline.isClosed[index]
      if isClosed, points.count > 1, points[0].distance(to: points[points.count - 1]) < 1.0 / 1024 {
        points.removeLast()
        isCorner.removeLast()
      }
      if line.count < 2 && !isClosed { continue }
      if points.count == 1 {
        addDot(points[0], half, style.cap)
        continue
      }
      let count = points.count
      for start in 0..<(isClosed ? count : count - 1) { addBody(points[start], points[(start + 1) % count], half) }
      for corner in isClosed ? 0..<count : 1..<count - 1 {
        let (a, b, c) = (points[(corner + count - 1) % count], points[corner], points[(corner + 1) % count])
        addJoin(a, b, c, half, isCorner[corner] ? style.join : .round, limit: max(style.miterLimit.value, 1))
      }
      if !isClosed {
        addCap(points[0], from: points[1], half, style.cap)
        addCap(points[count - 1], from: points[count - 2], half, style.cap)
      }
    }
  }

  /// Returns for each sampled point whether it is a corner of the path, which gets the style's join.
  private static func corners(_ path: Path, steps: Int) -> [[Bool]] {
    var result: [[Bool]] = []
    for verb in path.verbs {
      switch verb {
      case .move: result.append([true])
      case .line: result[result.count - 1].append(true)
      case .quadratic, .cubic:
        result[result.count - 1] += Array(repeating: false, count: steps - 1) + [true]
      case .close: break
      }
    }
    return result
  }

  /// Returns the vector of length `length` from `a` toward `b`.
  private func toward(_ a: FloatPoint, _ b: FloatPoint, _ length: Double) -> FloatPoint {
    let distance = a.distance(to: b)
    return FloatPoint((b.x - a.x) / distance * length, (b.y - a.y) / distance * length)
  }

  private mutating func add(_ corners: [FloatPoint]) {
    let area = corners.indices.reduce(0.0) { sum, index in
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      return sum + a.x * b.y - b.x * a.y
    }
    if abs(area) < 1e-9 { return }
    let center = corners.reduce(FloatPoint(0, 0)) { $0 + $1 * (1 / Double(corners.count)) }
    let radius = corners.reduce(0) { max($0, center.distance(to: $1)) }
    pieces.append((.polygon(area < 0 ? corners.reversed() : corners), center, radius))
  }

  private mutating func addBody(_ a: FloatPoint, _ b: FloatPoint, _ half: Double) {
    let along = toward(a, b, half)
    let side = FloatPoint(along.y, -along.x)
    add([a + side, b + side, b + side * -1, a + side * -1])
  }

  private mutating func addJoin(_ a: FloatPoint, _ b: FloatPoint, _ c: FloatPoint, _ half: Double, _ join: LineJoin, limit: Double)
  {
    let (u, v) = (toward(a, b, half), toward(b, c, half))
    let turn = u.x * v.y - u.y * v.x
    let sign: Double = turn > 0 ? 1 : -1
    let (from, to) = (FloatPoint(u.y, -u.x) * sign, FloatPoint(v.y, -v.x) * sign)
    if join == .round {
      // A sector of a disc, its arc approximated by 32 chords.
      let angle = acos(min(max((u.x * v.x + u.y * v.y) / (half * half), -1), 1)) * sign
      let arc = (0...32).map { step in
        let part = angle * Double(step) / 32
        return b + FloatPoint(from.x * cos(part) - from.y * sin(part), from.x * sin(part) + from.y * cos(part))
      }
      add([b] + arc)
      return
    }
    add([b, b + from, b + to])
    let opening = 1 + (u.x * v.x + u.y * v.y) / (half * half)
    if join == .miter && opening > 1e-12 && 2 / opening <= limit * limit {
      add([b + from, b + (from + to) * (1 / opening), b + to])
    }
  }

  private mutating func addCap(_ end: FloatPoint, from: FloatPoint, _ half: Double, _ cap: LineCap) {
    let along = toward(from, end, half)
    switch cap {
    case .butt: break
    case .square: addBody(end, end + along, half)
    case .round: pieces.append((.halfDisc(end, half, ahead: along), end, half))
    }
  }

  private mutating func addDot(_ point: FloatPoint, _ half: Double, _ cap: LineCap) {
    switch cap {
    case .butt: break
    case .square: addBody(point + FloatPoint(-half, 0), point + FloatPoint(half, 0), half)
    case .round: pieces.append((.disc(point, half), point, half))
    }
  }

  /// Returns the distance from `point` to the stroke: 0 inside it, at most 1.
  func distance(to point: FloatPoint) -> Double {
    var nearest = 1.0
    for (piece, center, radius) in pieces where point.distance(to: center) - radius < nearest {
      nearest = min(nearest, Self.distance(point, piece))
      if nearest == 0 { return 0 }
    }
    return nearest
  }

  private static func distance(_ point: FloatPoint, _ piece: Piece) -> Double {
    switch piece {
    case .disc(let center, let radius): return max(point.distance(to: center) - radius, 0)
    case .halfDisc(let center, let radius, let ahead):
      let (dx, dy) = (point.x - center.x, point.y - center.y)
      if dx * ahead.x + dy * ahead.y >= 0 { return max(hypot(dx, dy) - radius, 0) }
      let side = FloatPoint(ahead.y, -ahead.x)
      return point.distance(toSegment: center + side, center + side * -1)
    case .polygon(let corners):
      var isInside = true
      var nearest = Double.infinity
      for index in corners.indices {
        let (a, b) = (corners[index], corners[(index + 1) % corners.count])
        if (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) < 0 { isInside = false }
        nearest = min(nearest, point.distance(toSegment: a, b))
      }
      return isInside ? 0 : nearest
    }
  }
}
