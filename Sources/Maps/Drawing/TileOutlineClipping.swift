import CartoucheRaster

/// Clips the corners of a tile to the view, and splits the clipped tile into quadrilaterals.
///
/// A ``PixelClip`` has four corners. A rotated tile that is clipped to a rectangle has up to eight corners.
enum TileOutlineClipping {
  /// Returns quadrilaterals that cover the part of a convex quadrilateral within `bounds` and share no pixel.
  ///
  /// Where the common edge of two tiles is clipped, both tiles have the same clipped point.
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

  /// Returns whether the cells of a view need not be clipped to the view's bounds.
  ///
  /// Then a cell has the same outline after a pan, and moved pixels are the same as redrawn pixels. In
  /// perspective, points beyond the view may be behind the eye.
  static func keepsOutlines(of view: MapTransform, transform: Homography) -> Bool {
    guard !view.isUpright, transform.isTranslation, let from = transform.project(view.bounds.origin) else { return false }
    return [from.x, from.y, view.bounds.width, view.bounds.height].allSatisfy { $0.rawValue & 0xffff == 0 }
  }
}
