import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// Checks that a recognizer's action is called with a valid sequence of states.
private final class StateValidator {
  private(set) var callCount = 0
  private(set) var failures: [String] = []
  private var hasBegun = false

  func record(_ recognizer: GestureRecognizer, isContinuous: Bool) {
    callCount += 1
    switch (recognizer.state, hasBegun) {
    case (.began, false) where isContinuous: hasBegun = true
    case (.changed, true): break
    case (.ended, true), (.cancelled, true): hasBegun = false
    case (.ended, false) where !isContinuous: break
    default: failures.append("\(recognizer.state) \(hasBegun ? "after" : "without") a beginning")
    }
  }

  func finish() {
    if hasBegun { failures.append("a beginning without an end") }
  }
}

@Suite("Random touches")
struct RandomGestureTests {
  @Test(
    "on random layers, with actions that change everything, give every gesture that begins one end",
    arguments: 0..<60 as Range<UInt64>)
  func invariants(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let root = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320))
    let arena = GestureArena(root: root)
    var layers = [root]
    var recognizers: [GestureRecognizer] = []
    var validators: [StateValidator] = []
    var changesEverything = false

    func changeSomething(_ recognizer: GestureRecognizer) {
      guard changesEverything else { return }
      switch Int.random(in: 0..<24, using: &random) {
      case 0: recognizers.randomElement(using: &random)?.isEnabled.toggle()
      case 1: layers.randomElement(using: &random)?.removeFromSuperlayer()
      case 2: layers.randomElement(using: &random)?.addSublayer(layers.randomElement(using: &random)!)
      case 3: layers.randomElement(using: &random)?.addGestureRecognizer(recognizers.randomElement(using: &random)!)
      case 4: recognizer.layer?.removeGestureRecognizer(recognizer)
      case 5: arena.cancelAll(at: recognizer.time)
      case 6: arena.handle(up(3, id: Int.random(in: 0..<10, using: &random)))
      case 7: layers.remove(at: Int.random(in: 1..<layers.count, using: &random)).removeFromSuperlayer()
      case 8: recognizers.randomElement(using: &random)!.require(toFail: recognizers.randomElement(using: &random)!)
      default: break
      }
      while layers.count < 4 { addLayer() }
    }
    func addLayer() {
      let layer = Layer(
        frame: Rect(
          x: Scalar(Int.random(in: 0..<300, using: &random)), y: Scalar(Int.random(in: 0..<200, using: &random)), width: 200,
          height: 150))
      if Int.random(in: 0..<3, using: &random) == 0 {
        layer.transform = Transform3D.identity.rotated(by: .degrees(70), axis: .y)
      }
      layers.randomElement(using: &random)!.addSublayer(layer)
      layers.append(layer)
    }
    func addRecognizer() {
      let validator = StateValidator()
      let recognizer: GestureRecognizer
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let tap = TapGestureRecognizer {
          validator.record($0, isContinuous: false)
          changeSomething($0)
        }
        tap.numberOfTapsRequired = Int.random(in: 0...3, using: &random)
        tap.numberOfTouchesRequired = Int.random(in: 0...3, using: &random)
        recognizer = tap
      case 1:
        recognizer = LongPressGestureRecognizer {
          validator.record($0, isContinuous: true)
          changeSomething($0)
        }
      case 2:
        let pan = PanGestureRecognizer {
          validator.record($0, isContinuous: true)
          changeSomething($0)
        }
        pan.minimumNumberOfTouches = Int.random(in: 0...3, using: &random)
        pan.maximumNumberOfTouches = Int.random(in: 0...4, using: &random)
        recognizer = pan
      case 3:
        recognizer = PinchGestureRecognizer {
          validator.record($0, isContinuous: true)
          changeSomething($0)
        }
      case 4:
        recognizer = RotationGestureRecognizer {
          validator.record($0, isContinuous: true)
          changeSomething($0)
        }
      case 5:
        let swipe = SwipeGestureRecognizer {
          validator.record($0, isContinuous: false)
          changeSomething($0)
        }
        swipe.direction = [.left, .down]
        recognizer = swipe
      case 6:
        recognizer = PressGestureRecognizer {
          validator.record($0, isContinuous: true)
          changeSomething($0)
        }
      default:
        recognizer = ScreenEdgePanGestureRecognizer(edges: .all) {
          validator.record($0, isContinuous: true)
          changeSomething($0)
        }
      }
      if Bool.random(using: &random) { recognizer.shouldRecognizeSimultaneously = { _ in true } }
      if let other = recognizers.randomElement(using: &random), Int.random(in: 0..<3, using: &random) == 0 {
        recognizer.require(toFail: other)
      }
      if Int.random(in: 0..<6, using: &random) == 0 {
        arena.addObserver(recognizer)
      } else {
        (recognizers.count < 5 ? root : layers.randomElement(using: &random)!).addGestureRecognizer(recognizer)
      }
      recognizers.append(recognizer)
      validators.append(validator)
    }
    for _ in 0..<6 { addLayer() }
    for _ in 0..<14 { addRecognizer() }
    changesEverything = seed % 2 == 1

    var time: Int64 = 0
    for _ in 0..<1500 {
      time += Int64.random(in: -20...60, using: &random)
      let id = Int.random(in: 0..<10, using: &random)
      let isHuge = Int.random(in: 0..<40, using: &random) == 0
      let x =
        isHuge ? Scalar(rawValue: Int64.random(in: .min ... .max, using: &random)) : Scalar(Int.random(in: 0..<480, using: &random))
      let y =
        isHuge ? Scalar(rawValue: Int64.random(in: .min ... .max, using: &random)) : Scalar(Int.random(in: 0..<320, using: &random))
      let position = arena.contacts.first { $0.id == id }?.position ?? Point(x: x, y: y)
      let step = Scalar(Int.random(in: -12...12, using: &random))
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<4: arena.handle(down(x, y, id: id, ms: time))
      case 4..<10: arena.handle(move(position.x + step, position.y + step / 2, id: id, ms: time))
      case 10: arena.handle(move(x, y, id: id, ms: time))
      case 11..<17: arena.handle(up(position.x, position.y, id: id, ms: time))
      case 17: arena.handle(cancel(x, y, id: id, ms: time))
      case 18: for contact in arena.contacts { arena.handle(up(contact.position.x, contact.position.y, id: contact.id, ms: time)) }
      default: arena.advance(to: Timestamp(nanoseconds: time * 1_000_000))
      }
      if let deadline = arena.nextDeadline, deadline.nanoseconds <= time * 1_000_000 - 60_000_000_000 {
        Issue.record("a deadline was not handled")
      }
    }
    changesEverything = false
    arena.cancelAll(at: Timestamp(nanoseconds: (time + 5000) * 1_000_000))
    for (recognizer, validator) in zip(recognizers, validators) {
      validator.finish()
      #expect(validator.failures == [])
      #expect(recognizer.state == .possible && recognizer.numberOfTouches == 0)
    }
    #expect(arena.contacts.isEmpty && arena.nextDeadline == nil)
    #expect(validators.map(\.callCount).reduce(0, +) > 5)
  }

  @Test("leave recognizers, layers and arenas deallocated")
  func leaks() {
    weak var layer: Layer?
    weak var pan: PanGestureRecognizer?
    weak var arena: GestureArena?
    do {
      let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      let recognizer = PanGestureRecognizer()
      root.addGestureRecognizer(recognizer)
      let newArena = GestureArena(root: root)
      (layer, pan, arena) = (root, recognizer, newArena)
      newArena.handle(down(0))
      newArena.handle(move(50))
    }
    #expect(layer == nil && pan == nil && arena == nil)
  }
}
