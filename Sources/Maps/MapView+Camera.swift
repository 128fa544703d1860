public import CartoucheRaster
public import CartoucheScene

extension MapView {
  // MARK: Setting the camera

  /// The camera of the map: the map point at the center of the view, the zoom and the bearing.
  ///
  /// Setting the camera stops a running camera animation. The new camera's zoom is clamped to
  /// ``MapCamera/zoomRange``. Its center is clamped so that the view shows no area north or south of the
  /// world. If the world is less tall than the view, the world is centered vertically in the view.
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
      guard newValue.clamped(in: bounds.size) != camera else { return cameraState.set(newValue, in: bounds.size) }
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
  public func setCamera(_ target: MapCamera, animated: Bool, duration: Seconds? = nil) {
    setCamera(target, animated: animated, duration: duration, cause: .application)
  }

  /// Moves the map's camera to `target`, as ``setCamera(_:animated:duration:)`` does.
  func setCamera(_ target: MapCamera, animated: Bool, duration: Seconds? = nil, cause: RegionChangeCause) {
    guard animated, !bounds.isEmpty, isOnStage else {
      annotationPresenter.callouts.needsFit = true
      camera = target
      return
    }
    let end = target.clamped(in: bounds.size)
    guard end != camera else { return stopCameraAnimation() }
    tracking.applicationWillMove(to: target)
    begin(.flight(CameraFlight(from: camera, to: end, in: bounds.size, duration: duration), began: nil), cause: cause)
  }

  /// The region of the Earth that the map shows.
  ///
  /// Setting the region moves the camera, without animation, so that the whole new region is visible. The
  /// bearing does not change. If the region's center is not on the map, nothing changes. If the span is
  /// negative or not finite, nothing changes either. If the map view has no size, the camera moves as soon as
  /// the view has a size.
  public var region: CoordinateRegion {
    get { camera.region(in: bounds.size) }
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
    guard let fitting = MapCamera(fitting: region, in: bounds.size, bearing: camera.bearing) else {
      if bounds.isEmpty { (pendingRegion, pendingMapRect) = (region, nil) }
      return
    }
    setCamera(fitting, animated: animated)
  }

