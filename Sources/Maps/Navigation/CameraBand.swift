import CartoucheRaster
import CartoucheScene

/// The rubber bands at the limits of a map's camera, which fingers stretch.
///
/// A *free* camera is the one that the fingers ask for. The map shows a camera that goes beyond the limits
/// much less. The limits of ``CameraLimits/stretchedZoomRange`` and the world's north and south edges do not
/// give way: there is nothing to show beyond them.
struct CameraBand: Equatable {
  let limits: CameraLimits
  /// The size of the view, in points.
  let size: Size

  /// The map goes less than half a zoom level beyond a limit of the zoom.
  static let zoomBand = RubberBand(length: 0.5)
  /// The map goes less than a quarter of the view beyond the boundary.
  var edgeBand: RubberBand { RubberBand(length: min(size.width, size.height) / 4) }

  // MARK: Zoom

  /// Returns the zoom that is shown for a free zoom.
  func shownZoom(_ free: Scalar) -> Scalar {
    let limit = limits.clampedZoom(free)
    let zoom = limit + Self.zoomBand.stretch(forPull: free - limit)
    let range = limits.stretchedZoomRange
    return zoom.clamped(from: range.lowerBound, to: range.upperBound)
  }

  /// Returns the free zoom at which a zoom is shown.
  func freeZoom(_ shown: Scalar) -> Scalar {
    let limit = limits.clampedZoom(shown)
    return limit + Self.zoomBand.pull(forStretch: shown - limit)
  }

  /// Returns a free zoom without the part that changes nothing, so that fingers that turn back move the map.
  func clampedFreeZoom(_ free: Scalar) -> Scalar {
    let range = limits.stretchedZoomRange
    return free.clamped(from: freeZoom(range.lowerBound), to: freeZoom(range.upperBound))
  }

  // MARK: Center

  /// Returns the center that is shown for a free center.
  func shownCenter(_ free: MapPoint, zoom: Scalar) -> MapPoint {
    moved(free, zoom: zoom) { edgeBand.stretch(forPull: $0) }
  }

  /// Returns the free center for which a center is shown.
  func freeCenter(_ shown: MapPoint, zoom: Scalar) -> MapPoint {
    moved(shown, zoom: zoom) { edgeBand.pull(forStretch: $0) }
  }

  /// Changes the distances of `center` from the boundary, to the east and south in points.
  private func moved(_ center: MapPoint, zoom: Scalar, _ change: (Scalar) -> Scalar) -> MapPoint {
    guard let beyond = limits.offset(beyondBoundary: center) else { return center }
    let view = MapTransform(northUp: zoom)
    let distance = view.point(forOffset: beyond)
    let offset = view.mapOffset(of: Point(x: change(distance.x), y: change(distance.y)))
    return MapPoint(x: center.x &- beyond.x &+ offset.x, y: center.y &- beyond.y &+ offset.y)
  }
}

extension CameraLimits {
  /// Returns the offset to `center` from the nearest point of the boundary; nil if it is inside.
  func offset(beyondBoundary center: MapPoint) -> MapPoint? {
    guard let nearest = boundary?.nearest(to: center) else { return nil }
    let offset = MapPoint(x: MapPoint.wrappedDelta(from: nearest.x, to: center.x), y: center.y &- nearest.y)
    return offset == MapPoint(x: 0, y: 0) ? nil : offset
  }
}

extension MapTransform {
  /// Creates a transform between offsets on the map and in a view with north up.
  init(northUp zoom: Scalar) {
    self.init(camera: MapCamera(centerPoint: MapPoint(x: 0, y: 0), zoom: zoom), bounds: .zero)
  }
}

/// How far an animation's camera may be beyond its limits.
///
/// Fingers stretch a map beyond its limits. An animation that takes over there begins with the camera that is
/// shown, and what it may be beyond the limits shrinks to nothing. So no frame jumps to a limit.
struct CameraExcess: Equatable {
  /// The levels beyond the range of the zoom; negative below it.
  private var zoom: Scalar = 0
  /// The distance beyond the boundary, in map units; 0 or more.
  private var distance = MapPoint(x: 0, y: 0)

  /// No excess.
  init() {}

  /// Creates the excess of a camera over its limits.
  init(of camera: MapCamera, over limits: CameraLimits) {
    zoom = camera.clampedZoom - limits.clampedZoom(camera.clampedZoom)
    if let beyond = limits.offset(beyondBoundary: camera.centerPoint) {
      distance = MapPoint(x: abs(beyond.x), y: abs(beyond.y))
    }
  }

  var isEmpty: Bool { self == CameraExcess() }

  /// Returns the excess that remains after a part of the way back, from 0 to 1.
  func reduced(by progress: Scalar) -> CameraExcess {
    let rest = (1 - progress).clamped(from: 0, to: 1)
    func part(_ length: Int64) -> Int64 { Int64(truncatingIfNeeded: (Int128(length) * Int128(rest.rawValue)) >> 16) }
    var reduced = CameraExcess()
    reduced.zoom = zoom * rest
    reduced.distance = MapPoint(x: part(distance.x), y: part(distance.y))
    return reduced
  }

  /// Returns a zoom within a range that the excess widens.
  func clampedZoom(_ free: Scalar, in limits: CameraLimits) -> Scalar {
    let range = limits.zoomRange
    return free.clamped(from: range.lowerBound + min(zoom, 0), to: range.upperBound + max(zoom, 0))
  }

  /// Returns a camera within limits that the excess widens. Without an excess, it is unchanged.
  func clamped(_ free: MapCamera, in limits: CameraLimits) -> MapCamera {
    guard !isEmpty else { return free }
    var camera = free
    camera.zoom = clampedZoom(free.clampedZoom, in: limits)
    guard let beyond = limits.offset(beyondBoundary: free.centerPoint) else { return camera }
    camera.centerPoint = MapPoint(
      x: free.centerPoint.x &- beyond.x &+ beyond.x.clamped(from: -distance.x, to: distance.x),
      y: free.centerPoint.y &- beyond.y &+ beyond.y.clamped(from: -distance.y, to: distance.y))
    return camera
  }
}
