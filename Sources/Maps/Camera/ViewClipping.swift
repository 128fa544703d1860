import CartoucheRaster

/// Clips a tile's corners to the view, as quadrilaterals.
///
/// A ``PixelClip`` has four corners, and a rotated tile clipped to a rectangle up to eight.
enum ViewClipping {
  /// Returns quadrilaterals that cover the part of the convex quadrilateral `corners` within `bounds`, and
  /// share no pixel.
  ///
  /// Where the common edge of two tiles is clipped, both have the same point.
  static func quads(of corners: [Point], within bounds: Rect) -> [[Point]] {
    let box = bounds.clipBounds
    var ring = corners.map { SIMD2($0.x.rawValue, $0.y.rawValue) }
    if ring.allSatisfy({ box.outcode($0) == 0 }) { return [corners] }
    var scratch: [SIMD2<Int64>] = []
    box.clip(&ring, scratch: &scratch)
    guard ring.count > 2 else { return [] }
    let points = ring.map { Point(x: Scalar(rawValue: $0.x), y: Scalar(rawValue: $0.y)) }
    // A fan from the first corner, two triangles in each quadrilateral.
    return stride(from: 1, to: points.count - 1, by: 2).map { index in
      [points[0], points[index], points[index + 1], points[min(index + 2, points.count - 1)]]
    }
  }

  /// Returns the rectangle to which the cells of a view are clipped: its clip extent, if that makes a
  /// difference that is visible again after a pan.
  ///
  /// Upright edges are clipped exactly anywhere. If the layer is not at whole pixels, a pan does not move
  /// cached pixels. In perspective, points beyond the view may be behind the eye.
  ///
  /// - Returns: nil for the view's bounds. Cells clipped to the clip extent extend beyond the view unless
  ///   something else clips them.
  static func clipExtent(of view: MapTransform, transform: Homography) -> Rect? {
    guard !view.isUpright, transform.isTranslation, let from = transform.project(view.bounds.origin) else { return nil }
    let isWhole = [from.x, from.y, view.bounds.width, view.bounds.height].allSatisfy { $0.rawValue & 0xffff == 0 }
    return isWhole ? view.clipExtent : nil
  }
}
