import CartoucheRaster
import CartoucheScene
import Testing

@Suite("A press")
struct PressGestureTests {
  let screen = GestureScreen()
  let layer: Layer
  let press: PressGestureRecognizer

  init() {
    let screen = screen
    layer = screen.layer(100, 100, 100, 50)
    press = PressGestureRecognizer { [unowned screen] press in screen.write("press \(press.state) \(press.isInside)") }
    layer.addGestureRecognizer(press)
  }

  @Test("begins on touch-down and prevents taps, pans and long presses of superlayers")
  func atOnce() {
    _ = (screen.tap(), screen.pan(), screen.press("long"), screen.tap("twice", taps: 2))
    screen.play([down(150, 120)])
    #expect(screen.takeLog() == ["press began true"])
    screen.play([move(170, 120, ms: 20), up(170, 120, ms: 900)])
    #expect(screen.takeLog() == ["press ended true"])
    screen.play([down(150, 120, ms: 1000), up(150, 120, ms: 1050), down(150, 120, ms: 1100), up(150, 120, ms: 1150)])
    #expect(screen.takeLog() == ["press began true", "press ended true", "press began true", "press ended true"])
    screen.play([down(10, 10, ms: 2000), up(10, 10, ms: 2050)])
    screen.advance(ms: 3000)
    #expect(screen.takeLog() == ["tap ended"])
  }

  @Test("changes when the finger moves beyond the margin, and when it returns", arguments: [nil, 5] as [Scalar?])
  func leavesMargin(margin: Scalar?) {
    press.margin = margin
    // Ten millimeters at four points per millimeter.
    let edge = 200 + (margin ?? 40)
    screen.play([down(195, 120), move(edge - 1, 120, ms: 10)])
    #expect(screen.takeLog() == ["press began true"])
    screen.play([move(edge + 4, 120, ms: 20), move(edge + 9, 120, ms: 30)])
    #expect(screen.takeLog() == ["press changed false"])
    screen.play([move(edge - 1, 120, ms: 40), up(edge - 1, 120, ms: 50)])
    #expect(screen.takeLog() == ["press changed true", "press ended true"])
    screen.play([down(195, 120, ms: 100), up(edge + 4, 120, ms: 120)])
    #expect(screen.takeLog() == ["press began true", "press ended false"])
  }

  @Test("begins after its delay, unless another gesture takes the finger, and a quick tap begins and ends it")
  func delayed() {
    press.delay = 0.1
    _ = (screen.tap(), screen.pan())
    screen.play([down(150, 120)])
    screen.advance(ms: 99)
    #expect(screen.takeLog() == [])
    screen.advance(ms: 100)
    #expect(screen.takeLog() == ["press began true"])
    screen.play([move(170, 120, ms: 120), up(170, 120, ms: 200)])
    #expect(screen.takeLog() == ["press ended true"])
    // The tap of the superlayer does not see a quick tap.
    screen.play([down(150, 120, ms: 300), up(150, 120, ms: 320)])
    #expect(screen.takeLog() == ["press began true", "press ended true"])
    // A pan of the superlayer takes the finger before.
    screen.play([down(150, 120, ms: 500), move(180, 120, ms: 520)])
    screen.advance(ms: 700)
    screen.play([up(180, 120, ms: 720)])
    #expect(screen.takeLog() == ["pan began 30 0", "pan ended 30 0"])
    // A palm and a removed layer are no press.
    screen.play([down(150, 120, ms: 900), cancel(150, 120, ms: 920)])
    screen.play([down(150, 120, ms: 1000)])
    layer.removeFromSuperlayer()
    screen.advance(ms: 1200)
    screen.play([up(150, 120, ms: 1220)])
    #expect(!screen.takeLog().contains { $0.hasPrefix("press") })
  }

  @Test("stays inside at its touch-down position, even off the layer")
  func staysInside() {
    press.margin = 0
    let sub = screen.layer(300, 0, 20, 20, in: layer)
    #expect(sub.superlayer === layer)
    screen.play([down(405, 105), move(408, 108, ms: 20), up(408, 108, ms: 30)])
    #expect(screen.takeLog() == ["press began true", "press ended true"])
  }

  @Test("tracks one finger; a second has no effect on it or on superlayers")
  func oneFinger() {
    _ = (screen.tap(), screen.pan(), screen.pinch())
    screen.play([
      down(150, 120, id: 1), down(160, 120, id: 2, ms: 10), move(400, 120, id: 2, ms: 20), up(400, 120, id: 2, ms: 30),
    ])
    #expect(screen.takeLog() == ["press began true"])
    screen.play([down(110, 120, id: 3, ms: 40), up(150, 120, id: 1, ms: 50)])
    #expect(screen.takeLog() == ["press ended true"])
    screen.play([move(400, 300, id: 3, ms: 60), up(400, 300, id: 3, ms: 70), down(150, 120, id: 4, ms: 80)])
    #expect(screen.takeLog() == ["press began true"])
    screen.play([cancel(150, 120, id: 4, ms: 90)])
    #expect(screen.takeLog() == ["press cancelled true"])
  }

  @Test(
    "is cancelled once when its layer is no longer shown, though the finger does nothing",
    arguments: ["removed", "hidden", "invisible", "hidden with its parent"])
  func layerDisappears(change: String) {
    let parent = screen.layer(0, 0, 480, 320)
    parent.addSublayer(layer)
    screen.play([down(150, 120)])
    screen.advance(ms: 10)
    #expect(screen.takeLog() == ["press began true"])
    switch change {
    case "removed": layer.removeFromSuperlayer()
    case "hidden": layer.isHidden = true
    case "invisible": layer.opacity = 0
    default: parent.isHidden = true
    }
    screen.advance(ms: 20)
    #expect(screen.takeLog() == ["press cancelled true"])
    screen.play([up(150, 120, ms: 30)])
    #expect(screen.takeLog() == [])
    #expect(press.state == .possible)
  }

  @Test("yields to a pan that allows simultaneous presses and cancels them")
  func yields() {
    let pan = screen.pan()
    pan.shouldRecognizeSimultaneously = { $0 is PressGestureRecognizer }
    let press = press
    pan.action = { [unowned screen] pan in
      screen.write("pan \(pan.state)")
      guard pan.state == .began else { return }
      press.isEnabled = false
      press.isEnabled = true
    }
    screen.play([down(150, 120), move(150, 150, ms: 20), move(150, 160, ms: 30), up(150, 160, ms: 40)])
    #expect(screen.takeLog() == ["press began true", "pan began", "press cancelled true", "pan changed", "pan ended"])
  }

  @Test("of an observer is inside wherever the finger moves")
  func observing() {
    screen.arena.addObserver(PressGestureRecognizer { [unowned screen] in screen.write("watch \($0.state) \($0.isInside)") })
    screen.play([down(10, 10), move(400, 300, ms: 10), up(400, 300, ms: 20)])
    #expect(screen.takeLog() == ["watch began true", "watch ended true"])
  }

  @Test("is outside when its layer is seen edge-on")
  func edgeOn() {
    screen.play([down(150, 120)])
    layer.transform = Transform3D.identity.rotated(by: .degrees(90), axis: .y)
    screen.play([move(165, 120, ms: 10), up(165, 120, ms: 20)])
    #expect(screen.takeLog() == ["press began true", "press changed false", "press ended false"])
  }
}
