import CartoucheRaster

/// The transform from a tile's units to a view: a ``MapTransform`` combined with the tile's corner and unit.
///
///     raw = (origin + a·u + b·v) >> shift
///
/// The result is exactly the point that the map transform gives. The tile's unit is 2^s map units. Therefore
/// s of the K fraction bits can be dropped from the constant part of the sum beforehand: ⌊(A + n·2^s) / 2^K⌋
/// = ⌊(⌊A / 2^s⌋ + n) / 2^(K−s)⌋. The remaining sum fits in 64 bits.
struct TileTransform {
  let a: Int64
  let b: Int64
  let originX: Int64
  let originY: Int64
  let shift: Int64

  /// Creates the transform of a tile.
  ///
  /// - Parameters:
  ///   - cell: The tile's position.
  ///   - extentBits: log₂ of the tile's width in the tile's units, 12 … 16.
  init(_ transform: MapTransform, _ cell: TileCell, extentBits: Int) {
    let unitBits = 41 - cell.id.zoom - extentBits  // s: 1 … 29
    let fractionBits = transform.fractionBits  // K: 30 … 56
    let dx = Int128(cell.origin.x &- transform.origin.x)
    let dy = Int128(cell.origin.y &- transform.origin.y)
    let half: Int128 = 1 << Int128(fractionBits - 1)
    // Both terms may be large, each < 2^83, and nearly cancel.
    let x = Int128(transform.a) * dx + Int128(transform.b) * dy + half + Int128(transform.middle.x) << Int128(fractionBits)
    let y = Int128(transform.a) * dy - Int128(transform.b) * dx + half + Int128(transform.middle.y) << Int128(fractionBits)
    a = transform.a
    b = transform.b
    // A visible tile starts at most its own width and the view's away: 2^50 for a tile as wide as the view at
    // 2^12 units.
    originX = Int64(truncatingIfNeeded: x >> Int128(unitBits))
    originY = Int64(truncatingIfNeeded: y >> Int128(unitBits))
    // K − s: 1 … 31, also for tiles that stand in for others; at pixel ratios below 1 up to 34.
    shift = Int64(fractionBits - unitBits)
  }

  /// Returns the point of the view at a vertex of the tile, in 1/65536 points.
  @inline(__always)
  func raw(_ vertex: SIMD2<Int32>) -> SIMD2<Int64> {
    let u = Int64(vertex.x)  // |u| ≤ 2^22, |a·u| ≤ 2^61
    let v = Int64(vertex.y)
    return SIMD2(
      (originX &+ a &* u &+ b &* v) >> shift,
      (originY &+ a &* v &- b &* u) >> shift)
  }

  /// Returns the smallest rectangle that contains a rectangle of the view, in the tile's units, plus one unit
  /// on each side.
  func units(of bounds: ClipBounds) -> TileRect {
    // The inverse of the rotation: (a·x − b·y) / (a² + b²), in double width. The result only culls, and has a
    // unit to spare.
    let divisor = (Int128(a) * Int128(a) + Int128(b) * Int128(b)) >> 20
    var box = TileRect(minX: .max, minY: .max, maxX: .min, maxY: .min)
    for index in 0..<4 {
      let corner = SIMD2(index & 1 == 0 ? bounds.low.x : bounds.high.x, index & 2 == 0 ? bounds.low.y : bounds.high.y)
      let x = Int128(corner.x) << Int128(shift) - Int128(originX)
      let y = Int128(corner.y) << Int128(shift) - Int128(originY)
      let u = ((Int128(a) * x - Int128(b) * y) >> 20) / divisor
      let v = ((Int128(b) * x + Int128(a) * y) >> 20) / divisor
      box.minX = min(box.minX, Int32(clamping: u - 1))
      box.minY = min(box.minY, Int32(clamping: v - 1))
      box.maxX = max(box.maxX, Int32(clamping: u + 1))
      box.maxY = max(box.maxY, Int32(clamping: v + 1))
    }
    return box
  }
}
