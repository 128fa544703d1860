import CartoucheRaster
import CartoucheScene

/// The gesture recognizers of a map: pan, pinch, rotation, taps, and the long press that picks up an
/// annotation.
///
/// A pan may end in a fling.
final class MapGestures {
  unowned let map: MapView
  let pan = PanGestureRecognizer()
  let pinch = PinchGestureRecognizer()
  let rotation = RotationGestureRecognizer()
  let tap = TapGestureRecognizer()
  let doubleTap = TapGestureRecognizer()
  let twoFingerTap = TapGestureRecognizer()
  let longPress = LongPressGestureRecognizer()

  /// The number of pan, pinch and rotation gestures in progress.
  private var activeCount = 0
  /// The number of pinch and rotation gestures in progress.
  private(set) var activeTransformCount = 0 { didSet { map.updateGridAlignment() } }
  /// The total translation, scale and rotation that the gestures in progress have applied to the map.
  private var appliedTranslation = Point.zero
  private var appliedScale: Scalar = 1
  private var appliedRotation = Angle.zero

  init(on map: MapView) {
    self.map = map
    doubleTap.numberOfTapsRequired = 2
    twoFingerTap.numberOfTouchesRequired = 2
    // The map is weak because a gesture may outlive it by an event. Its lifetime is extended while it handles
    // the gesture, because a callback may release the map.
    pan.action = { [weak map] pan in
      guard let map else { return }
      withExtendedLifetime(map) { map.gestures.handle(pan) }
    }
    pinch.action = { [weak map] pinch in
      guard let map else { return }
      withExtendedLifetime(map) { map.gestures.handle(pinch) }
    }
    rotation.action = { [weak map] rotation in
      guard let map else { return }
      withExtendedLifetime(map) { map.gestures.handle(rotation) }
    }
    tap.action = { [weak self] tap in
      guard let map = self?.map, let point = tap.location(in: map) else { return }
      map.tap(at: point)
    }
    doubleTap.action = { [weak self] tap in self?.zoom(by: 1, tap) }
    twoFingerTap.action = { [weak self] tap in self?.zoom(by: -1, tap) }
    longPress.action = { [weak self] in self?.map.annotationPresenter.handle($0) }
    longPress.shouldBegin = { [weak self] longPress in
      guard let map = self?.map, let point = longPress.location(in: map) else { return false }
      return map.annotationPresenter.canPickUp(at: point)
    }
    for recognizer in [pan, pinch, rotation] as [GestureRecognizer] {
      recognizer.shouldRecognizeSimultaneously = { [weak self] other in
        guard let self else { return false }
        return other === self.pan || other === self.pinch || other === self.rotation
      }
    }
    // A finger that touches a flung map stops it.
    pan.shouldReceive = { [weak self] _ in
      if let map = self?.map, case .fling = map.cameraAnimation { map.stopCameraAnimation() }
      return true
    }
    for recognizer in [longPress, pan, pinch, rotation, doubleTap, twoFingerTap, tap] as [GestureRecognizer] {
      map.addGestureRecognizer(recognizer)
    }
  }

  /// The center, in the map's space, of the fingers of a pan, pinch or rotation in progress; nil if there is
  /// none.
  var location: Point? {
    guard activeCount > 0 else { return nil }
    return ([pinch, rotation, pan] as [GestureRecognizer]).first { $0.numberOfTouches > 0 }?.location(in: map)
  }

  private func handle(_ pan: PanGestureRecognizer) {
    if pan.state == .began { begin() }
    applyPan()
    guard pan.state == .ended || pan.state == .cancelled else { return }
    if pan.state == .ended { fling(pan) }
    end(animated: map.cameraAnimation != nil)
  }

  /// Begins a pan, pinch or rotation. The first gesture to begin stops the camera animation.
  private func begin() {
    if activeCount == 0 {
      map.stopCameraAnimation()
      map.userTrackingMode = .none
      appliedTranslation = .zero
    }
    activeCount += 1
    map.beginRegionChange(animated: false, cause: .gesture)
  }

  private func end(animated: Bool) {
    activeCount = max(activeCount - 1, 0)
    map.endRegionChange(animated: animated)
  }

