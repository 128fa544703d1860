import CartoucheRaster
import Glibc

/// A point in floating point, the basis of the oracles for `Flattening`, `Stroking`, `Dashing` and `Path`.
struct FloatPoint {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  init(_ point: Point) { self.init(Double(point.x.rawValue) / 65536, Double(point.y.rawValue) / 65536) }

  func distance(to other: FloatPoint) -> Double { hypot(x - other.x, y - other.y) }

  /// Returns the distance to the nearest point of the segment from `a` to `b`.
  func distance(toSegment a: FloatPoint, _ b: FloatPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let t = square == 0 ? 0 : min(max(((x - a.x) * dx + (y - a.y) * dy) / square, 0), 1)
    return distance(to: FloatPoint(a.x + t * dx, a.y + t * dy))
  }
}

extension Point {
  init(_ point: FloatPoint) {
    self.init(x: Scalar(rawValue: Int64((point.x * 65536).rounded())), y: Scalar(rawValue: Int64((point.y * 65536).rounded())))
  }
}

extension Contours {
  /// The corners of each contour.
  var polygons: [[FloatPoint]] {
    var begin = 0
    return ends.map { end in
      defer { begin = end }
      return points[begin..<end].map { FloatPoint($0) }
    }
  }

  /// The sum of the contours' areas, positive for those that run clockwise on the screen.
  var signedArea: Double {
    var sum = 0.0
    for polygon in polygons {
      for (index, a) in polygon.enumerated() {
        let b = polygon[(index + 1) % polygon.count]
        sum += (a.x * b.y - b.x * a.y) / 2
      }
    }
    return sum
  }

  /// Returns the winding number of the contours around a point.
  func winding(_ x: Double, _ y: Double) -> Int {
    polygons.reduce(0) { sum, polygon in
      sum
        + polygon.indices.reduce(0) { sum, index in
          let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
          guard (a.y <= y) != (b.y <= y) else { return sum }
          let crossing = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
          return crossing > x ? sum + (b.y > a.y ? 1 : -1) : sum
        }
    }
  }
}

extension Contours {
  /// Returns the distance from `point` to the nearest edge.
  func distance(to point: FloatPoint) -> Double {
    polygons.reduce(.infinity) { best, polygon in
      polygon.indices.reduce(best) { min($0, point.distance(toSegment: polygon[$1], polygon[($1 + 1) % polygon.count])) }
    }
  }
}
