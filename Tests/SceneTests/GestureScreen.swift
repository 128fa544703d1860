import CartoucheRaster
import CartoucheScene

/// A screen of 480 × 320 points, four per millimeter, whose recognizers log their actions.
final class GestureScreen {
  let root = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320))
  let arena: GestureArena
  /// The log of actions, such as `pan began`, in the order of the calls.
  private(set) var log: [String] = []

  init() {
    arena = GestureArena(root: root)
  }

  func write(_ line: String) { log.append(line) }

  func play(_ events: [ContactEvent]) {
    for event in events { arena.handle(event) }
  }

  func advance(ms: Int64) {
    arena.advance(to: Timestamp(nanoseconds: ms * 1_000_000))
  }

  /// Returns the log since the last call.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func layer(_ x: Scalar, _ y: Scalar, _ width: Scalar, _ height: Scalar, in parent: Layer? = nil) -> Layer {
    let layer = Layer(frame: Rect(x: x, y: y, width: width, height: height))
    (parent ?? root).addSublayer(layer)
    return layer
  }

  func tap(_ name: String = "tap", on layer: Layer? = nil, taps: Int = 1, touches: Int = 1) -> TapGestureRecognizer {
    let tap = TapGestureRecognizer { [unowned self] in write("\(name) \($0.state)") }
    tap.numberOfTapsRequired = taps
    tap.numberOfTouchesRequired = touches
    (layer ?? root).addGestureRecognizer(tap)
    return tap
  }

  func press(_ name: String = "press", on layer: Layer? = nil) -> LongPressGestureRecognizer {
    let press = LongPressGestureRecognizer { [unowned self] in write("\(name) \($0.state)") }
    (layer ?? root).addGestureRecognizer(press)
    return press
  }

  func pan(_ name: String = "pan", on layer: Layer? = nil) -> PanGestureRecognizer {
    let pan = PanGestureRecognizer { [unowned self] in write("\(name) \($0.state) \($0.translation.x) \($0.translation.y)") }
    (layer ?? root).addGestureRecognizer(pan)
    return pan
  }

  func pinch(_ name: String = "pinch", on layer: Layer? = nil) -> PinchGestureRecognizer {
    let pinch = PinchGestureRecognizer { [unowned self] in write("\(name) \($0.state) \($0.scale)") }
    (layer ?? root).addGestureRecognizer(pinch)
    return pinch
  }

  func rotation(_ name: String = "turn", on layer: Layer? = nil) -> RotationGestureRecognizer {
    let rotation = RotationGestureRecognizer { [unowned self] in
      write("\(name) \($0.state) \(Scalar(rounding: $0.rotation.degrees).rounded)")
    }
    (layer ?? root).addGestureRecognizer(rotation)
    return rotation
  }

  func swipe(_ direction: SwipeDirection, _ name: String = "swipe", on layer: Layer? = nil) -> SwipeGestureRecognizer {
    let swipe = SwipeGestureRecognizer { [unowned self] in write("\(name) \($0.state)") }
    swipe.direction = direction
    (layer ?? root).addGestureRecognizer(swipe)
    return swipe
  }
}
