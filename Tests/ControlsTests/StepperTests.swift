import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Stepper")
struct StepperTests {
  let screen = ControlScreen()
  let theme = Theme.test

  /// A stepper from 0 to 3 whose minus is at x = 213 and whose plus is at x = 267.
  private func stepper() -> Stepper {
    let stepper = Stepper(theme: theme)
    stepper.position = Point(x: 240, y: 160)
    stepper.maximumValue = 3
    screen.root.addSublayer(stepper)
    screen.watch(stepper)
    screen.run(16)
    return stepper
  }

  @Test("taps step up and down, and at the ends nothing is sent")
  func taps() {
    let stepper = stepper()
    screen.tap(213, 160)
    #expect(stepper.value == 0 && screen.takeLog() == ["down", "inside"])
    for expected in [1, 2, 3] as [Scalar] {
      screen.tap(267, 160)
      #expect(stepper.value == expected && screen.takeLog() == ["down", "changed", "inside"])
    }
    screen.tap(267, 160)
    #expect(stepper.value == 3 && screen.takeLog() == ["down", "inside"])
    screen.tap(213, 160)
    #expect(stepper.value == 2)
    stepper.value = 0.5
    screen.tap(213, 160)
    #expect(stepper.value == 0)
  }

  @Test("a stepper that wraps continues at the other end")
  func wraps() {
    let stepper = stepper()
    stepper.wraps = true
    screen.tap(213, 160)
    #expect(stepper.value == 3)
    screen.tap(267, 160)
    #expect(stepper.value == 0)
    stepper.stepValue = 0
    screen.tap(267, 160)
    #expect(stepper.value == 0)
  }

  @Test("a held stepper repeats after half a second, pauses while the finger is off it, and needs no frames after")
  func autorepeat() {
    let stepper = stepper()
    stepper.maximumValue = 100
    screen.down(267, 160)
    screen.run(480)
    #expect(stepper.value == 0)
    screen.run(128)
    #expect(stepper.value >= 1 && stepper.value <= 2)
    screen.run(500)
    #expect(stepper.value >= 5 && stepper.value <= 6)
    screen.move(267, 300)
    let paused = stepper.value
    screen.run(1000)
    #expect(stepper.value == paused && screen.stage.nextFrame == .never)
    screen.move(267, 160)
    screen.run(600)
    #expect(stepper.value > paused)
    let end = stepper.value
    screen.up(267, 160)
    screen.run(300)
    #expect(stepper.value == end, "no further step when the finger is lifted")
    #expect(screen.stage.nextFrame == .never)
  }

  @Test("without autorepeat, or without being continuous, a hold sends one event when the finger is lifted")
  func events() {
    let stepper = stepper()
    stepper.autorepeat = false
    screen.down(267, 160)
    screen.run(2000)
    #expect(stepper.value == 0)
    screen.up(267, 160)
    #expect(stepper.value == 1 && screen.takeLog() == ["down", "changed", "inside"])
    (stepper.autorepeat, stepper.isContinuous) = (true, false)
    screen.down(267, 160)
    screen.run(2000)
    #expect(stepper.value == 3 && screen.takeLog() == ["down"])
    screen.up(267, 160)
    #expect(screen.takeLog() == ["changed", "inside"])
  }

  @Test("lifting the finger beyond the margin, a palm or disabling makes no step")
  func cancelling() {
    let stepper = stepper()
    screen.down(267, 160)
    screen.move(267, 300)
    screen.up(267, 300)
    screen.down(267, 160)
    screen.palm(267, 160)
    #expect(stepper.value == 0 && screen.takeLog() == ["down", "exit", "outside", "down", "cancel"])
    screen.down(267, 160)
    stepper.isEnabled = false
    screen.run(1000)
    screen.up(267, 160)
    screen.tap(267, 160)
    #expect(stepper.value == 0 && screen.takeLog() == ["down", "cancel"])
  }

  @Test("each half has a touch area of 9 mm")
  func touchArea() {
    let stepper = stepper()
    #expect(stepper.touchRect == Rect(x: 0, y: -4, width: 108, height: 48))
    screen.stage.touchMetrics = TouchMetrics(pointsPerMillimeter: 8)
    #expect(stepper.touchRect == Rect(x: -18, y: -16, width: 144, height: 72))
    screen.tap(310, 190)
    #expect(stepper.value == 1)
  }

  @Test("an action may remove the stepper while it repeats")
  func removal() {
    let stepper = stepper()
    stepper.addAction(for: .valueChanged) { if ($0 as? Stepper)?.value == 2 { $0.removeFromSuperlayer() } }
    screen.down(267, 160)
    screen.run(2000)
    #expect(stepper.value == 2 && !stepper.isTracking && screen.stage.nextFrame == .never)
  }
}
