import CartoucheRaster

extension Path {
  /// Square corners, until Raster's paths have round ones; this file goes then.
  mutating func addRoundedRect(_ rect: Rect, radius: Scalar) {
    addRect(rect)
  }
}
