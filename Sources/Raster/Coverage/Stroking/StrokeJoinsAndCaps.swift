// What the pen leaves at corners and ends.

extension StrokeOutlining.Tracer {
  /// The corner from segment `a` to segment `b`, on both sides.
  @inline(__always)
  mutating func join(_ a: StrokeOutlining.Segment, _ b: StrokeOutlining.Segment) {
    let (x, y) = (b.x, b.y)
    let (cosine, sine) = UnitVector.turn(a.unit, b.unit)
    let opening = (1 << 30) &+ cosine  // 1 + cos θ: 0 … 2^31
    var (miterX, miterY): (Int64, Int64) = (0, 0)
    var hasInnerPoint = false
    if opening >= 1 << 24 {
      let factor = (pen.halfWidth << 30) / opening  // ≤ 2^59 / 2^24
      // The sum of two directions is √(2·opening) long, so the products stay below 2^62.6.
      miterX = StrokeOutlining.times(a.unit.y &+ b.unit.y, factor)
      miterY = 0 &- StrokeOutlining.times(a.unit.x &+ b.unit.x, factor)
      // How much of each segment the inner point takes: half width × tan(θ/2). Half of it is there for either end.
      let taken = (factor &* sine.magnitudeAsSigned) >> 30  // ≤ 2^35 × 2^27.6: the sine is small where the factor is large
      hasInnerPoint = taken &* 2 <= min(a.length, b.length)
    }
    if opening >= pen.shallowTurnThreshold && hasInnerPoint {
      left.append(x &+ miterX, y &+ miterY)
      right.append(x &- miterX, y &- miterY)
      return
    }
    let kind = b.isSmooth ? LineJoin.round : pen.join
    let isPointed = opening >= pen.shallowTurnThreshold || (kind == .miter && opening >= pen.miterThreshold)
    if isPointed && opening < 1 << 24 { (miterX, miterY) = Self.sharpMiter(a.unit, b.unit, half: pen.halfWidth) }
    if sine > 0 {  // turning towards +90°, to the right as seen: the left side is the outer one
      Self.inner(&right, x, y, a, b, sign: -1, miterX, miterY, hasPoint: hasInnerPoint)
      Self.outer(&left, pen, x, y, a, b, sign: 1, miterX, miterY, isPointed: isPointed, isRound: kind == .round)
    } else {
      Self.inner(&left, x, y, a, b, sign: 1, miterX, miterY, hasPoint: hasInnerPoint)
      Self.outer(&right, pen, x, y, a, b, sign: -1, miterX, miterY, isPointed: isPointed, isRound: kind == .round)
    }
  }

  /// The inner side: one point, or by way of the corner.
  @inline(__always)
  private static func inner(
    _ side: inout StrokeOutlining.Side, _ x: Int64, _ y: Int64, _ a: StrokeOutlining.Segment, _ b: StrokeOutlining.Segment,
    sign: Int64,
    _ miterX: Int64, _ miterY: Int64, hasPoint: Bool
  ) {
    if hasPoint {
      side.append(x &+ miterX &* sign, y &+ miterY &* sign)
    } else {
      side.append(x &+ a.sideX &* sign, y &+ a.sideY &* sign)
      side.append(x, y)
      side.append(x &+ b.sideX &* sign, y &+ b.sideY &* sign)
    }
  }

  /// The outer side: `sign` is 1 where it is the left one.
  @inline(__always)
  private static func outer(
    _ side: inout StrokeOutlining.Side, _ pen: Pen, _ x: Int64, _ y: Int64, _ a: StrokeOutlining.Segment,
    _ b: StrokeOutlining.Segment, sign: Int64,
    _ miterX: Int64, _ miterY: Int64, isPointed: Bool, isRound: Bool
  ) {
    if isPointed {
      side.append(x &+ miterX &* sign, y &+ miterY &* sign)
      return
    }
    let (fromX, fromY, toX, toY) = (a.sideX &* sign, a.sideY &* sign, b.sideX &* sign, b.sideY &* sign)
    side.append(x &+ fromX, y &+ fromY)
    if isRound { arc(&side, pen, x, y, fromX, fromY, toX, toY, turn: sign) }
    side.append(x &+ toX, y &+ toY)
  }

