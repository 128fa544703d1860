public import CartoucheRaster

extension MapCamera {
  /// The camera that shows `region` whole in a view of `size`, as near as it can; the region's middle is in the view's.
  ///
  /// - Parameter bearing: the direction that is up.
  /// - Returns: nil where the region's middle is no place on the map, its span no number or negative, or the view empty.
  public init?(fitting region: CoordinateRegion, in size: Size, bearing: Angle = .zero) {
    typealias F = ElementaryFunctions
    let (center, span) = (region.center, region.span)
    guard let middle = MapPoint(center), span.latitudeDelta >= 0, span.longitudeDelta >= 0, span.latitudeDelta.isFinite,
      span.longitudeDelta.isFinite, size.width > 0, size.height > 0
    else { return nil }
    let north = MapPoint(clamping: Coordinate(latitude: center.latitude + span.latitudeDelta / 2, longitude: 0))
    let south = MapPoint(clamping: Coordinate(latitude: center.latitude - span.latitudeDelta / 2, longitude: 0))
    // Mercator stretches towards the poles: the larger half counts.
    let down = 2 * Double(max(middle.y - north.y, south.y - middle.y))
    let across = min(span.longitudeDelta, 360) / 360 * Double(MapPoint.worldSize)
    let radians = Double(bearing.degrees.rawValue % (360 << 32)) / 0x1p32 * (F.pi / 180)
    let (sine, cosine) = (abs(F.sine(radians)), abs(F.cosine(radians)))
    // A point is 2^(32 − zoom) units.
    let fullness = max(
      (across * cosine + down * sine) / (Double(size.width.rawValue) / 65_536),
      (across * sine + down * cosine) / (Double(size.height.rawValue) / 65_536))
    let zoom = fullness > 0 ? 32 - F.logarithm(fullness) / F.logarithm(2) : 24
    // Rounded down, so that all of it is seen.
    let steps = F.nearest(min(max(zoom, 0), 24) * 65_536 - 0.5)
    self.init(centerPoint: middle, zoom: Scalar(rawValue: max(steps, 0)), bearing: bearing)
  }

  /// What a view of `size` shows: the smallest region round its middle with all of it, at most the world once.
  public func region(in size: Size) -> CoordinateRegion {
    let view = MapTransform(camera: self, bounds: Rect(origin: .zero, size: size))
    let corners = [
      view.mapPoint(at: .zero), view.mapPoint(at: Point(x: size.width, y: 0)), view.mapPoint(at: Point(x: 0, y: size.height)),
      view.mapPoint(at: Point(x: size.width, y: size.height)),
    ]
    func latitude(_ y: Int64) -> Double {
      Coordinate(MapPoint(x: 0, y: min(max(y, 0), MapPoint.worldSize)))?.latitude ?? 0
    }
    var (low, high) = (corners[0], corners[0])
    for corner in corners {
      (low.x, low.y) = (min(low.x, corner.x), min(low.y, corner.y))
      (high.x, high.y) = (max(high.x, corner.x), max(high.y, corner.y))
    }
    return CoordinateRegion(
      center: center,
      span: CoordinateSpan(
        latitudeDelta: latitude(low.y) - latitude(high.y),
        longitudeDelta: min(Double(high.x &- low.x) / Double(MapPoint.worldSize), 1) * 360))
  }
}
