package import CartoucheRaster

/// The room that annotations' views take on the screen: finds out whether one more has room beside those that are there.
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

  /// Forgets all, and takes claims within `area` from now on.
  mutating func clear(_ area: Rect) {
    self.area = area
    columns = min(max(area.width.ceiling / Self.cell + 1, 1), 256)
    rows = min(max(area.height.ceiling / Self.cell + 1, 1), 256)
    claims.removeAll(keepingCapacity: true)
    heads.removeAll(keepingCapacity: true)
    heads.append(contentsOf: repeatElement(-1, count: columns * rows))
  }

  private func cells(_ frame: Rect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    func held(_ value: Scalar, _ count: Int) -> Int { min(max(value.floor / Self.cell, 0), count - 1) }
    let left = held(frame.minX - area.minX, columns)
    let top = held(frame.minY - area.minY, rows)
    return (left...max(held(frame.maxX - area.minX, columns), left), top...max(held(frame.maxY - area.minY, rows), top))
  }

  /// Whether nothing that claims room there is under `frame`.
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

  /// Whether two shapes have a point in common; ones that touch have none.
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
    Point(x: min(max(point.x, rect.minX), rect.maxX), y: min(max(point.y, rect.minY), rect.maxY))
  }

  private static func isNear(_ a: Point, _ b: Point, _ distance: Scalar) -> Bool {
    let way = a - b
    return way.x * way.x + way.y * way.y < distance * distance
  }
}
