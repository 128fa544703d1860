import CartoucheRaster

/// A layer's rectangle in its transform layer's space, after perspective division.
///
/// x and y are the point at which a corner is seen, and z points towards the viewer. Perspective maps planes
/// to planes, and the viewer's position to infinity. Of two polygons at one point of the screen, the polygon
/// with the greater z therefore hides the other polygon. Parts behind the viewer are clipped before the
/// division.
struct ConvexPolygon: Equatable {
  struct Corner: Equatable, BitwiseCopyable {
    /// The coordinates in 1/65536 of a point; ≤ 2^38.
    var x: Int64 = 0, y: Int64 = 0, z: Int64 = 0
  }

  /// The corners of the polygon.
  ///
  /// A rectangle has four corners, and five after clipping at the viewer. The overlap of two such polygons
  /// has up to ten corners.
  private var corners = InlineArray<12, Corner>(repeating: Corner())
  private(set) var count = 0

  init() {}

  var isEmpty: Bool { count < 3 }

  subscript(index: Int) -> Corner { corners[index] }

  static func == (a: ConvexPolygon, b: ConvexPolygon) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a[index] != b[index] { return false }
    return true
  }

  mutating func append(_ corner: Corner) {
    guard count < 12 else { return }
    corners[count] = corner
    count += 1
  }
}

// MARK: - From a layer

extension ConvexPolygon {
  /// A point before perspective division.
  private struct Homogeneous {
    var x: Int128, y: Int128, z: Int128, w: Int128

    func shifted(_ down: Int) -> Homogeneous {
      Homogeneous(x: x >> Int128(down), y: y >> Int128(down), z: z >> Int128(down), w: w >> Int128(down))
    }

    /// The number of bits of the longest coordinate.
    var bits: Int { 128 - (x.magnitude | y.magnitude | z.magnitude | w.magnitude).leadingZeroBitCount }
  }

  /// Creates the polygon of a layer's rectangle.
  ///
  /// - Parameter matrix: The matrix from the layer's space to the space of the plane on which the transform
  ///   layer is seen.
  init(_ rect: Rect, through matrix: Transform3D) {
    func transformed(_ point: Point) -> Homogeneous {
      let limit: Int64 = 1 << 46
      let x = Int128(point.x.rawValue.clamped(from: -limit, to: limit))
      let y = Int128(point.y.rawValue.clamped(from: -limit, to: limit))
      func row(_ a: Transform3D.Element, _ b: Transform3D.Element, _ c: Transform3D.Element) -> Int128 {
        Int128(a.rawValue) &* x &+ Int128(b.rawValue) &* y &+ Int128(c.rawValue) << 16  // ≤ 2^111, 48 fraction bits
      }
      return Homogeneous(
        x: row(matrix.m11, matrix.m21, matrix.m41), y: row(matrix.m12, matrix.m22, matrix.m42),
        z: row(matrix.m13, matrix.m23, matrix.m43), w: row(matrix.m14, matrix.m24, matrix.m44))
    }
    let rectCorners = rect.corners
    var wide = InlineArray<4, Homogeneous>(repeating: transformed(rectCorners[0]))
    for index in 1..<4 { wide[index] = transformed(rectCorners[index]) }
    // Only the ratios matter: with 62 bits, products of two fit.
    let longest = max(max(wide[0].bits, wide[1].bits), max(wide[2].bits, wide[3].bits))
    let down = max(longest - 62, 0)
    let near = max((Int128(1) << 42) >> Int128(down), 1)  // w = 1/64, where things are magnified 64 times
    var last = wide[3].shifted(down)
    for index in 0..<4 {
      let next = wide[index].shifted(down)
      if (last.w >= near) != (next.w >= near) {
        let (part, whole) = (near - last.w, next.w - last.w)  // ≤ 2^63
        func cut(_ from: Int128, _ to: Int128) -> Int128 { from + (to - from) * part / whole }  // ≤ 2^126
        append(Homogeneous(x: cut(last.x, next.x), y: cut(last.y, next.y), z: cut(last.z, next.z), w: near))
      }
      if next.w >= near { append(next) }
      last = next
    }
  }

  private mutating func append(_ point: Homogeneous) {
    func divided(_ value: Int128) -> Int64 {
      let limit: Int128 = 1 << 38
      return Int64(((value << 16) / point.w).clamped(from: -limit, to: limit))  // ≤ 2^78 before
    }
    append(Corner(x: divided(point.x), y: divided(point.y), z: divided(point.z)))
  }
}

