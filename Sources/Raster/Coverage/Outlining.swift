/// Walks along lines and writes down both sides of the pen.
struct Outlining {
  /// A stretch of line that has a direction.
  private struct Segment {
    /// Where it starts, in 1/65536ths, held to ±2^61.
    var x: Int64, y: Int64
    var unit: UnitVector
    var length: Int64
    /// Whether it starts inside a curve, where no corner is meant.
    var isSmooth: Bool
  }

  /// Shorter than this, in 1/65536ths, a stretch has no direction of its own.
  private static var shortest: Int64 { 64 }

  private var segments: [Segment] = []
  private var right: [Point] = []

  /// Adds the outlines of `lines`.
  ///
  /// - Parameters:
  ///   - flags: for each point whether it lies inside a curve; empty where none does.
  ///   - across: the direction in which the dot of a square cap lies.
  mutating func outline(
    _ lines: Contours, flags: [Bool], pen: Pen, across: (x: Int64, y: Int64), into contours: inout Contours
  ) {
    // The working arrays are taken out of the struct for the walk, so that their uniqueness is known in the loops.
    var (segments, right) = (self.segments, self.right)
    (self.segments, self.right) = ([], [])
    var begin = 0
    for index in lines.ends.indices {
      let range = begin..<lines.ends[index]
      begin = range.upperBound
      let isClosed = lines.isClosed[index]
      let end = Outlining.divide(lines.points, range, flags: flags, isClosed: isClosed, into: &segments)
      right.removeAll(keepingCapacity: true)
      if segments.isEmpty {
        if pen.cap == .butt { continue }
        Outlining.dot(at: end, pen: pen, across: across, into: &contours.points)
        contours.endContour(isClosed: true)
      } else if isClosed {
        for index in segments.indices {
          let before = segments[index == 0 ? segments.count - 1 : index - 1]
          Outlining.join(before, segments[index], pen: pen, left: &contours.points, right: &right)
        }
        contours.endContour(isClosed: true)
        Outlining.appendReversed(&right, to: &contours.points)
        contours.endContour(isClosed: true)
      } else {
        let first = segments[0]
        Outlining.cap(first.x, first.y, first.unit, isStart: true, pen: pen, into: &contours.points)
        for index in 1..<max(segments.count, 1) {
          Outlining.join(segments[index - 1], segments[index], pen: pen, left: &contours.points, right: &right)
        }
        Outlining.cap(end.x, end.y, segments[segments.count - 1].unit, isStart: false, pen: pen, into: &contours.points)
        Outlining.appendReversed(&right, to: &contours.points)
        contours.endContour(isClosed: true)
      }
    }
    (self.segments, self.right) = (segments, right)
  }

