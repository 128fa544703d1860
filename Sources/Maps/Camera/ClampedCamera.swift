import CartoucheRaster

/// The camera that an application asked for, and the one that the edges of the world allow in a view of some
/// size.
struct ClampedCamera {
  private(set) var requested = MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
  /// nil until the view has a size.
  private var clamped: MapCamera?
  /// The size that `clamped` was made for.
  private var size = Size.zero

  /// The clamped camera; the requested one while the view has no size.
  var current: MapCamera { clamped ?? requested }

  /// Replaces the camera.
  ///
  /// - Parameter size: The view's size; nil while it has none.
  mutating func set(_ camera: MapCamera, in size: Size?) {
    requested = camera
    clamped = nil
    if let size { update(in: size) }
  }

  /// Clamps the requested camera again if the view has another size now.
  mutating func update(in size: Size) {
    guard clamped == nil || self.size != size else { return }
    clamped = requested.clamped(in: size)
    self.size = size
  }
}
