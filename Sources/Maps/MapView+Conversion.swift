public import CartoucheRaster
import CartoucheScene

extension MapView {
  // MARK: Points and coordinates

  /// Returns the exact point of the map view for a coordinate, in the coordinate space of the view's
  /// ``Layer/bounds``.
  ///
  /// The map repeats the world to the east and west. So the coordinate may be shown at several points. The
  /// result is the point nearest to the center of the view.
  ///
  /// The map draws the coordinate up to half a point away from the result, horizontally and vertically: see
  /// ``drawnPoint(for:)``.
  ///
  /// - Returns: The point; nil if the coordinate is not on the map, or if the view has no size.
  public func convert(_ coordinate: Coordinate) -> Point? {
    guard !bounds.isEmpty, let mapPoint = mapPoint(for: coordinate) else { return nil }
    return transformation.point(for: mapPoint)
  }

  /// Returns the point of the map view at which the map draws a coordinate, in the space of the view's
  /// ``Layer/bounds``.
  ///
  /// Use this point to draw something above the map. During a pan, the drawing then moves by exactly as many
  /// pixels as the map.
  ///
  /// The map is drawn on a grid of whole points, so that a pan moves pixels without changing them. So the
  /// result differs from the result of ``convert(_:)-(Coordinate)`` by up to half a point, horizontally and
  /// vertically. While the map is being zoomed or rotated, both methods return the same point.
  ///
  /// - Returns: The point; nil if the coordinate is not on the map, or if the view has no size.
  public func drawnPoint(for coordinate: Coordinate) -> Point? {
    guard !bounds.isEmpty, let mapPoint = mapPoint(for: coordinate) else { return nil }
    return drawnTransformation.point(for: mapPoint)
  }

  /// Returns the WGS 84 coordinate at a point of the map view, in the space of the view's ``Layer/bounds``.
  ///
  /// - Returns: The coordinate; nil if the point is north or south of the world, or if the view has no size.
  public func convert(_ point: Point) -> Coordinate? {
    guard !bounds.isEmpty else { return nil }
    return self.coordinate(for: transformation.mapPoint(at: point))
  }

  /// Returns the point of the tiles' plane at `coordinate`; nil if the coordinate is not on the map.
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

  /// The exact transform from the tiles' plane to the view, which conversions and touches use.
  var transformation: MapTransform {
    guard coordinateSystem != .wgs84 else { return MapTransform(camera: camera, bounds: bounds) }
    var displaced = camera
    if let center = mapPoint(for: camera.center) { displaced.centerPoint = center }
    return MapTransform(camera: displaced, bounds: bounds)
  }

  /// The transform from the tiles' plane to the view with which the map is drawn.
  var drawnTransformation: MapTransform { drawn(transformation) }

  /// Returns the transform with which a plane is drawn, for the plane's exact transform.
  func drawn(_ exact: MapTransform) -> MapTransform { ignoresGrid || !alignsToPixels ? exact : exact.gridAligned }

  /// Aligns the map with its grid of whole points, or ends the alignment while the map is zoomed or rotated.
  func updateGridAlignment() {
    let ignoredGrid = ignoresGrid
    ignoresGrid = cameraAnimation?.changesZoomOrBearing == true || gestures.activeTransformCount > 0
    if ignoresGrid != ignoredGrid { setNeedsLayout() }
  }
}
