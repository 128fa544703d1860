import CartoucheRaster
import CartoucheScene

/// A movement of the camera that goes on without a finger.
enum CameraAnimation {
  /// A flight to a camera that was asked for; `began` is nil until its first frame.
  case flight(CameraFlight, began: Timestamp?)
  /// Deceleration after a pan, from the camera at its end. Where it comes to rest depends on the velocity
  /// alone, not on when frames are drawn.
  case fling(from: MapCamera, x: Deceleration, y: Deceleration, until: Timestamp)
  /// A change of zoom about a point of the view, as after a double tap; `began` is nil until its first frame.
  case zoom(from: MapCamera, to: Scalar, about: Point, began: Timestamp?)

  /// Whether the animation zooms or rotates the map. A flight always does: even a short one zooms out first.
  var changesZoomOrBearing: Bool {
    switch self {
    case .flight, .zoom: true
    case .fling: false
    }
  }

  static let zoomDuration: Seconds = 0.3
}