  /// Splits a line into segments, and returns where it ends.
  private static func divide(
    _ points: [Point], _ range: Range<Int>, flags: [Bool], isClosed: Bool, into segments: inout [Segment]
  ) -> (x: Int64, y: Int64) {
    segments.removeAll(keepingCapacity: true)
    if segments.capacity < range.count + 1 { segments.reserveCapacity(range.count + range.count / 2 + 1) }
    func held(_ point: Point) -> (x: Int64, y: Int64) {
      (min(max(point.x.rawValue, -(1 << 61)), 1 << 61), min(max(point.y.rawValue, -(1 << 61)), 1 << 61))
    }
    let first = held(points[range.lowerBound])
    var from = first
    var isSmooth = false
    UnitVector.reciprocalRoots.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      points.withUnsafeBufferPointer { points in
        func step(to: (x: Int64, y: Int64), isSmoothThere: Bool) {
          guard
            let (unit, length) = UnitVector.direction(to.x &- from.x, to.y &- from.y, shortest: shortest, table: table)
          else { return }
          segments.append(Segment(x: from.x, y: from.y, unit: unit, length: length, isSmooth: isSmooth))
          (from, isSmooth) = (to, isSmoothThere)
        }
        for index in range.dropFirst() {
          step(to: held(points[index]), isSmoothThere: flags.isEmpty ? false : flags[index])
        }
        if isClosed { step(to: first, isSmoothThere: false) }
      }
    }
    return from
  }

  @inline(__always)
  private static func point(_ x: Int64, _ y: Int64) -> Point {
    Point(x: Scalar(rawValue: x), y: Scalar(rawValue: y))
  }

  /// `unit` × `length`, rounded; `length` ≤ 2^31.
  @inline(__always)
  private static func times(_ unit: Int64, _ length: Int64) -> Int64 {
    (unit &* length &+ (1 << 29)) >> 30
  }

  /// The corner from segment `a` to segment `b`, on both sides.
  @inline(__always)
  private static func join(_ a: Segment, _ b: Segment, pen: Pen, left: inout [Point], right: inout [Point]) {
    let (x, y) = (b.x, b.y)
    let (cosine, sine) = UnitVector.turn(a.unit, b.unit)
    let opening = (1 << 30) &+ cosine  // 1 + cos θ: 0 … 2^31
    let half = pen.halfWidth
    // The offsets to the left side (the right one is opposite): the direction turned by −90°, as seen with y down.
    let (ax, ay) = (times(a.unit.y, half), 0 &- times(a.unit.x, half))
    let (bx, by) = (times(b.unit.y, half), 0 &- times(b.unit.x, half))
    var miter: (x: Int64, y: Int64)?
    var hasInnerPoint = false
    if opening >= 1 << 24 {
      let factor = (half << 30) / opening  // ≤ 2^59 / 2^24
      // |sum| = √(2·opening), so the products stay below 2^62.5.
      miter = (times(a.unit.y &+ b.unit.y, factor), 0 &- times(a.unit.x &+ b.unit.x, factor))
      // How much of each segment the inner point takes: half width × tan(θ/2). Half of it is there for either end.
      let taken = (factor &* sine.magnitudeAsSigned) >> 30  // ≤ 2^35 × 2^27.6: the sine is small where the factor is large
      hasInnerPoint = taken &* 2 <= min(a.length, b.length)
    }
    if opening >= pen.shallow, hasInnerPoint, let miter {
      left.append(point(x &+ miter.x, y &+ miter.y))
      right.append(point(x &- miter.x, y &- miter.y))
      return
    }
    let isLeftOuter = sine > 0  // turning towards +90°, to the right as seen
    // The inner side.
    if hasInnerPoint, let miter {
      if isLeftOuter {
        right.append(point(x &- miter.x, y &- miter.y))
      } else {
        left.append(point(x &+ miter.x, y &+ miter.y))
      }
    } else if isLeftOuter {
      right.append(point(x &- ax, y &- ay))
      right.append(point(x, y))
      right.append(point(x &- bx, y &- by))
    } else {
      left.append(point(x &+ ax, y &+ ay))
      left.append(point(x, y))
      left.append(point(x &+ bx, y &+ by))
    }
    // The outer side.
    let (fromX, fromY, toX, toY) = isLeftOuter ? (ax, ay, bx, by) : (0 &- ax, 0 &- ay, 0 &- bx, 0 &- by)
    let reach: (x: Int64, y: Int64)?
    let kind = b.isSmooth ? LineJoin.round : pen.join
    if opening >= pen.shallow || (kind == .miter && opening >= pen.sharpestMiter) {
      if let miter {
        reach = isLeftOuter ? miter : (0 &- miter.x, 0 &- miter.y)
      } else {
        reach = sharpMiter(a.unit, b.unit, half: half, isLeft: isLeftOuter)
      }
    } else {
      reach = nil
    }
    if isLeftOuter {
      outer(x, y, fromX, fromY, toX, toY, reach: reach, isRound: kind == .round, turn: 1, pen: pen, into: &left)
    } else {
      outer(x, y, fromX, fromY, toX, toY, reach: reach, isRound: kind == .round, turn: -1, pen: pen, into: &right)
    }
  }

  @inline(__always)
  private static func outer(
    _ x: Int64, _ y: Int64, _ fromX: Int64, _ fromY: Int64, _ toX: Int64, _ toY: Int64, reach: (x: Int64, y: Int64)?, isRound: Bool,
    turn: Int64, pen: Pen, into points: inout [Point]
  ) {
    if let reach {
      points.append(point(x &+ reach.x, y &+ reach.y))
      return
    }
    points.append(point(x &+ fromX, y &+ fromY))
    if isRound { arc(x, y, fromX, fromY, toX, toY, turn: turn, pen: pen, into: &points) }
    points.append(point(x &+ toX, y &+ toY))
  }

  /// The offset of a miter so sharp that the sum of the two normals has few bits left.
  private static func sharpMiter(_ a: UnitVector, _ b: UnitVector, half: Int64, isLeft: Bool) -> (x: Int64, y: Int64) {
    // It points along a − b, and is half ÷ cos(θ/2) long: √(2 / opening) of it.
    let (dx, dy) = (a.x &- b.x, a.y &- b.y)  // nearly 2 × 2^30 long
    let (cosine, sine) = UnitVector.turn(a, b)
    // cos(θ/2) = |sin θ| / 2 sin(θ/2), and the latter is 1 here within 2^-8.
    let opening = max(Int128((1 << 30) &+ cosine), 1)
    let cosineOfHalf = max(sine.magnitudeAsSigned / 2, Int64(squareRoot(of: UInt128(opening << 29))), 1)
    let factor = (Int128(half) << 30) / Int128(cosineOfHalf)
    func scaled(_ value: Int64) -> Int64 { Int64(clamping: (Int128(value) &* factor) >> 31) }  // ≤ 2^31 × 2^59
    return (min(max(scaled(dx), -(1 << 60)), 1 << 60), min(max(scaled(dy), -(1 << 60)), 1 << 60))
  }

  /// The corners of the arc strictly between two offsets: the first one turned again and again by the pen's step.
  private static func arc(
    _ x: Int64, _ y: Int64, _ fromX: Int64, _ fromY: Int64, _ toX: Int64, _ toY: Int64, turn: Int64, pen: Pen,
    into points: inout [Point]
  ) {
    let (cosine, sine) = (pen.stepCosine, pen.stepSine &* turn)
    var (vx, vy) = (fromX, fromY)
    // A step is 0.6° … 90°, and at most 180° lie before us, or a hair more: then the first look ahead sees the end turned the other way.
    var steps = 0
    while steps < 512 {
      steps &+= 1
      (vx, vy) = (
        (vx &* cosine &- vy &* sine &+ (1 << 29)) >> 30, (vx &* sine &+ vy &* cosine &+ (1 << 29)) >> 30  // ≤ 2^60
      )
      let left = (vx &* toY &- vy &* toX) &* turn
      let ahead = vx &* toX &+ vy &* toY
      if left <= 0 && (ahead > 0 || steps > 3) { return }
      points.append(point(x &+ vx, y &+ vy))
    }
  }

  /// One end of a line, from its one side to the other, in the outline's sense: from right to left at the start, from left to right at the end.
  private static func cap(_ x: Int64, _ y: Int64, _ unit: UnitVector, isStart: Bool, pen: Pen, into points: inout [Point]) {
    let half = pen.halfWidth
    let sign: Int64 = isStart ? -1 : 1
    // Outwards, and to the side where the cap begins.
    let (outX, outY) = (times(unit.x, half) &* sign, times(unit.y, half) &* sign)
    let (sideX, sideY) = (outY, 0 &- outX)
    switch pen.cap {
    case .butt:
      points.append(point(x &+ sideX, y &+ sideY))
      points.append(point(x &- sideX, y &- sideY))
    case .square:
      points.append(point(x &+ outX &+ sideX, y &+ outY &+ sideY))
      points.append(point(x &+ outX &- sideX, y &+ outY &- sideY))
    case .round:
      points.append(point(x &+ sideX, y &+ sideY))
      arc(x, y, sideX, sideY, outX, outY, turn: 1, pen: pen, into: &points)
      points.append(point(x &+ outX, y &+ outY))
      arc(x, y, outX, outY, 0 &- sideX, 0 &- sideY, turn: 1, pen: pen, into: &points)
      points.append(point(x &- sideX, y &- sideY))
    }
  }

  /// A line without length.
  private static func dot(at end: (x: Int64, y: Int64), pen: Pen, across: (x: Int64, y: Int64), into points: inout [Point]) {
    let unit = UnitVector.reciprocalRoots.withUnsafeBufferPointer { table in
      table.baseAddress.flatMap { UnitVector.direction(across.x >> 1, across.y >> 1, shortest: 1, table: $0)?.unit }
    }
    let direction = unit ?? UnitVector(x: 1 << 30, y: 0)
    cap(end.x, end.y, direction, isStart: true, pen: pen, into: &points)
    cap(end.x, end.y, direction, isStart: false, pen: pen, into: &points)
  }

  private static func appendReversed(_ side: inout [Point], to points: inout [Point]) {
    points.append(contentsOf: side.reversed())
    side.removeAll(keepingCapacity: true)
  }
}

extension Int64 {
  /// The distance from zero of a number that is not the smallest.
  @inline(__always)
  var magnitudeAsSigned: Int64 { self < 0 ? 0 &- self : self }
}
