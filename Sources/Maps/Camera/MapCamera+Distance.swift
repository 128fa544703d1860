public import CartoucheRaster

// The eye of MapKit's camera sees 30° of a view's height, so its distance is half of that over tan 15°.
extension MapCamera {
  /// tan 15° = 2 − √3.
  private static let halfAperture = 0.2679491924311227

  /// Creates the camera whose eye is at a distance from the map, as MapKit's initializer of the same name.
  ///
  /// - Parameters:
  ///   - center: The coordinate at the camera's center. It is clamped to the map.
  ///   - distance: The distance from the eye to the center, in meters. The zoom is clamped to
  ///     ``MapCamera/zoomRange``; a distance that is not positive, or NaN, gives the highest zoom.
  ///   - bearing: The compass direction that is up on the screen, as an angle clockwise from north.
  ///   - size: The size of the view in points.
  public init(lookingAtCenter center: Coordinate, fromDistance distance: Double, bearing: Angle = .zero, in size: Size) {
    self.init(center: center, zoom: Self.zoomRange.upperBound, bearing: bearing)
    let closest = centerCoordinateDistance(in: size)
    guard distance > closest, closest > 0 else { return }
    let zooms = ElementaryFunctions.logarithm(min(distance, 1e12) / closest) / ElementaryFunctions.ln2
    zoom = Scalar(rawValue: zoom.rawValue - ElementaryFunctions.nearest(zooms * 65_536)).clamped(
      from: Self.zoomRange.lowerBound, to: Self.zoomRange.upperBound)
  }

  /// Returns the distance in meters from the camera's eye to its center, as MapKit's property of the same
  /// name.
  ///
  /// The eye is above the center, and sees 30° of the view's height. A zoom level more halves the distance.
  ///
  /// - Parameter size: The size of the view in points.
  public func centerCoordinateDistance(in size: Size) -> Double {
    let view = MapTransform(camera: self, bounds: Rect(origin: .zero, size: size))
    let scale = view.pointsPerMeter(at: MapPoint(center) ?? centerPoint)
    guard scale > 0, size.height > 0 else { return 0 }
    return Double(size.height.rawValue) / 131_072 / scale / Self.halfAperture
  }
}
