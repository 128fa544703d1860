import CartoucheRaster
import CartoucheScene

/// The fingers on a map: one carries it and may throw it, two bring it nearer and turn it, a double tap brings it nearer, a tap selects, a finger that stays picks up.
final class MapGestures {
  unowned let map: MapView
  let pan = PanGestureRecognizer()
  let pinch = PinchGestureRecognizer()
  let rotation = RotationGestureRecognizer()
  let tap = TapGestureRecognizer()
  let doubleTap = TapGestureRecognizer()
  let twoFingerTap = TapGestureRecognizer()
  let hold = LongPressGestureRecognizer()

  /// How many of pan, pinch and rotation are under way.
  private var active = 0
  /// How many of pinch and rotation are.
  private(set) var turning = 0 { didSet { map.updateGridAlignment() } }
  /// How far the last step of each had come.
  private var panned = Point.zero
  private var scaled: Scalar = 1
  private var turned = Angle.zero

  init(on map: MapView) {
    self.map = map
    doubleTap.numberOfTapsRequired = 2
    twoFingerTap.numberOfTouchesRequired = 2
    // Weak: a gesture may outlive its map by an event; and held as long as one is dealt with: who is told of it may let the map go.
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
      map.annotationStack.tap(at: point)
    }
    doubleTap.action = { [weak self] tap in self?.zoom(by: 1, tap) }
    twoFingerTap.action = { [weak self] tap in self?.zoom(by: -1, tap) }
    hold.action = { [weak self] in self?.map.annotationStack.handle($0) }
    hold.shouldBegin = { [weak self] hold in
      guard let map = self?.map, let point = hold.location(in: map) else { return false }
      return map.annotationStack.canPickUp(at: point)
    }
    for one in [pan, pinch, rotation] as [GestureRecognizer] {
      one.shouldRecognizeSimultaneously = { [weak self] other in
        guard let self else { return false }
        return other === self.pan || other === self.pinch || other === self.rotation
      }
    }
    // A finger laid on a map that moves stops it.
    pan.shouldReceive = { [weak self] _ in
      if let map = self?.map, case .fling = map.cameraAnimation { map.stopCameraAnimation() }
      return true
    }
    for recognizer in [hold, pan, pinch, rotation, doubleTap, twoFingerTap, tap] as [GestureRecognizer] {
      map.addGestureRecognizer(recognizer)
    }
  }

  private func handle(_ pan: PanGestureRecognizer) {
    if pan.state == .began { begin() }
    carry()
    guard pan.state == .ended || pan.state == .cancelled else { return }
    if pan.state == .ended { fling(pan) }
    end(animated: map.cameraAnimation != nil)
  }

  /// The first of the three that begins finds the map at rest under the fingers.
  private func begin() {
    if active == 0 {
      map.stopCameraAnimation()
      panned = .zero
    }
    active += 1
    map.beginRegionChange(animated: false)
  }

  private func end(animated: Bool) {
    active = max(active - 1, 0)
    map.endRegionChange(animated: animated)
  }

  /// Takes the map along with the middle of the fingers: before it is scaled or turned about that too, for a pinch may begin before the pan does.
  private func carry() {
    guard pan.isEnabled, pan.numberOfTouches > 0 || pan.state == .ended, let way = pan.translation(in: map) else { return }
    map.moveCamera(map.camera.panned(by: way - panned, in: map.bounds.size))
    panned = way
  }

  private func fling(_ pan: PanGestureRecognizer) {
    let velocity = pan.velocity
    let least = map.flingSpeed
    guard velocity.x * velocity.x + velocity.y * velocity.y > least * least, map.isOnStage else { return }
    let x = Deceleration(from: 0, velocity: velocity.x, at: pan.time)
    let y = Deceleration(from: 0, velocity: velocity.y, at: pan.time)
    map.begin(.fling(from: map.camera, x: x, y: y, until: max(x.time(within: 0.5), y.time(within: 0.5))))
  }

  private func handle(_ pinch: PinchGestureRecognizer) {
    if pinch.state == .began {
      begin()
      turning += 1
      scaled = 1
    }
    carry()
    if let point = pinch.location(in: map), pinch.scale > 0, scaled > 0 {
      let ratio = Double(pinch.scale.rawValue) / Double(scaled.rawValue)
      let zooms = ElementaryFunctions.nearest(ElementaryFunctions.logarithm(ratio) / 0.6931471805599453 * 65_536)
      turn(zoom: map.camera.clampedZoom + Scalar(rawValue: zooms), bearing: map.camera.bearing, about: point)
      scaled = pinch.scale
    }
    if pinch.state == .ended || pinch.state == .cancelled { endTurning() }
  }

  private func handle(_ rotation: RotationGestureRecognizer) {
    if rotation.state == .began {
      begin()
      turning += 1
      turned = .zero
    }
    carry()
    if let point = rotation.location(in: map) {
      turn(zoom: map.camera.clampedZoom, bearing: map.camera.bearing - (rotation.rotation - turned), about: point)
      turned = rotation.rotation
    }
    if rotation.state == .ended || rotation.state == .cancelled { endTurning() }
  }

  private func endTurning() {
    turning = max(turning - 1, 0)
    end(animated: false)
  }

  private func turn(zoom: Scalar, bearing: Angle, about point: Point) {
    let place = Point(x: point.x - map.bounds.minX, y: point.y - map.bounds.minY)
    map.moveCamera(map.camera.adjusted(zoom: zoom, bearing: bearing, about: place, in: map.bounds.size))
  }

  private func zoom(by zooms: Scalar, _ tap: TapGestureRecognizer) {
    guard map.isZoomEnabled, let point = tap.location(in: map) else { return }
    let place = Point(x: point.x - map.bounds.minX, y: point.y - map.bounds.minY)
    map.begin(.zoom(from: map.camera, to: map.camera.clampedZoom + zooms, about: place, began: nil))
  }
}
