import CartoucheRaster

/// The camera that an application requested, together with the camera clamped to the world.
///
/// The clamped camera depends on the size of the view: see ``MapCamera/clamped(in:)``.
struct ClampedCamera {
  private(set) var requested = MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
  /// The clamped camera; nil until the view has a size.
  private var clamped: MapCamera?
  /// The size of the view for which `clamped` was computed.
  private var size = Size.zero

  /// The clamped camera, or the requested camera while the view has no size.
  var current: MapCamera { clamped ?? requested }

  /// Replaces the requested camera.
  ///
  /// - Parameter size: The view's size; nil while the view has no size.
  mutating func set(_ camera: MapCamera, in size: Size?) {
    requested = camera
    clamped = nil
    if let size { update(in: size) }
  }

  /// Clamps the requested camera again if the view's size has changed.
  mutating func update(in size: Size) {
    guard clamped == nil || self.size != size else { return }
    clamped = requested.clamped(in: size)
    self.size = size
  }
}
