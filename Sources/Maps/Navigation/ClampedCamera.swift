import CartoucheRaster

/// The camera that an application requested, together with the camera inside its limits.
///
/// The clamped camera depends on the size of the view: see ``CameraLimits/clamped(_:in:)``.
struct ClampedCamera {
  private(set) var requested = MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
  private(set) var limits = CameraLimits()
  /// Whether the requested camera may be beyond the limits, as while fingers stretch the rubber band there.
  private var isStretched = false
  /// The clamped camera and its view camera; nil until the view has a size.
  private var clamped: (camera: MapCamera, view: MapCamera)?
  /// The size of the view for which `clamped` was computed.
  private var size = Size.zero

  /// The clamped camera, or the requested camera while the view has no size.
  var current: MapCamera { clamped?.camera ?? requested }

  /// The camera whose center is in the middle of the whole view.
  var view: MapCamera { clamped?.view ?? requested }

  /// Replaces the requested camera.
  ///
  /// - Parameters:
  ///   - size: The view's size; nil while the view has no size.
  ///   - isStretched: Whether the camera may be beyond the limits.
  mutating func set(_ camera: MapCamera, in size: Size?, isStretched: Bool = false) {
    (requested, self.isStretched) = (camera, isStretched)
    clamped = nil
    if let size { update(in: size) }
  }

  /// Replaces the limits, and the requested camera.
  mutating func set(_ limits: CameraLimits, _ camera: MapCamera, in size: Size?, isStretched: Bool = false) {
    self.limits = limits
    set(camera, in: size, isStretched: isStretched)
  }

  /// Clamps the requested camera again if the view's size has changed.
  mutating func update(in size: Size) {
    guard clamped == nil || self.size != size else { return }
    let camera = isStretched ? limits.clampedToWorld(requested, in: size) : limits.clamped(requested, in: size)
    clamped = (camera, limits.viewCamera(of: camera, in: size))
    self.size = size
  }
}
