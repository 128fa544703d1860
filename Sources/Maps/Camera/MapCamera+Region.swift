public import CartoucheRaster

extension MapCamera {
  /// Creates the camera with the highest zoom at which a whole region is visible in a view of `size`.
  ///
  /// The camera's center is the region's center. The zoom is within ``MapCamera/zoomRange``. If the whole
  /// region is not visible even at the lowest zoom, the zoom is the lowest.
  ///
  /// - Parameters:
  ///   - size: The size of the view in points.
  ///   - bearing: The compass direction that is up on the screen, as an angle clockwise from north.
  /// - Returns: The camera; nil if the region's center is not on the map, or if the region's span is negative
  ///   or not finite. The result is also nil if the width or height of the view is not positive.
  public init?(fitting region: CoordinateRegion, in size: Size, bearing: Angle = .zero) {
    let (center, span) = (region.center, region.span)
    guard let middle = MapPoint(center), span.latitudeDelta >= 0, span.longitudeDelta >= 0, span.latitudeDelta.isFinite,
      span.longitudeDelta.isFinite, size.width > 0, size.height > 0
    else { return nil }
    let north = MapPoint(clamping: Coordinate(latitude: center.latitude + span.latitudeDelta / 2, longitude: 0))
    let south = MapPoint(clamping: Coordinate(latitude: center.latitude - span.latitudeDelta / 2, longitude: 0))
    // Mercator enlarges towards the poles, so the larger half decides.
    let height = 2 * Double(max(middle.y - north.y, south.y - middle.y))
    let width = min(span.longitudeDelta, 360) / 360 * Double(MapPoint.worldSize)
    self.init(centerPoint: middle, zoom: Self.zoom(fitting: (width, height), in: size, bearing: bearing), bearing: bearing)
  }

  /// Creates the camera with the highest zoom at which a whole rectangle of the map is visible in a view of
  /// `size`.
  ///
  /// The camera's center is the rectangle's center. The zoom is within ``MapCamera/zoomRange``. If the whole
  /// rectangle is not visible even at the lowest zoom, the zoom is the lowest.
  ///
  /// - Parameters:
  ///   - size: The size of the view in points.
  ///   - bearing: The compass direction that is up on the screen, as an angle clockwise from north.
  /// - Returns: The camera; nil if the rectangle is empty, or if the width or height of the view is not
  ///   positive.
  public init?(fitting rect: MapRect, in size: Size, bearing: Angle = .zero) {
    guard !rect.isEmpty, size.width > 0, size.height > 0 else { return nil }
    let zoom = Self.zoom(fitting: (Double(rect.width), Double(rect.height)), in: size, bearing: bearing)
    self.init(centerPoint: rect.center, zoom: zoom, bearing: bearing)
  }

  /// Returns the highest zoom at which a rectangle is visible.
  ///
  /// - Parameter extent: The width and height of the rectangle in units of ``MapPoint``.
  private static func zoom(fitting extent: (width: Double, height: Double), in size: Size, bearing: Angle) -> Scalar {
    typealias F = ElementaryFunctions
    let radians = Double(bearing.degrees.rawValue % (360 << 32)) / 0x1p32 * (F.pi / 180)
    let (sine, cosine) = (abs(F.sine(radians)), abs(F.cosine(radians)))
    // A point is 2^(32 − zoom) units.
    let unitsPerPoint = max(
      (extent.width * cosine + extent.height * sine) / (Double(size.width.rawValue) / 65_536),
      (extent.width * sine + extent.height * cosine) / (Double(size.height.rawValue) / 65_536))
    let zoom = unitsPerPoint > 0 ? 32 - F.logarithm(unitsPerPoint) / F.logarithm(2) : 24
    // Rounded down, so that the whole rectangle is visible.
    let steps = F.nearest(zoom.clamped(from: -24, to: 24) * 65_536 - 0.5)
    return max(Scalar(rawValue: steps), zoomRange.lowerBound)
  }

  /// Returns the region of the Earth that a view of `size` shows with this camera.
  ///
  /// The region's center is the camera's center. The region's latitude span is the northernmost minus the
  /// southernmost visible latitude. The region's longitude span is the easternmost minus the westernmost
  /// visible longitude. The longitude span is at most 360°, even if the view shows several copies of the
  /// world.
  ///
  /// - Parameter size: The size of the view in points.
  public func region(in size: Size) -> CoordinateRegion {
    let bounds = Rect(origin: .zero, size: size)
    let box = MapTransform(camera: self, bounds: bounds).cornerBounds(of: bounds)
    func latitude(_ y: Int64) -> Double {
      Coordinate(MapPoint(x: 0, y: y.clamped(from: 0, to: MapPoint.worldSize)))?.latitude ?? 0
    }
    return CoordinateRegion(
      center: center,
      span: CoordinateSpan(
        latitudeDelta: latitude(box.minY) - latitude(box.maxY),
        longitudeDelta: min(Double(box.maxX &- box.minX) / Double(MapPoint.worldSize), 1) * 360))
  }
}
