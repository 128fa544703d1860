import CartoucheRaster
import CartoucheScene

/// Finds whether a map is being zoomed or turned, from the transforms of its layouts.
///
///     still ──changed off the grid, or several small changes of zoom or bearing in a row──▶ moving
///       ▲                           (or one, where an image covers the view)             │
///       └──────────── on the grid after a gesture or flight, or unchanged for 100 ms ◀───┘
///
/// During a gesture or flight a map is off the grid. An application that sets the camera in each frame leaves
/// it on the grid, where a single or a large change is a jump. But where an image covers the new view, a
/// small change may be the first of many. If it is not, the exact view follows within 150 ms.
struct GroundMotion {
  private(set) var isMoving = false
  /// Whether the motion is more than a single small change.
  var isCertain: Bool { isMoving && (view?.isGridAligned == false || changeCount == Self.streamCount) }
  /// Whether a motion on the grid has probably ended: nothing but the position has changed for 50 ms
  /// and for twice the time between the last changes.
  private(set) var isPausing = false
  /// The last changes of zoom, bearing and the map's middle, and the time that they took in nanoseconds. The
  /// middle is in points of the view after the change.
  private var lastStep = (zoom: Int64(0), bearing: Int64(0), x: Int64(0), y: Int64(0), duration: Int64(1))
  /// Whether the last change turned the map, whether it zoomed it, and whether it moved the map's middle by
  /// more than a point.
  private(set) var isTurning = false
  private(set) var isZooming = false
  private(set) var isPanning = false
  private var view: MapTransform?
  private var lastChange = Timestamp.zero
  private var lastPan: Timestamp?
  private var changeCount = 0

  /// The time without a change, in nanoseconds, after which a map is at rest.
  static let restInterval: Int64 = 100_000_000
  /// The number of changes on the grid in a row that are a motion.
  private static let streamCount = 3

  /// Takes note of the transform with which the map is drawn from now on.
  ///
  /// - Parameter hasImage: Whether an image can show that view, so that a single small change may begin a
  ///   motion.
  mutating func update(_ next: MapTransform, at now: Timestamp, hasImage: Bool) {
    defer { view = next }
    isPausing = false
    guard let view, view.bounds == next.bounds else { return reset() }
    let elapsed = now.nanoseconds &- lastChange.nanoseconds
    let isRecent = elapsed < Self.restInterval
    let isScaled = view.a != next.a || view.b != next.b || view.fractionBits != next.fractionBits
    if next.isScrolled(view), next.integralOrigin != view.integralOrigin { lastPan = now }
    guard next.isGridAligned == view.isGridAligned || !next.isGridAligned else { return reset() }
    let step = Self.step(from: view, to: next)
    if next.isGridAligned {
      if isScaled, elapsed > 0 {
        let isSmall = step.zoom.magnitude <= Self.smallZoom && step.bearing.magnitude <= Self.smallTurn
        changeCount = !isSmall ? 0 : isRecent ? min(changeCount + 1, Self.streamCount) : 1
        isMoving = changeCount == Self.streamCount || changeCount > 0 && (hasImage || isMoving)
      }
      if !isScaled, !isRecent { reset() }
      isPausing = isMoving && !isScaled && elapsed >= max(Self.restInterval / 2, 2 * lastStep.duration)
    } else {
      changeCount = 0
      if view != next { isMoving = true } else if !isRecent { reset() }
    }
    guard isScaled || !next.isGridAligned && view != next, elapsed > 0 else { return }
    (isTurning, isZooming) = (step.bearing != 0, step.zoom != 0)
    let (was, middle) = (next.point(for: view.camera.centerPoint), next.point(for: next.camera.centerPoint))
    let (x, y) = (middle.x - was.x, middle.y - was.y)
    isPanning = x.magnitude > 1 || y.magnitude > 1
    lastStep = isRecent ? (step.zoom, step.bearing, x.rawValue, y.rawValue, elapsed) : (0, 0, 0, 0, 1)
    lastChange = now
  }

  /// Whether the map was moved by whole points in the last 100 ms, without a zoom or a turn.
  func isPanned(at now: Timestamp) -> Bool {
    lastPan.map { now.nanoseconds &- $0.nanoseconds < Self.restInterval } ?? false
  }

  /// Returns the change of the zoom and the shorter turn, as raw values.
  private static func step(from view: MapTransform, to next: MapTransform) -> (zoom: Int64, bearing: Int64) {
    let turn = (next.camera.bearing.degrees.rawValue &- view.camera.bearing.degrees.rawValue) % circle
    let shorter = turn > circle / 2 ? turn - circle : turn < -circle / 2 ? turn + circle : turn
    return (next.camera.clampedZoom.rawValue - view.camera.clampedZoom.rawValue, shorter)
  }

  private mutating func reset() {
    (isMoving, isTurning, isZooming, isPanning) = (false, false, false, false)
    (lastStep, changeCount) = ((0, 0, 0, 0, 1), 0)
  }

  /// The turn until an image is complete that is begun now, at the speed of the last change.
  var turnAhead: Angle {
    let turn = Int128(lastStep.bearing) * Int128(Self.slicesTime) / Int128(lastStep.duration)
    return .degrees(WideFixed(rawValue: Int64(clamping: turn).clamped(from: -Self.circle / 4, to: Self.circle / 4)))
  }

  /// Returns the camera to which that of `view` will have moved when an image is complete that is begun now.
  ///
  /// - Parameters:
  ///   - range: The zooms that the map can show.
  ///   - distance: The furthest movement of the map's middle, in points along each side of the view.
  func predictedCamera(from view: MapTransform, within range: ClosedRange<Scalar>, distance: Scalar) -> MapCamera {
    func ahead(_ step: Int64) -> Int64 { Int64(clamping: Int128(step) * Int128(Self.lead) / Int128(lastStep.duration)) }
    var camera = view.camera
    let zoom = camera.clampedZoom + Scalar(rawValue: ahead(lastStep.zoom)).clamped(from: -0.5, to: 0.3)
    camera.zoom = zoom.clamped(from: range.lowerBound, to: range.upperBound)
    let turn = ahead(lastStep.bearing).clamped(from: -Self.furthestTurn, to: Self.furthestTurn)
    camera.bearing = camera.bearing + .degrees(WideFixed(rawValue: turn))
    if isPanning, distance > 0 {
      let (x, y) = (Scalar(rawValue: ahead(lastStep.x)), Scalar(rawValue: ahead(lastStep.y)))
      let middle = view.point(for: camera.centerPoint)
      camera.centerPoint = view.mapPoint(
        at: Point(x: middle.x + x.clamped(from: -distance, to: distance), y: middle.y + y.clamped(from: -distance, to: distance)))
    }
    return camera
  }

  /// The time in nanoseconds in which an image is complete and faded in, about.
  private static let lead: Int64 = 250_000_000
  /// The time in nanoseconds in which the slices of an image are drawn, about.
  private static let slicesTime: Int64 = 200_000_000
  /// The largest turn for which an image is drawn in advance. At 16:9, a rectangle covers a view that is
  /// turned by 8 degrees, with its usual margin.
  private static let furthestTurn: Int64 = 8 << 32
  /// The largest changes in a frame that are not jumps: a quarter of a zoom, and 15 degrees.
  private static let smallZoom: Int64 = 1 << 14
  private static let smallTurn: Int64 = 15 << 32
  /// 360 degrees.
  private static let circle: Int64 = 360 << 32
}
