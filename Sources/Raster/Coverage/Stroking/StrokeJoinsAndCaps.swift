/// A corner of a line, from segment `a` to segment `b`, and the points that both sides of the pen get there.
///
/// A side has the sign 1 if it is the left one and −1 if it is the right one.
private struct StrokeJoin {
  let a: StrokeOutlining.Segment
  let b: StrokeOutlining.Segment
  /// The offset from the corner to the meeting point of the two left sides.
  var miterX: Int64 = 0, miterY: Int64 = 0
  /// Whether both segments are long enough for a meeting point on the inner side.
  var hasInnerPoint = false
  /// Whether the outer side gets the meeting point alone.
  var isPointed = false
  /// Whether the outer side gets an arc.
  var isRound = false

  /// Adds the inner side: one point, or a detour through the corner itself.
  @inline(__always)
  func appendInner(to side: inout StrokeOutlining.Side, sign: Int64) {
    if hasInnerPoint {
      side.append(b.x &+ miterX &* sign, b.y &+ miterY &* sign)
    } else {
      side.append(b.x &+ a.sideX &* sign, b.y &+ a.sideY &* sign)
      side.append(b.x, b.y)
      side.append(b.x &+ b.sideX &* sign, b.y &+ b.sideY &* sign)
    }
  }

  /// Adds the outer side: one point, an arc or a bevel.
  @inline(__always)
  func appendOuter(to side: inout StrokeOutlining.Side, pen: StrokeParameters, sign: Int64) {
    if isPointed {
      side.append(b.x &+ miterX &* sign, b.y &+ miterY &* sign)
      return
    }
    let arc = PenArc(
      centerX: b.x, centerY: b.y, fromX: a.sideX &* sign, fromY: a.sideY &* sign, toX: b.sideX &* sign, toY: b.sideY &* sign,
      turn: sign)
    side.append(b.x &+ arc.fromX, b.y &+ arc.fromY)
    if isRound { arc.appendInside(to: &side, pen: pen) }
    side.append(b.x &+ arc.toX, b.y &+ arc.toY)
  }
}

/// An arc of the pen's circle between two offsets from its center, at most half a turn.
private struct PenArc {
  var centerX: Int64, centerY: Int64
  var fromX: Int64, fromY: Int64
  var toX: Int64, toY: Int64
  /// 1 for a clockwise arc as seen on the screen, −1 for a counterclockwise one.
  var turn: Int64

  /// Adds the points strictly between the ends: the first offset, rotated by the pen's step again and again.
  func appendInside(to side: inout StrokeOutlining.Side, pen: StrokeParameters) {
    let (cosine, sine) = (pen.stepCosine, pen.stepSine &* turn)
    var (vx, vy) = (fromX, fromY)
    // A step is 0.6° … 90°. At most 180° remain, or a hair more: then the first check finds the end on the
    // other side.
    var steps = 0
    while steps < pen.maximumArcPoints {
      steps &+= 1
      (vx, vy) = (
        (vx &* cosine &- vy &* sine &+ (1 << 29)) >> 30, (vx &* sine &+ vy &* cosine &+ (1 << 29)) >> 30  // ≤ 2^60
      )
      let remaining = (vx &* toY &- vy &* toX) &* turn  // ≤ 2^59
      let ahead = vx &* toX &+ vy &* toY
      if remaining <= 0 && (ahead > 0 || steps > 3) { return }
      side.append(centerX &+ vx, centerY &+ vy)
    }
  }
}