  /// Pans the map by the movement of the fingers' center.
  ///
  /// A pinch or rotation calls this method too, before it zooms or rotates about the fingers' center. The
  /// reason is that a pinch may begin before the pan does.
  private func applyPan() {
    guard pan.isEnabled, pan.numberOfTouches > 0 || pan.state == .ended, let translation = pan.translation(in: map) else { return }
    map.moveCamera(map.panned(map.camera, by: translation - appliedTranslation))
    appliedTranslation = translation
  }

  private func fling(_ pan: PanGestureRecognizer) {
    let velocity = pan.velocity
    let minimum = map.flingSpeed
    guard velocity.x * velocity.x + velocity.y * velocity.y > minimum * minimum, map.isOnStage else { return }
    let x = Deceleration(from: 0, velocity: velocity.x, at: pan.time)
    let y = Deceleration(from: 0, velocity: velocity.y, at: pan.time)
    map.begin(.fling(from: map.camera, x: x, y: y, until: max(x.time(within: 0.5), y.time(within: 0.5))), cause: .gesture)
  }

  private func handle(_ pinch: PinchGestureRecognizer) {
    if pinch.state == .began {
      begin()
      activeTransformCount += 1
      appliedScale = 1
    }
    applyPan()
    if let point = pinch.location(in: map), pinch.scale > 0, appliedScale > 0 {
      let ratio = Double(pinch.scale.rawValue) / Double(appliedScale.rawValue)
      let zooms = ElementaryFunctions.nearest(ElementaryFunctions.logarithm(ratio) / ElementaryFunctions.ln2 * 65_536)
      adjust(zoom: map.camera.clampedZoom + Scalar(rawValue: zooms), bearing: map.camera.bearing, about: point)
      appliedScale = pinch.scale
    }
    if pinch.state == .ended || pinch.state == .cancelled { endTransform() }
  }

  private func handle(_ rotation: RotationGestureRecognizer) {
    if rotation.state == .began {
      begin()
      activeTransformCount += 1
      appliedRotation = .zero
    }
    applyPan()
    if let point = rotation.location(in: map) {
      adjust(zoom: map.camera.clampedZoom, bearing: map.camera.bearing - (rotation.rotation - appliedRotation), about: point)
      appliedRotation = rotation.rotation
    }
    if rotation.state == .ended || rotation.state == .cancelled { endTransform() }
  }

  private func endTransform() {
    activeTransformCount = max(activeTransformCount - 1, 0)
    end(animated: false)
  }

  private func adjust(zoom: Scalar, bearing: Angle, about point: Point) {
    let viewPoint = Point(x: point.x - map.bounds.minX, y: point.y - map.bounds.minY)
    map.moveCamera(map.adjusted(map.camera, zoom: zoom, bearing: bearing, about: viewPoint))
  }

  /// Zooms about the pointer, by half a zoom level for each detent of the wheel.
  ///
  /// Further detents during the zoom add to its goal.
  func scrollWheel(with event: ScrollWheelEvent) -> Bool {
    guard map.isZoomEnabled, event.deltaY != 0, let point = event.location(in: map) else { return false }
    // The fingers on the map move the camera.
    guard activeCount == 0 else { return true }
    let zoom = map.camera.clampedZoom
    var goal = zoom
    if case .zoom(_, let running, _, _) = map.cameraAnimation { goal = running }
    goal = map.cameraState.limits.clampedZoom((goal + event.deltaY / 2).clamped(from: zoom - 3, to: zoom + 3))
    let viewPoint = Point(x: point.x - map.bounds.minX, y: point.y - map.bounds.minY)
    map.begin(.zoom(from: map.camera, to: goal, about: viewPoint, began: nil), cause: .gesture)
    return true
  }

  private func zoom(by zooms: Scalar, _ tap: TapGestureRecognizer) {
    guard map.isZoomEnabled, let point = tap.location(in: map) else { return }
    let viewPoint = Point(x: point.x - map.bounds.minX, y: point.y - map.bounds.minY)
    let goal = map.cameraState.limits.clampedZoom(map.camera.clampedZoom + zooms)
    map.begin(.zoom(from: map.camera, to: goal, about: viewPoint, began: nil), cause: .gesture)
  }
}
