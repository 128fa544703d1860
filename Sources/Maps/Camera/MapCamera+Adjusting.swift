public import CartoucheRaster

extension MapCamera {
  /// Returns a camera with another zoom and bearing that keeps the map point at `point` of the view fixed.
  ///
  /// A pinch uses this method with the point between the two fingers. The zoom is clamped to ``zoomRange``.
  /// At the world's north and south edges the map point may move, because the result is ``clamped(in:)``.
  ///
  /// - Parameter point: The fixed point, in points from the top left corner of a view of `size`.
  public func adjusted(zoom: Scalar, bearing: Angle, about point: Point, in size: Size) -> MapCamera {
    let bounds = Rect(origin: .zero, size: size)
    let fixed = MapTransform(camera: self, bounds: bounds).mapPoint(at: point)
    var adjusted = self
    (adjusted.zoom, adjusted.bearing) = (zoom, bearing)
    adjusted.zoom = adjusted.clampedZoom
    let offset = MapTransform(camera: adjusted, bounds: bounds).mapOffset(of: point - bounds.center)
    adjusted.centerPoint = MapPoint(x: fixed.x &- offset.x, y: fixed.y &- offset.y)
    return adjusted.clamped(in: size)
  }
}

extension MapTransform {
  /// Returns the smallest rectangle of the map that contains everything visible in `rect` of the view.
  ///
  /// The rectangle may extend beyond the world's east edge.
  func boundingMapRect(of rect: Rect) -> MapRect {
    let box = cornerBounds(of: rect)
    return MapRect(
      origin: MapPoint(x: box.minX, y: box.minY), width: box.maxX &- box.minX, height: box.maxY &- box.minY)
  }

  /// Returns the number of points of the view in a meter of the ground at a map point.
  func pointsPerMeter(at point: MapPoint) -> Double {
    guard let coordinate = Coordinate(point), let units = MapPoint.unitsPerMeter(atLatitude: coordinate.latitude) else { return 0 }
    // A point is 2^(32 − zoom) units.
    return units * ElementaryFunctions.exponential((Double(camera.clampedZoom.rawValue) / 65_536 - 32) * 0.6931471805599453)
  }
}
