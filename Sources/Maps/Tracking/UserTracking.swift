import CartoucheRaster
import CartoucheScene

/// Moves the marker of the user's location evenly, and the map with it.
///
///     fix ▶ LocationGlide ▶ position of the marker ▶ camera, if the map follows
///     heading or course ▶ BearingGlide ▶ bearing
///
/// While the map follows, the marker stays at one place of the view to a fraction of a pixel. The map moves
/// by whole pixels, so that its pixels can be moved and need not be drawn. Both agree to half a pixel.
final class UserTracking {
  /// The time in which a map that begins to follow glides to the user's location.
  static let approach: Seconds = 0.5

  private unowned let map: MapView
  private(set) var mode = UserTrackingMode.none
  var position = UserTrackingPosition.center { didSet { if position != oldValue { beginApproach(animated: true) } } }
  private var buttons: [WeakButton] = []

  private struct WeakButton {
    weak var button: UserTrackingButton?
  }

  private var seenFix = 0
  private var glide: LocationGlide?
  /// The marker's position on the plane of WGS 84 in the newest frame; nil while the location is unknown.
  private var marker: MapPoint?
  private var turn: BearingGlide?
  /// Whether the map turns by itself, so that it is drawn exactly.
  private(set) var isTurning = false { didSet { if isTurning != oldValue { map.updateGridAlignment() } } }
  /// The way that is left to the user's location since the map began to follow, in map units.
  private var remainder: MapPoint?
  private var remainderBegan: Timestamp?
  /// Whether the map flies to the user's location, which is far away.
  private var isFlying = false
  /// Whether a change of the region is reported that has not ended.
  private var isChanging = false
  /// The area for which the camera was last moved.
  private var area = Rect(x: 0, y: 0, width: 0, height: 0)

  init(of map: MapView) {
    self.map = map
  }

  var isFollowing: Bool { mode != .none }

  /// The point of the tiles' plane at which the marker is shown; nil while the location is unknown.
  var shownPoint: MapPoint? {
    guard let marker else { return nil }
    return map.coordinateSystem == .wgs84 ? marker : Coordinate(marker).flatMap { map.mapPoint(for: $0) }
  }

  /// Whether the marker is at one place of the view, whatever pixels the map is moved to.
  var pinsMarker: Bool { isFollowing && !isFlying && remainder == nil }

  /// The point around which the map turns with the user's heading or course, in points of the view; nil if it
  /// does not, or if the location or the direction is unknown.
  var turnAnchor: Point? { marker != nil && direction != nil && !isFlying ? anchor : nil }

  /// The place of the view for the user's location.
  private var anchor: Point {
    let area = map.trackingArea
    return Point(x: area.center.x, y: position == .center ? area.center.y : area.minY + area.height * 2 / 3)
  }

  /// The heading or course that is up; nil if the map does not turn, or if it is unknown.
  private var direction: Angle? {
    switch mode {
    case .none, .follow: nil
    case .followWithHeading: map.userLocation.heading
    case .followWithCourse: map.userLocation.course
    }
  }

  // MARK: Modes

  func setMode(_ new: UserTrackingMode, animated: Bool) {
    guard new != mode else { return }
    let wasFollowing = isFollowing
    mode = new
    if new != .none { map.showsUserLocation = true }
    if new == .none || new == .follow { (turn, isTurning) = (nil, false) }
    if new == .none { endFollowing() } else if !wasFollowing { beginApproach(animated: animated) }
    map.startTicking()
    map.annotationPresenter.movedFor = nil
    map.setNeedsLayout()
    map.notifyDidChange(new, animated: animated)
    buttons.removeAll { $0.button == nil }
    for entry in buttons { entry.button?.updateAppearance() }
  }

  /// Ends following if the application moves the map elsewhere. It may zoom and turn the map.
  func applicationWillMove(to camera: MapCamera) {
    if isFollowing, camera.centerPoint != map.camera.centerPoint { setMode(.none, animated: false) }
  }

  func add(_ button: UserTrackingButton) {
    buttons.append(WeakButton(button: button))
  }

  private func endFollowing() {
    (remainder, remainderBegan) = (nil, nil)
    if isFlying {
      isFlying = false
      map.stopCameraAnimation()
    }
    endChange()
  }

  /// Lets the map glide, or fly, from its present center to the user's location.
  private func beginApproach(animated: Bool) {
    map.startTicking()
    guard isFollowing, !map.bounds.isEmpty else { return }
    readLocation(at: map.owningStage?.time ?? .zero)
    (remainder, remainderBegan) = (nil, nil)
    guard animated, map.isOnStage, let marker else { return }
    let (camera, goal) = (map.camera, target(marker, map.camera))
    let way = Self.way(from: goal.centerPoint, to: camera.centerPoint)
    let transform = MapTransform(camera: camera, bounds: map.bounds)
    let far = transform.units(for: (map.bounds.width + map.bounds.height) * 2)
    if max(abs(way.x), abs(way.y)) > far {
      isFlying = true
      map.begin(
        .move(.flight(CameraFlight(from: camera, to: map.clamped(goal), in: map.bounds.size)), began: nil),
        cause: .tracking)
    } else {
      remainder = way
    }
  }

