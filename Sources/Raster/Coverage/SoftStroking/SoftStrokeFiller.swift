/// Writes the coverage of soft strokes into rows of bytes.
struct SoftStrokeFiller {
  let bytes: UnsafeMutablePointer<UInt8>
  /// The pixels of `bytes`, at most 4096 on a side.
  let rect: PixelRect
  let ramp: DistanceRamp
  /// Whether flat ends are moved out of the way, as those of the gap in a stroke.
  let hasOpenEnds: Bool

  /// The distance beyond which a point is too far from the rectangle to matter, in 1/65536 px.
  private static var farAway: Int64 { 1 << 30 }

  func fill(_ stroke: SoftStroke) {
    for segment in stroke.segments { fill(segment) }
    for corner in stroke.corners { fill(corner) }
  }

  /// Returns a coordinate relative to the rectangle's top left corner; at most 2^48.
  private func relative(_ x: Int64, _ y: Int64) -> (x: Int64, y: Int64) {
    (x &- Int64(rect.minX) << 16, y &- Int64(rect.minY) << 16)
  }

  // MARK: Segments

  private func fill(_ segment: SoftStroke.Segment) {
    var (x, y) = relative(segment.x, segment.y)
    let unit = segment.unit
    let ahead = hasOpenEnds ? Int64(2) << 16 : 0
    var lower = 0 &- segment.startExtension &- (segment.hasFlatStart ? ahead : 0)
    var upper = segment.length &+ segment.endExtension &+ (segment.hasFlatEnd ? ahead : 0)
    var (fadesIn, fadesOut) = (segment.hasFlatStart && !hasOpenEnds, segment.hasFlatEnd && !hasOpenEnds)
    if max(x.magnitude, y.magnitude, upper.magnitude) > UInt64(Self.farAway) {
      // Move the origin to the point of the line that is nearest to the rectangle.
      let center = Int64(1) << 27
      let product = Int128(center &- x) &* Int128(unit.x) &+ Int128(center &- y) &* Int128(unit.y)  // ≤ 2^80
      let origin = Int64(truncatingIfNeeded: product >> 30)
      x &+= Int64(truncatingIfNeeded: (Int128(unit.x) &* Int128(origin)) >> 30)
      y &+= Int64(truncatingIfNeeded: (Int128(unit.y) &* Int128(origin)) >> 30)
      (lower, upper) = (lower &- origin, upper &- origin)
      if max(x.magnitude, y.magnitude) > UInt64(Self.farAway) || lower > Self.farAway || upper < 0 &- Self.farAway { return }
      if lower < 0 &- Self.farAway { (lower, fadesIn) = (0 &- Self.farAway, false) }
      if upper > Self.farAway { (upper, fadesOut) = (Self.farAway, false) }
    }
    let reach = ramp.limit
    let edge: Int64 = 1 << 15
    let (lowest, highest) = (lower &- (fadesIn ? edge : 0), upper &+ (fadesOut ? edge : 0))
    let (innerLowest, innerHighest) = (lower &+ (fadesIn ? edge : 0), upper &- (fadesOut ? edge : 0))
    let ends = [(unit.y &* lowest) >> 30, (unit.y &* highest) >> 30]  // 2^30 × 2^30.1
    let side = (unit.x.magnitudeAsSigned &* reach) >> 30 &+ 1
    let rows = rows(from: y &+ min(ends[0], ends[1]) &- side, to: y &+ max(ends[0], ends[1]) &+ side)
    for row in rows {
      // The offset of the first pixel's center from the segment's start.
      let (dx, dy) = (edge &- x, Int64(row) << 16 &+ edge &- y)  // ≤ 2^30.2
      let along = dx &* unit.x &+ dy &* unit.y  // ≤ 2^61.2, in 2^-46 px
      let across = dy &* unit.x &- dx &* unit.y
      var span = PixelSpan(lower: 0, upper: Int64(rect.width))
      span.clip(start: along, step: unit.x << 16, from: lowest << 30, to: highest << 30)
      span.clip(start: across, step: 0 &- unit.y << 16, from: 0 &- reach << 30, to: reach << 30)
      if span.isEmpty { continue }
      let line = bytes + row &* rect.width
      var inner = span
      if fadesIn || fadesOut { inner.clip(start: along, step: unit.x << 16, from: innerLowest << 30, to: innerHighest << 30) }
      if inner.isEmpty { inner = PixelSpan(lower: span.upper, upper: span.upper) }
      ramp.raise(
        line + Int(inner.lower), count: Int(inner.upper &- inner.lower), across: across >> 30 &- (inner.lower &* unit.y) >> 14,
        step: 0 &- unit.y)
      for pixels in [span.lower..<inner.lower, inner.upper..<span.upper] {
        for column in pixels {
          let position = along >> 30 &+ (column &* unit.x) >> 14
          let distance = (across >> 30 &- (column &* unit.y) >> 14).magnitudeAsSigned
          var part: Int64 = 1 << 16
          if fadesIn { part = min(part, position &- lowest) }
          if fadesOut { part = min(part, highest &- position) }
          raise(line + Int(column), to: (ramp.coverage(at: distance) &* max(part, 0) &+ edge) >> 16)
        }
      }
    }
  }

  // MARK: Corners

