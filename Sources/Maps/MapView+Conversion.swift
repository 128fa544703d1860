public import CartoucheRaster
import CartoucheScene

extension MapView {
  // MARK: Points and coordinates

  /// Returns the point of the layer at which `coordinate` is, in the space of its ``Layer/bounds``.
  ///
  /// Of the copies of the world, the one nearest to the view's center counts. The result is exact, as for
  /// touches. The map is drawn up to half a point away from it: see ``drawnPoint(for:)``.
  ///
  /// - Returns: nil for a coordinate that is not on the map, or while the layer has no size.
  public func convert(_ coordinate: Coordinate) -> Point? {
    guard !bounds.isEmpty, let mapPoint = mapPoint(for: coordinate) else { return nil }
    return transformation.point(for: mapPoint)
  }

  /// Returns the point of the layer at which the map is drawn that shows `coordinate`.
  ///
  /// An application that draws over the map itself uses it to stay on the same pixels of a road in every
  /// frame. The map is drawn on a grid of whole points, so that a pan moves pixels and changes none. It is up
  /// to half a point away from ``convert(_:)-(Coordinate)``, except while the map is being zoomed or rotated.
  ///
  /// - Returns: nil for a coordinate that is not on the map, or while the layer has no size.
  public func drawnPoint(for coordinate: Coordinate) -> Point? {
    guard !bounds.isEmpty, let mapPoint = mapPoint(for: coordinate) else { return nil }
    return drawnTransformation.point(for: mapPoint)
  }

  /// Returns the coordinate at `point`, in the space of the layer's ``Layer/bounds``.
  ///
  /// - Returns: nil north or south of the world, or while the layer has no size.
  public func convert(_ point: Point) -> Coordinate? {
    guard !bounds.isEmpty else { return nil }
    return self.coordinate(for: transformation.mapPoint(at: point))
  }

  /// Returns the point of the tiles' plane at `coordinate`; nil for one that is not on the map.
  func mapPoint(for coordinate: Coordinate) -> MapPoint? {
    if coordinateSystem == .wgs84 { return MapPoint(coordinate) }
    return coordinate.converted(to: coordinateSystem).flatMap { MapPoint($0) }
  }

  /// Returns the WGS 84 coordinate at a point of the tiles' plane.
  func coordinate(for point: MapPoint) -> Coordinate? {
    let coordinate = Coordinate(point)
    return coordinateSystem == .wgs84 ? coordinate : coordinate?.converted(from: coordinateSystem, to: .wgs84)
  }

  // MARK: Transforms

  /// The exact transform from the tiles' plane to the view, as for conversions and touches.
  var transformation: MapTransform {
    guard coordinateSystem != .wgs84 else { return MapTransform(camera: camera, bounds: bounds) }
    var displaced = camera
    if let center = mapPoint(for: camera.center) { displaced.centerPoint = center }
    return MapTransform(camera: displaced, bounds: bounds)
  }

  /// The transform by which the map is drawn.
  var drawnTransformation: MapTransform { drawn(transformation) }

  /// Returns the transform by which a plane is drawn whose exact transform is `exact`.
  func drawn(_ exact: MapTransform) -> MapTransform { ignoresGrid ? exact : exact.gridAligned }

  /// Aligns the map with its grid of whole points, unless it is being zoomed or rotated.
  func updateGridAlignment() {
    let ignoredGrid = ignoresGrid
    ignoresGrid = cameraAnimation?.changesZoomOrBearing == true || gestures.activeTransformCount > 0
    if ignoresGrid != ignoredGrid { setNeedsLayout() }
  }
}
