public import CartoucheRaster
public import CartoucheScene

/// What moves a map by itself.
enum MapMovement {
  /// To a place that was asked for.
  case flight(CameraFlight, began: Timestamp?)
  /// On from a camera, after a finger has thrown it. Where it ends hangs on the throw alone, and not on when frames were drawn on the way.
  case fling(from: MapCamera, x: Deceleration, y: Deceleration, until: Timestamp)
  /// Nearer or farther than a camera, about a point of the view, as after a double tap.
  case zoom(from: MapCamera, to: Scalar, about: Point, began: Timestamp?)

  var isAnimated: Bool { true }

  /// Whether it zooms or turns the map. A flight always does: it goes out on its way, however short that is.
  var changesGrid: Bool {
    switch self {
    case .flight, .zoom: true
    case .fling: false
    }
  }

  static let zoomDuration: Seconds = 0.3
}

extension MapView {
  /// Takes the map to where it is at `now`.
  func goOn(to now: Timestamp) -> Motion {
    if loading == .drawn {
      loading = .told
      tellLoaded()
    }
    guard let current = movement else { return .still }
    guard !bounds.isEmpty else {
      stopMoving()
      return .still
    }
    switch current {
    case .flight(let flight, let began):
      let start = began ?? now
      let gone = now.seconds(since: start)
      moveCamera(flight.camera(at: gone))
      guard case .flight(flight, _) = movement else { return movement == nil ? .still : .moving }
      movement = gone < flight.duration ? .flight(flight, began: start) : nil
      if movement == nil { annotationStack.needsCalloutFit = true }
    case .zoom(let from, let to, let point, let began):
      let start = began ?? now
      let gone = now.seconds(since: start)
      let share = Scalar(rounding: TimingFunction.easeOut(min(gone / MapMovement.zoomDuration, 1)))
      let zoom = from.heldZoom + (to - from.heldZoom) * share
      moveCamera(from.turned(zoom: zoom, bearing: from.bearing, about: point, in: bounds.size))
      guard case .zoom = movement else { return movement == nil ? .still : .moving }
      movement = gone < MapMovement.zoomDuration ? .zoom(from: from, to: to, about: point, began: start) : nil
    case .fling(let from, let x, let y, let end):
      let time = min(now, end)
      moveCamera(from.panned(by: Point(x: x.value(at: time), y: y.value(at: time)), in: bounds.size))
      guard case .fling = movement else { return movement == nil ? .still : .moving }
      if now >= end { movement = nil }
    }
    guard movement == nil else { return .moving }
    endChange(animated: true)
    return movement == nil ? .still : .moving
  }

  /// Begins a movement in place of the one that there may be.
  func begin(_ next: MapMovement) {
    let isNew = movement == nil
    movement = next
    if isNew { beginChange(animated: true) }
    startTicking()
  }

  /// Stops what moves the map, where it is.
  func stopMoving() {
    guard movement != nil else { return }
    movement = nil
    endChange(animated: true)
  }

  // MARK: Telling of changes

  /// The region begins to change; one change may stand in another, and the outermost is told.
  func beginChange(animated: Bool) {
    changeDepth += 1
    if changeDepth == 1 { tellWillChange(animated: animated) }
  }

  func endChange(animated: Bool) {
    changeDepth = max(changeDepth - 1, 0)
    if changeDepth == 0 { tellDidChange(animated: animated) }
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
    let held = target.held(in: bounds.size)
    guard held != camera else { return stopMoving() }
    begin(.flight(CameraFlight(from: camera, to: held, in: bounds.size, duration: duration), began: nil))
  }

  /// Shows `region` whole; see ``region``.
  public func setRegion(_ region: CoordinateRegion, animated: Bool) {
    guard let fitting = MapCamera(fitting: region, in: bounds.size, bearing: camera.bearing) else {
      if bounds.isEmpty { wantedRegion = region }
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
      let (x, y) = (ClusterHierarchy.way(from: first.x, to: place.x), place.y &- first.y)
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
        let offset = MapPoint(x: ClusterHierarchy.way(from: middle.x, to: place.x), y: place.y &- middle.y)
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
