import CartoucheRaster
import CartoucheScene

/// A movement to a camera that the application requested: a flight or an ease.
enum CameraMove: Hashable {
  case flight(CameraFlight)
  case ease(CameraEase)

  /// The requested camera.
  var end: MapCamera {
    switch self {
    case .flight(let flight): flight.end
    case .ease(let ease): ease.end
    }
  }

  var duration: Seconds {
    switch self {
    case .flight(let flight): flight.duration
    case .ease(let ease): ease.duration
    }
  }

  /// Whether the map zooms or turns on the way. A flight always zooms: even a short flight zooms out first.
  var changesZoomOrBearing: Bool {
    switch self {
    case .flight: true
    case .ease(let ease): ease.changesZoomOrBearing
    }
  }

  /// Returns the camera at a time after the start.
  func camera(at elapsed: Seconds) -> MapCamera {
    switch self {
    case .flight(let flight): flight.camera(at: elapsed)
    case .ease(let ease): ease.camera(at: elapsed)
    }
  }
}
