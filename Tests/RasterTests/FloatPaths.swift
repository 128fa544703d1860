import CartoucheRaster
import Glibc

/// Oracle for `Path` and `PathMeasure`: a path's outline as many short segments, in floating point.
///
/// Checks bounds, hit tests, lengths, trimming and reversal. Oracles of strokes use it as the center line.
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

  /// Returns all segments. Those that close a subpath are included if it is closed or if `filling`.
  func segments(filling: Bool = false) -> [(FloatPoint, FloatPoint)] {
    var segments: [(FloatPoint, FloatPoint)] = []
    for (line, isClosed) in zip(lines, isClosed) {
      segments += zip(line, line.dropFirst())
      if isClosed || filling { segments.append((line[line.count - 1], line[0])) }
    }
    return segments
  }

  var length: Double { segments().reduce(0) { $0 + $1.0.distance(to: $1.1) } }

  /// Returns the distance from `point` to the outline.
  func distance(to point: FloatPoint, filling: Bool = false) -> Double {
    segments(filling: filling).reduce(.infinity) { min($0, point.distance(toSegment: $1.0, $1.1)) }
  }

  /// Returns the winding number of the outline around a point.
  func winding(_ point: FloatPoint) -> Int {
    segments(filling: true).reduce(0) { sum, segment in
      let (a, b) = segment
      guard (a.y <= point.y) != (b.y <= point.y) else { return sum }
      let crossing = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
      return crossing > point.x ? sum + (b.y > a.y ? 1 : -1) : sum
    }
  }
}

extension FloatPoint {
  static func + (a: FloatPoint, b: FloatPoint) -> FloatPoint { FloatPoint(a.x + b.x, a.y + b.y) }
  static func * (a: FloatPoint, b: Double) -> FloatPoint { FloatPoint(a.x * b, a.y * b) }
}

extension Scalar {
  /// The number in floating point.
  var value: Double { Double(rawValue) / 65536 }

  init(nearest value: Double) { self.init(rawValue: Int64((value * 65536).rounded())) }
}
