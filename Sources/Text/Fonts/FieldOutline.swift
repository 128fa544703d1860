package import CartoucheRaster

/// Traces the outline of a shape that is given as a distance field.
package enum FieldOutline {
  /// The longest side of a field that is traced.
  package static let maximumSide = 4096

  /// Returns the line along which a field has a given level.
  ///
  /// The field's values are interpolated linearly between the centers of neighboring pixels. Outside the
  /// field, they are 0. Points at or above the level are inside, to the right of each contour. So the path
  /// may be filled by either rule.
  ///
  /// - Parameters:
  ///   - field: The values, in rows from the top without gaps.
  ///   - width: The number of values in a row.
  ///   - height: The number of rows.
  ///   - level: The level in 1/256 of a value, clamped to 1 and more.
  /// - Returns: Closed subpaths in pixels of the field, in which the first pixel's center is at (½, ½). The
  ///   path is empty if the sizes do not fit the number of values.
  package static func path(field: [UInt8], width: Int, height: Int, level: Int) -> Path {
    var path = Path()
    let sides = 1...maximumSide
    guard sides.contains(width), sides.contains(height), field.count == width * height, level <= 255 * 256 else { return path }
    field.withUnsafeBufferPointer { values in
      var tracer = FieldTracer(values: values, width: width, height: height, level: max(level, 1))
      tracer.trace(into: &path)
    }
    return path
  }
}

/// Follows the contours of a field from one cell of four neighboring pixel centers to the next.
private struct FieldTracer {
  let values: UnsafeBufferPointer<UInt8>
  let width: Int
  let height: Int
  let level: Int
  /// Whether the upward crossing to the left of each pixel was traced. Each contour has such a crossing.
  private var isTraced: [Bool]
  private var points: [Point] = []

  /// A direction of travel. The order is clockwise.
  private enum Direction: Int {
    case up, right, down, left

    func turned(by quarters: Int) -> Direction { Direction(rawValue: (rawValue + quarters) & 3) ?? .up }
  }

  init(values: UnsafeBufferPointer<UInt8>, width: Int, height: Int, level: Int) {
    (self.values, self.width, self.height, self.level) = (values, width, height, level)
    isTraced = [Bool](repeating: false, count: width * height)
  }

  mutating func trace(into path: inout Path) {
    for y in 0..<height {
      for x in 0..<width where isInside(x, y) && !isInside(x - 1, y) && !isTraced[y * width + x] {
        follow(x: x, y: y)
        guard points.count > 2 else { continue }
        path.move(to: points[0])
        for point in points.dropFirst() { path.addLine(to: point) }
        path.closeSubpath()
      }
    }
  }

  /// Collects the points of the contour that runs upward to the left of the pixel (`x`, `y`).
  private mutating func follow(x: Int, y: Int) {
    points.removeAll(keepingCapacity: true)
    // The pixel on the right of the direction of travel, which is inside, and the one on the left.
    var (inside, outside) = ((x: x, y: y), (x: x - 1, y: y))
    var direction = Direction.up
    while true {
      if direction == .up {
        let index = inside.y * width + inside.x
        if isTraced[index] { return }
        isTraced[index] = true
      }
      add(crossing(from: outside, to: inside))
      let (dx, dy) = Self.step(direction)
      let (right, left) = ((x: inside.x + dx, y: inside.y + dy), (x: outside.x + dx, y: outside.y + dy))
      switch (isInside(left.x, left.y), isInside(right.x, right.y)) {
      case (false, true):
        (inside, outside) = (right, left)
      case (true, true):
        // The contour turns left, around the pixel on the left.
        (inside, direction) = (left, direction.turned(by: 3))
      case (false, false):
        (outside, direction) = (right, direction.turned(by: 1))
      case (true, false):
        // Both diagonals of the cell lie on one side each. The mean decides which pair is connected.
        let sum = value(inside.x, inside.y) + value(outside.x, outside.y) + value(left.x, left.y) + value(right.x, right.y)
        if sum * 64 >= level {
          (inside, direction) = (left, direction.turned(by: 3))
        } else {
          (outside, direction) = (right, direction.turned(by: 1))
        }
      }
    }
  }

  /// Adds a point to the contour. Of three points on one line, the middle one is left out.
  private mutating func add(_ point: Point) {
    if let last = points.last, last == point { return }
    if points.count > 1 {
      let (first, middle) = (points[points.count - 2], points[points.count - 1])
      let (ax, ay) = (middle.x.rawValue - first.x.rawValue, middle.y.rawValue - first.y.rawValue)
      let (bx, by) = (point.x.rawValue - middle.x.rawValue, point.y.rawValue - middle.y.rawValue)
      if ax &* by == ay &* bx { points.removeLast() }  // ≤ 2^28 · 2^28
    }
    points.append(point)
  }

  /// Returns the point between two neighboring pixel centers at which the field has the level.
  private func crossing(from outside: (x: Int, y: Int), to inside: (x: Int, y: Int)) -> Point {
    let (low, high) = (value(outside.x, outside.y), value(inside.x, inside.y))  // low · 256 < level ≤ high · 256
    let range = (high - low) * 256
    let share = Int64(((level - low * 256) << 16 + range / 2) / range)
    func coordinate(_ outside: Int, _ inside: Int) -> Scalar {
      Scalar(rawValue: Int64(outside) << 16 + 32768 + Int64(inside - outside) * share)
    }
    return Point(x: coordinate(outside.x, inside.x), y: coordinate(outside.y, inside.y))
  }

  private static func step(_ direction: Direction) -> (Int, Int) {
    switch direction {
    case .up: (0, -1)
    case .right: (1, 0)
    case .down: (0, 1)
    case .left: (-1, 0)
    }
  }

  private func isInside(_ x: Int, _ y: Int) -> Bool { value(x, y) * 256 >= level }

  private func value(_ x: Int, _ y: Int) -> Int {
    x >= 0 && y >= 0 && x < width && y < height ? Int(values[y * width + x]) : 0
  }
}
