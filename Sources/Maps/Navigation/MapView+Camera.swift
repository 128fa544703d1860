public import CartoucheRaster
public import CartoucheScene

extension MapView {
  // MARK: Setting the camera

  /// The camera of the map: the map point at the center of the view, the zoom and the bearing.
  ///
  /// The center is in the middle of the part of the view inside ``layoutMargins``.
  ///
  /// Setting the camera stops a running camera animation. The new camera's zoom is clamped to
  /// ``cameraZoomRange``, and its center to ``cameraBoundary``. The center is also clamped so that the view
  /// shows no area north or south of the world. If the world is less tall than the view, the world is
  /// centered vertically in the view.
  public var camera: MapCamera {
    get { cameraState.current }
    set {
      stopCameraAnimation()
      tracking.applicationWillMove(to: newValue)
      guard !bounds.isEmpty else {
        cameraState.set(newValue, in: nil)
        (pendingRegion, pendingMapRect) = (nil, nil)
        return setNeedsDisplay()
      }
      guard clamped(newValue) != camera else { return cameraState.set(newValue, in: bounds.size) }
      beginRegionChange(animated: false)
      moveCamera(newValue)
      endRegionChange(animated: false)
    }
  }

  /// Moves the map's camera to `target`.
  ///
  /// - Parameters:
  ///   - target: The new camera. Its zoom and center are clamped as when setting ``camera``.
  ///   - animated: Whether the camera flies to `target`. Even if `animated` is true, the camera jumps if the
  ///     view has no size or if ``Layer/isOnStage`` is false.
  ///   - duration: The duration of the flight in seconds. If the duration is nil, the flight takes 0.25 to 2
  ///     seconds, depending on the distance and on the change of the zoom.
  ///   - timingFunction: The pacing of the flight. With ``TimingFunction/linear`` it begins and ends at full
  ///     speed.
  public func setCamera(
    _ target: MapCamera, animated: Bool, duration: Seconds? = nil, timingFunction: TimingFunction = .easeInEaseOut
  ) {
    setCamera(target, animated: animated, duration: duration, timingFunction: timingFunction, cause: .application)
  }

  /// Moves the map's camera to `target`, as ``setCamera(_:animated:duration:timingFunction:)`` does.
  func setCamera(
    _ target: MapCamera, animated: Bool, duration: Seconds? = nil, timingFunction: TimingFunction = .easeInEaseOut,
    cause: RegionChangeCause
  ) {
    guard animated, !bounds.isEmpty, isOnStage else {
      annotationPresenter.callouts.needsFit = true
      camera = target
      return
    }
    let end = clamped(target)
    guard end != camera else { return stopCameraAnimation() }
    tracking.applicationWillMove(to: target)
    let flight = CameraFlight(from: camera, to: end, in: bounds.size, duration: duration, timingFunction: timingFunction)
    begin(.move(.flight(flight), began: nil), cause: cause)
  }

  /// Moves the map's camera evenly to `target`, without zooming out on the way as a flight does.
  ///
  /// If only the center changes, the map moves its pixels, and draws only strips at the edges. For cameras
  /// that come at regular intervals, use ``TimingFunction/linear`` and a duration a little longer than an
  /// interval: the eases then join to one movement.
  ///
  /// - Parameters:
  ///   - target: The new camera. Its zoom and center are clamped as when setting ``camera``.
  ///   - duration: The duration in seconds. If it is not positive, the camera jumps. It also jumps if the
  ///     view has no size or if ``Layer/isOnStage`` is false.
  ///   - timingFunction: The pacing of the change.
  public func ease(to target: MapCamera, duration: Seconds = 0.3, timingFunction: TimingFunction = .easeInEaseOut) {
    guard duration > 0, !bounds.isEmpty, isOnStage else { return setCamera(target, animated: false) }
    let end = clamped(target)
    guard end != camera else { return stopCameraAnimation() }
    tracking.applicationWillMove(to: target)
    let ease = CameraEase(from: camera, to: end, duration: duration, timingFunction: timingFunction)
    // An ease that replaces a running one goes on from the present frame, and loses none.
    begin(.move(.ease(ease), began: cameraAnimation?.hasBegun == true ? owningStage?.time : nil), cause: .application)
  }

