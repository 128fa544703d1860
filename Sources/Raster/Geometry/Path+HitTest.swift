extension Path {
  /// Whether filling the path by `rule` covers `point`.
  ///
  /// Curves are not flattened: the answer is that of the curve itself, to a few 1/65536 of a point. Open subpaths count as closed.
  /// What lies exactly on a left or upper edge is inside, on a right or lower edge outside, as with ``Rect/contains(_:)``; so of two shapes
  /// that share an edge one holds the point. Coordinates beyond ±2^45 count as that.
  ///
  /// - Complexity: one pass; a curve whose control points surround the point is halved some 30 times.
  public func contains(_ point: Point, rule: FillRule = .nonZero) -> Bool {
    guard let box = controlBounds, point.x >= box.minX, point.x <= box.maxX, point.y >= box.minY, point.y <= box.maxY else {
      return false
    }
    let place = PathSegment.WidePoint(point)
    var winding = 0
    forEachSegment(closing: true) { stretch, _ in winding &+= stretch.crossings(rightOf: place) }
    return rule == .nonZero ? winding != 0 : winding & 1 != 0
  }

  /// Whether a pen of `style` that follows the path covers `point`, with its joins, caps and dashes, in the path's own space.
  ///
  /// Curves and round joins are followed by chords no farther than 1/1024 of a point from them as long as the pen is narrower than 512
  /// points, and farther in proportion beyond. A pen thinner than a finger is to be made wider before asking.
  public func strokeContains(_ point: Point, style: StrokeStyle) -> Bool {
    guard let box = controlBounds, style.width > 0 else { return false }
    // Nothing reaches farther than a miter, or the corner of a square cap.
    let reach = style.width / 2 * max(style.join == .miter ? max(style.miterLimit, 2) : 2, 2)
    guard box.insetBy(dx: -reach, dy: -reach).contains(point) else { return false }
    var contours = Contours()
    var stroking = Stroking()
    let scale = Stroking.enlargement(for: style.width, within: box)
    let transform = AffineTransform.scale(x: scale, y: scale)
    stroking.stroke(self, style: style, transform: Homography(transform), minimumWidth: 0, into: &contours)
    let place = PathSegment.WidePoint(transform.apply(point))
    var winding = 0
    var first = 0
    for end in contours.ends {
      var before = contours.points[end &- 1]
      for corner in contours.points[first..<end] {
        winding &+= PathSegment(from: before, to: corner).crossings(rightOf: place)
        before = corner
      }
      first = end
    }
    return winding != 0
  }
}

extension PathSegment {
  /// How often it crosses, downwards less upwards, the ray that leaves `place` to the right.
  func crossings(rightOf place: WidePoint) -> Int {
    let last = end
    let (low, high) = (min(min(a.y, b.y), min(c.y, d.y)), max(max(a.y, b.y), max(c.y, d.y)))
    if place.y < low || place.y >= high && place.y > low { return 0 }
    // The curve lies within its control points: all of it to the left, or to the right where only its ends matter.
    if max(max(a.x, b.x), max(c.x, d.x)) <= place.x { return 0 }
    let falls = (last.y > place.y ? 1 : 0) &- (a.y > place.y ? 1 : 0)
    if min(min(a.x, b.x), min(c.x, d.x)) > place.x { return falls }
    let width = max(max(a.x, b.x), max(c.x, d.x)) &- min(min(a.x, b.x), min(c.x, d.x))
    // Less than 1/65536 in size, or straight: by the line between its ends.
    if degree == 1 || max(width, high &- low) < 1 << 16 { return falls == 0 || !lineCrosses(place, last) ? 0 : falls }
    let (before, after) = split(at: 1 << 31)
    return before.crossings(rightOf: place) &+ after.crossings(rightOf: place)
  }

  /// Whether the line between the ends, which crosses the height of `place`, does so to the right of it.
  private func lineCrosses(_ place: WidePoint, _ last: WidePoint) -> Bool {
    func held(_ value: Int128) -> Int128 { min(max(value, -(1 << 61)), 1 << 61) }
    // Of a straight line the last 16 bits are zero; of a curve's small piece differences have few bits.
    let down: Int128 = degree == 1 ? 16 : 0
    let (ax, ay) = (held((a.x &- place.x) >> down), held((a.y &- place.y) >> down))
    let (bx, by) = (held((last.x &- place.x) >> down), held((last.y &- place.y) >> down))
    // x at the place's height, times by − ay: ax·by − bx·ay, ≤ 2^123
    let cross = ax &* by &- bx &* ay
    return by > ay ? cross > 0 : cross < 0
  }
}
