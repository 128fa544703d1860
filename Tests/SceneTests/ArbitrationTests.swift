import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Gesture arbitration")
struct ArbitrationTests {
  let screen = GestureScreen()

  @Test("delivers a finger to the recognizers of the hit layer and its superlayers only")
  func chain() {
    let card = screen.layer(100, 100, 100, 100)
    let label = screen.layer(0, 0, 50, 50, in: card)
    let other = screen.layer(300, 100, 100, 100)
    for (name, layer) in [("root", screen.root), ("card", card), ("label", label), ("other", other)] {
      screen.press(name, on: layer).shouldRecognizeSimultaneously = { _ in true }
    }
    screen.play([down(110, 110), cancel(0, ms: 600)])
    #expect(screen.takeLog().filter { $0.hasSuffix("began") } == ["label began", "card began", "root began"])
    screen.play([down(350, 150, id: 2, ms: 1000), cancel(0, id: 2, ms: 1600)])
    #expect(screen.takeLog().filter { $0.hasSuffix("began") } == ["other began", "root began"])
    screen.play([down(-50, 900, id: 3, ms: 2000), cancel(0, id: 3, ms: 2600)])
    #expect(screen.takeLog() == ["root began", "root cancelled"], "a finger off the screen hits the root")
  }

  @Test("prefers the deeper layer's recognizer, and on one layer the one attached first")
  func exclusion() {
    let card = screen.layer(100, 100, 100, 100)
    let (outer, inner, second) = (screen.pan("outer"), screen.pan("inner", on: card), screen.pan("second", on: card))
    screen.play([down(150, 150), move(170, 150)])
    #expect(screen.log == ["inner began 20 0"])
    #expect(outer.state == .failed && second.state == .failed && inner.state == .began)
    screen.play([up(170, 150)])
    #expect([outer, inner, second].allSatisfy { $0.state == .possible })
  }

  @Test("lets the first gesture to begin win over a deeper one that begins later")
  func firstWins() {
    let card = screen.layer(100, 100, 100, 100)
    _ = (screen.press("outer"), screen.pan("inner", on: card))
    screen.play([down(150, 150), move(170, 150, ms: 600), up(170, 150, ms: 700)])
    #expect(screen.log == ["outer began", "outer changed", "outer ended"])
  }

  @Test("lets gestures without a common finger proceed independently")
  func apart() {
    let (left, right) = (screen.layer(0, 0, 200, 300), screen.layer(240, 0, 200, 300))
    _ = (screen.pan("left", on: left), screen.pan("right", on: right))
    screen.play([
      down(10, 10, id: 1), down(300, 10, id: 2), move(30, 10, id: 1), move(300, 40, id: 2), up(30, 10, id: 1), up(300, 40, id: 2),
    ])
    #expect(screen.log == ["left began 20 0", "right began 0 30", "left ended 20 0", "right ended 0 30"])
  }

  @Test("lets two gestures proceed together if either of them allows it", arguments: [true, false])
  func simultaneously(firstAllowsIt: Bool) {
    let card = screen.layer(100, 100, 100, 100)
    let (outer, inner) = (screen.pan("outer"), screen.pan("inner", on: card))
    (firstAllowsIt ? inner : outer).shouldRecognizeSimultaneously = { $0 === (firstAllowsIt ? outer : inner) }
    screen.play([down(150, 150), move(170, 150), up(170, 150)])
    #expect(screen.log == ["inner began 20 0", "outer began 20 0", "inner ended 20 0", "outer ended 20 0"])
  }

  @Test("delays a gesture until a required one has failed: a tap for a double tap")
  func requirement() {
    let (one, two) = (screen.tap("one"), screen.tap("two", taps: 2))
    one.require(toFail: two)
    screen.play([down(0), up(0, ms: 50)])
    #expect(screen.log == [] && one.state == .possible)
    #expect(screen.arena.nextDeadline == Timestamp(nanoseconds: 350_000_001))
    screen.advance(ms: 351)
    #expect(screen.takeLog() == ["one ended"])
    screen.play([down(0, id: 2, ms: 1000), up(0, id: 2, ms: 1050), down(0, id: 3, ms: 1200), up(0, id: 3, ms: 1250)])
    screen.advance(ms: 3000)
    #expect(screen.takeLog() == ["two ended"])
    screen.play([down(0, id: 4, ms: 4000), up(0, id: 4, ms: 4050), down(300, id: 5, ms: 4200), up(300, id: 5, ms: 4250)])
    screen.advance(ms: 9000)
    #expect(screen.log == ["one ended", "one ended"], "two taps at different positions")
  }

