public import CartoucheRaster
import CartoucheScene

extension MapView {
  // MARK: The visible rectangle

  /// The smallest rectangle of the map that contains everything that the view shows.
  ///
  /// Setting the rectangle moves the camera, without animation, so that the whole new rectangle is visible
  /// inside ``layoutMargins``. The bearing does not change. The view usually shows more than the rectangle,
  /// because its shape differs. An empty rectangle changes nothing. If the map view has no size, the camera
  /// moves as soon as the view has a size.
  ///
  /// The rectangle may extend beyond the world's east or west edge, where the map repeats the world.
  public var visibleMapRect: MapRect {
    get { MapTransform(camera: viewCamera, bounds: bounds).boundingMapRect(of: bounds) }
    set { setVisibleMapRect(newValue, animated: false) }
  }

  /// Moves the map's camera so that the whole rectangle of the map is visible, as ``visibleMapRect`` does.
  ///
  /// - Parameters:
  ///   - rect: The rectangle of the map.
  ///   - edgePadding: The distances, in points, between the rectangle and the edges of the view inside
  ///     ``layoutMargins``. If they leave no room, they count as zero.
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
    let view = cameraState.limits.viewCamera(of: clamped(fitting), in: bounds.size)
    return MapTransform(camera: view, bounds: bounds).boundingMapRect(of: bounds)
  }

  /// Returns the region that the view would show after ``setRegion(_:animated:)``.
  ///
  /// - Returns: The larger region, which has the shape of the view; `region` itself if it cannot be shown, or
  ///   if the view has no size.
  public func regionThatFits(_ region: CoordinateRegion) -> CoordinateRegion {
    guard let fitting = camera(fitting: region, bearing: camera.bearing) else { return region }
    return clamped(fitting).region(in: paddedBounds.size)
  }
}