extension StrokeOutlining.Tracer {
  /// Adds the corner from segment `a` to segment `b` to both sides.
  @inline(__always)
  mutating func join(_ a: StrokeOutlining.Segment, _ b: StrokeOutlining.Segment) {
    var join = StrokeJoin(a: a, b: b)
    let (cosine, sine) = UnitVector.turn(a.unit, b.unit)
    let opening = (1 << 30) &+ cosine  // 1 + cos θ: 0 … 2^31
    if opening >= 1 << 24 {
      let factor = (pen.halfWidth << 30) / opening  // ≤ 2^59 / 2^24
      // The sum of two directions has the length √(2·opening), so the products stay below 2^62.6.
      join.miterX = StrokeOutlining.times(a.unit.y &+ b.unit.y, factor)
      join.miterY = 0 &- StrokeOutlining.times(a.unit.x &+ b.unit.x, factor)
      // The inner point takes half width × tan(θ/2) of each segment. Each end of a segment may take half of
      // it.
      let taken = (factor &* sine.magnitudeAsSigned) >> 30  // ≤ 2^35 × 2^27.6: the sine is small where the factor is large
      join.hasInnerPoint = taken &* 2 <= min(a.length, b.length)
    }
    if opening >= pen.shallowTurnThreshold && join.hasInnerPoint {
      left.append(b.x &+ join.miterX, b.y &+ join.miterY)
      right.append(b.x &- join.miterX, b.y &- join.miterY)
      return
    }
    let kind = b.isSmooth ? LineJoin.round : pen.join
    join.isRound = kind == .round
    join.isPointed = opening >= pen.shallowTurnThreshold || (kind == .miter && opening >= pen.miterThreshold)
    if join.isPointed && opening < 1 << 24 { (join.miterX, join.miterY) = Self.sharpMiter(a.unit, b.unit, half: pen.halfWidth) }
    if sine > 0 {  // turning towards +90°, to the right as seen: the left side is the outer one
      join.appendInner(to: &right, sign: -1)
      join.appendOuter(to: &left, pen: pen, sign: 1)
    } else {
      join.appendInner(to: &left, sign: 1)
      join.appendOuter(to: &right, pen: pen, sign: -1)
    }
  }

  /// Returns the left offset of a miter so sharp that the sum of the two normals has few bits left.
  private static func sharpMiter(_ a: UnitVector, _ b: UnitVector, half: Int64) -> (x: Int64, y: Int64) {
    // The tip is in the direction a − b, whose length is nearly 2 × 2^30, at the distance half ÷ cos(θ/2);
    // cos(θ/2) = √(opening / 2).
    let (cosine, sine) = UnitVector.turn(a, b)
    let opening = max((1 << 30) &+ cosine, 1)  // < 2^24
    let cosineOfHalf = max(squareRoot(of: opening << 29), 1)
    let factor = (half << 30) / cosineOfHalf  // ≤ 2^59
    let sign: Int64 = sine > 0 ? 1 : -1
    func scaled(_ value: Int64) -> Int64 {
      let wide = (Int128(value &* sign) &* Int128(factor)) >> 31  // ≤ 2^90
      return Int64(wide.clamped(from: -(1 << 60), to: 1 << 60))
    }
    return (scaled(a.x &- b.x), scaled(a.y &- b.y))
  }

  /// Adds the cap at one end of a line, in the direction of the outline.
  ///
  /// The outline goes from right to left at the start of a line and from left to right at its end.
  ///
  /// - Parameter segment: A segment that begins at the end to cap.
  mutating func cap(_ segment: StrokeOutlining.Segment, isStart: Bool) {
    let (x, y) = (segment.x, segment.y)
    let sign: Int64 = isStart ? -1 : 1
    // The offsets to the side where the cap begins, and outwards.
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
      PenArc(centerX: x, centerY: y, fromX: sideX, fromY: sideY, toX: outX, toY: outY, turn: 1).appendInside(to: &left, pen: pen)
      left.append(x &+ outX, y &+ outY)
      PenArc(centerX: x, centerY: y, fromX: outX, fromY: outY, toX: 0 &- sideX, toY: 0 &- sideY, turn: 1)
        .appendInside(to: &left, pen: pen)
      left.append(x &- sideX, y &- sideY)
    }
  }
}
