/// A map with perspective, made ready for one path.
///
/// The path is enlarged by a power of two before it is followed, so that a unit of its space is not smaller than a pixel where it is seen
/// largest, and its points keep their 1/65536 px.
struct PerspectiveProjection {
  /// From the enlarged space to the screen.
  let map: Homography
  /// The bits by which the path is enlarged.
  let enlargement: Int64
  /// How far a chord may be from its curve in the enlarged space.
  let tolerance: Int64
  /// The least divisor that is still drawn: 2^-14 of the largest.
  let nearPlane: Int128
  /// Whether some of the path may lie nearer than that.
  let needsClipping: Bool
  /// Whether all numbers on the way fit 62 bits, and all divisors leave 22 bits for a quotient's 16 fraction bits.
  let fitsIn64Bits: Bool

  /// Nil where all of the path lies behind the eye.
  ///
  /// - Parameter enlarges: whether lines in between will be added, so that the path's grid matters.
  init?(_ transform: Homography, of points: [Point], reaching margin: Scalar = .zero, enlarges: Bool) {
    var (minX, minY, maxX, maxY) = (Scalar.max, Scalar.max, Scalar.min, Scalar.min)
    for point in points {
      (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
      (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
    }
    (minX, minY, maxX, maxY) = (minX - margin, minY - margin, maxX + margin, maxY + margin)
    let corners = (Point(x: minX, y: minY), Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY))
    let short = transform.shortened(to: 48)
    var (least, most) = (Int128.max, Int128.min)
    var scale: Scalar = 0
    var size: UInt128 = 0
    func visit(_ corner: Point) {
      let (x, y, w) = short.homogeneous(corner)  // linear functions: their ends are at corners
      (least, most) = (min(least, w), max(most, w))
      size |= x.magnitude | y.magnitude | w.magnitude
      if enlarges { scale = max(scale, short.largestScale(at: corner) ?? 0) }
    }
    visit(corners.0)
    visit(corners.1)
    visit(corners.2)
    visit(corners.3)
    if most <= 0 { return nil }
    var bits: Int64 = 0
    while bits < 12 && Scalar(1 << Int(bits)) < scale { bits += 1 }
    enlargement = bits
    nearPlane = max((most << Int128(bits)) >> 14, 1)
    needsClipping = least << Int128(bits) < nearPlane
    // Where the path comes close to the eye its corners do not tell how large it gets.
    let largest = max(needsClipping ? scale * 16 : scale, Scalar(rawValue: 1))
    let allowed = (Scalar(rawValue: Flattening.tolerance) / largest).rawValue
    tolerance = min(max(allowed == .max ? allowed : allowed << bits, 1), 1 << 40)
    // With room for the sums on the way, which may be larger than their ends at the corners.
    let reach = minX.rawValue.magnitude | maxX.rawValue.magnitude | minY.rawValue.magnitude | maxY.rawValue.magnitude
    let slopes =
      short.xx.magnitude | short.xy.magnitude | short.yx.magnitude | short.yy.magnitude | short.wx.magnitude | short.wy.magnitude
    let offsets = short.x0.magnitude | short.y0.magnitude | short.w0.magnitude
    let longest = max(128 - reach.leadingZeroBitCount - slopes.leadingZeroBitCount + 1, 80 - offsets.leadingZeroBitCount)
    fitsIn64Bits = size >> 60 == 0 && longest + Int(bits) <= 61 && (least << Int128(bits)) >> 38 > 0
    map = Homography(
      xx: short.xx, xy: short.xy, x0: short.x0 << bits, yx: short.yx, yy: short.yy, y0: short.y0 << bits,
      wx: short.wx, wy: short.wy, w0: short.w0 << bits)
  }

  /// Where a point of the enlarged space is seen, if ``fitsIn64Bits`` and nothing needs clipping: within 2^-22 of itself.
  @inline(__always)
  func project(_ point: Point) -> Point {
    let (x, y) = (point.x.rawValue, point.y.rawValue)
    // ≤ 2^62
    let across = map.xx &* x &+ map.xy &* y &+ (map.x0 &<< 16)
    let down = map.yx &* x &+ map.yy &* y &+ (map.y0 &<< 16)
    let divisor = max((map.wx &* x &+ map.wy &* y &+ (map.w0 &<< 16)) >> 16, 1)
    let half = divisor >> 1
    return Point(
      x: Scalar(rawValue: (across &+ (across < 0 ? 0 &- half : half)) / divisor),
      y: Scalar(rawValue: (down &+ (down < 0 ? 0 &- half : half)) / divisor))
  }

  /// Enlarges points, held to the range.
  func enlarge(_ points: inout [Point]) {
    if enlargement == 0 { return }
    let factor = 1 << Int(enlargement)
    for index in points.indices { points[index] = Point(x: points[index].x * factor, y: points[index].y * factor) }
  }
}
