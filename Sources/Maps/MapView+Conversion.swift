public import CartoucheRaster
public import CartoucheScene

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

  // MARK: Other layers

  /// Returns the point at which the map shows a coordinate, in the coordinate space of another layer.
  ///
  /// - Parameter layer: A layer of the map's layer tree. If it is nil, the point is in the space of the root
  ///   layer, which is the screen.
  /// - Returns: The point. It is nil if the coordinate is not on the map, if the view has no size, or if the
  ///   layer is in another tree.
  public func convert(_ coordinate: Coordinate, toPointTo layer: Layer?) -> Point? {
    convert(coordinate).flatMap { convert($0, to: layer ?? topLayer) }
  }

  /// Returns the coordinate at a point of another layer.
  ///
  /// - Parameter layer: A layer of the map's layer tree; nil for the root layer.
  /// - Returns: The coordinate. It is nil if the point is north or south of the world, if the view has no
  ///   size, or if the layer is in another tree.
  public func convert(_ point: Point, toCoordinateFrom layer: Layer?) -> Coordinate? {
    convert(point, from: layer ?? topLayer).flatMap { convert($0) }
  }

  /// Returns the smallest rectangle of another layer that contains a region of the map.
  ///
  /// - Parameter layer: A layer of the map's layer tree; nil for the root layer.
  /// - Returns: The rectangle. It is nil if the region's center is not on the map, if the view has no size,
  ///   or if the layer is in another tree.
  public func convert(_ region: CoordinateRegion, toRectTo layer: Layer?) -> Rect? {
    let (center, span) = (region.center, region.span)
    guard !bounds.isEmpty, let middle = mapPoint(for: center), span.latitudeDelta.isFinite, span.longitudeDelta.isFinite else {
      return nil
    }
    let limit = Coordinate.maximumLatitude
    func row(_ latitude: Double) -> Int64? {
      mapPoint(for: Coordinate(latitude: latitude.clamped(from: -limit, to: limit), longitude: center.longitude))?.y
    }
    guard let top = row(center.latitude + span.latitudeDelta / 2), let bottom = row(center.latitude - span.latitudeDelta / 2) else {
      return nil
    }
    let half = ElementaryFunctions.nearest(span.longitudeDelta.clamped(from: 0, to: 360) / 720 * Double(MapPoint.worldSize))
    let nearest = middle.nearestCopy(to: transformation.camera.centerPoint)
    var box = BoundingBox()
    for corner in [MapPoint(x: nearest.x &- half, y: top), MapPoint(x: nearest.x &+ half, y: bottom)] {
      for point in [MapPoint(x: corner.x, y: top), MapPoint(x: corner.x, y: bottom)] {
        guard let converted = convert(transformation.point(at: point), to: layer ?? topLayer) else { return nil }
        box.add(converted)
      }
    }
    return box.rect
  }

  /// Returns the smallest region of the map that contains a rectangle of another layer.
  ///
  /// - Parameter layer: A layer of the map's layer tree; nil for the root layer.
  /// - Returns: The region. It is nil if the rectangle's center is north or south of the world, if the view
  ///   has no size, or if the layer is in another tree.
  public func convert(_ rect: Rect, toRegionFrom layer: Layer?) -> CoordinateRegion? {
    guard !bounds.isEmpty else { return nil }
    var corners: [Point] = []
    for index in rect.corners.indices {
      guard let point = convert(rect.corners[index], from: layer ?? topLayer) else { return nil }
      corners.append(point)
    }
    let box = MapRect(bounding: corners.map { transformation.mapPoint(at: $0) })
    func latitude(_ y: Int64) -> Double {
      coordinate(for: MapPoint(x: box.center.x, y: y.clamped(from: 0, to: MapPoint.worldSize)))?.latitude ?? 0
    }
    let (north, south) = (latitude(box.origin.y), latitude(box.origin.y &+ box.height))
    guard let center = coordinate(for: box.center) else { return nil }
    let width = min(Double(box.width) / Double(MapPoint.worldSize), 1) * 360
    return CoordinateRegion(
      center: Coordinate(latitude: (north + south) / 2, longitude: center.longitude),
      span: CoordinateSpan(latitudeDelta: north - south, longitudeDelta: width))
  }

  /// Returns the smallest rectangle of another layer that contains a rectangle of the map.
  ///
  /// A rectangle that is beyond the 180th meridian is in the copy of the world that is nearest to the center
  /// of the view.
  ///
  /// - Parameter layer: A layer of the map's layer tree; nil for the root layer.
  /// - Returns: The rectangle. It is nil if the map's rectangle has a negative width or height, if the view
  ///   has no size, or if the layer is in another tree.
  public func convert(_ rect: MapRect, toRectTo layer: Layer?) -> Rect? {
    guard !bounds.isEmpty, rect.width >= 0, rect.height >= 0 else { return nil }
    let view = MapTransform(camera: viewCamera, bounds: bounds)
    var bounds = InclusiveMapRect(rect)
    let center = MapPoint(x: bounds.minX + (bounds.maxX - bounds.minX) / 2, y: bounds.minY)
    bounds = bounds.translated(x: center.nearestCopy(to: view.camera.centerPoint).x &- center.x)
    var box = BoundingBox()
    for (x, y) in [(bounds.minX, bounds.minY), (bounds.maxX, bounds.minY), (bounds.minX, bounds.maxY), (bounds.maxX, bounds.maxY)] {
      guard let point = convert(view.point(at: MapPoint(x: x, y: y)), to: layer ?? topLayer) else { return nil }
      box.add(point)
    }
    return box.rect
  }

  /// Returns the smallest rectangle of the map that contains a rectangle of another layer.
  ///
  /// The result may extend beyond the world's edges.
  ///
  /// - Parameter layer: A layer of the map's layer tree; nil for the root layer.
  /// - Returns: The rectangle. It is nil if the view has no size, or if the layer is in another tree.
  public func convert(_ rect: Rect, toMapRectFrom layer: Layer?) -> MapRect? {
    guard !bounds.isEmpty else { return nil }
    let view = MapTransform(camera: viewCamera, bounds: bounds)
    var box = InclusiveMapRect.null
    for index in rect.corners.indices {
      guard let point = convert(rect.corners[index], from: layer ?? topLayer) else { return nil }
      box.add(view.mapPoint(at: point))
    }
    return MapRect(origin: MapPoint(x: box.minX, y: box.minY), width: box.maxX &- box.minX, height: box.maxY &- box.minY)
  }

  /// The layer at the top of the map's layer tree.
  private var topLayer: Layer {
    var layer: Layer = self
    while let next = layer.superlayer { layer = next }
    return layer
  }

  // MARK: Transforms

  /// The exact transform from the tiles' plane to the view, which conversions and touches use.
  var transformation: MapTransform {
    var view = viewCamera
    guard coordinateSystem != .wgs84 else { return MapTransform(camera: view, bounds: bounds) }
    if let center = mapPoint(for: camera.center) {
      // The displacement is that of the camera's center, which margins move from the middle of the view.
      let (x, y) = (center.x &- camera.centerPoint.x, center.y &- camera.centerPoint.y)
      view.centerPoint = MapPoint(x: view.centerPoint.x &+ x, y: view.centerPoint.y &+ y)
    }
    return MapTransform(camera: view, bounds: bounds)
  }

  /// The transform from the tiles' plane to the view with which the map is drawn.
  var drawnTransformation: MapTransform { drawn(transformation) }

  /// Returns the transform with which a plane is drawn, for the plane's exact transform.
  func drawn(_ exact: MapTransform) -> MapTransform { ignoresGrid || !alignsToPixels ? exact : exact.gridAligned }

  /// Aligns the map with its grid of whole points, or ends the alignment while the map is zoomed or rotated.
  func updateGridAlignment() {
    let ignoredGrid = ignoresGrid
    ignoresGrid =
      cameraAnimation?.changesZoomOrBearing == true || gestures.isTransforming
      || tracking.isTurning
    if ignoresGrid != ignoredGrid { setNeedsLayout() }
  }
}
