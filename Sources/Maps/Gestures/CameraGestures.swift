import CartoucheRaster
import CartoucheScene

/// Moves the camera of a map with fingers, until they release the map.
///
///     idle ──a gesture begins──▶ moving ──the last gesture ends──▶ idle, with a fling or return
///
/// Pan, pinch and rotation run at the same time and on the same fingers. Together they are one change of the
/// region.
final class CameraGestures {
  /// The gestures that move the camera.
  struct Kinds: OptionSet {
    let rawValue: UInt8
    static let pan = Kinds(rawValue: 1)
    static let zoom = Kinds(rawValue: 2)
    static let rotation = Kinds(rawValue: 4)
    static let dragZoom = Kinds(rawValue: 8)
  }

  private unowned let map: MapView
  private unowned let pan: PanGestureRecognizer
  /// The gestures that move the camera now.
  private(set) var active: Kinds = [] { didSet { if active != oldValue { map.updateGridAlignment() } } }
  private var held: GestureCamera?
  /// The time of the last event that moved the camera.
  private var lastMove = Timestamp.zero
  private var intent = PinchIntent()
  /// What the gestures have applied to the camera since each of them began.
  private var appliedTranslation = Point.zero
  private var appliedZooms: Scalar = 0
  private var appliedTurn = Angle.zero
  private var appliedDrag: Scalar = 0
  /// What the map goes on with when it is released.
  private var velocity = CameraFling.Velocity()
  private var pivot = Point.zero
  private var hasTurned = false
  /// Half the distance of two fingers, in points, when they last moved.
  private var radius: Scalar = 0

  init(of map: MapView, pan: PanGestureRecognizer) {
    (self.map, self.pan) = (map, pan)
  }

  /// Whether the fingers zoom or rotate the map.
  var isTransforming: Bool { !active.isDisjoint(with: [.zoom, .rotation, .dragZoom]) }

  // MARK: Gestures

  func handle(_ pan: PanGestureRecognizer) {
    if pan.state == .began { begin(.pan, at: pan.time) }
    applyPan()
    if pan.state == .ended { velocity.content = isFling(pan.velocity) ? pan.velocity : .zero }
    endIfNeeded(.pan, pan)
  }

  func handle(_ pinch: PinchGestureRecognizer) {
    if pinch.state == .began || pinch.state == .changed, pinch.scale > 0 {
      if let zooms = intent.zooms(for: Self.levels(ofScale: pinch.scale)), let point = viewPoint(of: pinch) {
        if !active.contains(.zoom) {
          begin(.zoom, at: pinch.time)
          appliedZooms = 0
        }
        applyPan()
        move(at: pinch.time) { $0.zoom(by: zooms - appliedZooms, about: point) }
        (appliedZooms, pivot) = (zooms, point)
        updateRadius(pinch)
      }
    } else if active.contains(.zoom), pinch.state == .ended, pinch.scale > 0 {
      let speed = pinch.velocity / pinch.scale  // of the logarithm
      if isFling(speed * radius) {
        velocity.zoom = Scalar(rawValue: Self.nearest(Double(speed.rawValue) / ElementaryFunctions.ln2))
      }
    }
    guard pinch.state == .ended || pinch.state == .cancelled else { return }
    intent.endZoom()
    endIfNeeded(.zoom, pinch)
  }

  func handle(_ rotation: RotationGestureRecognizer) {
    if rotation.state == .began || rotation.state == .changed {
      if let turn = intent.turn(for: rotation.rotation), let point = viewPoint(of: rotation) {
        if !active.contains(.rotation) {
          begin(.rotation, at: rotation.time)
          (appliedTurn, hasTurned) = (.zero, true)
        }
        applyPan()
        move(at: rotation.time) { $0.rotate(by: appliedTurn - turn, about: point) }
        (appliedTurn, pivot) = (turn, point)
        updateRadius(rotation)
      }
    } else if active.contains(.rotation), rotation.state == .ended {
      let speed = Scalar(rounding: rotation.velocity.radians)
      if isFling(speed * radius) { velocity.bearing = -rotation.velocity }
    }
    guard rotation.state == .ended || rotation.state == .cancelled else { return }
    intent.endTurn()
    endIfNeeded(.rotation, rotation)
  }

  /// Zooms about the place of a double tap whose second tap is dragged: down zooms in.
  func handle(_ drag: TapDragGestureRecognizer) {
    let millimeter = map.touchMetrics.pointsPerMillimeter
    if drag.state == .began {
      begin(.dragZoom, at: drag.time)
      appliedDrag = 0
    }
    if let start = drag.startLocation(in: map), let way = drag.translation(in: map)?.y {
      let levels = way / (millimeter * Self.dragMillimeters)
      pivot = start - map.bounds.origin
      move(at: drag.time) { $0.zoom(by: levels - appliedDrag, about: pivot) }
      appliedDrag = levels
    }
    if drag.state == .ended, isFling(drag.velocity.y) { velocity.zoom = drag.velocity.y / (millimeter * Self.dragMillimeters) }
    endIfNeeded(.dragZoom, drag)
  }

