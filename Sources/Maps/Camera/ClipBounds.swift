/// Cutting far-away geometry off, in 1/65536 points: parents that stand in for tiles far below them reach thousands of views away.
struct ClipBounds {
  var low: SIMD2<Int64>
  var high: SIMD2<Int64>

  /// Bits for the sides that `point` lies beyond: left 1, right 2, above 4, below 8.
  @inline(__always)
  func outcode(_ point: SIMD2<Int64>) -> UInt8 {
    (point.x < low.x ? 1 : 0) | (point.x > high.x ? 2 : 0) | (point.y < low.y ? 4 : 0) | (point.y > high.y ? 8 : 0)
  }

  /// The part of the convex or concave polygon `points` within the box (Sutherland and Hodgman 1974), by way of `scratch`.
  ///
  /// Where the polygon leaves and comes back, its edge runs along the box's.
  func clip(_ points: inout [SIMD2<Int64>], scratch: inout [SIMD2<Int64>]) {
    for side in 0..<4 {
      guard !points.isEmpty else { return }
      scratch.removeAll(keepingCapacity: true)
      var from = points[points.count - 1]
      for to in points {
        let (isFromIn, isToIn) = (isInside(from, side), isInside(to, side))
        if isFromIn != isToIn { scratch.append(crossing(from, to, side)) }
        if isToIn { scratch.append(to) }
        from = to
      }
      swap(&points, &scratch)
    }
  }

  private func isInside(_ point: SIMD2<Int64>, _ side: Int) -> Bool {
    switch side {
    case 0: point.x >= low.x
    case 1: point.x <= high.x
    case 2: point.y >= low.y
    default: point.y <= high.y
    }
  }

  /// Where the line through `a` and `b`, which lie on different sides, meets the side's edge; the same whichever comes first.
  private func crossing(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>, _ side: Int) -> SIMD2<Int64> {
    let isVertical = side < 2
    let edge = side == 0 ? low.x : side == 1 ? high.x : side == 2 ? low.y : high.y
    var (from, to) = (a, b)
    if (to.x, to.y) < (from.x, from.y) { swap(&from, &to) }
    let (start, end) = isVertical ? (from.x, to.x) : (from.y, to.y)
    let (base, tip) = isVertical ? (from.y, to.y) : (from.x, to.x)
    let whole = Int128(end) - Int128(start)  // not 0: the sides differ
    let product = (Int128(tip) - Int128(base)) * (Int128(edge) - Int128(start))  // < 2^126
    let other = base &+ Int64(truncatingIfNeeded: product / whole)
    return isVertical ? SIMD2(edge, other) : SIMD2(other, edge)
  }

  /// The part of the segment within the box; nil where there is none.
  func clip(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> (SIMD2<Int64>, SIMD2<Int64>)? {
    var (from, to) = (a, b)
    for side in 0..<4 {
      let (isFromIn, isToIn) = (isInside(from, side), isInside(to, side))
      if !isFromIn, !isToIn { return nil }
      if !isFromIn { from = crossing(from, to, side) } else if !isToIn { to = crossing(from, to, side) }
    }
    return (from, to)
  }
}
