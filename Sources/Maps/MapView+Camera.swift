public import CartoucheRaster
public import CartoucheScene

/// What moves a map by itself.
enum CameraAnimation {
  /// To a place that was asked for.
  case flight(CameraFlight, began: Timestamp?)
  /// On from a camera, after a finger has thrown it. Where it ends hangs on the throw alone, and not on when frames were drawn on the way.
  case fling(from: MapCamera, x: Deceleration, y: Deceleration, until: Timestamp)
  /// Nearer or farther than a camera, about a point of the view, as after a double tap.
  case zoom(from: MapCamera, to: Scalar, about: Point, began: Timestamp?)

  var isAnimated: Bool { true }

  /// Whether it zooms or turns the map. A flight always does: it goes out on its way, however short that is.
  var changesZoomOrBearing: Bool {
    switch self {
    case .flight, .zoom: true
    case .fling: false
    }
  }

  static let zoomDuration: Seconds = 0.3
}

extension MapView {
  /// Takes the map to where it is at `now`.
  func advance(to now: Timestamp) -> Motion {
    if loading == .drawn {
      loading = .notified
      notifyDidFinishLoading()
    }
    guard let current = cameraAnimation else { return .still }
    guard !bounds.isEmpty else {
      stopCameraAnimation()
      return .still
    }
    switch current {
    case .flight(let flight, let began):
      let start = began ?? now
      let gone = now.seconds(since: start)
      moveCamera(flight.camera(at: gone))
      guard case .flight(flight, _) = cameraAnimation else { return cameraAnimation == nil ? .still : .moving }
      cameraAnimation = gone < flight.duration ? .flight(flight, began: start) : nil
      if cameraAnimation == nil { annotationStack.needsCalloutFit = true }
    case .zoom(let from, let to, let point, let began):
      let start = began ?? now
      let gone = now.seconds(since: start)
      let share = Scalar(rounding: TimingFunction.easeOut(min(gone / CameraAnimation.zoomDuration, 1)))
      let zoom = from.clampedZoom + (to - from.clampedZoom) * share
      moveCamera(from.adjusted(zoom: zoom, bearing: from.bearing, about: point, in: bounds.size))
      guard case .zoom = cameraAnimation else { return cameraAnimation == nil ? .still : .moving }
      cameraAnimation = gone < CameraAnimation.zoomDuration ? .zoom(from: from, to: to, about: point, began: start) : nil
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

  /// Begins a cameraAnimation in place of the one that there may be.
  func begin(_ next: CameraAnimation) {
    let isNew = cameraAnimation == nil
    cameraAnimation = next
    if isNew { beginRegionChange(animated: true) }
    startTicking()
  }

  /// Stops what moves the map, where it is.
  func stopCameraAnimation() {
    guard cameraAnimation != nil else { return }
    cameraAnimation = nil
    endRegionChange(animated: true)
  }

  // MARK: Telling of changes

  /// The region begins to change; one change may stand in another, and the outermost is told.
  func beginRegionChange(animated: Bool) {
    regionChangeDepth += 1
    if regionChangeDepth == 1 { notifyRegionWillChange(animated: animated) }
  }

  func endRegionChange(animated: Bool) {
    regionChangeDepth = max(regionChangeDepth - 1, 0)
    if regionChangeDepth == 0 { notifyRegionDidChange(animated: animated) }
  }

  // MARK: Moving it

  /// Brings the camera to `target`.
  ///
  /// - Parameter animated: whether it goes there, as fast as the way asks for; otherwise it is there at once.
  public func setCamera(_ target: MapCamera, animated: Bool, duration: Seconds? = nil) {
    guard animated, !bounds.isEmpty, isOnStage else {
      annotationStack.needsCalloutFit = true
      camera = target
      return
    }
    let held = target.clamped(in: bounds.size)
    guard held != camera else { return stopCameraAnimation() }
    begin(.flight(CameraFlight(from: camera, to: held, in: bounds.size, duration: duration), began: nil))
  }

  /// Shows `region` whole; see ``region``.
  public func setRegion(_ region: CoordinateRegion, animated: Bool) {
    guard let fitting = MapCamera(fitting: region, in: bounds.size, bearing: camera.bearing) else {
      if bounds.isEmpty { pendingRegion = region }
      return
    }
    setCamera(fitting, animated: animated)
  }

  /// The coordinate in the middle; set, the zoom stays as it is.
  public var centerCoordinate: Coordinate {
    get { camera.center }
    set { setCenter(newValue, animated: false) }
  }

  /// Brings `coordinate` to the middle; what is no place on the map changes nothing.
  public func setCenter(_ coordinate: Coordinate, animated: Bool) {
    guard let place = MapPoint(coordinate) else { return }
    var target = camera
    target.centerPoint = place
    setCamera(target, animated: animated)
  }

  /// Shows `annotations` together, as near as they all fit with their views and `padding` points round them.
  public func showAnnotations(_ annotations: [any Annotation], animated: Bool, padding: Scalar = 48) {
    show(annotations.compactMap { MapPoint($0.coordinate) }, animated: animated, padding: padding)
  }

  /// Shows all of `places`, no nearer than zoom 18.
  func show(_ places: [MapPoint], animated: Bool, padding: Scalar) {
    guard let first = places.first, !bounds.isEmpty else { return }
    var (low, high) = (MapPoint(x: 0, y: 0), MapPoint(x: 0, y: 0))
    for place in places {
      let (x, y) = (ClusterHierarchy.wrappedDelta(from: first.x, to: place.x), place.y &- first.y)
      (low.x, low.y, high.x, high.y) = (min(low.x, x), min(low.y, y), max(high.x, x), max(high.y, y))
    }
    let middle = MapPoint(x: first.x &+ (low.x &+ high.x) / 2, y: first.y &+ (low.y &+ high.y) / 2)
    let room = bounds.insetBy(dx: padding, dy: padding)
    let size = room.isEmpty ? bounds.size : room.size
    // Halving the zoom step by step finds the nearest that fits to a thousandth.
    var (far, near): (Scalar, Scalar) = (0, 18)
    func fits(_ zoom: Scalar) -> Bool {
      let view = MapTransform(
        camera: MapCamera(centerPoint: middle, zoom: zoom, bearing: camera.bearing), bounds: Rect(origin: .zero, size: size))
      return places.allSatisfy { place in
        let offset = MapPoint(x: ClusterHierarchy.wrappedDelta(from: middle.x, to: place.x), y: place.y &- middle.y)
        let point = view.point(forOffset: offset)
        return point.x >= 0 && point.y >= 0 && point.x <= size.width && point.y <= size.height
      }
    }
    if fits(near) { far = near }
    while near - far > 0.001 {
      let zoom = (near + far) / 2
      if fits(zoom) { far = zoom } else { near = zoom }
    }
    setCamera(MapCamera(centerPoint: middle, zoom: far, bearing: camera.bearing), animated: animated)
  }
}
