public import CartoucheRaster
import CartoucheScene

extension MapView {
  // MARK: Limits of the camera

  /// The range of zooms that the map may have, within ``MapCamera/zoomRange``. The default is 0 … 24.
  ///
  /// A range that begins below 0, such as `-2...24`, lets a small map show the whole world. If a range has no
  /// zooms below 0, fingers do not stretch it there.
  ///
  /// The camera stays in the range, whether a flight or the application moves it. Fingers zoom up to half a
  /// level beyond the range, with resistance, and the map returns when they release it. Setting a range ends
  /// a fling, and clamps the present zoom without animation.
  public var cameraZoomRange: ClosedRange<Scalar> {
    get { cameraState.limits.zoomRange }
    set { setCameraZoomRange(newValue, animated: false) }
  }

  /// Changes ``cameraZoomRange``.
  ///
  /// - Parameter animated: Whether a map with a zoom outside the range glides to the nearest zoom in it, in
  ///   0.3 seconds. A flight or ease that is under way begins again from its present place, with the default
  ///   duration and pacing, to its goal as far as the range allows. A map that follows the user's location is
  ///   in the range at once, as is one without a stage.
  public func setCameraZoomRange(_ range: ClosedRange<Scalar>, animated: Bool) {
    var limits = cameraState.limits
    limits.zoomRange = range.clamped(to: MapCamera.zoomRange)
    change(to: limits, animated: animated)
  }

  /// The area in which the camera's center stays; nil, the default, for the whole world.
  ///
  ///     map.cameraBoundary = MapView.CameraBoundary(coordinateRegion: city)
  ///
  /// The center stays in the area, whether a flight, the user's location or the application moves it. Fingers
  /// move it up to a quarter of the view beyond the area, with resistance, and the map returns when they
  /// release it. The view may show more than the area. Setting a boundary moves the present center to the
  /// nearest point of the area, without animation. The view shows nothing north or south of the world, even
  /// if the boundary is nearer to a pole than the center can be.
  public var cameraBoundary: CameraBoundary? {
    get { cameraState.limits.boundary }
    set { setCameraBoundary(newValue, animated: false) }
  }

  /// Changes ``cameraBoundary``.
  ///
  /// - Parameter animated: Whether a map with its center outside the boundary glides to the nearest point of
  ///   it, in 0.3 seconds. A flight or ease that is under way begins again from its present place, with the
  ///   default duration and pacing, to its goal as far as the boundary allows. A map that follows the user's
  ///   location is inside the boundary at once, as is one without a stage.
  public func setCameraBoundary(_ boundary: CameraBoundary?, animated: Bool) {
    var limits = cameraState.limits
    limits.boundary = boundary
    change(to: limits, animated: animated)
  }

  // MARK: Margins

  /// The distances, in points, between the edges of the view and the part of it in which the map is centered.
  ///
  /// Where a panel covers the left side of a map, a left margin of the panel's width moves the center of the
  /// ``camera`` to the middle of the rest. The ``region``, rectangles, annotations and overlays that are
  /// shown, flights and the user's location that is followed respect the margins. The map is drawn in the
  /// margins, too, and ``visibleMapRect`` contains them.
  ///
  /// A negative margin counts as zero. Margins that leave less than an eighth of the view's width or height
  /// are reduced. Setting the margins moves the map without animation: its center does not change.
  public var layoutMargins: EdgeInsets {
    get { cameraState.limits.margins }
    set { setLayoutMargins(newValue, animated: false) }
  }

  /// Changes ``layoutMargins``.
  ///
  /// - Parameter animated: Whether the map glides to its new position, in a third of a second. A flight that
  ///   is under way goes on to its goal. A map that follows the user's location moves at once.
  public func setLayoutMargins(_ margins: EdgeInsets, animated: Bool) {
    var limits = cameraState.limits
    limits.margins = margins
    change(to: limits, animated: animated)
  }

  /// The part of the view's bounds inside ``layoutMargins``.
  var paddedBounds: Rect { cameraState.limits.paddedBounds(bounds) }

  /// The camera whose center is in the middle of the whole view, for transforms.
  var viewCamera: MapCamera { cameraState.view }

  // MARK: Applying the limits

  private func change(to limits: CameraLimits, animated: Bool = false) {
    guard limits != cameraState.limits else { return }
    if case .fling = cameraAnimation,
      limits.zoomRange != cameraState.limits.zoomRange || limits.boundary != cameraState.limits.boundary
    {
      // It would go on within the limits of before.
      stopCameraAnimation()
    }
    // New limits hold at once.
    cameraExcess = CameraExcess()
    guard !bounds.isEmpty else {
      cameraState.set(limits, cameraState.requested, in: nil)
      return setNeedsDisplay()
    }
    // A running flight or ease keeps its goal.
    let (goal, shown) = (animated ? flightGoal ?? camera : camera, viewCamera)
    var changed = cameraState
    changed.set(limits, goal, in: bounds.size)
    let (end, isMoved) = (changed.current, changed.view != shown)
    if animated, isMoved, isOnStage, !tracking.isFollowing {
      // Nothing moves yet, also where the camera is beyond the new limits.
      cameraState.set(limits, limits.camera(of: shown, in: bounds.size), in: bounds.size, isStretched: true)
      if case .move(.flight, _) = cameraAnimation { return setCamera(end, animated: true) }
      return ease(to: end)
    }
    let isChange = isMoved || end != camera
    if isChange { beginRegionChange(animated: false) }
    cameraState = changed
    if isMoved {
      setNeedsDisplay()
      setNeedsLayout()
      notifyVisibleRegionDidChange()
    }
    if tracking.isFollowing {
      setNeedsLayout()
      startTicking()
    }
    if isChange { endRegionChange(animated: false) }
  }

  /// Returns a camera within the map's limits.
  func clamped(_ camera: MapCamera) -> MapCamera { cameraState.limits.clamped(camera, in: bounds.size) }

  /// The rubber bands at the limits of the camera.
  var cameraBand: CameraBand { CameraBand(limits: cameraState.limits, size: bounds.size) }

  /// Returns a camera after a pan that moves the map's content by `delta` points.
  func panned(_ camera: MapCamera, by delta: Point) -> MapCamera { clamped(camera.moved(by: delta, in: bounds.size)) }
}
