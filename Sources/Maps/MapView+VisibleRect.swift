public import CartoucheRaster
import CartoucheScene

extension MapView {
  // MARK: The visible rectangle

  /// The smallest rectangle of the map that contains everything that the view shows.
  ///
  /// Setting the rectangle moves the camera, without animation, so that the whole new rectangle is visible.
  /// The bearing does not change. The view usually shows more than the rectangle, because its shape differs.
  /// An empty rectangle changes nothing. If the map view has no size, the camera moves as soon as the view
  /// has a size.
  ///
  /// The rectangle may extend beyond the world's east or west edge, where the map repeats the world.
  public var visibleMapRect: MapRect {
    get { MapTransform(camera: camera, bounds: bounds).boundingMapRect(of: bounds) }
    set { setVisibleMapRect(newValue, animated: false) }
  }

  /// Moves the map's camera so that the whole rectangle of the map is visible, as ``visibleMapRect`` does.
  ///
  /// - Parameters:
  ///   - rect: The rectangle of the map.
  ///   - edgePadding: The distances, in points, between the rectangle and the edges of the view. If they
  ///     leave no room, they count as zero.
  ///   - animated: Whether the camera flies to the rectangle.
  public func setVisibleMapRect(
    _ rect: MapRect, edgePadding: EdgeInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0), animated: Bool
  ) {
    guard !rect.isEmpty else { return }
    guard let fitting = camera(fitting: rect, padding: edgePadding, bearing: camera.bearing) else {
      if bounds.isEmpty { (pendingMapRect, pendingRegion) = ((rect, edgePadding), nil) }
      return
    }
    setCamera(fitting, animated: animated)
  }

  /// Returns the rectangle that the view would show after ``setVisibleMapRect(_:edgePadding:animated:)``.
  ///
  /// - Returns: The larger rectangle, which has the shape of the view; `rect` itself if it is empty, or if
  ///   the view has no size.
  public func mapRectThatFits(_ rect: MapRect, edgePadding: EdgeInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0))
    -> MapRect
  {
    guard let fitting = camera(fitting: rect, padding: edgePadding, bearing: camera.bearing) else { return rect }
    return MapTransform(camera: fitting.clamped(in: bounds.size), bounds: bounds).boundingMapRect(of: bounds)
  }

  /// Returns the region that the view would show after ``setRegion(_:animated:)``.
  ///
  /// - Returns: The larger region, which has the shape of the view; `region` itself if it cannot be shown, or
  ///   if the view has no size.
  public func regionThatFits(_ region: CoordinateRegion) -> CoordinateRegion {
    guard let fitting = MapCamera(fitting: region, in: bounds.size, bearing: camera.bearing) else { return region }
    return fitting.clamped(in: bounds.size).region(in: bounds.size)
  }

  /// Returns the camera that shows a rectangle of the map as large as possible inside the padding.
  ///
  /// - Returns: nil if the rectangle is empty or the view has no size.
  func camera(fitting rect: MapRect, padding: EdgeInsets, bearing: Angle) -> MapCamera? {
    guard !bounds.isEmpty else { return nil }
    var insets = padding
    var size = Size(width: bounds.width - insets.left - insets.right, height: bounds.height - insets.top - insets.bottom)
    if size.width <= 0 || size.height <= 0 { (insets, size) = (EdgeInsets(top: 0, left: 0, bottom: 0, right: 0), bounds.size) }
    guard var fitting = MapCamera(fitting: rect, in: size, bearing: bearing) else { return nil }
    let offset = MapTransform(camera: fitting, bounds: bounds).mapOffset(
      of: Point(x: (insets.left - insets.right) / 2, y: (insets.top - insets.bottom) / 2))
    fitting.centerPoint = MapPoint(x: fitting.centerPoint.x &- offset.x, y: fitting.centerPoint.y &- offset.y)
    return fitting
  }
}
