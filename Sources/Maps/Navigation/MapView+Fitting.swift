public import CartoucheRaster
import CartoucheScene

extension MapView {
  // MARK: Showing annotations and overlays

  /// Moves the map's camera so that the positions of all given annotations are inside the view.
  ///
  /// The new zoom is the highest zoom, up to 18, at which all of these positions are visible. The bearing
  /// does not change.
  ///
  /// - Parameters:
  ///   - annotations: The annotations, which need not be on the map.
  ///   - animated: Whether the camera flies to its new position.
  ///   - padding: The minimum distance, in points, between an annotation's position and the view's edges.
  public func showAnnotations(_ annotations: [any Annotation], animated: Bool, padding: Scalar = 48) {
    showAnnotations(
      annotations, edgePadding: EdgeInsets(top: padding, left: padding, bottom: padding, right: padding), animated: animated)
  }

  /// Moves the map's camera so that the positions of all given annotations are inside the view.
  ///
  /// The new zoom is the highest zoom, up to 18, at which all of these positions are visible. The bearing
  /// does not change.
  ///
  /// - Parameters:
  ///   - annotations: The annotations, which need not be on the map.
  ///   - edgePadding: The minimum distances, in points, between an annotation's position and the edges of the
  ///     view inside ``layoutMargins``. If they leave no room, they count as zero.
  ///   - animated: Whether the camera flies to its new position.
  public func showAnnotations(_ annotations: [any Annotation], edgePadding: EdgeInsets, animated: Bool) {
    show(annotations.compactMap { MapPoint($0.coordinate) }, animated: animated, padding: edgePadding)
  }

  /// Moves the map's camera so that the bounding rectangles of all given overlays are inside the view.
  ///
  /// The new zoom is the highest zoom, up to 18, at which all of these rectangles are visible. The bearing
  /// does not change. Overlays whose rectangle is empty are ignored.
  ///
  /// - Parameters:
  ///   - overlays: The overlays, which need not be on the map.
  ///   - edgePadding: The minimum distances, in points, between a rectangle and the edges of the view inside
  ///     ``layoutMargins``. If they leave no room, they count as zero.
  ///   - animated: Whether the camera flies to its new position.
  public func showOverlays(
    _ overlays: [any Overlay], edgePadding: EdgeInsets = EdgeInsets(top: 24, left: 24, bottom: 24, right: 24), animated: Bool
  ) {
    let rects = overlays.map(\.boundingMapRect).filter { !$0.isEmpty }
    guard let first = rects.first else { return }
    var box = InclusiveMapRect.null
    for rect in rects {
      // An overlay beyond the 180th meridian counts in the copy of the world nearest to the first overlay.
      let shift = rect.center.nearestCopy(to: first.center).x &- rect.center.x
      box.add(InclusiveMapRect(rect).translated(x: shift))
    }
    let rect = MapRect(
      origin: MapPoint(x: box.minX, y: box.minY), width: box.maxX &- box.minX, height: box.maxY &- box.minY)
    guard let fitting = camera(fitting: rect, padding: edgePadding, bearing: camera.bearing, maximumZoom: Self.fittingZoom) else {
      return
    }
    setCamera(fitting, animated: animated)
  }

  /// The highest zoom at which annotations and overlays are shown.
  private static var fittingZoom: Scalar { 18 }

  /// Moves the camera so that all of `points` are visible. The new zoom is at most 18.
  func show(_ points: [MapPoint], animated: Bool, padding: EdgeInsets, cause: RegionChangeCause = .application) {
    guard let first = points.first, !bounds.isEmpty else { return }
    var box = InclusiveMapRect.null
    box.add(first)
    for point in points { box.add(point.nearestCopy(to: first)) }
    let (low, high) = (
      MapPoint(x: box.minX &- first.x, y: box.minY &- first.y), MapPoint(x: box.maxX &- first.x, y: box.maxY &- first.y)
    )
    let middle = MapPoint(x: first.x &+ (low.x &+ high.x) / 2, y: first.y &+ (low.y &+ high.y) / 2)
    let area = fittingArea(inside: padding)
    let size = area.size
    func fits(_ zoom: Scalar) -> Bool {
      let view = MapTransform(
        camera: MapCamera(centerPoint: middle, zoom: zoom, bearing: camera.bearing), bounds: Rect(origin: .zero, size: size))
      return points.allSatisfy { point in
        let offset = MapPoint(x: MapPoint.wrappedDelta(from: middle.x, to: point.x), y: point.y &- middle.y)
        let shown = view.point(forOffset: offset)
        return shown.x >= 0 && shown.y >= 0 && shown.x <= size.width && shown.y <= size.height
      }
    }
    // Bisection finds the highest zoom that fits to a thousandth.
    let range = cameraZoomRange
    var (far, near) = (range.lowerBound, min(range.upperBound, max(Self.fittingZoom, range.lowerBound)))
    if fits(near) { far = near }
    while near - far > 0.001 {
      let zoom = (near + far) / 2
      if fits(zoom) { far = zoom } else { near = zoom }
    }
    let fitting = centered(MapCamera(centerPoint: middle, zoom: far, bearing: camera.bearing), in: area)
    setCamera(fitting, animated: animated, cause: cause)
  }

  // MARK: Cameras that fit

  /// Returns the camera that shows a rectangle of the map as large as possible inside the padding.
  ///
  /// - Returns: nil if the rectangle is empty or the view has no size.
  func camera(fitting rect: MapRect, padding: EdgeInsets, bearing: Angle, maximumZoom: Scalar = MapCamera.zoomRange.upperBound)
    -> MapCamera?
  {
    guard !bounds.isEmpty else { return nil }
    let area = fittingArea(inside: padding)
    guard var fitting = MapCamera(fitting: rect, in: area.size, bearing: bearing) else { return nil }
    fitting.zoom = cameraState.limits.clampedZoom(min(fitting.zoom, maximumZoom))
    return centered(fitting, in: area)
  }

  /// Returns the camera that shows a region inside ``layoutMargins``; nil if the region cannot be shown.
  func camera(fitting region: CoordinateRegion, bearing: Angle) -> MapCamera? {
    MapCamera(fitting: region, in: paddedBounds.size, bearing: bearing)
  }

  /// Returns the padded bounds inside more padding; without room, the padded bounds themselves.
  private func fittingArea(inside padding: EdgeInsets) -> Rect {
    let outer = paddedBounds
    let inner = outer.inset(by: padding)
    return inner.isEmpty ? outer : inner
  }

  /// Returns the camera that shows the center of `camera` in the middle of an area of the view.
  private func centered(_ camera: MapCamera, in area: Rect) -> MapCamera {
    let offset = MapTransform(camera: camera, bounds: bounds).mapOffset(of: area.center - paddedBounds.center)
    var result = camera
    result.centerPoint = MapPoint(x: camera.centerPoint.x &- offset.x, y: camera.centerPoint.y &- offset.y)
    return result
  }
}
