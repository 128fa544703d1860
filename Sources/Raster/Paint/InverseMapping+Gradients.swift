// Mappings from pixels to gradient positions, for shapes drawn with a transform. Internal numbers are
// bounded: a homography's are brought below 2^44, and coordinates are clamped to ±2^38 of 1/65536, which is
// 2^22 points.

extension InverseMapping {
  /// Returns a mapping whose `u` is the position along the line from `start` to `end`.
  ///
  /// The part of the line that begins at `origin` and has the length `span` counts as 1. Both are in 1/65536.
  /// If `start` and `end` are equal, every position is beyond the end. If the transform has no inverse, nil
  /// is returned.
  static func linear(start: Point, end: Point, origin: Int64, span: Int64, transform: Homography) -> InverseMapping? {
    guard let inverse = transform.inverse?.shortened(to: 44) else { return nil }
    let (fromX, fromY) = (clamped(start.x), clamped(start.y))
    let (alongX, alongY) = (clamped(end.x) - fromX, clamped(end.y) - fromY)
    let (startX, startY) = (fromX + (alongX * Int128(origin)) >> 16, fromY + (alongY * Int128(origin)) >> 16)  // ≤ 2^53
    let length = alongX * alongX + alongY * alongY  // ≤ 2^79
    if length == 0 { return InverseMapping(u: (0, 0, 1 << 30), v: (0, 0, 0), w: (0, 0, 1)) }
    // With rows X, Y, W of the inverse: t = ((X − sx·W)·dx + (Y − sy·W)·dy) / (W · length · span). 24 bits
    // are enough for the direction.
    let excess = max(0, 128 - (alongX.magnitude | alongY.magnitude).leadingZeroBitCount - 24)
    let (dx, dy) = (alongX >> Int128(excess), alongY >> Int128(excess))
    func row(_ x: Int64, _ y: Int64, _ w: Int64) -> Int128 {
      ((Int128(x) << 16) - startX * Int128(w)) * dx + ((Int128(y) << 16) - startY * Int128(w)) * dy  // ≤ 4 · 2^97 · 2^24
    }
    // Numerator and divisor are scaled alike; t gets its 16 fraction bits from the divisor, which has 32 too
    // many.
    let across = alongX * dx + alongY * dy  // ≤ 2^64
    func divisor(_ w: Int64) -> Int128 { (((Int128(w) * across) >> 16) * Int128(span)) >> 16 }  // ≤ 2^92 · 2^31
    return InverseMapping(
      u: (
        row(inverse.xx, inverse.yx, inverse.wx), row(inverse.xy, inverse.yy, inverse.wy), row(inverse.x0, inverse.y0, inverse.w0)
      ),
      v: (0, 0, 0),
      w: (divisor(inverse.wx), divisor(inverse.wy), divisor(inverse.w0)))
  }

  /// Returns a mapping in which the position is k·u + √(u² + v²), and `focal` = k in 1/2^24, or 0 if the
  /// focal point is the center.
  ///
  /// Let e be the distance of the focal point from the center, and g = r² − e². Let p and q be a point's
  /// distances from the focal point, along that line and across it. Then t = (p·e + √(p²·r² + q²·g)) / g, so
  /// u = p·r/g, v = q/√g, k = e/r.
  ///
  /// - Parameter span: The position that counts as 1, in 1/65536.
  static func radial(_ gradient: RadialGradient, span: Int64, transform: Homography) -> (map: InverseMapping, focal: Int64)? {
    guard let inverse = transform.inverse?.shortened(to: 44) else { return nil }
    let radius = clamped(gradient.radius)
    let (centerX, centerY) = (clamped(gradient.center.x), clamped(gradient.center.y))
    var (eX, eY) = gradient.focalPoint.map { (clamped($0.x) - centerX, clamped($0.y) - centerY) } ?? (0, 0)
    guard radius > 0 else { return InverseMapping(u: (0, 0, 1 << 30), v: (0, 0, 0), w: (0, 0, 1)).map { ($0, 0) } }
    var distance = root(eX * eX + eY * eY)
    // The nearest that the focal point may be to the circle; on the circle, half the plane would have no
    // color.
    let limit = radius - max(radius >> 6, 1)
    if distance > limit {
      (eX, eY) = (eX * limit / distance, eY * limit / distance)
      distance = limit
    }
    let power = radius * radius - distance * distance  // g: 2^-5 · r² … 2^76
    // The direction from the center to the focal point, with length 2^30.
    let (alongX, alongY) = distance > 0 ? ((eX << 30) / distance, (eY << 30) / distance) : (Int128(1 << 30), Int128(0))
    // r and √g divided by the span, as numbers of 24 bits.
    let (long, short) = ((radius << 64) / Int128(span), (root(power) << 64) / Int128(span))  // ≤ 2^102
    let excess = 104 - long.leadingZeroBitCount
    func narrowed(_ value: Int128) -> Int128 { excess > 0 ? value >> Int128(excess) : value << Int128(-excess) }
    func offset(_ value: Int64, _ center: Int128, _ w: Int64) -> Int128 { (Int128(value) << 16) - center * Int128(w) }
    func row(_ x: Int64, _ y: Int64, _ w: Int64) -> (u: Int128, v: Int128, w: Int128) {
      let dx = offset(x, centerX + eX, w)  // ≤ 2^84
      let dy = offset(y, centerY + eY, w)
      let up = 48 - excess
      let divisor = up >= 0 ? (Int128(w) * power) << Int128(up) : (Int128(w) * power) >> Int128(-up)
      return (
        (((dx * alongX + dy * alongY) >> 30) * narrowed(long)) << 16,  // ≤ 2^85 · 2^24 · 2^16
        (((dy * alongX - dx * alongY) >> 30) * narrowed(short)) << 16, divisor
      )
    }
    let (x, y, one) = (
      row(inverse.xx, inverse.yx, inverse.wx), row(inverse.xy, inverse.yy, inverse.wy), row(inverse.x0, inverse.y0, inverse.w0)
    )
    let map = InverseMapping(u: (x.u, y.u, one.u), v: (x.v, y.v, one.v), w: (x.w, y.w, one.w))
    return map.map { ($0, Int64(truncatingIfNeeded: (distance << 24) / radius)) }
  }

