import CartoucheRaster
import Glibc

/// A path's outline sampled in floats, densely enough to stand for the curve itself.
struct FloatOutline {
  /// The points of each subpath, `steps` to a curve.
  var lines: [[FloatPoint]] = []
  var isClosed: [Bool] = []

  init(_ path: Path, steps: Int = 400) {
    var next = 0
    for verb in path.verbs {
      func point(_ index: Int) -> FloatPoint { FloatPoint(path.points[next + index]) }
      switch verb {
      case .move:
        lines.append([point(0)])
        isClosed.append(false)
        next += 1
      case .line:
        lines[lines.count - 1].append(point(0))
        next += 1
      case .quadratic:
        let a = lines[lines.count - 1].last!
        for step in 1...steps {
          let t = Double(step) / Double(steps)
          lines[lines.count - 1].append(a * ((1 - t) * (1 - t)) + point(0) * (2 * t * (1 - t)) + point(1) * (t * t))
        }
        next += 2
      case .cubic:
        let a = lines[lines.count - 1].last!
        for step in 1...steps {
          let t = Double(step) / Double(steps)
          let s = 1 - t
          lines[lines.count - 1].append(
            a * (s * s * s) + point(0) * (3 * t * s * s) + point(1) * (3 * t * t * s) + point(2) * (t * t * t))
        }
        next += 3
      case .close:
        isClosed[lines.count - 1] = true
      }
    }
  }

  /// Every segment; those that close a subpath only where it is closed, or for `filling`.
  func segments(filling: Bool = false) -> [(FloatPoint, FloatPoint)] {
    zip(lines, isClosed).flatMap { line, isClosed in
      line.indices.dropFirst().map { (line[$0 - 1], line[$0]) } + (isClosed || filling ? [(line[line.count - 1], line[0])] : [])
    }
  }

  var length: Double { segments().reduce(0) { $0 + $1.0.distance(to: $1.1) } }

  /// The distance from `place` to the outline.
  func distance(to place: FloatPoint, filling: Bool = false) -> Double {
    segments(filling: filling).reduce(.infinity) { min($0, place.distance(toSegment: $1.0, $1.1)) }
  }

  /// How many times the outline winds round a place.
  func winding(_ place: FloatPoint) -> Int {
    segments(filling: true).reduce(0) { sum, segment in
      let (a, b) = segment
      guard (a.y <= place.y) != (b.y <= place.y) else { return sum }
      let crossing = a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)
      return crossing > place.x ? sum + (b.y > a.y ? 1 : -1) : sum
    }
  }
}

extension FloatPoint {
  static func + (a: FloatPoint, b: FloatPoint) -> FloatPoint { FloatPoint(a.x + b.x, a.y + b.y) }
  static func * (a: FloatPoint, b: Double) -> FloatPoint { FloatPoint(a.x * b, a.y * b) }
}

extension Scalar {
  /// As a float.
  var value: Double { Double(rawValue) / 65536 }

  init(nearest value: Double) { self.init(rawValue: Int64((value * 65536).rounded())) }
}

extension Path {
  /// Lines and curves through random points of `size`, in one to three subpaths, some closed.
  static func random(size: Double, hasCurves: Bool = true, using random: inout SeededRandom) -> Path {
    func any() -> Point {
      Point(
        x: Scalar(nearest: Double.random(in: 0...size, using: &random)),
        y: Scalar(nearest: Double.random(in: 0...size, using: &random)))
    }
    var path = Path()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      path.move(to: any())
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        switch hasCurves ? Int.random(in: 0...2, using: &random) : 0 {
        case 0: path.addLine(to: any())
        case 1: path.addQuadCurve(to: any(), control: any())
        default: path.addCurve(to: any(), control1: any(), control2: any())
        }
      }
      if Bool.random(using: &random) { path.closeSubpath() }
    }
    return path
  }
}
