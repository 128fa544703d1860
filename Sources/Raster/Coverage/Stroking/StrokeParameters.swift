/// A round pen: the numbers that joins and caps of one width need, computed once a stroke.
struct StrokeParameters {
  /// Half the width in 1/65536, 1 … 2^29.
  let halfWidth: Int64
  /// One plus the cosine of the sharpest turn that gets a single outer point, whatever the join.
  ///
  /// That point is within the tolerance of an arc.
  let shallowTurnThreshold: Int64
  /// One plus the cosine of the sharpest turn at which a miter join keeps its point.
  let miterThreshold: Int64
  /// The cosine and the sine of an arc's step, in 2^-30.
  let stepCosine: Int64
  let stepSine: Int64
  /// The limit of points of an arc.
  let maximumArcPoints: Int
  let cap: LineCap
  let join: LineJoin

  private static var one: Int64 { 1 << 30 }

  /// - Parameter tolerance: The greatest distance of an arc's chords from it, in 1/65536.
  init(style: StrokeStyle, halfWidth: Int64, tolerance: Int64) {
    self.halfWidth = halfWidth.clamped(from: 1, to: 1 << 29)
    (cap, join) = (style.cap, style.join)
    // s = tolerance ÷ half width; a chord over the angle α leaves the arc by 1 − cos(α/2).
    let part = max(min((tolerance << 30) / self.halfWidth, Self.one), 1 << 14)  // tolerance ≤ 2^31; at least 0.6° a step
    let half = max(Self.one - part, Self.one / 2)  // at most 120° a step
    let cosine = max((half * half) >> 29 - Self.one, 0)  // ≤ 2^60; at most 90°
    stepCosine = cosine
    stepSine = Int64(squareRoot(of: UInt64((Int64(1) << 60) - cosine * cosine)))
    // A shared point is 1/cos(θ/2) half widths away: 2 / (1 + cos θ) ≤ (1 + s)².
    let distance = Self.one + min(part, Self.one / 8)
    shallowTurnThreshold = (Int64(1) << 61) / ((distance * distance) >> 30)  // distance² ≤ 2^60.4
    // 2 / (1 + cos θ) ≤ limit², that is 2 × 2^30 × 2^32 ÷ limit² for a limit in 1/65536; ≥ 2 beyond 2^15
    let limit = UInt64(style.miterLimit.rawValue.clamped(from: 1 << 16, to: 1 << 31))
    miterThreshold = max(Int64((UInt64(1) << 63) / (limit * limit)), 64)
    // A step is at least acos(1 − s): α ≥ √2s. Half a turn and one more, in whole steps.
    maximumArcPoints = Int(squareRoot(of: UInt64(10 * Self.one / max(part, 1)))) + 6
  }
}
