import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// Checks of a recognizer's calls that they come in an order that there may be.
private final class Watch {
  private(set) var calls = 0
  private(set) var faults: [String] = []
  private var hasBegun = false

  func see(_ recognizer: GestureRecognizer, isContinuous: Bool) {
    calls += 1
    switch (recognizer.state, hasBegun) {
    case (.began, false) where isContinuous: hasBegun = true
    case (.changed, true): break
    case (.ended, true), (.cancelled, true): hasBegun = false
    case (.ended, false) where !isContinuous: break
    default: faults.append("\(recognizer.state) \(hasBegun ? "after" : "without") a beginning")
    }
  }

  func close() {
    if hasBegun { faults.append("a beginning without an end") }
  }
}

@Suite("Random fingers")
struct RandomGestureTests {
  @Test(
    "on random layers, with actions that change everything: every beginning has one end, and nothing traps",
    arguments: 0..<60 as Range<UInt64>)
  func invariants(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let root = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320))
    let arena = GestureArena(root: root)
    var layers = [root]
    var recognizers: [GestureRecognizer] = []
    var watches: [Watch] = []
    var isWild = false

    func meddle(_ recognizer: GestureRecognizer) {
      guard isWild else { return }
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
      while layers.count < 4 { grow() }
    }
    func grow() {
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
    func add() {
      let watch = Watch()
      let recognizer: GestureRecognizer
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let tap = TapGestureRecognizer {
          watch.see($0, isContinuous: false)
          meddle($0)
        }
        tap.numberOfTapsRequired = Int.random(in: 0...3, using: &random)
        tap.numberOfTouchesRequired = Int.random(in: 0...3, using: &random)
        recognizer = tap
      case 1:
        recognizer = LongPressGestureRecognizer {
          watch.see($0, isContinuous: true)
          meddle($0)
        }
      case 2:
        let pan = PanGestureRecognizer {
          watch.see($0, isContinuous: true)
          meddle($0)
        }
        pan.minimumNumberOfTouches = Int.random(in: 0...3, using: &random)
        pan.maximumNumberOfTouches = Int.random(in: 0...4, using: &random)
        recognizer = pan
      case 3:
        recognizer = PinchGestureRecognizer {
          watch.see($0, isContinuous: true)
          meddle($0)
        }
      case 4:
        recognizer = RotationGestureRecognizer {
          watch.see($0, isContinuous: true)
          meddle($0)
        }
      case 5:
        let swipe = SwipeGestureRecognizer {
          watch.see($0, isContinuous: false)
          meddle($0)
        }
        swipe.direction = [.left, .down]
        recognizer = swipe
      case 6:
        recognizer = PressGestureRecognizer {
          watch.see($0, isContinuous: true)
          meddle($0)
        }
      default:
        recognizer = ScreenEdgePanGestureRecognizer(edges: .all) {
          watch.see($0, isContinuous: true)
          meddle($0)
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
      watches.append(watch)
    }
    for _ in 0..<6 { grow() }
    for _ in 0..<14 { add() }
    isWild = seed % 2 == 1

    var time: Int64 = 0
    for _ in 0..<1500 {
      time += Int64.random(in: -20...60, using: &random)
      let id = Int.random(in: 0..<10, using: &random)
      let isHuge = Int.random(in: 0..<40, using: &random) == 0
      let x =
        isHuge ? Scalar(rawValue: Int64.random(in: .min ... .max, using: &random)) : Scalar(Int.random(in: 0..<480, using: &random))
      let y =
        isHuge ? Scalar(rawValue: Int64.random(in: .min ... .max, using: &random)) : Scalar(Int.random(in: 0..<320, using: &random))
      let near = arena.contacts.first { $0.id == id }?.position ?? Point(x: x, y: y)
      let step = Scalar(Int.random(in: -12...12, using: &random))
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<4: arena.handle(down(x, y, id: id, ms: time))
      case 4..<10: arena.handle(move(near.x + step, near.y + step / 2, id: id, ms: time))
      case 10: arena.handle(move(x, y, id: id, ms: time))
      case 11..<17: arena.handle(up(near.x, near.y, id: id, ms: time))
      case 17: arena.handle(cancel(x, y, id: id, ms: time))
      case 18: for contact in arena.contacts { arena.handle(up(contact.position.x, contact.position.y, id: contact.id, ms: time)) }
      default: arena.advance(to: Timestamp(nanoseconds: time * 1_000_000))
      }
      if let deadline = arena.nextDeadline, deadline.nanoseconds <= time * 1_000_000 - 60_000_000_000 {
        Issue.record("a deadline is long over")
      }
    }
    isWild = false
    arena.cancelAll(at: Timestamp(nanoseconds: (time + 5000) * 1_000_000))
    for (recognizer, watch) in zip(recognizers, watches) {
      watch.close()
      #expect(watch.faults == [])
      #expect(recognizer.state == .possible && recognizer.numberOfTouches == 0)
    }
    #expect(arena.contacts.isEmpty && arena.nextDeadline == nil)
    #expect(watches.map(\.calls).reduce(0, +) > 5)
  }

  @Test("recognizers and layers are let go of when nobody holds them")
  func leaks() {
    weak var layer: Layer?
    weak var pan: PanGestureRecognizer?
    weak var arena: GestureArena?
    do {
      let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      let recognizer = PanGestureRecognizer()
      root.addGestureRecognizer(recognizer)
      let made = GestureArena(root: root)
      (layer, pan, arena) = (root, recognizer, made)
      made.handle(down(0))
      made.handle(move(50))
    }
    #expect(layer == nil && pan == nil && arena == nil)
  }
}