  /// The left offset of a miter so sharp that the sum of the two normals has few bits left.
  private static func sharpMiter(_ a: UnitVector, _ b: UnitVector, half: Int64) -> (x: Int64, y: Int64) {
    // The tip lies along a − b, which is nearly 2 × 2^30 long, half ÷ cos(θ/2) away; cos(θ/2) = √(opening / 2).
    let (cosine, sine) = UnitVector.turn(a, b)
    let opening = max((1 << 30) &+ cosine, 1)  // < 2^24
    let cosineOfHalf = max(squareRoot(of: opening << 29), 1)
    let factor = (half << 30) / cosineOfHalf  // ≤ 2^59
    let sign: Int64 = sine > 0 ? 1 : -1
    func scaled(_ value: Int64) -> Int64 {
      let wide = (Int128(value &* sign) &* Int128(factor)) >> 31  // ≤ 2^90
      return Int64(min(max(wide, -(1 << 60)), 1 << 60))
    }
    return (scaled(a.x &- b.x), scaled(a.y &- b.y))
  }

  /// The corners of the arc strictly between two offsets: the first one turned again and again by the pen's step.
  private static func arc(
    _ side: inout StrokeOutlining.Side, _ pen: Pen, _ x: Int64, _ y: Int64, _ fromX: Int64, _ fromY: Int64, _ toX: Int64,
    _ toY: Int64,
    turn: Int64
  ) {
    let (cosine, sine) = (pen.stepCosine, pen.stepSine &* turn)
    var (vx, vy) = (fromX, fromY)
    // A step is 0.6° … 90°, and at most 180° lie before us, or a hair more: then the first look ahead sees the end turned the other way.
    var steps = 0
    while steps < pen.maxArcPoints {
      steps &+= 1
      (vx, vy) = (
        (vx &* cosine &- vy &* sine &+ (1 << 29)) >> 30, (vx &* sine &+ vy &* cosine &+ (1 << 29)) >> 30  // ≤ 2^60
      )
      let left = (vx &* toY &- vy &* toX) &* turn  // ≤ 2^59
      let ahead = vx &* toX &+ vy &* toY
      if left <= 0 && (ahead > 0 || steps > 3) { return }
      side.append(x &+ vx, y &+ vy)
    }
  }

  /// One end of a line, from its one side to the other, in the outline's sense: from right to left at the start, from left to right at
  /// the end. `segment` begins at the place.
  mutating func cap(_ segment: StrokeOutlining.Segment, isStart: Bool) {
    let (x, y) = (segment.x, segment.y)
    let sign: Int64 = isStart ? -1 : 1
    // To the side where the cap begins, and outwards.
    let (sideX, sideY) = (segment.sideX &* sign, segment.sideY &* sign)
    let (outX, outY) = (0 &- sideY, sideX)
    switch pen.cap {
    case .butt:
      left.append(x &+ sideX, y &+ sideY)
      left.append(x &- sideX, y &- sideY)
    case .square:
      left.append(x &+ outX &+ sideX, y &+ outY &+ sideY)
      left.append(x &+ outX &- sideX, y &+ outY &- sideY)
    case .round:
      left.append(x &+ sideX, y &+ sideY)
      Self.arc(&left, pen, x, y, sideX, sideY, outX, outY, turn: 1)
      left.append(x &+ outX, y &+ outY)
      Self.arc(&left, pen, x, y, outX, outY, 0 &- sideX, 0 &- sideY, turn: 1)
      left.append(x &- sideX, y &- sideY)
    }
  }
}