  /// The region of the Earth that the map shows inside ``layoutMargins``.
  ///
  /// Setting the region moves the camera, without animation, so that the whole new region is visible. The
  /// bearing does not change. If the region's center is not on the map, nothing changes. If the span is
  /// negative or not finite, nothing changes either. If the map view has no size, the camera moves as soon as
  /// the view has a size.
  public var region: CoordinateRegion {
    get { camera.region(in: paddedBounds.size) }
    set { setRegion(newValue, animated: false) }
  }

  /// Moves the map's camera so that the whole `region` is visible.
  ///
  /// The bearing does not change. If the region's center is not on the map, nothing changes. If the span is
  /// negative or not finite, nothing changes either. If the map view has no size, the camera moves as soon as
  /// the view has a size.
  ///
  /// - Parameter animated: Whether the camera flies to the region.
  public func setRegion(_ region: CoordinateRegion, animated: Bool) {
    guard let fitting = camera(fitting: region, bearing: camera.bearing) else {
      if bounds.isEmpty { (pendingRegion, pendingMapRect) = (region, nil) }
      return
    }
    setCamera(fitting, animated: animated)
  }

  /// The coordinate at the center of the map view, inside ``layoutMargins``.
  ///
  /// Setting the coordinate moves the camera without animation, and does not change the zoom or the bearing.
  public var centerCoordinate: Coordinate {
    get { camera.center }
    set { setCenter(newValue, animated: false) }
  }

  /// Moves the map's camera so that `coordinate` is at the center of the view.
  ///
  /// The zoom and the bearing do not change. If the coordinate is not on the map, nothing changes.
  ///
  /// - Parameter animated: Whether the camera flies to the coordinate.
  public func setCenter(_ coordinate: Coordinate, animated: Bool) {
    guard let point = MapPoint(coordinate) else { return }
    var target = camera
    target.centerPoint = point
    setCamera(target, animated: animated)
  }

  /// Moves the map's content by an offset in points, without animation.
  ///
  /// A finger that drags the map by `delta` has the same effect. See ``MapCamera/panned(by:in:)``.
  public func pan(by delta: Point) {
    camera = panned(camera, by: delta)
  }

  // MARK: Moving the camera

  /// Moves the camera without beginning or ending a region change, and without stopping the animation.
  ///
  /// - Parameter isStretched: Whether the camera may be beyond the limits.
  func moveCamera(_ target: MapCamera, isStretched: Bool = false) {
    let before = camera
    cameraState.set(target, in: bounds.isEmpty ? nil : bounds.size, isStretched: isStretched)
    guard camera != before else { return }
    setNeedsDisplay()
    setNeedsLayout()
    if !bounds.isEmpty { notifyVisibleRegionDidChange() }
  }

  /// Clamps the camera to the view's present size, and shows a region that was set while the view had no
  /// size.
  func updateCameraForSize() {
    guard !bounds.isEmpty else { return }
    let bearing = cameraState.requested.bearing
    if let region = pendingRegion, let fitting = camera(fitting: region, bearing: bearing) {
      cameraState.set(fitting, in: nil)
    } else if let pending = pendingMapRect, let fitting = camera(fitting: pending.rect, padding: pending.padding, bearing: bearing)
    {
      cameraState.set(fitting, in: nil)
    }
    (pendingRegion, pendingMapRect) = (nil, nil)
    cameraState.update(in: bounds.size)
  }

  // MARK: Region changes

  /// Begins a change of the region. Changes nest, and only the outermost change is reported.
  func beginRegionChange(animated: Bool, cause: RegionChangeCause = .application) {
    regionChangeDepth += 1
    guard regionChangeDepth == 1 else { return }
    regionChangeCause = cause
    notifyRegionWillChange(animated: animated)
  }

  func endRegionChange(animated: Bool) {
    regionChangeDepth = max(regionChangeDepth - 1, 0)
    guard regionChangeDepth == 0 else { return }
    notifyRegionDidChange(animated: animated)
    // The application may have begun another change.
    if regionChangeDepth == 0 { regionChangeCause = nil }
  }
}

extension MapCamera {
  /// Returns the camera that shows the same area on a view with `pixelRatio` times as many points.
  ///
  /// It converts the camera of a style to that of a view with a ``MapView/pixelRatio``.
  public func scaled(by pixelRatio: Scalar) -> MapCamera {
    var camera = self
    camera.zoom = MapScale(pixelRatio: pixelRatio).cameraZoom(zoom)
    return camera
  }
}
