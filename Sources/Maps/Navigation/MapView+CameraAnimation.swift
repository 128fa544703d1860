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
      // A view that has a size again is within its limits.
      cameraState.set(cameraState.requested, in: nil)
      stopCameraAnimation()
      return .still
    }
    let number = cameraAnimationNumber
    let (camera, isStretched, next) = step(current, at: now)
    moveCamera(camera, isStretched: isStretched)
    // Moving the camera notifies the application, which may stop or replace the animation.
    guard cameraAnimation != nil, cameraAnimationNumber == number else { return cameraAnimation == nil ? .still : .moving }
    cameraAnimation = next
    guard next == nil else { return .moving }
    if case .move = current { annotationPresenter.callouts.needsFit = true }
    endRegionChange(animated: true)
    return cameraAnimation == nil ? .still : .moving
  }

  /// Returns the camera of an animation at a time, and the animation after it; nil at its end.
  private func step(_ animation: CameraAnimation, at now: Timestamp) -> (MapCamera, isStretched: Bool, CameraAnimation?) {
    switch animation {
    case .move(let move, let began):
      let start = began ?? now
      let elapsed = now.seconds(since: start)
      let excess = excess(after: elapsed, of: move.duration)
      let camera = excess.clamped(move.camera(at: elapsed), in: cameraState.limits)
      return (camera, !excess.isEmpty, elapsed < move.duration ? .move(move, began: start) : nil)
    case .zoom(let from, let to, let point, let began):
      let start = began ?? now
      let elapsed = max(now.seconds(since: start), 0)
      let excess = excess(after: elapsed, of: CameraAnimation.zoomDuration)
      let progress = Scalar(rounding: TimingFunction.easeOut(min(elapsed / CameraAnimation.zoomDuration, 1)))
      let zoom = excess.clampedZoom(from.clampedZoom + (to - from.clampedZoom) * progress, in: cameraState.limits)
      // The camera's center is in the middle of the padded view.
      let fixed = point - cameraState.limits.shift(in: bounds.size)
      let turned = from.turned(zoom: zoom, bearing: from.bearing, about: fixed, in: bounds.size)
      let camera = excess.clamped(turned, in: cameraState.limits)
      let isOver = elapsed >= CameraAnimation.zoomDuration
      return (camera, !excess.isEmpty, isOver ? nil : .zoom(from: from, to: to, about: point, began: start))
    case .fling(let fling):
      let isMoving = fling.isMoving(at: now)
      return (fling.camera(at: now, in: cameraBand), isMoving, isMoving ? animation : nil)
    }
  }

  /// Returns how far the camera of a running animation may be beyond the limits.
  private func excess(after elapsed: Seconds, of duration: Seconds) -> CameraExcess {
    guard !cameraExcess.isEmpty else { return cameraExcess }
    let time = min(duration, CameraAnimation.zoomDuration)
    guard elapsed < time else { return CameraExcess() }
    return cameraExcess.reduced(by: Scalar(rounding: TimingFunction.easeOut(max(elapsed, 0) / time)))
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
    cameraExcess = CameraExcess(of: camera, over: cameraState.limits)
    cameraAnimation = next
    cameraAnimationNumber &+= 1
    if isNew { beginRegionChange(animated: true, cause: cause) } else { regionChangeCause = cause }
    startTicking()
  }

  /// Stops the running camera animation, and leaves the camera at its present position.
  func stopCameraAnimation() {
    guard cameraAnimation != nil else { return }
    cameraAnimation = nil
    endRegionChange(animated: true)
  }

  /// Stops the running camera animation where it is at a time, which is that of a finger's event.
  ///
  /// Where the map stops therefore does not depend on when frames are drawn.
  func stopCameraAnimation(at time: Timestamp) {
    guard let current = cameraAnimation else { return }
    if current.hasBegun {
      let (camera, isStretched, _) = step(current, at: time)
      moveCamera(camera, isStretched: isStretched)
    }
    stopCameraAnimation()
  }

  /// Stops the map's own movement after a fling, because a finger touches the map.
  ///
  /// A map beyond a limit goes on returning to it, and a map that turns north goes on turning. The finger may
  /// be lifted without a gesture.
  func catchFling(at time: Timestamp) {
    guard case .fling(let fling) = cameraAnimation, !bounds.isEmpty else { return }
    let (number, camera) = (cameraAnimationNumber, fling.camera(at: time, in: cameraBand))
    moveCamera(camera, isStretched: true)
    guard cameraAnimation != nil, cameraAnimationNumber == number else { return }
    let rest = CameraFling(
      from: self.camera, in: cameraBand, velocity: CameraFling.Velocity(), about: fling.pivot, northSnap: fling.northSnap, at: time)
    guard !rest.isMoving(at: time) else {
      cameraAnimation = .fling(rest)
      return
    }
    // The camera may be beyond a limit by less than one can see.
    moveCamera(self.camera)
    if cameraAnimationNumber == number { stopCameraAnimation() }
  }
}