  private func fill(_ corner: SoftStroke.Corner) {
    let (x, y) = relative(corner.x, corner.y)
    if max(x.magnitude, y.magnitude) > UInt64(Self.farAway) { return }
    let (a, b, reach) = (corner.a, corner.b, ramp.limit)
    let (cosine, sine) = UnitVector.turn(a, b)
    let opening = (1 << 30) &+ cosine
    // The outer side is the left one if the line turns to the right.
    let sign: Int64 = sine > 0 ? 1 : -1
    let (normalA, normalB) = (UnitVector(x: a.y &* sign, y: 0 &- a.x &* sign), UnitVector(x: b.y &* sign, y: 0 &- b.x &* sign))
    // The sum of both normals, 2 cos(θ/2) long, divided by 1 + cos θ leads to the tip of the miter; in 2^-26.
    let factor = opening < SoftStroke.sharpestTurn ? 0 : (1 << 56) / opening  // products: 2^56 / cos(θ/2) ≤ 2^61.5
    let tip = UnitVector(x: ((normalA.x &+ normalB.x) &* factor) >> 30, y: ((normalA.y &+ normalB.y) &* factor) >> 30)
    var box = (minX: -reach, minY: -reach, maxX: reach, maxY: reach)
    if corner.shape != .round || opening >= 1 << 29 {
      // The wedge is inside a kite: the corner, the ends of both normals, and the tip.
      func bounds(_ a: Int64, _ b: Int64, _ tip: Int64) -> (Int64, Int64) {
        let (a, b, tip) = ((a &* reach) >> 30, (b &* reach) >> 30, (tip &* reach) >> 26)  // ≤ 2^31.5 × 2^29.1
        return (min(a, b, tip, 0) &- 1, max(a, b, tip, 0) &+ 1)
      }
      (box.minX, box.maxX) = bounds(normalA.x, normalB.x, tip.x)
      (box.minY, box.maxY) = bounds(normalA.y, normalB.y, tip.y)
    }
    for row in rows(from: y &+ box.minY, to: y &+ box.maxY) {
      let (dx, dy) = (1 << 15 &- x, Int64(row) << 16 &+ 1 << 15 &- y)  // ≤ 2^30.2
      var span = PixelSpan(lower: 0, upper: Int64(rect.width))
      span.clip(start: dx, step: 1 << 16, from: box.minX, to: box.maxX)
      if span.isEmpty { continue }
      span.clip(start: dx &* a.x &+ dy &* a.y, step: a.x << 16, from: 0, to: .max)
      span.clip(start: dx &* b.x &+ dy &* b.y, step: b.x << 16, from: .min, to: 0)
      if span.isEmpty { continue }
      let line = bytes + row &* rect.width
      for column in span.lower..<span.upper {
        let dx = dx &+ column << 16  // now within the box: ≤ 2^33
        let distance: Int64
        switch corner.shape {
        case .round: distance = approximateSquareRoot(UInt64(truncatingIfNeeded: dx &* dx &+ dy &* dy))  // ≤ 2^60
        case .miter: distance = max(dx &* normalA.x &+ dy &* normalA.y, dx &* normalB.x &+ dy &* normalB.y) >> 30
        case .bevel: distance = ((dx &* tip.x) >> 26 &+ (dy &* tip.y) >> 26)
        }
        raise(line + Int(column), to: ramp.coverage(at: max(distance, 0)))
      }
    }
  }

  // MARK: Pixels

  @inline(__always)
  private func raise(_ byte: UnsafeMutablePointer<UInt8>, to coverage: Int64) {
    byte.pointee = max(byte.pointee, UInt8(truncatingIfNeeded: coverage))
  }

  /// Returns the rows whose centers are between two relative coordinates.
  private func rows(from top: Int64, to bottom: Int64) -> Range<Int> {
    let first = ((top &+ 1 << 15) >> 16).clamped(from: 0, to: Int64(rect.height))
    let last = ((bottom &+ 1 << 15) >> 16).clamped(from: first, to: Int64(rect.height))
    return Int(first)..<Int(last)
  }
}

/// A run of pixels in a row.
private struct PixelSpan {
  var lower: Int64
  var upper: Int64

  var isEmpty: Bool { lower >= upper }

  /// Keeps the pixels at which a linear function is within a range.
  ///
  /// - Parameters:
  ///   - start: The function at pixel 0, within ±2^62.
  ///   - step: The growth from a pixel to the next.
  @inline(__always)
  mutating func clip(start: Int64, step: Int64, from lowest: Int64, to highest: Int64) {
    if step == 0 {
      if start < lowest || start > highest { upper = lower }
      return
    }
    // Ranges that are open on one side have the ends of Int64.
    var (low, high) = (lowest == .min ? Int64.min : lowest &- start, highest == .max ? Int64.max : highest &- start)
    var step = step
    if step < 0 {
      (low, high) = (high == .max ? .min : 0 &- high, low == .min ? .max : 0 &- low)
      step = 0 &- step
    }
    if low != .min { lower = max(lower, low / step &+ (low % step > 0 ? 1 : 0)) }
    if high != .max { upper = min(upper, high / step &+ (high % step < 0 ? 0 : 1)) }
    if upper < lower { upper = lower }
  }
}
