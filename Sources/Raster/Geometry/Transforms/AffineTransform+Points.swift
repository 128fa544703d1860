extension AffineTransform {
  /// Creates an affine transform from a projective transform without perspective.
  ///
  /// The numbers are divided by the projective transform's divisor, with an error of at most 2^-33.
  init(normalizing map: Homography) {
    func divided(_ value: Int64) -> WideFixed<32> {
      if map.w0 == 1 << 32 { return WideFixed(rawValue: value) }
      return WideFixed(rawValue: value) / WideFixed(rawValue: max(map.w0, 1))
    }
    self.init(
      a: divided(map.xx), b: divided(map.yx), c: divided(map.xy), d: divided(map.yy), tx: divided(map.x0), ty: divided(map.y0))
  }

  /// Transforms the points from index `first` on in place, rounded to nearest and clamped to the range.
  ///
  /// A translation and small coordinates take shortcuts that give the same bits as ``apply(_:)``.
  func apply(to points: inout [Point], from first: Int) {
    if isIdentity { return }
    points.withUnsafeMutableBufferPointer { points in
      var magnitudes: Int64 = 0
      for index in first..<points.count {
        let point = points[index]
        magnitudes |= point.x.rawValue ^ (point.x.rawValue >> 63) | point.y.rawValue ^ (point.y.rawValue >> 63)
      }
      let coordinateBits = 64 - magnitudes.leadingZeroBitCount
      let coefficientBits =
        64 - (a.rawValue.magnitude | b.rawValue.magnitude | c.rawValue.magnitude | d.rawValue.magnitude).leadingZeroBitCount
      let (left, up) = (tx.rawValue, ty.rawValue)
      if a == 1 && b == 0 && c == 0 && d == 1 && coordinateBits <= 61 {
        let (dx, dy) = (Scalar(rounding: tx).rawValue, Scalar(rounding: ty).rawValue)  // ≤ 2^47
        for index in first..<points.count {
          let point = points[index]
          points[index] = Point(x: Scalar(rawValue: point.x.rawValue &+ dx), y: Scalar(rawValue: point.y.rawValue &+ dy))
        }
      } else if coordinateBits + coefficientBits <= 61 {
        // The offset is split in two: whole 1/65536ths, and the remainder together with one half for
        // rounding.
        let (restX, restY) = ((left & 0xffff) << 16 + (1 << 31), (up & 0xffff) << 16 + (1 << 31))
        for index in first..<points.count {
          let (x, y) = (points[index].x.rawValue, points[index].y.rawValue)
          let across = (a.rawValue &* x &+ c.rawValue &* y &+ restX) >> 32  // ≤ 2 × 2^61
          let down = (b.rawValue &* x &+ d.rawValue &* y &+ restY) >> 32
          points[index] = Point(x: Scalar(rawValue: across &+ (left >> 16)), y: Scalar(rawValue: down &+ (up >> 16)))
        }
      } else {
        for index in first..<points.count { points[index] = apply(points[index]) }
      }
    }
  }
}
