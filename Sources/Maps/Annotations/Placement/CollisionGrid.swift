package import CartoucheRaster

/// The space that annotation views occupy on the screen, in a grid of 64-point cells that finds collisions.
package struct CollisionGrid {
  private struct Claim {
    var frame: Rect
    var mode: CollisionMode
    var next: Int32
  }

  private var claims: [Claim] = []
  private var heads: [Int32] = []
  private var (columns, rows) = (1, 1)
  private var area = Rect.zero
  private static let cell = 64

  /// Removes all claims, and accepts new claims within `area`.
  mutating func clear(_ area: Rect) {
    self.area = area
    columns = (area.width.ceiling / Self.cell + 1).clamped(from: 1, to: 256)
    rows = (area.height.ceiling / Self.cell + 1).clamped(from: 1, to: 256)
    claims.removeAll(keepingCapacity: true)
    heads.removeAll(keepingCapacity: true)
    heads.append(contentsOf: repeatElement(-1, count: columns * rows))
  }

  private func cells(_ frame: Rect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    func clampedCell(_ value: Scalar, _ count: Int) -> Int { (value.floor / Self.cell).clamped(from: 0, to: count - 1) }
    let left = clampedCell(frame.minX - area.minX, columns)
    let top = clampedCell(frame.minY - area.minY, rows)
    return (
      left...max(clampedCell(frame.maxX - area.minX, columns), left), top...max(clampedCell(frame.maxY - area.minY, rows), top)
    )
  }

  /// Returns whether no claim overlaps `frame`.
  func isFree(_ frame: Rect, _ mode: CollisionMode) -> Bool {
    let cells = cells(frame)
    for row in cells.rows {
      for column in cells.columns {
        var index = heads[row * columns + column]
        while index >= 0 {
          let claim = claims[Int(index)]
          if Self.overlap(claim.frame, claim.mode, frame, mode) { return false }
          index = claim.next
        }
      }
    }
    return true
  }

  mutating func claim(_ frame: Rect, _ mode: CollisionMode) {
    guard mode != .none, !frame.isEmpty else { return }
    let cells = cells(frame)
    for row in cells.rows {
      for column in cells.columns {
        claims.append(Claim(frame: frame, mode: mode, next: heads[row * columns + column]))
        heads[row * columns + column] = Int32(claims.count - 1)
      }
    }
  }

  /// Returns whether two shapes overlap. Shapes that only touch do not overlap.
  package static func overlap(_ a: Rect, _ modeA: CollisionMode, _ b: Rect, _ modeB: CollisionMode) -> Bool {
    guard modeA != .none, modeB != .none, a.intersects(b) else { return false }
    switch (modeA, modeB) {
    case (.circle, .circle):
      return isNear(a.center, b.center, radius(a) + radius(b))
    case (.circle, _):
      return isNear(a.center, nearest(in: b, to: a.center), radius(a))
    case (_, .circle):
      return isNear(b.center, nearest(in: a, to: b.center), radius(b))
    default:
      return true
    }
  }

  private static func radius(_ rect: Rect) -> Scalar { min(rect.width, rect.height) / 2 }

  private static func nearest(in rect: Rect, to point: Point) -> Point {
    Point(x: point.x.clamped(from: rect.minX, to: rect.maxX), y: point.y.clamped(from: rect.minY, to: rect.maxY))
  }

  private static func isNear(_ a: Point, _ b: Point, _ distance: Scalar) -> Bool {
    let delta = a - b
    return delta.x * delta.x + delta.y * delta.y < distance * distance
  }
}
