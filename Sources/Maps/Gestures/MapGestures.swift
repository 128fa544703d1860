import CartoucheRaster
import CartoucheScene

/// The gesture recognizers of a map: pan, pinch, rotation, taps, a double tap that is dragged, and the long
/// press that picks up an annotation.
final class MapGestures {
  unowned let map: MapView
  let pan = PanGestureRecognizer()
  let pinch = PinchGestureRecognizer()
  let rotation = RotationGestureRecognizer()
  let tap = TapGestureRecognizer()
  let doubleTap = TapGestureRecognizer()
  let tapDrag = TapDragGestureRecognizer()
  let twoFingerTap = TapGestureRecognizer()
  let longPress = LongPressGestureRecognizer()
  private let touch = PressGestureRecognizer()
  private let camera: CameraGestures

  init(on map: MapView) {
    self.map = map
    camera = CameraGestures(of: map, pan: pan)
    doubleTap.numberOfTapsRequired = 2
    twoFingerTap.numberOfTouchesRequired = 2
    pan.action = Self.action(on: map) { $0.handle($1) }
    pinch.action = Self.action(on: map) { $0.handle($1) }
    rotation.action = Self.action(on: map) { $0.handle($1) }
    tapDrag.action = Self.action(on: map) { $0.handle($1) }
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
    // The first tap selects an annotation, whatever follows.
    tapDrag.shouldRecognizeSimultaneously = { [weak self] other in other === self?.tap }
    // A finger that touches a flung map stops it, and whatever gesture follows may begin.
    touch.shouldRecognizeSimultaneously = { _ in true }
    touch.action = { [weak self] touch in
      guard let map = self?.map, touch.state == .began else { return }
      map.catchFling(at: touch.time)
      map.baseMap.ground.fingerDidTouch()
      map.setNeedsLayout()
    }
    // At the same event, the drag after a tap begins before the pan does.
    for recognizer in [touch, longPress, tapDrag, pan, pinch, rotation, doubleTap, twoFingerTap, tap] as [GestureRecognizer] {
      map.addGestureRecognizer(recognizer)
    }
  }

  /// Returns an action of a recognizer that moves the camera.
  ///
  /// The map is weak because a gesture may outlive it by an event. Its lifetime is extended while it handles
  /// the gesture, because a callback may release the map.
  private static func action<Recognizer>(
    on map: MapView, _ handle: @escaping (CameraGestures, Recognizer) -> Void
  ) -> (Recognizer) -> Void {
    { [weak map] recognizer in
      guard let map else { return }
      withExtendedLifetime(map) { handle(map.gestures.camera, recognizer) }
    }
  }

  /// Whether the fingers zoom or rotate the map.
  var isTransforming: Bool { camera.isTransforming }

  /// The center, in the map's space, of the fingers that move the map; nil if there are none.
  var location: Point? {
    guard !camera.active.isEmpty else { return nil }
    let recognizers: [GestureRecognizer] = [pinch, rotation, pan, tapDrag]
    return recognizers.first { $0.numberOfTouches > 0 }?.location(in: map)
  }

  /// Zooms about the pointer, by half a zoom level for each detent of the wheel.
  ///
  /// Further detents during the zoom add to its goal.
  func scrollWheel(with event: ScrollWheelEvent) -> Bool {
    guard map.isZoomEnabled, event.deltaY != 0, let point = event.location(in: map) else { return false }
    // The fingers on the map move the camera.
    guard camera.active.isEmpty else { return true }
    let present = map.camera.clampedZoom
    var goal = present
    if case .zoom(_, let running, _, _) = map.cameraAnimation { goal = running }
    goal = map.cameraState.limits.clampedZoom((goal + event.deltaY / 2).clamped(from: present - 3, to: present + 3))
    zoom(to: goal, about: point)
    return true
  }

  private func zoom(by zooms: Scalar, _ tap: TapGestureRecognizer) {
    guard map.isZoomEnabled, let point = tap.location(in: map) else { return }
    zoom(to: map.cameraState.limits.clampedZoom(map.camera.clampedZoom + zooms), about: point)
  }

  private func zoom(to goal: Scalar, about point: Point) {
    map.begin(.zoom(from: map.camera, to: goal, about: point - map.bounds.origin, began: nil), cause: .gesture)
  }
}