  /// The sum of two columns whose points have the same distance from u = v = 0, in every row of a screen.
  ///
  /// For mappings without perspective. Nil if there are no such columns, within 1/256 of a pixel in 8192
  /// rows, or if they are left of the screen or beyond column 8192.
  var mirrorSum: Int32? {
    let (ux, uy, vx, vy) = (Int128(ux), Int128(uy), Int128(vx), Int128(vy))
    let square = ux * ux + vx * vx  // ≤ 2^93
    // The position at which row 0 is nearest to u = v = 0, in half pixels times `square`. It must be the same
    // in all rows: in 2^14 half rows it must move by less than 1/256.
    let scaledMiddle = -(Int128(u0) * ux + Int128(v0) * vx)  // ≤ 2^108
    let scaledSlant = (ux * uy + vx * vy).magnitude << 14
    guard square > 0, scaledMiddle.magnitude < square.magnitude << 14, scaledSlant < square.magnitude >> 8 else { return nil }
    let halfPixel = (scaledMiddle * 2 + square) / (square * 2)
    guard (scaledMiddle - halfPixel * square).magnitude < square.magnitude >> 8 else { return nil }
    return Int32(truncatingIfNeeded: halfPixel - 1)
  }

  /// Returns a mapping whose `u` and `v` are distances from the gradient's center.
  ///
  /// `u` runs along the gradient's starting direction, and `v` a quarter turn clockwise from that direction.
  /// A common factor of `u` and `v` does not change the color, so the unit is chosen to be about a pixel.
  static func conic(_ gradient: ConicGradient, transform: Homography) -> InverseMapping? {
    guard let inverse = transform.inverse?.shortened(to: 44) else { return nil }
    let (centerX, centerY) = (clamped(gradient.center.x), clamped(gradient.center.y))
    let (sine, cosine) = gradient.startAngle.sineAndCosine
    func row(_ x: Int64, _ y: Int64, _ w: Int64) -> (u: Int128, v: Int128) {
      let dx = (Int128(x) << 16) - centerX * Int128(w)  // ≤ 2^83
      let dy = (Int128(y) << 16) - centerY * Int128(w)
      return (
        dx * Int128(cosine.rawValue) + dy * Int128(sine.rawValue), dy * Int128(cosine.rawValue) - dx * Int128(sine.rawValue)
      )
    }
    let (x, y, one) = (
      row(inverse.xx, inverse.yx, inverse.wx), row(inverse.xy, inverse.yy, inverse.wy), row(inverse.x0, inverse.y0, inverse.w0)
    )
    // Choose the scale so that the step of a pixel is about 2^16.
    let slopes = x.u.magnitude | x.v.magnitude | y.u.magnitude | y.v.magnitude
    let largest = max(slopes, 1).leadingZeroBitCount
    let divisor = max(inverse.wx.magnitude | inverse.wy.magnitude | inverse.w0.magnitude, 1)
    let up = (128 - largest) - 16 - (64 - divisor.leadingZeroBitCount)
    func scaled(_ w: Int64) -> Int128 { up >= 0 ? Int128(w) << Int128(min(up, 60)) : Int128(w) >> Int128(min(-up, 60)) }
    return InverseMapping(
      u: (x.u, y.u, one.u), v: (x.v, y.v, one.v), w: (scaled(inverse.wx), scaled(inverse.wy), scaled(inverse.w0)))
  }

  private static func clamped(_ value: Scalar) -> Int128 { Int128(value.rawValue.clamped(from: -(1 << 38), to: 1 << 38)) }

  private static func root(_ square: Int128) -> Int128 { Int128(squareRoot(of: UInt128(square))) }
}
