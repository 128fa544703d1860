/// A map with perspective, prepared for one path.
///
/// The path is enlarged by a power of two, 2^12 at most, before it is flattened. So one unit of the enlarged
/// space is at most a pixel where the path appears largest. The path's points keep their 1/65536 px.
struct PerspectiveProjection {
  /// The map from the enlarged space to the screen.
  let map: Homography
  /// The path is enlarged by 2^`enlargement`.
  let enlargement: Int64
  /// The greatest distance of a chord from its curve in the enlarged space, in 1/65536.
  let tolerance: Int64
  /// The smallest divisor that is still drawn: 2^-14 of the largest.
  let nearPlane: Int128
  /// Whether part of the path may have a divisor smaller than ``nearPlane``, so that the path needs clipping.
  let needsClipping: Bool
  /// Whether all intermediate numbers fit 62 bits, and all divisors leave 22 bits for a quotient's 16
  /// fraction bits.
  let fitsIn64Bits: Bool

  /// Creates the projection of a path; nil if the whole path is behind the viewer.
  ///
  /// - Parameters:
  ///   - margin: The distance that a stroke extends beyond the points.
  ///   - enlarges: Whether the path will be flattened, so that the precision of its points matters.
  init?(_ transform: Homography, of points: [Point], reaching margin: Scalar = .zero, enlarges: Bool) {
    var bounds = BoundingBox()
    for point in points { bounds.add(point) }
    let (minX, minY) = (bounds.minX - margin, bounds.minY - margin)
    let (maxX, maxY) = (bounds.maxX + margin, bounds.maxY + margin)
    let short = transform.shortened(to: 48)
    var (least, most) = (Int128.max, Int128.min)
    var scale: Scalar = 0
    var size: UInt128 = 0
    func visit(_ corner: Point) {
      let (x, y, w) = short.homogeneous(corner)  // linear functions: their extremes are at corners
      (least, most) = (min(least, w), max(most, w))
      size |= x.magnitude | y.magnitude | w.magnitude
      if enlarges { scale = max(scale, short.largestScale(at: corner) ?? 0) }
    }
    visit(Point(x: minX, y: minY))
    visit(Point(x: maxX, y: minY))
    visit(Point(x: maxX, y: maxY))
    visit(Point(x: minX, y: maxY))
    if most <= 0 { return nil }
    var bits: Int64 = 0
    while bits < 12 && Scalar(1 << Int(bits)) < scale { bits += 1 }
    enlargement = bits
    nearPlane = max((most << Int128(bits)) >> 14, 1)
    needsClipping = least << Int128(bits) < nearPlane
    // Where the path comes close to the viewer, it appears larger than at its corners.
    let largest = max(needsClipping ? scale * 16 : scale, Scalar(rawValue: 1))
    let allowed = (Scalar(rawValue: Flattening.tolerance) / largest).rawValue
    tolerance = (allowed == .max ? allowed : allowed << bits).clamped(from: 1, to: 1 << 40)
    // With room for intermediate sums, which may be larger than at the corners.
    let extent = minX.rawValue.magnitude | maxX.rawValue.magnitude | minY.rawValue.magnitude | maxY.rawValue.magnitude
    let slopes =
      short.xx.magnitude | short.xy.magnitude | short.yx.magnitude | short.yy.magnitude | short.wx.magnitude | short.wy.magnitude
    let offsets = short.x0.magnitude | short.y0.magnitude | short.w0.magnitude
    let longest = max(128 - extent.leadingZeroBitCount - slopes.leadingZeroBitCount + 1, 80 - offsets.leadingZeroBitCount)
    fitsIn64Bits = size >> 60 == 0 && longest + Int(bits) <= 61 && (least << Int128(bits)) >> 38 > 0
    map = Homography(
      xx: short.xx, xy: short.xy, x0: short.x0 << bits, yx: short.yx, yy: short.yy, y0: short.y0 << bits,
      wx: short.wx, wy: short.wy, w0: short.w0 << bits)
  }

  /// Returns the projection of a point of the enlarged space, within 2^-22 of itself.
  ///
  /// - Precondition: ``fitsIn64Bits``, and nothing needs clipping.
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

  /// Enlarges points, clamped to the range of `Scalar`.
  func enlarge(_ points: inout [Point]) {
    if enlargement == 0 { return }
    let factor = 1 << Int(enlargement)
    for index in points.indices { points[index] = Point(x: points[index].x * factor, y: points[index].y * factor) }
  }
}