  /// The way in millimeters that a dragged finger zooms by one level.
  private static let dragMillimeters: Scalar = 20

  // MARK: Beginning and ending

  /// Begins a gesture. The first gesture to begin stops the camera animation.
  private func begin(_ kind: Kinds, at time: Timestamp) {
    if active.isEmpty {
      map.stopCameraAnimation(at: time)
      map.userTrackingMode = .none
      appliedTranslation = .zero
      (velocity, hasTurned, held) = (CameraFling.Velocity(), false, nil)
      if let location = pan.location(in: map) { pivot = location - map.bounds.origin }
    }
    let isFirst = active.isEmpty
    active.insert(kind)
    if isFirst { map.beginRegionChange(animated: false, cause: .gesture) }
  }

  private func endIfNeeded(_ kind: Kinds, _ recognizer: GestureRecognizer) {
    guard recognizer.state == .ended || recognizer.state == .cancelled, active.contains(kind) else { return }
    active.remove(kind)
    guard active.isEmpty else { return }
    release(at: recognizer.time)
    held = nil
    map.endRegionChange(animated: map.cameraAnimation != nil)
  }

  /// Lets the map go on by itself: with the fingers' velocity, back to its limits, or to north.
  private func release(at time: Timestamp) {
    // A view that has a size again is within its limits.
    guard !map.bounds.isEmpty else { return map.cameraState.set(map.cameraState.requested, in: nil) }
    let band = map.cameraBand
    let fling = CameraFling(
      from: map.camera, in: band, velocity: velocity, about: pivot, northSnap: hasTurned ? .on : .off, at: time)
    guard fling.isMoving(at: time), map.isOnStage else { return map.moveCamera(map.camera) }
    map.begin(.fling(fling), cause: .gesture)
  }

  // MARK: Moving

  /// Moves the camera, from where an application has put it in the meantime.
  ///
  /// - Parameter time: The time of the event. Gestures of the same event, and fingers that a panel reports
  ///   together, have one time.
  private func move(at time: Timestamp, _ change: (inout GestureCamera) -> Void) {
    guard !map.bounds.isEmpty else { return }
    let band = map.cameraBand
    var camera = held ?? GestureCamera(map.camera, in: band)
    if camera.shown != map.camera || camera.band != band { camera = GestureCamera(map.camera, in: band) }
    if time != lastMove { camera.settleAtWorldEdge() }
    lastMove = time
    change(&camera)
    held = camera
    map.moveCamera(camera.shown, isStretched: camera.isStretched)
  }

  /// Pans the map by the movement of the fingers' center.
  ///
  /// A pinch or rotation calls this method too, before it zooms or rotates about the fingers' center. The
  /// reason is that a pinch may begin before the pan does.
  private func applyPan() {
    guard !active.isEmpty, pan.isEnabled, pan.numberOfTouches > 0 || pan.state == .ended, let translation = pan.translation(in: map)
    else { return }
    let delta = translation - appliedTranslation
    appliedTranslation = translation
    move(at: pan.time) { $0.pan(by: delta) }
  }

  /// Returns the center of a gesture's fingers, in points from the view's top left corner.
  private func viewPoint(of recognizer: GestureRecognizer) -> Point? {
    recognizer.location(in: map).map { $0 - map.bounds.origin }
  }

  private func updateRadius(_ recognizer: GestureRecognizer) {
    guard let one = recognizer.location(ofTouch: 0, in: map), let other = recognizer.location(ofTouch: 1, in: map) else { return }
    radius = Scalar.hypotenuse(other.x - one.x, other.y - one.y) / 2
  }

  /// Whether a finger is fast enough for a fling.
  private func isFling(_ speed: Scalar) -> Bool { speed.magnitude > map.flingSpeed }

  private func isFling(_ velocity: Point) -> Bool {
    velocity.x * velocity.x + velocity.y * velocity.y > map.flingSpeed * map.flingSpeed
  }

  private static func levels(ofScale scale: Scalar) -> Scalar {
    Scalar(rawValue: nearest(ElementaryFunctions.logarithm(Double(scale.rawValue) / 65_536) / ElementaryFunctions.ln2 * 65_536))
  }

  private static func nearest(_ value: Double) -> Int64 { ElementaryFunctions.nearest(value) }
}
