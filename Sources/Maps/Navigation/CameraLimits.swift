import CartoucheRaster

/// The limits of a map's camera, and the margins that move the camera's center in the view.
///
/// There are two descriptions of one camera. Its center is the map point in the middle of the padded view,
/// which applications, gestures and flights use. The center of the *view camera* is the map point in the
/// middle of the whole view, which a ``MapTransform`` needs. Without margins, both are equal.
struct CameraLimits: Equatable {
  /// The range of zooms, within ``MapCamera/zoomRange``. By default, the world is at least 512 points wide.
  var zoomRange: ClosedRange<Scalar> = 0...24
  /// The area of the camera's center; nil if the whole world is allowed.
  var boundary: MapView.CameraBoundary?
  /// The margins of the view, as the application set them.
  var margins = EdgeInsets.zero

  func clampedZoom(_ zoom: Scalar) -> Scalar { zoom.clamped(from: zoomRange.lowerBound, to: zoomRange.upperBound) }

  /// The range of zooms beyond which no finger stretches the map.
  ///
  /// Zooms below 0 are for maps whose range contains some. On other maps, fingers do not reveal them.
  var stretchedZoomRange: ClosedRange<Scalar> {
    let range = MapCamera.zoomRange
    return zoomRange.lowerBound < 0 ? range : 0...range.upperBound
  }

  /// Returns the camera within all limits.
  ///
  /// The view shows no area north or south of the world, even if the center has to leave the boundary.
  func clamped(_ camera: MapCamera, in size: Size) -> MapCamera {
    var result = camera
    result.zoom = clampedZoom(camera.zoom)
    if let boundary { result.centerPoint = boundary.nearest(to: result.centerPoint) }
    return clampedToWorld(result, in: size)
  }

  /// Returns the camera within the limits that no finger stretches: the zooms of all maps, and the world.
  func clampedToWorld(_ camera: MapCamera, in size: Size) -> MapCamera {
    var result = camera
    result.zoom = camera.clampedZoom
    return self.camera(of: viewCamera(of: result, in: size).clamped(in: size), in: size)
  }

  // MARK: Margins

  /// Returns the part of `bounds` inside the margins.
  func paddedBounds(_ bounds: Rect) -> Rect {
    guard margins != .zero else { return bounds }
    return bounds.inset(by: margins.fitting(in: bounds.size))
  }

  /// Returns the view camera of a camera. With margins, its center's x coordinate is in the first copy of the
  /// world.
  func viewCamera(of camera: MapCamera, in size: Size) -> MapCamera {
    var result = camera
    if let offset = offset(for: camera, in: size) {
      result.centerPoint = MapPoint(x: camera.centerPoint.x &- offset.x, y: camera.centerPoint.y &- offset.y).wrapped
    }
    return result
  }

  /// Returns the camera of a view camera, exactly the one from which ``viewCamera(of:in:)`` made it.
  ///
  /// The center's x coordinate is in the first copy of the world.
  func camera(of view: MapCamera, in size: Size) -> MapCamera {
    var result = view
    if let offset = offset(for: view, in: size) {
      result.centerPoint = MapPoint(x: view.centerPoint.x &+ offset.x, y: view.centerPoint.y &+ offset.y).wrapped
    }
    return result
  }

  /// The position of the padded view's middle, relative to the middle of a view of `size`, in points.
  func shift(in size: Size) -> Point {
    guard margins != .zero else { return .zero }
    let insets = margins.fitting(in: size)
    return Point(x: (insets.left - insets.right) / 2, y: (insets.top - insets.bottom) / 2)
  }

  /// The ``shift(in:)`` in map units, which depends on the camera's zoom and bearing only; nil if it is zero.
  private func offset(for camera: MapCamera, in size: Size) -> MapPoint? {
    let shift = shift(in: size)
    guard shift != .zero else { return nil }
    return MapTransform(camera: camera, bounds: Rect(origin: .zero, size: size)).mapOffset(of: shift)
  }
}

extension EdgeInsets {
  /// Returns the insets without negative distances, reduced so that an eighth of each side of `size` is left.
  ///
  /// Both insets of a direction are reduced by the same factor.
  func fitting(in size: Size) -> EdgeInsets {
    func fit(_ low: Scalar, _ high: Scalar, _ length: Scalar) -> (Scalar, Scalar) {
      let limit = max(length - length / 8, 0).rawValue
      let (a, b) = (Int128(max(low, 0).rawValue), Int128(max(high, 0).rawValue))
      guard a + b > limit else { return (max(low, 0), max(high, 0)) }
      let first = Scalar(rawValue: Int64(a * Int128(limit) / (a + b)))  // ≤ limit
      return (first, Scalar(rawValue: limit) - first)
    }
    let (vertical, horizontal) = (fit(top, bottom, size.height), fit(left, right, size.width))
    return EdgeInsets(top: vertical.0, left: horizontal.0, bottom: vertical.1, right: horizontal.1)
  }
}
