/// A round of the pen: what joins and caps of one width need, worked out once a stroke.
struct Pen {
  /// Half the width in 1/65536ths, 1 … 2^29.
  let halfWidth: Int64
  /// One plus the cosine of the sharpest turn that gets one point on its outer side, whatever the join: within the tolerance of an arc.
  let shallowTurnThreshold: Int64
  /// One plus the cosine of the sharpest turn that a miter join leaves its point.
  let miterThreshold: Int64
  /// The step of an arc, in 2^-30ths.
  let stepCosine: Int64
  let stepSine: Int64
  /// More corners than this no arc has.
  let maxArcPoints: Int
  let cap: LineCap
  let join: LineJoin

  private static var one: Int64 { 1 << 30 }

  /// - Parameter tolerance: how far an arc's chords may be from it, in 1/65536ths.
  init(style: StrokeStyle, halfWidth: Int64, tolerance: Int64) {
    self.halfWidth = min(max(halfWidth, 1), 1 << 29)
    (cap, join) = (style.cap, style.join)
    // s = tolerance ÷ half width; a chord over the angle α leaves the arc by 1 − cos(α/2).
    let part = max(min((tolerance << 30) / self.halfWidth, Pen.one), 1 << 14)  // tolerance ≤ 2^31; at least 0.6° a step
    let half = max(Pen.one - part, Pen.one / 2)  // at most 120° a step
    let cosine = max((half * half) >> 29 - Pen.one, 0)  // ≤ 2^60; at most 90°
    stepCosine = cosine
    stepSine = Int64(squareRoot(of: UInt64((Int64(1) << 60) - cosine * cosine)))
    // A shared point lies 1/cos(θ/2) half widths away: 2 / (1 + cos θ) ≤ (1 + s)².
    let reach = Pen.one + min(part, Pen.one / 8)
    shallowTurnThreshold = (Int64(1) << 61) / ((reach * reach) >> 30)  // reach² ≤ 2^60.4
    // 2 / (1 + cos θ) ≤ limit², that is 2 × 2^30 × 2^32 ÷ limit² for a limit that counts 2^16; ≥ 2 beyond 2^15
    let limit = UInt64(min(max(style.miterLimit.rawValue, 1 << 16), 1 << 31))
    miterThreshold = max(Int64((UInt64(1) << 63) / (limit * limit)), 64)
    // A step is at least acos(1 − s): α ≥ √2s. Half a turn and one more, in whole steps.
    maxArcPoints = Int(squareRoot(of: UInt64(10 * Pen.one / max(part, 1)))) + 6
  }
}