  @Test("lets a tap precede a double tap unless it requires the double tap to fail")
  func tapAfterTap() {
    _ = (screen.tap("one"), screen.tap("two", taps: 2))
    screen.play([down(0), up(0, ms: 50), down(0, id: 2, ms: 200), up(0, id: 2, ms: 250)])
    #expect(screen.log == ["one ended", "one ended", "two ended"])
  }

  @Test(
    "begins a pan with its full translation once a required swipe has failed, even if it was lifted meanwhile")
  func continuousRequirement() {
    let (swipe, pan) = (screen.swipe(.right), screen.pan())
    pan.require(toFail: swipe)
    screen.play([down(0), move(20, ms: 10)])
    #expect(screen.log == [])
    screen.play([move(25, 40, ms: 20), up(25, 40, ms: 30)])
    #expect(screen.takeLog() == ["pan began 25 40", "pan changed 25 40", "pan ended 25 40"])
    screen.play([down(0, id: 2, ms: 100), move(20, id: 2, ms: 110), up(20, id: 2, ms: 120)])
    #expect(screen.takeLog() == ["pan began 20 0", "pan ended 20 0"])
    screen.play([down(0, id: 3, ms: 200), move(60, id: 3, ms: 210), up(60, id: 3, ms: 220)])
    #expect(screen.log == ["swipe ended"])
  }

  @Test("ignores a requirement that would close a cycle")
  func cycle() {
    let taps = (0..<3).map { screen.tap("\($0)") }
    taps[0].require(toFail: taps[1])
    taps[1].require(toFail: taps[2])
    taps[2].require(toFail: taps[0])
    taps[0].require(toFail: taps[0])
    screen.play([down(0), up(0, ms: 10)])
    #expect(screen.log == ["2 ended"])
  }

  @Test("lets observers receive everything without taking part")
  func observing() {
    let card = screen.layer(100, 100, 100, 100)
    _ = screen.pan("card", on: card)
    let observer = PanGestureRecognizer { [screen] in screen.write("watcher \($0.state)") }
    screen.arena.addObserver(observer)
    screen.play([down(150, 150), move(170, 150), up(170, 150)])
    #expect(screen.log == ["card began 20 0", "watcher began", "card ended 20 0", "watcher ended"])
  }

  @Test("asks a recognizer's closures whether it begins and which fingers it receives")
  func closures() {
    let pan = screen.pan()
    pan.shouldBegin = { ($0 as! PanGestureRecognizer).translation.x > 0 }
    screen.play([down(100), move(80), move(150), up(150)])
    #expect(screen.log == [])
    pan.shouldReceive = { $0.position.x < 50 }
    screen.play([down(100), move(150), up(150), down(40), move(60), up(60)])
    #expect(screen.log == ["pan began 20 0", "pan ended 20 0"])
  }

  @Test("delivers no fingers to a disabled recognizer, and cancels one that is disabled during its gesture")
  func disabling() {
    let pan = screen.pan()
    pan.isEnabled = false
    screen.play([down(0), move(50)])
    pan.isEnabled = true
    screen.play([move(90), up(90)])
    #expect(screen.log == [], "a finger is delivered on touch-down")
    screen.play([down(0, id: 2), move(50, id: 2)])
    pan.isEnabled = false
    #expect(screen.takeLog() == ["pan began 50 0", "pan cancelled 50 0"])
    pan.isEnabled = true
    screen.play([move(99, id: 2), down(0, id: 3), move(50, id: 3), up(50, id: 3), up(99, id: 2)])
    #expect(screen.log == ["pan began 50 0", "pan ended 50 0"])
  }

  @Test("cancels a recognizer detached during its gesture, and resumes those that waited for it")
  func detaching() {
    let (swipe, pan) = (screen.swipe(.right), screen.pan())
    pan.require(toFail: swipe)
    screen.play([down(0), move(20)])
    screen.root.removeGestureRecognizer(swipe)
    #expect(screen.takeLog() == ["pan began 20 0"])
    screen.root.removeGestureRecognizer(pan)
    #expect(screen.log == ["pan cancelled 20 0"] && pan.layer == nil && screen.root.gestureRecognizers.isEmpty)
    screen.play([move(80), up(80)])
    #expect(screen.log.count == 1)
  }
}

@Suite("A gesture action")
struct GestureActionTests {
  let screen = GestureScreen()

