import CartoucheRaster

extension Homography {
  /// Returns the largest number of pixels per point of `rect`, measured at its corners and its center.
  ///
  /// - Returns: nil if all five points are behind the viewer.
  func maximumScale(in rect: Rect) -> Scalar? {
    let corners = rect.corners
    var maximum = largestScale(at: rect.center)
    for index in corners.indices {
      guard let scale = largestScale(at: corners[index]) else { continue }
      maximum = max(maximum ?? scale, scale)
    }
    return maximum
  }

  /// Returns whether an image of `rect` would blur, because `rect` is seen at a flat angle or reaches far
  /// away.
  ///
  /// The image would blur if `rect` takes less than an eighth of the pixels that it would take from the
  /// front. The scale of the nearest corner is used for this comparison. The image would also blur if `rect`
  /// is partly behind the viewer.
  func isForeshortened(over rect: Rect) -> Bool {
    let corners = rect.corners
    guard let scale = maximumScale(in: rect), let a = project(corners[0]), let b = project(corners[1]),
      let c = project(corners[2]), let d = project(corners[3])
    else { return true }
    func cross(_ p: Point, _ q: Point) -> Int128 {
      Int128(p.x.rawValue) &* Int128(q.y.rawValue) &- Int128(p.y.rawValue) &* Int128(q.x.rawValue)  // ≤ 2^95
    }
    let seen = (cross(c - a, d - b)).magnitude / 2  // half the diagonals' cross product is the area; 32 fraction bits
    let (width, height) = (rect.width * scale, rect.height * scale)
    let whole = (Int128(width.rawValue) * Int128(height.rawValue)).magnitude
    return seen < whole / 8
  }
}
