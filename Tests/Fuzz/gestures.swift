import CartoucheRaster
import CartoucheScene

/// Sends any contacts at any times to a few layers, with actions that remove layers and recognizers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let scene = GestureScene(&input)
  while !input.isAtEnd {
    scene.time = scene.time &+ Int64(Int8(bitPattern: input.byte())) &* 10_000_000
    if input.byte() == 0xff { scene.time = input.number(Int64.self) }
    let contact = Contact(id: Int(input.byte() % 12), position: input.point(), time: Timestamp(nanoseconds: scene.time))
    switch input.byte() % 12 {
    case 0, 1, 2: scene.arena.handle(.began(contact))
    case 3, 4, 5, 6: scene.arena.handle(.moved(contact))
    case 7, 8: scene.arena.handle(.ended(contact))
    case 9: scene.arena.handle(.cancelled(contact))
    case 10: scene.arena.advance(to: contact.time)
    default: scene.perturb(input.byte(), scene.recognizers[0])
    }
    scene.scroller.follow(scene.pan.state, translation: scene.pan.translation.x, velocity: scene.pan.velocity.x, at: scene.pan.time)
    _ = (scene.scroller.value(at: contact.time), scene.scroller.velocity(at: contact.time))
  }
  scene.finish()
  return 0
}

/// Four layers, nested or siblings, with a recognizer of each kind.
private final class GestureScene {
  let root = Layer(frame: Rect(x: 0, y: 0, width: 128, height: 128))
  let arena: GestureArena
  let pan = PanGestureRecognizer()
  var layers: [Layer] = []
  var recognizers: [GestureRecognizer] = []
  var scroller = Scroller(minimum: -100, maximum: 300, snapping: .every(40))
  var time: Int64 = 0
  /// The operations that the recognizers' actions perform, last one first.
  private var plan: [UInt8] = []
  private var hasBegun: [ObjectIdentifier: Bool] = [:]

  init(_ input: inout FuzzInput) {
    arena = GestureArena(root: root)
    layers = [root]
    for _ in 0..<3 {
      let layer = Layer(frame: Rect(origin: input.point(), size: Size(width: input.scalar(), height: input.scalar())))
      layers[Int(input.byte()) % layers.count].addSublayer(layer)
      layers.append(layer)
    }
    let tap = TapGestureRecognizer { [unowned self] in record($0) }
    tap.numberOfTapsRequired = Int(input.byte() % 4)
    tap.numberOfTouchesRequired = Int(input.byte() % 4)
    pan.minimumNumberOfTouches = Int(input.byte() % 4)
    pan.action = { [unowned self] in record($0) }
    let press = LongPressGestureRecognizer { [unowned self] in record($0) }
    press.minimumPressDuration = Seconds(rawValue: input.number(Int64.self))
    let swipe = SwipeGestureRecognizer { [unowned self] in record($0) }
    swipe.direction = SwipeDirection(rawValue: input.byte())
    recognizers = [
      tap, pan, press, swipe, TapGestureRecognizer { [unowned self] in record($0) },
      PinchGestureRecognizer { [unowned self] in record($0) },
      PressGestureRecognizer { [unowned self] in record($0) },
      RotationGestureRecognizer { [unowned self] in record($0) },
      ScreenEdgePanGestureRecognizer(edges: ScreenEdges(rawValue: input.byte())) { [unowned self] in record($0) },
    ]
    for recognizer in recognizers {
      let choice = input.byte()
      layers[Int(choice & 3)].addGestureRecognizer(recognizer)
      if choice & 4 != 0 { recognizer.shouldRecognizeSimultaneously = { _ in true } }
      if choice & 8 != 0 { recognizer.require(toFail: recognizers[Int(choice >> 4) % recognizers.count]) }
    }
    for _ in 0..<(input.byte() & 15) { plan.append(input.byte()) }
  }

  /// Checks that a gesture begins before it changes or ends, and ends once; then performs the next operation.
  private func record(_ recognizer: GestureRecognizer) {
    let isDiscrete = recognizer is TapGestureRecognizer || recognizer is SwipeGestureRecognizer
    let key = ObjectIdentifier(recognizer)
    switch (recognizer.state, hasBegun[key, default: false]) {
    case (.began, false) where !isDiscrete: hasBegun[key] = true
    case (.changed, true): break
    case (.ended, true), (.cancelled, true): hasBegun[key] = false
    case (.ended, false) where isDiscrete: break
    default: preconditionFailure("\(recognizer.state) out of order")
    }
    for layer in layers { _ = (recognizer.location(in: layer), pan.translation(in: layer)) }
    if let operation = plan.popLast() { perturb(operation, recognizer) }
  }

  func perturb(_ operation: UInt8, _ recognizer: GestureRecognizer) {
    let (layer, other) = (layers[Int(operation >> 3) % layers.count], recognizers[Int(operation >> 3) % recognizers.count])
    switch operation & 7 {
    case 0: other.isEnabled.toggle()
    case 1: layer.removeFromSuperlayer()
    case 2: root.addSublayer(layer)
    case 3: layer.addGestureRecognizer(other)
    case 4: recognizer.layer?.removeGestureRecognizer(recognizer)
    case 5: arena.cancelAll(at: Timestamp(nanoseconds: time))
    case 6: if layer !== root { layers.removeAll { $0 === layer } }
    default: recognizer.require(toFail: other)
    }
  }

  func finish() {
    plan = []
    arena.cancelAll(at: Timestamp(nanoseconds: .max))
    precondition(!hasBegun.values.contains(true), "a gesture began and did not end")
    precondition(arena.contacts.isEmpty && arena.nextDeadline == nil, "a contact or a deadline remains")
    precondition(
      recognizers.allSatisfy { $0.state == .possible && $0.numberOfTouches == 0 },
      "a recognizer did not return to the possible state")
  }
}
