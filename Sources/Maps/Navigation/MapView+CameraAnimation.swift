import CartoucheRaster
import CartoucheScene

extension MapView {
  // MARK: Animating the camera

  /// Moves the camera to its position in the running animation at `now`.
  func advance(to now: Timestamp) -> MotionState {
    if loading == .drawn {
      loading = .notified
      notifyDidFinishLoading()
    }
    for name in baseMap.takeMissingImages() { notifyDidMissImage(name) }
    guard let current = cameraAnimation else { return .still }
    guard !bounds.isEmpty else {
      stopCameraAnimation()
      return .still
    }
    // Moving the camera notifies the application, which may stop or replace the animation.
    switch current {
    case .move(let move, let began):
      let start = began ?? now
      let elapsed = now.seconds(since: start)
      moveCamera(move.camera(at: elapsed))
      guard case .move(move, _) = cameraAnimation else { return cameraAnimation == nil ? .still : .moving }
      cameraAnimation = elapsed < move.duration ? .move(move, began: start) : nil
      if cameraAnimation == nil { annotationPresenter.callouts.needsFit = true }
    case .zoom(let from, let to, let point, let began):
      let start = began ?? now
      let elapsed = now.seconds(since: start)
      let progress = Scalar(rounding: TimingFunction.easeOut(min(elapsed / CameraAnimation.zoomDuration, 1)))
      let zoom = from.clampedZoom + (to - from.clampedZoom) * progress
      moveCamera(adjusted(from, zoom: zoom, bearing: from.bearing, about: point))
      guard case .zoom = cameraAnimation else { return cameraAnimation == nil ? .still : .moving }
      cameraAnimation = elapsed < CameraAnimation.zoomDuration ? .zoom(from: from, to: to, about: point, began: start) : nil
    case .fling(let from, let x, let y, let end):
      let time = min(now, end)
      moveCamera(panned(from, by: Point(x: x.value(at: time), y: y.value(at: time))))
      guard case .fling = cameraAnimation else { return cameraAnimation == nil ? .still : .moving }
      if now >= end { cameraAnimation = nil }
    }
    guard cameraAnimation == nil else { return .moving }
    endRegionChange(animated: true)
    return cameraAnimation == nil ? .still : .moving
  }

  /// The camera at the end of the running flight or ease; nil if there is none.
  var flightGoal: MapCamera? {
    if case .move(let move, _) = cameraAnimation { move.end } else { nil }
  }

  /// Starts a camera animation, and replaces the running animation if there is one.
  ///
  /// If the running animation has another cause, its change of the region ends, and another begins.
  func begin(_ next: CameraAnimation, cause: RegionChangeCause) {
    // The application learns that a user has taken over, and the reverse.
    if cameraAnimation != nil, regionChangeCause != cause { stopCameraAnimation() }
    let isNew = cameraAnimation == nil
    cameraAnimation = next
    if isNew { beginRegionChange(animated: true, cause: cause) } else { regionChangeCause = cause }
    startTicking()
  }

  /// Stops the running camera animation, and leaves the camera at its present position.
  func stopCameraAnimation() {
    guard cameraAnimation != nil else { return }
    cameraAnimation = nil
    endRegionChange(animated: true)
  }
}