// MARK: - Overlap and depth

extension ConvexPolygon {
  /// A rectangle on the screen. A new box contains nothing.
  struct Box: BitwiseCopyable {
    var minX = Int64.max, minY = Int64.max, maxX = Int64.min, maxY = Int64.min

    func overlaps(_ other: Box) -> Bool {
      minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    mutating func formUnion(_ other: Box) {
      (minX, minY) = (min(minX, other.minX), min(minY, other.minY))
      (maxX, maxY) = (max(maxX, other.maxX), max(maxY, other.maxY))
    }
  }

  /// The bounding box as seen on the screen.
  var box: Box {
    var box = Box()
    for index in 0..<count {
      let corner = corners[index]
      box.formUnion(Box(minX: corner.x, minY: corner.y, maxX: corner.x, maxY: corner.y))
    }
    return box
  }

  /// The mean depth of the corners; the minimum of an empty polygon.
  var centralDepth: Int64 {
    var sum: Int64 = 0
    for index in 0..<count { sum += corners[index].z }  // ≤ 2^42
    return count == 0 ? .min : sum / Int64(count)
  }

  /// The polygon's normal vector, by Newell's method; each component ≤ 2^82.
  var normal: (x: Int128, y: Int128, z: Int128) {
    var sum: (x: Int128, y: Int128, z: Int128) = (0, 0, 0)
    guard count > 2 else { return sum }
    var a = corners[count - 1]
    for index in 0..<count {
      let b = corners[index]
      sum.x += Int128(a.y - b.y) * Int128(a.z + b.z)
      sum.y += Int128(a.z - b.z) * Int128(a.x + b.x)
      sum.z += Int128(a.x - b.x) * Int128(a.y + b.y)
      a = b
    }
    return sum
  }

  /// Returns the overlap of this polygon and `other` as seen on the screen, at the depths of this polygon.
  ///
  /// - Source: Sutherland and Hodgman, "Reentrant Polygon Clipping", CACM 17 (1974).
  func overlap(with other: ConvexPolygon) -> ConvexPolygon {
    var result = self
    let turn: Int128 = other.normal.z < 0 ? -1 : 1
    var a = other[other.count - 1]
    for edge in 0..<other.count {
      let b = other[edge]
      func side(_ c: Corner) -> Int128 {
        turn * (Int128(b.x - a.x) * Int128(c.y - a.y) - Int128(b.y - a.y) * Int128(c.x - a.x))  // ≤ 2^79
      }
      guard !result.isEmpty else { return result }
      var clipped = ConvexPolygon()
      result.forEachCorner(side) { corner, part in
        if part != .below { clipped.append(corner) }
      }
      result = clipped
      a = b
    }
    return result
  }

  /// Whether the polygon is seen at least an eighth of a point wide; a thinner overlap decides no order.
  var isVisible: Bool {
    guard !isEmpty else { return false }
    var outline: Int128 = 0
    var a = corners[count - 1]
    for index in 0..<count {
      let b = corners[index]
      outline += Int128(abs(a.x - b.x) + abs(a.y - b.y))
      a = b
    }
    return normal.z.magnitude > outline.magnitude << 13  // twice the area ÷ the outline is about the width
  }

  /// The plane of a polygon that is not empty, for the depths of many points.
  struct Plane: BitwiseCopyable {
    private let normal: (x: Int128, y: Int128, z: Int128)
    private let corner: Corner
    private var nearest, farthest: Int64

    init(_ polygon: ConvexPolygon) {
      (normal, corner) = (polygon.normal, polygon.corners[0])
      (nearest, farthest) = (corner.z, corner.z)
      for index in 1..<max(polygon.count, 1) {
        nearest = max(nearest, polygon.corners[index].z)
        farthest = min(farthest, polygon.corners[index].z)
      }
    }

    /// Returns the depth at a point within the polygon; nil if the polygon is seen edge-on.
    func depth(x: Int64, y: Int64) -> Int64? {
      guard normal.z != 0 else { return nil }
      // ≤ 2^122 before the division
      let fall = (normal.x * Int128(x - corner.x) + normal.y * Int128(y - corner.y)) / normal.z
      return Int64(min(max(Int128(corner.z) - fall, Int128(farthest)), Int128(nearest)))
    }
  }
}
