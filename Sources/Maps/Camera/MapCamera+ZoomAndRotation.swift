public import CartoucheRaster

extension MapCamera {
  /// Returns the camera after a zoom and a rotation about a point of the view.
  ///
  /// The place on the map that is shown at `point` stays there. A pinch uses this method with the point
  /// midway between the two fingers. The zoom is clamped to ``MapCamera/zoomRange``.
  ///
  /// At the world's north and south edges, the place may move away from `point`. The reason is that the
  /// center of the result is clamped: see ``MapCamera/clamped(in:)``.
  ///
  /// - Parameters:
  ///   - zoom: The zoom of the result.
  ///   - bearing: The bearing of the result.
  ///   - point: The fixed point, in points from the view's top left corner.
  ///   - size: The size of the view in points.
  public func adjusted(zoom: Scalar, bearing: Angle, about point: Point, in size: Size) -> MapCamera {
    turned(zoom: zoom, bearing: bearing, about: point, in: size).clamped(in: size)
  }

  /// Returns the camera after a zoom and a rotation about a point of the view, with an unclamped center.
  func turned(zoom: Scalar, bearing: Angle, about point: Point, in size: Size) -> MapCamera {
    let bounds = Rect(origin: .zero, size: size)
    let fixed = MapTransform(camera: self, bounds: bounds).mapPoint(at: point)
    var adjusted = self
    (adjusted.zoom, adjusted.bearing) = (zoom, bearing)
    adjusted.zoom = adjusted.clampedZoom
    let offset = MapTransform(camera: adjusted, bounds: bounds).mapOffset(of: point - bounds.center)
    adjusted.centerPoint = MapPoint(x: fixed.x &- offset.x, y: fixed.y &- offset.y)
    return adjusted
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

  /// Returns the length on the view, in points, of a meter on the ground at a map point.
  func pointsPerMeter(at point: MapPoint) -> Double {
    guard let coordinate = Coordinate(point), let units = MapPoint.unitsPerMeter(atLatitude: coordinate.latitude) else { return 0 }
    // A point is 2^(32 − zoom) units.
    return units * ElementaryFunctions.exponential((Double(camera.clampedZoom.rawValue) / 65_536 - 32) * 0.6931471805599453)
  }
}
