import CartoucheRaster

// The line where two planes cross, and the parts of a polygon on either side of it.

extension ConvexPolygon {
  /// The line along which another plane crosses this polygon, from one edge to another.
  struct IntersectionSegment: BitwiseCopyable {
    var from: Corner
    var to: Corner
  }

  /// The distance of `corner` from this polygon's plane, positive towards the viewer.
  ///
  /// The unit of the distance depends on the polygon; the distance is ≤ 2^123.
  private func signedDistance(of corner: Corner, normal: (x: Int128, y: Int128, z: Int128)) -> Int128 {
    let a = self[0]
    // Each product ≤ 2^121.
    let sum = normal.x * Int128(corner.x - a.x) + normal.y * Int128(corner.y - a.y) + normal.z * Int128(corner.z - a.z)
    return normal.z < 0 ? -sum : sum
  }

  enum Side {
    case above, on, below
  }

  /// Visits the corners in order, and where an edge crosses zero of `side`, the point of the crossing.
  ///
  /// - Parameter side: A linear function of the position; ≤ 2^80, so that products fit.
  @inline(__always)
  func forEachCorner(_ side: (Corner) -> Int128, _ visit: (Corner, Side) -> Void) {
    guard count > 0 else { return }
    var last = self[count - 1]
    var lastSide = side(last)
    for index in 0..<count {
      let next = self[index]
      let nextSide = side(next)
      if (lastSide >= 0) != (nextSide >= 0) {
        let whole = lastSide - nextSide
        func cut(_ from: Int64, _ to: Int64) -> Int64 { from + Int64(Int128(to - from) * lastSide / whole) }  // < 2^120
        visit(Corner(x: cut(last.x, next.x), y: cut(last.y, next.y), z: cut(last.z, next.z)), .on)
      }
      visit(next, nextSide >= 0 ? .above : .below)
      last = next
      lastSide = nextSide
    }
  }

  /// Splits this polygon by the plane of `other` into the part in front of the plane and the part behind the
  /// plane.
  ///
  /// - Returns: The two parts and the line between the parts; nil if one of the two parts is empty.
  func split(by other: ConvexPolygon) -> (front: ConvexPolygon, back: ConvexPolygon, crossing: IntersectionSegment)? {
    guard !isEmpty, !other.isEmpty else { return nil }
    let normal = other.normal
    guard normal.z != 0 else { return nil }
    var largest: UInt128 = 0
    for index in 0..<count { largest |= other.signedDistance(of: self[index], normal: normal).magnitude }
    // Shortened to 62 bits, so that products fit; small planes lose nothing.
    let shift = Int128(max(128 - largest.leadingZeroBitCount - 62, 0))
    var (front, back) = (ConvexPolygon(), ConvexPolygon())
    var ends = (Corner(), Corner())
    var cuts = 0
    func distance(_ corner: Corner) -> Int128 { other.signedDistance(of: corner, normal: normal) >> shift }
    forEachCorner(distance) { corner, part in
      if part != .below { front.append(corner) }
      if part != .above { back.append(corner) }
      guard part == .on else { return }
      if cuts == 0 { ends.0 = corner } else { ends.1 = corner }
      cuts += 1
    }
    guard cuts == 2, !front.isEmpty, !back.isEmpty else { return nil }
    return (front, back, IntersectionSegment(from: ends.0, to: ends.1))
  }

  /// Returns the polygon's parts to the left and the right of the infinite line, as seen on the screen.
  func split(along line: IntersectionSegment) -> (left: ConvexPolygon, right: ConvexPolygon) {
    func side(_ c: Corner) -> Int128 {
      // ≤ 2^79
      Int128(line.to.x - line.from.x) * Int128(c.y - line.from.y) - Int128(line.to.y - line.from.y) * Int128(c.x - line.from.x)
    }
    var (left, right) = (ConvexPolygon(), ConvexPolygon())
    forEachCorner(side) { corner, part in
      if part != .below { left.append(corner) }
      if part != .above { right.append(corner) }
    }
    return (left, right)
  }

  /// Returns the side of the infinite line on which the polygon's center is seen: positive for left.
  func side(of line: IntersectionSegment) -> Int128 {
    var sum: (x: Int64, y: Int64) = (0, 0)
    for index in 0..<count { sum = (sum.x + self[index].x, sum.y + self[index].y) }  // ≤ 2^42
    guard count > 0 else { return 0 }
    let (x, y) = (sum.x / Int64(count), sum.y / Int64(count))
    return Int128(line.to.x - line.from.x) * Int128(y - line.from.y) - Int128(line.to.y - line.from.y) * Int128(x - line.from.x)
  }

  /// Returns whether a point is seen within the polygon, or at most `margin` outside of the polygon.
  ///
  /// All coordinates and the margin are in 1/65536 of a point.
  func contains(x: Int64, y: Int64, margin: Int64 = 0) -> Bool {
    guard !isEmpty else { return false }
    let turn: Int128 = normal.z < 0 ? -1 : 1
    var a = self[count - 1]
    for index in 0..<count {
      let b = self[index]
      let length = Int128(max(abs(b.x - a.x), abs(b.y - a.y)))
      let side = turn * (Int128(b.x - a.x) * Int128(y - a.y) - Int128(b.y - a.y) * Int128(x - a.x))  // ≤ 2^79
      if side < -length * Int128(margin) { return false }
      a = b
    }
    return true
  }

  /// Creates an upright rectangle at depth 0.
  init(minX: Int64, minY: Int64, maxX: Int64, maxY: Int64) {
    self.init()
    append(Corner(x: minX, y: minY))
    append(Corner(x: maxX, y: minY))
    append(Corner(x: maxX, y: maxY))
    append(Corner(x: minX, y: maxY))
  }
}
