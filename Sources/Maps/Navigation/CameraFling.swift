import CartoucheRaster
import CartoucheScene

/// The movement of a map that fingers have released: it goes on with their velocities, and slows down.
///
/// The center moves, and the map zooms and turns about the place that was between the fingers. What is beyond
/// a limit returns to it, and goes a little beyond a limit that it reaches. A map that was turned, and that
/// comes to rest less than 7° from north, turns north.
///
/// The movement depends on the camera and velocities at its start only, not on the times of frames.
struct CameraFling {
  /// The velocities with which fingers release a map.
  struct Velocity: Equatable {
    /// The movement of the map's content, in points of the view per second.
    var content = Point.zero
    /// The change of the zoom, in levels per second.
    var zoom: Scalar = 0
    /// The change of the bearing per second.
    var bearing = Angle.zero
  }

  /// Whether a movement that ends near north ends at north.
  enum NorthSnap { case on, off }

  let northSnap: NorthSnap
  /// The point of the view, from its top left corner, about which the map zooms and turns.
  let pivot: Point
  /// Whether the map zooms or turns on the way.
  let changesZoomOrBearing: Bool

  private let start: MapCamera
  private let startTime: Timestamp
  private let content: ContentFling
  private let zoom: Scroller
  private let turn: BearingFling

  init(
    from camera: MapCamera, in band: CameraBand, velocity: Velocity, about pivot: Point, northSnap: NorthSnap, at time: Timestamp
  ) {
    (start, startTime, self.pivot, self.northSnap) = (camera, time, pivot, northSnap)
    content = ContentFling(from: camera, in: band, velocity: velocity.content, at: time)
    let range = band.limits.zoomRange
    var zoom = Scroller(
      value: camera.clampedZoom, minimum: range.lowerBound, maximum: range.upperBound, flingSpeed: 0, tolerance: Self.zoomTolerance)
    zoom.rubberBand = CameraBand.zoomBand
    // By a clock of twice the speed: see `quickened(from:)`.
    zoom.release(velocity: velocity.zoom.clamped(from: -Self.maximumZoomSpeed, to: Self.maximumZoomSpeed) / 2, at: time)
    self.zoom = zoom
    turn = BearingFling(from: camera.bearing, velocity: velocity.bearing, northSnap: northSnap, at: time)
    changesZoomOrBearing = zoom.isMoving(at: time) || turn.isMoving(at: time)
  }

  /// Whether the movement goes on after `time`.
  func isMoving(at time: Timestamp) -> Bool {
    content.isMoving(at: time) || zoom.isMoving(at: time.quickened(from: startTime)) || turn.isMoving(at: time)
  }

  /// Returns the camera at a time. It may be beyond the limits.
  func camera(at time: Timestamp, in band: CameraBand) -> MapCamera {
    var camera = content.camera(at: time, in: band)
    let (zoom, bearing) = (zoom.value(at: time.quickened(from: startTime)), turn.bearing(at: time))
    if zoom != camera.zoom || bearing != camera.bearing {
      let bounds = Rect(origin: .zero, size: band.size)
      let fixed = MapTransform(camera: start, bounds: bounds).mapPoint(at: pivot - band.limits.shift(in: band.size))
      let point = MapTransform(camera: camera, bounds: bounds).point(at: fixed)
      let range = band.limits.stretchedZoomRange
      camera = camera.turned(
        zoom: zoom.clamped(from: range.lowerBound, to: range.upperBound), bearing: bearing, about: point, in: band.size)
    }
    // The pivot may have moved the center farther beyond the boundary than it returns.
    guard let beyond = band.limits.offset(beyondBoundary: camera.centerPoint) else { return camera }
    let allowed = content.excess(at: time)
    camera.centerPoint = MapPoint(
      x: camera.centerPoint.x &- beyond.x &+ beyond.x.clamped(from: -allowed.x, to: allowed.x),
      y: camera.centerPoint.y &- beyond.y &+ beyond.y.clamped(from: -allowed.y, to: allowed.y))
    return camera
  }

  private static let zoomTolerance: Scalar = 1.0 / 512
  private static let maximumZoomSpeed: Scalar = 8
}