  @Test("may remove the gesture's layers, and the gesture continues to its end")
  func removingLayers() {
    weak var removed: Layer?
    do {
      let card = screen.layer(100, 100, 100, 100)
      let pan = PanGestureRecognizer { [screen] pan in
        screen.write("\(pan.state) \(pan.layer == nil ? "without" : "with") a layer")
        pan.layer?.removeFromSuperlayer()
      }
      card.addGestureRecognizer(pan)
      removed = card
    }
    screen.play([down(150, 150), move(170, 150)])
    #expect(removed == nil)
    screen.play([move(180, 150), up(180, 150)])
    #expect(screen.log == ["began with a layer", "changed without a layer", "ended without a layer"])
  }

  @Test("may disable, detach and attach recognizers; pending actions of these are dropped")
  func rearranging() {
    let (first, second) = (screen.pan("first"), screen.pan("second"))
    second.shouldRecognizeSimultaneously = { _ in true }
    first.action = { [screen] pan in
      screen.write("first \(pan.state)")
      second.isEnabled = false
      pan.layer?.removeGestureRecognizer(pan)
      _ = screen.tap("new")
    }
    screen.play([down(0), move(20), up(20)])
    #expect(screen.takeLog() == ["first began", "first cancelled"])
    screen.play([down(0), up(0)])
    #expect(screen.log == ["new ended"], "two were attached, and the first wins")
  }

  @Test("may send events and time, which are handled after the current ones")
  func reentering() {
    let pan = screen.pan()
    pan.action = { [screen] pan in
      screen.write("pan \(pan.state)")
      if pan.state == .began {
        screen.play([move(60), up(60)])
        screen.advance(ms: 9000)
        screen.write("handed in")
      }
    }
    screen.play([down(0), move(20)])
    #expect(screen.log == ["pan began", "handed in", "pan changed", "pan ended"])
    #expect(screen.arena.contacts.isEmpty)
  }

  @Test("may release the last reference to the arena")
  func lastReference() {
    final class ArenaOwner { var arena: GestureArena? }
    let owner = ArenaOwner()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    owner.arena = GestureArena(root: root)
    let pan = PanGestureRecognizer { _ in owner.arena = nil }
    root.addGestureRecognizer(pan)
    owner.arena?.handle(down(0))
    owner.arena?.handle(move(50))
    #expect(owner.arena == nil)
    pan.isEnabled = false
    #expect(pan.state == .possible)
  }

  @Test("reads its location in a layer with any transform")
  func locations() {
    let card = screen.layer(100, 100, 100, 50)
    card.transform = Transform3D.identity.rotated(by: .degrees(90), axis: .z)
    let pan = screen.pan(on: card)
    screen.play([down(150, 125), move(150, 145)])
    #expect(pan.location(in: card) == Point(x: 70, y: 25))
    #expect(pan.translation(in: card) == Point(x: 20, y: 0))
    #expect(pan.location(ofTouch: 0, in: screen.root) == Point(x: 150, y: 145))
    #expect(pan.location(ofTouch: 1, in: screen.root) == nil && pan.numberOfTouches == 1)
  }
}

@Suite("Cancelling all gestures")
struct GestureCancelTests {
  let screen = GestureScreen()

  @Test("cancels gestures in progress and leaves no deadline")
  func cancelAll() {
    let (one, two) = (screen.tap("one"), screen.tap("two", taps: 2))
    one.require(toFail: two)
    screen.play([down(0), up(0, ms: 10)])
    #expect(screen.arena.nextDeadline != nil)
    screen.arena.cancelAll(at: Timestamp(nanoseconds: 15_000_000))
    #expect(screen.arena.nextDeadline == nil)
    _ = screen.pan(on: screen.layer(200, 200, 50, 50))
    screen.play([down(210, 210, id: 2, ms: 20), move(240, 210, id: 2, ms: 30)])
    screen.arena.cancelAll(at: Timestamp(nanoseconds: 40_000_000))
    #expect(screen.takeLog() == ["pan began 30 0", "pan cancelled 30 0"])
    #expect(screen.arena.nextDeadline == nil && screen.arena.contacts.isEmpty)
    screen.play([move(250, 210, id: 2, ms: 50), up(250, 210, id: 2, ms: 60), down(0, id: 3, ms: 70), up(0, id: 3, ms: 80)])
    screen.advance(ms: 800)
    #expect(screen.log == ["one ended"])
  }

  @Test("ignores time that goes back; a reset starts a new clock")
  func time() {
    _ = screen.press()
    screen.play([down(0, ms: 5000), move(1, ms: 3), up(1, ms: 4)])
    #expect(screen.log == [])
    screen.arena.reset()
    screen.play([down(0, id: 2, ms: 10)])
    #expect(screen.arena.nextDeadline == Timestamp(nanoseconds: 510_000_000))
  }
}
