import CartoucheRaster
import CartoucheScene

/// A movement of the camera that continues without a finger on the map.
enum CameraAnimation {
  /// A flight to a camera that the application requested; `began` is nil until the flight's first frame.
  case flight(CameraFlight, began: Timestamp?)
  /// An even change to a camera that the application requested; `began` is nil until its first frame.
  case ease(CameraEase, began: Timestamp?)
  /// The deceleration of the map after a pan, which starts at the camera at the end of the pan.
  ///
  /// The final camera depends only on the velocity, not on the times at which frames are drawn.
  case fling(from: MapCamera, x: Deceleration, y: Deceleration, until: Timestamp)
  /// A change of the zoom about a point of the view, as after a double tap.
  ///
  /// `began` is nil until the first frame of the change.
  case zoom(from: MapCamera, to: Scalar, about: Point, began: Timestamp?)

  /// Whether the animation zooms or rotates the map.
  ///
  /// A flight always zooms: even a short flight zooms out first.
  var changesZoomOrBearing: Bool {
    switch self {
    case .flight, .zoom: true
    case .fling: false
    case .ease(let ease, _): ease.changesZoomOrBearing
    }
  }

  /// Whether the animation has had a frame.
  var hasBegun: Bool {
    switch self {
    case .flight(_, let began), .ease(_, let began), .zoom(_, _, _, let began): began != nil
    case .fling: true
    }
  }

  static let zoomDuration: Seconds = 0.3
}
