public import CartoucheRaster

extension PMTilesArchive {
  /// Returns a camera that shows the whole area of the archive's tiles on a screen of `size` pixels.
  ///
  /// The zoom is the highest integer at which the whole area fits. The zoom does not exceed the highest zoom
  /// of the archive's tiles. North is up.
  ///
  /// The center and zoom in the archive's header are ignored, because most writers of archives store no
  /// useful values there.
  public func camera(in size: PixelSize) -> MapCamera {
    let low = MapPoint(clamping: header.southWest)
    let high = MapPoint(clamping: header.northEast)
    var zoom = header.zoomRange.upperBound
    // At zoom z a point of the screen is 2^(32 − z) map units: the world's 2^41 are 2^(9 + z) points.
    while zoom > 0,
      abs(high.x - low.x) >> Int64(32 - zoom) > Int64(size.width) || abs(high.y - low.y) >> Int64(32 - zoom) > Int64(size.height)
    { zoom -= 1 }
    let middle = MapPoint(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
    return MapCamera(centerPoint: middle, zoom: Scalar(zoom))
  }
}
