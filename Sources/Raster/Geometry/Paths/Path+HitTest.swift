extension Path {
  /// Returns whether a point is inside the path when the path is filled by `rule`.
  ///
  /// Open subpaths count as closed. Curves are not flattened. The result can be wrong only if the point is
  /// closer to a curve than about 1/16000 of the path's unit.
  ///
  /// Points on a left or upper edge of the filled area are inside, as those of a ``Rect`` are. Points on a
  /// right or lower edge are outside. So a point on an edge between two adjacent shapes is inside only one of
  /// the shapes.
  ///
  /// The end points of lines are compared with the point in x and in y. A difference beyond ±2^45 is clamped
  /// to this range.
  ///
  /// - Complexity: One pass over the path. A curve is halved about 30 times if its control points surround
  ///   the point.
  public func contains(_ point: Point, rule: FillRule = .nonZero) -> Bool {
    guard let box = controlBounds, point.x >= box.minX, point.x <= box.maxX, point.y >= box.minY, point.y <= box.maxY else {
      return false
    }
    let target = BezierSegment.WidePoint(point)
    var winding = 0
    forEachSegment(closing: true) { segment, _ in winding &+= segment.crossings(rightOf: target) }
    return rule == .nonZero ? winding != 0 : winding & 1 != 0
  }
}

extension BezierSegment {
  /// Returns how often the segment crosses the ray from `target` to the right, downward crossings minus
  /// upward ones.
  func crossings(rightOf target: WidePoint) -> Int {
    let last = end
    let (low, high) = (min(min(a.y, b.y), min(c.y, d.y)), max(max(a.y, b.y), max(c.y, d.y)))
    if target.y < low || target.y >= high && target.y > low { return 0 }
    // The curve lies within its control points. If all of them are left of the target there is no crossing;
    // if all are right of it, only the ends matter.
    if max(max(a.x, b.x), max(c.x, d.x)) <= target.x { return 0 }
    let crossing = (last.y > target.y ? 1 : 0) &- (a.y > target.y ? 1 : 0)
    if min(min(a.x, b.x), min(c.x, d.x)) > target.x { return crossing }
    let width = max(max(a.x, b.x), max(c.x, d.x)) &- min(min(a.x, b.x), min(c.x, d.x))
    // A curve smaller than 1/65536, or a line, is decided by the line between its ends.
    if degree == 1 || max(width, high &- low) < 1 << 16 { return crossing == 0 || !lineCrosses(target, last) ? 0 : crossing }
    let (before, after) = split(at: 1 << 31)
    return before.crossings(rightOf: target) &+ after.crossings(rightOf: target)
  }

  /// Returns whether the line between the ends, which crosses the height of `target`, does so to the right of
  /// it.
  private func lineCrosses(_ target: WidePoint, _ last: WidePoint) -> Bool {
    func limited(_ value: Int128) -> Int128 { value.clamped(from: -(1 << 61), to: 1 << 61) }
    // The last 16 bits of a line's points are zero; the small piece of a curve has short differences.
    let down: Int128 = degree == 1 ? 16 : 0
    let (ax, ay) = (limited((a.x &- target.x) >> down), limited((a.y &- target.y) >> down))
    let (bx, by) = (limited((last.x &- target.x) >> down), limited((last.y &- target.y) >> down))
    // x at the target's height, times by − ay: ax·by − bx·ay, ≤ 2^123
    let cross = ax &* by &- bx &* ay
    return by > ay ? cross > 0 : cross < 0
  }
}
