import CartoucheRaster

extension MapTransform {
  /// Returns the transform from points of this view to points of `other`, which shows the same map.
  ///
  /// It scales, rotates and moves. It is exact to 2^-32 of a point for each point of distance from this
  /// view's center.
  ///
  /// - Returns: nil if the views are far apart, or of very different zooms.
  func similarity(to other: MapTransform) -> Homography? {
    // Both matrices are scaled rotations, so the quotient is that of two complex numbers.
    let divisor = Int128(a) * Int128(a) + Int128(b) * Int128(b)  // 2^75 … 2^79
    let shift = fractionBits - other.fractionBits
    guard shift.magnitude <= 4 else { return nil }
    func quotient(_ numerator: Int128) -> Int64 {  // numerator < 2^79
      Int64(truncatingIfNeeded: (numerator << Int128(32 + shift)) / divisor)  // < 2^38
    }
    let cosine = quotient(Int128(a) * Int128(other.a) + Int128(b) * Int128(other.b))
    let sine = quotient(Int128(a) * Int128(other.b) - Int128(b) * Int128(other.a))
    let center = camera.centerPoint
    let (from, to) = (point(at: center), other.point(at: center.nearestCopy(to: other.camera.centerPoint)))
    let limit: Int64 = 1 << 30  // 2^14 points
    guard [from.x, from.y, to.x, to.y].allSatisfy({ $0.rawValue.magnitude < limit }) else { return nil }
    func offset(_ target: Scalar, _ first: Int64, _ second: Int64) -> Int64 {
      let moved = Int128(first) * Int128(from.x.rawValue) + Int128(second) * Int128(from.y.rawValue)  // < 2^70
      return target.rawValue << 16 - Int64(truncatingIfNeeded: moved >> 16)  // < 2^55
    }
    return Homography(
      xx: cosine, xy: sine, x0: offset(to.x, cosine, sine), yx: 0 - sine, yy: cosine, y0: offset(to.y, 0 - sine, cosine),
      wx: 0, wy: 0, w0: 1 << 32)
  }
}
