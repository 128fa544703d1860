import CartoucheRaster

/// A line along which labels are placed.
final class LabelLine: Sendable {
  /// The vertices; neighbors differ.
  let points: [MapPoint]

  init(_ points: [MapPoint]) {
    self.points = points
  }

  var byteCount: Int { 64 + points.count * MemoryLayout<MapPoint>.stride }
}

/// A line in pixels of the style, at the whole zoom for which labels are prepared.
struct PixelLine {
  private(set) var points: [SIMD2<Double>] = []
  /// The distance of each point from the first, along the line.
  private(set) var distances: [Double] = []

  /// Creates a line without points, and with memory for `capacity` points.
  init(capacity: Int) { removeAll(reserving: capacity) }

  /// Removes all points, and keeps the memory or makes more, for `capacity` points.
  mutating func removeAll(reserving capacity: Int) {
    points.removeAll(keepingCapacity: true)
    points.reserveCapacity(capacity)
    distances.removeAll(keepingCapacity: true)
    distances.reserveCapacity(capacity)
  }

  init(_ points: [SIMD2<Double>]) {
    self.init(capacity: points.count)
    for point in points { append(point) }
  }

  mutating func append(_ point: SIMD2<Double>) {
    guard let last = points.last else {
      points.append(point)
      distances.append(0)
      return
    }
    guard point != last else { return }
    distances.append((distances.last ?? 0) + (point - last).length)
    points.append(point)
  }

  var length: Double { distances.last ?? 0 }

  /// Returns the directions, in radians, in which the segment after each point but the last runs.
  func segmentAngle(_ index: Int) -> Double {
    let delta = points[index + 1] - points[index]
    return ElementaryFunctions.arctangent(y: delta.y, x: delta.x)
  }

  /// Returns whether a label of some length fits around a place without a bend that is too sharp.
  ///
  /// - Parameters:
  ///   - distance: The place of the label's middle, from the line's start.
  ///   - window: The length within which bends are added up.
  ///   - maximumAngle: The greatest sum of bends in radians.
  func isStraight(around distance: Double, length: Double, window: Double, maximumAngle: Double) -> Bool {
    let (start, end) = (distance - length / 2, distance + length / 2)
    guard start >= 0, end <= self.length else { return false }
    var recent: [(distance: Double, angle: Double)] = []
    var sum = 0.0
    var first = 0
    // The corners inside the label.
    for index in points.indices.dropFirst().dropLast() where distances[index] > start && distances[index] < end {
      var angle = segmentAngle(index) - segmentAngle(index - 1)
      let turn = 2 * ElementaryFunctions.pi
      if angle > ElementaryFunctions.pi { angle -= turn } else if angle < -ElementaryFunctions.pi { angle += turn }
      recent.append((distances[index], abs(angle)))
      sum += abs(angle)
      while distances[index] - recent[first].distance > window {
        sum -= recent[first].angle
        first += 1
      }
      if sum > maximumAngle { return false }
    }
    return true
  }

  /// Returns the point at a distance from the line's start, and the segment that contains it.
  func point(at distance: Double) -> (point: SIMD2<Double>, segment: Int) {
    var (low, high) = (0, max(points.count - 2, 0))
    while low < high {
      let middle = (low + high + 1) / 2
      if distances[middle] <= distance { low = middle } else { high = middle - 1 }
    }
    guard points.count > 1 else { return (points.first ?? .zero, 0) }
    let length = distances[low + 1] - distances[low]
    let fraction = length > 0 ? ((distance - distances[low]) / length).clamped(from: 0, to: 1) : 0
    return (points[low] + (points[low + 1] - points[low]) * fraction, low)
  }
}

extension SIMD2<Double> {
  var length: Double { (x * x + y * y).squareRoot() }

  /// Returns the vector turned by an angle that is given by its sine and cosine; clockwise if y points down.
  func turned(sine: Double, cosine: Double) -> SIMD2<Double> {
    SIMD2(x * cosine - y * sine, x * sine + y * cosine)
  }
}
