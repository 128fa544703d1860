import CartoucheRaster
import CartoucheScene

extension MapView {
  // MARK: Following the user

  /// Whether the map follows the user's location, as MapKit's property of the same name.
  ///
  /// While it does, the map moves so that ``userLocation`` stays at ``userTrackingPosition``, and turns if
  /// the mode says so. Any other mode than ``UserTrackingMode/none`` sets ``showsUserLocation``.
  ///
  /// A finger that pans, pinches or rotates the map, or is dragged after a double tap, sets the mode to
  /// ``UserTrackingMode/none``. So does an application that moves the map elsewhere. An application may
  /// change the camera's zoom at any time, and the user may zoom by taps and a wheel. A tap on the compass
  /// ends only the turning.
  public var userTrackingMode: UserTrackingMode {
    get { tracking.mode }
    set { setUserTrackingMode(newValue, animated: false) }
  }

  /// Changes ``userTrackingMode``.
  ///
  /// - Parameter animated: Whether the map glides to the user's location. Far away from it, the map flies.
  public func setUserTrackingMode(_ mode: UserTrackingMode, animated: Bool) {
    tracking.setMode(mode, animated: animated)
  }

  /// Whether the map shows the user's location, and the location is inside the view.
  public var isUserLocationVisible: Bool {
    guard showsUserLocation, let location = userLocation.location, let point = convert(location) else { return false }
    return bounds.contains(point)
  }

  /// Whether the map turns with the user's heading or course.
  var isTurningWithUser: Bool { userTrackingMode == .followWithHeading || userTrackingMode == .followWithCourse }

  /// Where the map shows the user's location while it follows. The default is the center of the part of the
  /// view inside ``safeAreaInsets`` and ``layoutMargins``, of which the larger counts on each side.
  public var userTrackingPosition: UserTrackingPosition {
    get { tracking.position }
    set { tracking.position = newValue }
  }

  /// The part of the view in which the map shows the user's location while it follows.
  var trackingArea: Rect {
    let (safe, padded) = (safeArea, paddedBounds)
    let (left, top) = (max(safe.minX, padded.minX), max(safe.minY, padded.minY))
    let area = Rect(x: left, y: top, width: min(safe.maxX, padded.maxX) - left, height: min(safe.maxY, padded.maxY) - top)
    return area.isEmpty ? safe : area
  }
}
