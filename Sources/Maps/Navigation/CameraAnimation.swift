import CartoucheRaster
import CartoucheScene

/// A movement of the camera that continues without a finger on the map.
enum CameraAnimation {
  /// A movement to a camera that the application requested; `began` is nil until its first frame.
  case move(CameraMove, began: Timestamp?)
  /// The movement of the map after fingers have released it.
  case fling(CameraFling)
  /// A change of the zoom about a point of the view, as after a double tap.
  ///
  /// `began` is nil until the first frame of the change.
  case zoom(from: MapCamera, to: Scalar, about: Point, began: Timestamp?)

  /// Whether the animation zooms or rotates the map.
  var changesZoomOrBearing: Bool {
    switch self {
    case .move(let move, _): move.changesZoomOrBearing
    case .zoom: true
    case .fling(let fling): fling.changesZoomOrBearing
    }
  }

  /// Whether the animation has had a frame.
  var hasBegun: Bool {
    switch self {
    case .move(_, let began), .zoom(_, _, _, let began): began != nil
    case .fling: true
    }
  }

  static let zoomDuration: Seconds = 0.3
}
