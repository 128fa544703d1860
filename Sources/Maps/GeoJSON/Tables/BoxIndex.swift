/// An index of boxes that finds those that meet a rectangle.
///
/// The boxes are sorted along a curve through the plane, so that neighbors are near each other. Sixteen
/// neighbors have a box around them, and sixteen of these another one, up to a single box.
///
/// - Complexity: O(n log n) to build; O(log n + k) to find k boxes that are not much larger than the
///   rectangle.
struct BoxIndex: Sendable {
  /// log₂ of the unit of the boxes, in units of ``MapPoint``. A unit is 4 cm on the ground.
  static let unitBits: Int64 = 11
  private static let nodeSize = 16

  /// The least x and y and the greatest x and y of each box, which includes its edges; level by level.
  private var boxes: [SIMD4<Int32>] = []
  /// The number of the item of each box of the lowest level.
  private var items: [Int32] = []
  /// The index in `boxes` at which each level begins; the last one is the end.
  private var levelStarts: [Int] = [0]

  /// Creates an index of `items`, whose boxes are at the same indices.
  init(_ itemBoxes: [SIMD4<Int32>], items: [Int32]) {
    guard !items.isEmpty else { return }
    // The upper half is the position on the curve, and the lower half breaks ties by the index.
    var order = itemBoxes.indices.map { index in
      let box = itemBoxes[index]
      return MortonCode.of((Int64(box.x) + Int64(box.z)) >> 1, (Int64(box.y) + Int64(box.w)) >> 1) << 32 | UInt64(index)
    }
    order.sort()
    var level = order.map { itemBoxes[Int($0 & 0xffff_ffff)] }
    self.items = order.map { items[Int($0 & 0xffff_ffff)] }
    boxes.reserveCapacity(level.count + level.count / 8 + 2)
    while true {
      boxes += level
      levelStarts.append(boxes.count)
      if level.count == 1 { break }
      level = stride(from: 0, to: level.count, by: Self.nodeSize).map { start in
        var union = level[start]
        for box in level[start..<min(start + Self.nodeSize, level.count)] { union = Self.union(union, box) }
        return union
      }
    }
  }

  var byteCount: Int { boxes.count * 16 + items.count * 4 }

  /// Returns the box around points in the index's unit, rounded outward.
  static func box(_ bounds: InclusiveBox) -> SIMD4<Int32> {
    func unit(_ value: Int64) -> Int32 { Int32(clamping: value >> unitBits) }
    return SIMD4(unit(bounds.minX), unit(bounds.minY), unit(bounds.maxX), unit(bounds.maxY))
  }

  private static func union(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> SIMD4<Int32> {
    SIMD4(min(a.x, b.x), min(a.y, b.y), max(a.z, b.z), max(a.w, b.w))
  }

  /// Calls `body` with each item whose box meets `bounds`, and with whether the box is within `bounds`.
  func forEach(meeting bounds: InclusiveBox, _ body: (Int32, _ isWithin: Bool) -> Void) {
    guard !items.isEmpty else { return }
    let (outer, inner) = (Self.box(bounds), Self.innerBox(bounds))
    var stack: [(level: Int, index: Int)] = [(levelStarts.count - 2, 0)]
    while let (level, index) = stack.popLast() {
      let box = boxes[levelStarts[level] + index]
      guard box.x <= outer.z, box.z >= outer.x, box.y <= outer.w, box.w >= outer.y else { continue }
      if level == 0 {
        body(items[index], box.x >= inner.x && box.y >= inner.y && box.z <= inner.z && box.w <= inner.w)
      } else {
        let count = levelStarts[level] - levelStarts[level - 1]
        for child in index * Self.nodeSize..<min((index + 1) * Self.nodeSize, count) { stack.append((level - 1, child)) }
      }
    }
  }

  /// Returns the largest box in the index's unit that lies within `bounds`.
  private static func innerBox(_ bounds: InclusiveBox) -> SIMD4<Int32> {
    func up(_ value: Int64) -> Int32 { Int32(clamping: (value + (1 << unitBits) - 1) >> unitBits) }
    func down(_ value: Int64) -> Int32 { Int32(clamping: ((value + 1) >> unitBits) - 1) }
    return SIMD4(up(bounds.minX), up(bounds.minY), down(bounds.maxX), down(bounds.maxY))
  }
}

/// Positions on a Z-shaped curve through the world: the bits of x and y, alternately.
enum MortonCode {
  /// Returns the position of a point in units of ``BoxIndex``, in 32 bits. Copies of the world are not told
  /// apart.
  static func of(_ x: Int64, _ y: Int64) -> UInt64 {
    spread(UInt64(truncatingIfNeeded: x >> 14) & 0xffff) | spread(UInt64(truncatingIfNeeded: y >> 14) & 0xffff) << 1
  }

  /// Returns the position of a point on the map, in 62 bits.
  static func of(_ point: MapPoint) -> UInt64 {
    let y = min(max(point.y, 0), MapPoint.worldSize - 1)
    return spread(UInt64(point.wrapped.x >> 10)) | spread(UInt64(y >> 10)) << 1
  }

  /// Returns the positions of the points in a tile of a zoom.
  static func range(zoom: Int, x: Int, y: Int) -> Range<UInt64> {
    let shift = UInt64(62 - 2 * zoom)
    let code = spread(UInt64(x)) | spread(UInt64(y)) << 1
    return code << shift..<(code + 1) << shift
  }

  /// Puts a zero between any two bits of a number of 31 bits.
  private static func spread(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value | value << 16) & 0x0000_ffff_0000_ffff
    value = (value | value << 8) & 0x00ff_00ff_00ff_00ff
    value = (value | value << 4) & 0x0f0f_0f0f_0f0f_0f0f
    value = (value | value << 2) & 0x3333_3333_3333_3333
    return (value | value << 1) & 0x5555_5555_5555_5555
  }
}
