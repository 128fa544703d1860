import CartoucheRaster
import CartoucheScene

/// The rubber bands at the limits of a map's camera, which fingers stretch.
///
/// A *free* camera is the one that the fingers ask for. The map shows a camera that goes beyond the limits
/// much less. The zooms of ``MapCamera/zoomRange`` and the world's north and south edges do not give way:
/// there is nothing to show beyond them.
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
    return zoom.clamped(from: MapCamera.zoomRange.lowerBound, to: MapCamera.zoomRange.upperBound)
  }

  /// Returns the free zoom at which a zoom is shown.
  func freeZoom(_ shown: Scalar) -> Scalar {
    let limit = limits.clampedZoom(shown)
    return limit + Self.zoomBand.pull(forStretch: shown - limit)
  }

  /// Returns a free zoom without the part that changes nothing, so that fingers that turn back move the map.
  func clampedFreeZoom(_ free: Scalar) -> Scalar {
    let range = MapCamera.zoomRange
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
