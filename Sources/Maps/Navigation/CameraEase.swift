import CartoucheRaster
import CartoucheScene

/// An even change from one camera to another, which does not zoom out on its way.
///
/// The zoom and the bearing change in proportion to the progress. The center moves so that one place of the
/// map stays where it is in the view while the map zooms about it, or along a straight line if the zoom does
/// not change.
struct CameraEase: Hashable {
  let start: MapCamera
  let end: MapCamera
  let duration: Seconds
  private let timingFunction: TimingFunction
  private let rotation: Angle

  init(from start: MapCamera, to end: MapCamera, duration: Seconds, timingFunction: TimingFunction) {
    (self.start, self.end, self.duration, self.timingFunction) = (start, end, duration, timingFunction)
    rotation = (end.bearing - start.bearing).shortestTurn
  }

  /// Whether the map zooms or turns on the way.
  var changesZoomOrBearing: Bool { start.clampedZoom != end.clampedZoom || rotation != .zero }

  /// Returns the camera at a time after the start.
  func camera(at elapsed: Seconds) -> MapCamera {
    typealias F = ElementaryFunctions
    guard elapsed < duration, duration > 0 else { return end }
    let progress = timingFunction(max(elapsed, 0) / duration)
    let t = Double(progress.rawValue) / 4_294_967_296
    var camera = start
    camera.bearing = start.bearing + rotation * Scalar(rounding: progress)
    let zooms = Double((end.clampedZoom - start.clampedZoom).rawValue) / 65_536
    camera.zoom = start.clampedZoom + Scalar(rawValue: F.nearest(zooms * t * 65_536))
    // The distance to the fixed place halves with each zoom level.
    let share = abs(zooms) < 1e-3 ? t : (1 - F.exponential(-zooms * t * F.ln2)) / (1 - F.exponential(-zooms * F.ln2))
    let x = MapPoint.wrappedDelta(from: start.centerPoint.x, to: end.centerPoint.x)
    camera.centerPoint = MapPoint(
      x: start.centerPoint.x &+ F.nearest(Double(x) * share),
      y: start.centerPoint.y &+ F.nearest(Double(end.centerPoint.y &- start.centerPoint.y) * share))
    return camera
  }
}
