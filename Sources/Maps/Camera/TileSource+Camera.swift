public import CartoucheRaster

extension TileSource {
  /// Returns a camera that shows the whole area of the source's tiles on a screen of `size` pixels. If the
  /// area is not known, the method returns nil.
  ///
  /// The zoom is the highest integer at which the whole area fits. The zoom does not exceed the highest zoom
  /// of the source's tiles. North is up.
  ///
  /// The center and zoom in an archive's metadata are ignored, because most writers of archives store no
  /// useful values there.
  public func camera(in size: PixelSize) -> MapCamera? {
    guard let area = bounds, !area.isEmpty else { return nil }
    return MapCamera(showing: area, in: size, zoomRange: zoomRange)
  }
}

extension MapCamera {
  /// Creates a camera whose zoom is the highest integer of `zoomRange` at which the whole area fits into a
  /// screen of `size` pixels.
  init(showing area: MapRect, in size: PixelSize, zoomRange: ClosedRange<Int>) {
    var zoom = zoomRange.upperBound.clamped(from: 0, to: TileID.maximumZoom)
    // At zoom z a point of the screen is 2^(32 − z) map units: the world's 2^41 are 2^(9 + z) points.
    while zoom > 0,
      area.width >> Int64(32 - zoom) > Int64(size.width) || area.height >> Int64(32 - zoom) > Int64(size.height)
    { zoom -= 1 }
    self.init(centerPoint: area.center, zoom: Scalar(zoom))
  }
}
