import CartoucheRaster

/// A tile's four corners cut to the view's rectangle, as four-cornered pieces: a ``PixelClip`` has four corners, and a turned tile
/// cut by a rectangle up to eight.
enum ViewClipping {
  /// The pieces of the convex quadrilateral `corners` within `bounds`; they share edges and so share no pixel.
  ///
  /// Where two tiles' common edge is cut, both come to the same point.
  static func quads(of corners: [Point], within bounds: Rect) -> [[Point]] {
    let box = bounds.clipBounds
    var ring = corners.map { SIMD2($0.x.rawValue, $0.y.rawValue) }
    if ring.allSatisfy({ box.outcode($0) == 0 }) { return [corners] }
    var scratch: [SIMD2<Int64>] = []
    box.clip(&ring, scratch: &scratch)
    guard ring.count > 2 else { return [] }
    let points = ring.map { Point(x: Scalar(rawValue: $0.x), y: Scalar(rawValue: $0.y)) }
    // A fan from the first corner, two triangles at a time.
    return stride(from: 1, to: points.count - 1, by: 2).map { index in
      [points[0], points[index], points[index + 1], points[min(index + 2, points.count - 1)]]
    }
  }

  /// Where the cells of a view are cut that `transform` shows: at its clipExtent, where that makes a difference that can be seen again after a pan.
  ///
  /// Upright edges are cut exactly anywhere. Where pixels are not the view's own a pan moves none, and in perspective what is beyond the view may lie behind
  /// the eye.
  ///
  /// - Returns: nil: at the view's bounds. What is cut at the clipExtent is shown beyond them, unless something else hides it.
  static func clipExtent(of view: MapTransform, transform: Homography) -> Rect? {
    guard !view.isUpright, transform.isTranslation, let from = transform.project(view.bounds.origin) else { return nil }
    let isWhole = [from.x, from.y, view.bounds.width, view.bounds.height].allSatisfy { $0.rawValue & 0xffff == 0 }
    return isWhole ? view.clipExtent : nil
  }
}