  // MARK: Moving

  /// Called when the user's location, heading or course may have changed, in a layout.
  func userLocationDidChange() {
    let time = map.owningStage?.time ?? .zero
    let isNew = readLocation(at: time)
    if isNew || isFollowing { map.startTicking() }
  }

  /// Called in each layout, to follow a change of the view's size, safe area or margins.
  func layOut() {
    if isFollowing, area != map.trackingArea { map.startTicking() }
  }

  /// Moves the marker and the camera to their positions at `now`.
  func advance(to now: Timestamp) -> MotionState {
    readLocation(at: now)
    guard let glide else { return .still }
    var isMoving = glide.isMoving(at: now)
    let shown = glide.point(at: now)
    if shown != marker {
      marker = shown
      map.setNeedsLayout()
    }
    guard isFollowing, !map.bounds.isEmpty else { return isMoving ? .moving : .still }
    if isFlying {
      guard map.cameraAnimation == nil else { return .moving }
      isFlying = false
      remainder = Self.way(from: target(shown, map.camera).centerPoint, to: map.camera.centerPoint)
    }
    area = map.trackingArea
    var camera = map.camera
    if let bearing = bearing(at: now) { camera.bearing = bearing }
    camera = target(shown, camera)
    if let rest = rest(at: now) {
      camera.centerPoint = MapPoint(x: camera.centerPoint.x &+ rest.x, y: camera.centerPoint.y &+ rest.y)
      isMoving = true
    }
    move(to: camera)
    // The application may have ended following.
    guard isFollowing else { return isMoving ? .moving : .still }
    if isMoving || isTurning { return .moving }
    endChange()
    return .still
  }

  /// Notes a new fix.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  private func readLocation(at time: Timestamp) -> Bool {
    let user = map.userLocation
    guard user.fixNumber != seenFix else { return false }
    seenFix = user.fixNumber
    guard let location = user.location, let point = MapPoint(location) else {
      if user.location == nil { (glide, marker) = (nil, nil) }
      return true
    }
    if glide == nil || !map.isOnStage {
      glide = LocationGlide(at: point, time: time)
      marker = point
    } else {
      glide?.add(point, at: time, unitsPerMeter: MapPoint.unitsPerMeter(atLatitude: location.latitude) ?? 1)
      if glide?.isMoving(at: time) == false { marker = point }
    }
    return true
  }

  /// Returns the bearing at a time; nil if the map does not turn, or the direction is unknown.
  private func bearing(at now: Timestamp) -> Angle? {
    guard let direction else {
      isTurning = false
      return nil
    }
    if turn == nil { turn = BearingGlide(from: map.camera.bearing, to: direction, at: now) }
    turn?.turn(to: direction, at: now)
    guard let (bearing, isMoving) = turn?.bearing(at: now) else { return nil }
    isTurning = isMoving
    return bearing
  }

  /// Returns the way that is left at a time; nil if the map is at the user's location.
  private func rest(at now: Timestamp) -> MapPoint? {
    guard let whole = remainder else { return nil }
    let began = remainderBegan ?? now
    remainderBegan = began
    let share = TimingFunction.easeInEaseOut(min(now.seconds(since: began) / Self.approach, 1))
    guard share < 1 else {
      (remainder, remainderBegan) = (nil, nil)
      return nil
    }
    let left = 1 - Double(share.rawValue) / 4_294_967_296
    return MapPoint(x: ElementaryFunctions.nearest(Double(whole.x) * left), y: ElementaryFunctions.nearest(Double(whole.y) * left))
  }

  /// Returns the camera that shows a map point at the place of the view for the user's location.
  private func target(_ point: MapPoint, _ camera: MapCamera) -> MapCamera {
    var result = camera
    let (anchor, middle) = (anchor, map.paddedBounds.center)
    let offset = MapTransform(camera: camera, bounds: map.bounds).mapOffset(
      of: Point(x: anchor.x - middle.x, y: anchor.y - middle.y))
    result.centerPoint = MapPoint(x: point.x &- offset.x, y: point.y &- offset.y)
    return result
  }

  private func move(to camera: MapCamera) {
    guard map.clamped(camera) != map.camera else { return }
    if !isChanging {
      isChanging = true
      map.beginRegionChange(animated: true, cause: .tracking)
    }
    map.moveCamera(camera)
  }

  private func endChange() {
    guard isChanging else { return }
    isChanging = false
    map.endRegionChange(animated: true)
  }

  /// Returns the way between two map points, the shorter way around the world.
  private static func way(from: MapPoint, to: MapPoint) -> MapPoint {
    MapPoint(x: MapPoint.wrappedDelta(from: from.x, to: to.x), y: to.y &- from.y)
  }
}
