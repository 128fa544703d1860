import CartoucheRaster

// Two planes that cross: where, and what of a polygon lies on which side.

extension ConvexPolygon {
  /// Where this polygon's plane and another's cross, as seen on the screen: from one edge of this polygon to another.
  struct Crossing: BitwiseCopyable {
    var from: Corner
    var to: Corner
  }

  /// How far `corner` lies before this polygon's plane, as a number whose ratios to others of this polygon count; positive towards the eye. ≤ 2^123.
  private func lead(of corner: Corner, normal: (x: Int128, y: Int128, z: Int128)) -> Int128 {
    let a = self[0]
    // Each product ≤ 2^121.
    let sum = normal.x * Int128(corner.x - a.x) + normal.y * Int128(corner.y - a.y) + normal.z * Int128(corner.z - a.z)
    return normal.z < 0 ? -sum : sum
  }

  /// The parts of this polygon before and behind the plane of `other`, and where they meet; nil where one of them is empty.
  func split(by other: ConvexPolygon) -> (front: ConvexPolygon, back: ConvexPolygon, crossing: Crossing)? {
    guard !isEmpty, !other.isEmpty else { return nil }
    let normal = other.normal
    guard normal.z != 0 else { return nil }
    var leads = InlineArray<12, Int128>(repeating: 0)
    var largest: UInt128 = 0
    for index in 0..<count {
      leads[index] = other.lead(of: self[index], normal: normal)
      largest |= leads[index].magnitude
    }
    // Short enough for products; of small planes nothing is lost.
    let down = Int128(max(128 - largest.leadingZeroBitCount - 62, 0))
    var (front, back) = (ConvexPolygon(), ConvexPolygon())
    var ends = (Corner(), Corner())
    var cuts = 0
    var last = self[count - 1]
    var lastLead = leads[count - 1] >> down
    for index in 0..<count {
      let next = self[index]
      let nextLead = leads[index] >> down
      if (lastLead >= 0) != (nextLead >= 0) {
        let whole = lastLead - nextLead  // ≤ 2^63
        func cut(_ from: Int64, _ to: Int64) -> Int64 { from + Int64(Int128(to - from) * lastLead / whole) }  // ≤ 2^102
        let corner = Corner(x: cut(last.x, next.x), y: cut(last.y, next.y), z: cut(last.z, next.z))
        front.append(corner)
        back.append(corner)
        if cuts == 0 { ends.0 = corner } else { ends.1 = corner }
        cuts += 1
      }
      if nextLead >= 0 { front.append(next) } else { back.append(next) }
      last = next
      lastLead = nextLead
    }
    guard cuts == 2, !front.isEmpty, !back.isEmpty else { return nil }
    return (front, back, Crossing(from: ends.0, to: ends.1))
  }

  /// The polygon's parts left and right of the line through the crossing, as seen; depths do not matter.
  func split(along line: Crossing) -> (left: ConvexPolygon, right: ConvexPolygon) {
    func side(_ c: Corner) -> Int128 {
      // ≤ 2^79
      Int128(line.to.x - line.from.x) * Int128(c.y - line.from.y) - Int128(line.to.y - line.from.y) * Int128(c.x - line.from.x)
    }
    var (left, right) = (ConvexPolygon(), ConvexPolygon())
    guard count > 0 else { return (left, right) }
    var last = self[count - 1]
    var lastSide = side(last)
    for index in 0..<count {
      let next = self[index]
      let nextSide = side(next)
      if (lastSide >= 0) != (nextSide >= 0) {
        let whole = lastSide - nextSide
        func cut(_ from: Int64, _ to: Int64) -> Int64 { from + Int64(Int128(to - from) * lastSide / whole) }  // ≤ 2^118
        let corner = Corner(x: cut(last.x, next.x), y: cut(last.y, next.y))
        left.append(corner)
        right.append(corner)
      }
      if nextSide >= 0 { left.append(next) } else { right.append(next) }
      last = next
      lastSide = nextSide
    }
    return (left, right)
  }

  /// Which side of the line through the crossing this polygon is seen on: positive for left, by its middle.
  func side(of line: Crossing) -> Int128 {
    var sum: (x: Int64, y: Int64) = (0, 0)
    for index in 0..<count { sum = (sum.x + self[index].x, sum.y + self[index].y) }  // ≤ 2^42
    guard count > 0 else { return 0 }
    let (x, y) = (sum.x / Int64(count), sum.y / Int64(count))
    return Int128(line.to.x - line.from.x) * Int128(y - line.from.y) - Int128(line.to.y - line.from.y) * Int128(x - line.from.x)
  }

  /// Whether a place is seen within the polygon, or no farther than `margin` outside of it; all in 1/65536.
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

  /// An upright rectangle, flat.
  init(minX: Int64, minY: Int64, maxX: Int64, maxY: Int64) {
    self.init()
    append(Corner(x: minX, y: minY))
    append(Corner(x: maxX, y: minY))
    append(Corner(x: maxX, y: maxY))
    append(Corner(x: minX, y: maxY))
  }
}
