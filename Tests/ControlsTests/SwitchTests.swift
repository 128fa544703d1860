import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Switch")
struct SwitchTests {
  let screen = ControlScreen()
  let theme = Theme.test

  private func makeSwitch(isOn: Bool = false, in parent: Layer? = nil) -> Switch {
    let control = Switch(isOn: isOn, theme: theme)
    control.position = Point(x: 240, y: 160)
    (parent ?? screen.root).addSublayer(control)
    screen.watch(control)
    screen.run(16)
    return control
  }

  @Test("a tap turns the switch on and off, and sends one event for each")
  func tap() {
    let control = makeSwitch()
    screen.tap(240, 160)
    #expect(control.isOn && screen.takeLog() == ["down", "changed", "inside"])
    screen.tap(240, 160)
    #expect(!control.isOn && screen.takeLog() == ["down", "changed", "inside"])
    control.isOn = true
    control.setOn(false, animated: true)
    #expect(screen.takeLog() == [])
  }

  @Test("a drag to the other end changes the value once, and a drag back does not")
  func drag() {
    let control = makeSwitch()
    screen.drag(from: Point(x: 228, y: 160), to: Point(x: 256, y: 162))
    #expect(!control.isOn && screen.takeLog() == ["down"])
    screen.up(256, 162)
    #expect(control.isOn && screen.takeLog() == ["changed", "inside"])
    screen.drag(from: Point(x: 252, y: 160), to: Point(x: 220, y: 160))
    for x in 220...250 { screen.move(Scalar(x), 160) }
    screen.up(250, 160)
    #expect(control.isOn && screen.takeLog() == ["down", "inside"])
  }

  @Test("the thumb follows a dragging finger and snaps to an end when the finger is lifted")
  func thumb() {
    let control = makeSwitch()
    let thumb = control.sublayers[1]
    screen.drag(from: Point(x: 228, y: 160), to: Point(x: 238, y: 160))
    let start = thumb.frame.minX
    screen.move(241, 160)
    #expect(thumb.frame.minX == start + 3)
    screen.up(241, 160)
    screen.run(400)
    #expect(control.isOn && thumb.frame == Rect(x: 22, y: 2, width: 28, height: 28))
    #expect(screen.stage.nextFrame == .never)
  }

  @Test("lifting the finger beyond the margin or a palm changes nothing", arguments: [false, true])
  func cancelling(isDragged: Bool) {
    let control = makeSwitch()
    let before = screen.panel.pixelBytes
    for isPalm in [false, true] {
      if isDragged { screen.drag(from: Point(x: 228, y: 160), to: Point(x: 260, y: 160)) } else { screen.down(240, 160) }
      screen.move(260, isPalm ? 165 : 300)
      if isPalm { screen.palm(260, 165) } else { screen.up(260, 300) }
      #expect(!control.isOn)
      #expect(screen.takeLog() == (isPalm ? ["down", "cancel"] : ["down", "exit", "outside"]))
      screen.run(400)
      #expect(screen.panel.pixelBytes == before)
    }
  }

  @Test("a disabled switch does not react, and disabling it during a drag cancels the drag")
  func disabled() {
    let control = makeSwitch()
    control.isEnabled = false
    screen.tap(240, 160)
    #expect(!control.isOn && screen.takeLog() == [])
    control.isEnabled = true
    screen.drag(from: Point(x: 228, y: 160), to: Point(x: 256, y: 160))
    control.isEnabled = false
    screen.up(256, 160)
    #expect(!control.isOn && screen.takeLog() == ["down", "cancel"])
  }

  @Test("the touch area is 9 mm wide and high")
  func touchArea() {
    let control = makeSwitch()
    #expect(control.touchRect == Rect(x: 0, y: -8, width: 52, height: 48))
    screen.tap(240, 183)
    #expect(control.isOn)
    screen.stage.touchMetrics = TouchMetrics(pointsPerMillimeter: 8)
    #expect(control.touchRect == Rect(x: -10, y: -20, width: 72, height: 72))
  }

  @Test("the value slides, and an animated change that is reversed turns back from where it is")
  func animation() {
    let control = makeSwitch()
    let thumb = control.sublayers[1]
    func x() -> Scalar {
      guard case .scalar(let x)? = thumb.presentationValue(for: .positionX) else { return .min }
      return x
    }
    control.setOn(true, animated: true)
    screen.run(112)
    let middle = x()
    #expect(middle > 17 && middle < 35)
    control.setOn(false, animated: true)
    screen.run(16)
    #expect((x() - middle).magnitude < 6)
    screen.run(300)
    #expect(x() == 16 && screen.stage.nextFrame == .never)
  }
}
