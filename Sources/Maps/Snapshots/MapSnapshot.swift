public import CartoucheRaster

/// A finished image of a map: MapKit's `MKMapSnapshotter.Snapshot`.
public struct MapSnapshot: Sendable {
  /// The image, whose pixels are those of a ``MapView`` of this size at rest. It is opaque.
  public let image: Image
  /// The camera with which the map was drawn, within the limits of the map.
  public let camera: MapCamera
  /// The errors in the style, its sources and the tiles. The rest of the map is in the image.
  ///
  /// If a map on the screen shares GeoJSON data or glyph files, each of their errors is reported only once:
  /// here or by ``MapView/takeErrors()``.
  public let errors: [MapError]
  /// The labels in the image, if the options ask for them.
  package let labels: [ListedLabel]

  private let transform: MapTransform
  private let coordinateSystem: CoordinateSystem

  /// Creates the snapshot of a map at rest.
  init(_ image: Image, of map: MapView, listsLabels: Bool) {
    self.image = image
    (camera, errors) = (map.camera, map.takeErrors())
    labels = listsLabels ? map.listedLabels() : []
    (transform, coordinateSystem) = (map.drawnTransformation, map.coordinateSystem)
  }

  /// Returns the point of the image at which a coordinate is drawn, in pixels from the top left corner.
  ///
  /// The point may be outside the image. It is that of ``MapView/drawnPoint(for:)``: of the copies of the
  /// world, the one nearest to the center counts.
  ///
  /// - Returns: The point; nil if the coordinate is not on the map.
  public func point(for coordinate: Coordinate) -> Point? {
    let shown = coordinateSystem == .wgs84 ? coordinate : coordinate.converted(to: coordinateSystem)
    return shown.flatMap { MapPoint($0) }.map { transform.point(for: $0) }
  }
}
