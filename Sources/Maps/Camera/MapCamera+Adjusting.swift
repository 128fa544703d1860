public import CartoucheRaster

extension MapCamera {
  /// The camera with another zoom and bearing, under which what lies at `point` of a view of `size` lies there still, as between the fingers of a pinch.
  ///
  /// The zoom is held to ``zoomRange``, and the map to the world's north and south: there the place may give way.
  public func adjusted(zoom: Scalar, bearing: Angle, about point: Point, in size: Size) -> MapCamera {
    let bounds = Rect(origin: .zero, size: size)
    let place = MapTransform(camera: self, bounds: bounds).mapPoint(at: point)
    var turned = self
    (turned.zoom, turned.bearing) = (zoom, bearing)
    turned.zoom = turned.clampedZoom
    let offset = MapTransform(camera: turned, bounds: bounds).mapOffset(of: point - bounds.center)
    turned.centerPoint = MapPoint(x: place.x &- offset.x, y: place.y &- offset.y)
    return turned.clamped(in: size)
  }
}

extension MapTransform {
  /// The smallest rectangle of the map with all that is seen in `rect` of the view; it may go on beyond the world's east.
  func boundingMapRect(of rect: Rect) -> MapRect {
    var (low, high) = (MapPoint(x: .max, y: .max), MapPoint(x: .min, y: .min))
    for corner in [
      rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.minX, y: rect.maxY), Point(x: rect.maxX, y: rect.maxY),
    ] {
      let place = mapPoint(at: corner)
      (low.x, low.y) = (min(low.x, place.x), min(low.y, place.y))
      (high.x, high.y) = (max(high.x, place.x), max(high.y, place.y))
    }
    return MapRect(origin: low, width: high.x &- low.x, height: high.y &- low.y)
  }

  /// How many points a metre takes at `place`.
  func pointsPerMeter(at place: MapPoint) -> Double {
    guard let coordinate = Coordinate(place), let units = MapPoint.unitsPerMeter(atLatitude: coordinate.latitude) else { return 0 }
    // A point is 2^(32 − zoom) units.
    return units * ElementaryFunctions.exponential((Double(camera.clampedZoom.rawValue) / 65_536 - 32) * 0.6931471805599453)
  }
}