  /// The coordinate at the center of the map view.
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
    show(annotations.compactMap { MapPoint($0.coordinate) }, animated: animated, padding: padding)
  }

  /// Moves the map's content by an offset in points, without animation.
  ///
  /// A finger that drags the map by `delta` has the same effect. See ``MapCamera/panned(by:in:)``.
  public func pan(by delta: Point) {
    camera = camera.panned(by: delta, in: bounds.size)
  }

  /// Moves the camera so that all of `points` are visible. The new zoom is at most 18.
  func show(_ points: [MapPoint], animated: Bool, padding: Scalar, cause: RegionChangeCause = .application) {
    guard let first = points.first, !bounds.isEmpty else { return }
    var box = InclusiveMapRect.null
    box.add(first)
    for point in points { box.add(point.nearestCopy(to: first)) }
    let (low, high) = (
      MapPoint(x: box.minX &- first.x, y: box.minY &- first.y), MapPoint(x: box.maxX &- first.x, y: box.maxY &- first.y)
    )
    let middle = MapPoint(x: first.x &+ (low.x &+ high.x) / 2, y: first.y &+ (low.y &+ high.y) / 2)
    let padded = bounds.insetBy(dx: padding, dy: padding)
    let size = padded.isEmpty ? bounds.size : padded.size
    // Bisection finds the highest zoom that fits to a thousandth.
    var (far, near): (Scalar, Scalar) = (0, 18)
    func fits(_ zoom: Scalar) -> Bool {
      let view = MapTransform(
        camera: MapCamera(centerPoint: middle, zoom: zoom, bearing: camera.bearing), bounds: Rect(origin: .zero, size: size))
      return points.allSatisfy { point in
        let offset = MapPoint(x: MapPoint.wrappedDelta(from: middle.x, to: point.x), y: point.y &- middle.y)
        let shown = view.point(forOffset: offset)
        return shown.x >= 0 && shown.y >= 0 && shown.x <= size.width && shown.y <= size.height
      }
    }
    if fits(near) { far = near }
    while near - far > 0.001 {
      let zoom = (near + far) / 2
      if fits(zoom) { far = zoom } else { near = zoom }
    }
    setCamera(MapCamera(centerPoint: middle, zoom: far, bearing: camera.bearing), animated: animated, cause: cause)
  }

  // MARK: Moving the camera

  /// Moves the camera without beginning or ending a region change, and without stopping the animation.
  func moveCamera(_ target: MapCamera) {
    let before = camera
    cameraState.set(target, in: bounds.isEmpty ? nil : bounds.size)
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
    if let region = pendingRegion, let fitting = MapCamera(fitting: region, in: bounds.size, bearing: bearing) {
      cameraState.set(fitting, in: nil)
    } else if let pending = pendingMapRect, let fitting = camera(fitting: pending.rect, padding: pending.padding, bearing: bearing)
    {
      cameraState.set(fitting, in: nil)
    }
    (pendingRegion, pendingMapRect) = (nil, nil)
    cameraState.update(in: bounds.size)
  }

  // MARK: Animating the camera

  /// Moves the camera to its position in the running animation at `now`.
  func advance(to now: Timestamp) -> MotionState {
    if loading == .drawn {
      loading = .notified
      notifyDidFinishLoading()
    }
    for name in baseMap.takeMissingImages() { notifyDidMissImage(name) }
    guard let current = cameraAnimation else { return .still }
    guard !bounds.isEmpty else {
      stopCameraAnimation()
      return .still
    }
    // Moving the camera notifies the application, which may stop or replace the animation.
    switch current {
    case .flight(let flight, let began):
      let start = began ?? now
      let elapsed = now.seconds(since: start)
      moveCamera(flight.camera(at: elapsed))
      guard case .flight(flight, _) = cameraAnimation else { return cameraAnimation == nil ? .still : .moving }
      cameraAnimation = elapsed < flight.duration ? .flight(flight, began: start) : nil
      if cameraAnimation == nil { annotationPresenter.callouts.needsFit = true }
    case .zoom(let from, let to, let point, let began):
      let start = began ?? now
      let elapsed = now.seconds(since: start)
      let progress = Scalar(rounding: TimingFunction.easeOut(min(elapsed / CameraAnimation.zoomDuration, 1)))
      let zoom = from.clampedZoom + (to - from.clampedZoom) * progress
      moveCamera(from.adjusted(zoom: zoom, bearing: from.bearing, about: point, in: bounds.size))
      guard case .zoom = cameraAnimation else { return cameraAnimation == nil ? .still : .moving }
      cameraAnimation = elapsed < CameraAnimation.zoomDuration ? .zoom(from: from, to: to, about: point, began: start) : nil
    case .fling(let from, let x, let y, let end):
      let time = min(now, end)
      moveCamera(from.panned(by: Point(x: x.value(at: time), y: y.value(at: time)), in: bounds.size))
      guard case .fling = cameraAnimation else { return cameraAnimation == nil ? .still : .moving }
      if now >= end { cameraAnimation = nil }
    }
    guard cameraAnimation == nil else { return .moving }
    endRegionChange(animated: true)
    return cameraAnimation == nil ? .still : .moving
  }

  /// The camera at the end of the running flight; nil if there is none.
  var flightGoal: MapCamera? { if case .flight(let flight, _) = cameraAnimation { flight.end } else { nil } }

  /// Starts a camera animation, and replaces the running animation if there is one.
  ///
  /// If the running animation has another cause, its change of the region ends, and another begins.
  func begin(_ next: CameraAnimation, cause: RegionChangeCause) {
    // The application learns that a user has taken over, and the reverse.
    if cameraAnimation != nil, regionChangeCause != cause { stopCameraAnimation() }
    let isNew = cameraAnimation == nil
    cameraAnimation = next
    if isNew { beginRegionChange(animated: true, cause: cause) } else { regionChangeCause = cause }
    startTicking()
  }

  /// Stops the running camera animation, and leaves the camera at its present position.
  func stopCameraAnimation() {
    guard cameraAnimation != nil else { return }
    cameraAnimation = nil
    endRegionChange(animated: true)
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
