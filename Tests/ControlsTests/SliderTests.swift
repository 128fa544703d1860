import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Slider")
struct SliderTests {
  let screen = ControlScreen()
  let theme = Theme.test

  /// A slider whose thumb travels from x = 100 to x = 300, with the range from 0 to 10.
  private func slider(in parent: Layer? = nil) -> Slider {
    let slider = Slider(frame: Rect(x: 86, y: 144, width: 228, height: 32), theme: theme)
    slider.maximumValue = 10
    (parent ?? screen.root).addSublayer(slider)
    screen.watch(slider)
    screen.run(16)
    return slider
  }

  @Test("a drag of the thumb changes the value with the finger's offset, and sends an event for each change")
  func drag() {
    let slider = slider()
    screen.drag(from: Point(x: 105, y: 160), to: Point(x: 205, y: 160))
    #expect(slider.value == 5)
    #expect(screen.takeLog() == ["down"] + Array(repeating: "changed", count: 10))
    screen.move(205, 161)
    #expect(screen.takeLog() == [])
    screen.move(1000, 160)
    screen.up(1000, 160)
    #expect(slider.value == 10 && screen.takeLog() == ["exit", "changed", "outside"])
  }

  @Test("a tap beside the thumb moves the thumb there, and a tap on the thumb does not")
  func tap() {
    let slider = slider()
    screen.tap(250, 160)
    #expect(slider.value == 7.5 && screen.takeLog() == ["down", "changed", "inside"])
    screen.tap(262, 160)
    #expect(slider.value == 7.5 && screen.takeLog() == ["down", "inside"])
    screen.run(400)
    #expect(screen.stage.nextFrame == .never)
  }

  @Test("a drag that begins beside the thumb moves the thumb under the finger")
  func anywhere() {
    let slider = slider()
    screen.drag(from: Point(x: 250, y: 180), to: Point(x: 270, y: 180))
    #expect(slider.value == 8.5)
    screen.up(270, 180)
    #expect(slider.value == 8.5)
  }

  @Test("with steps, only multiples from the minimum and the maximum are possible")
  func steps() {
    let slider = slider()
    (slider.minimumValue, slider.step) = (1, 4)
    for (value, expected) in [(0, 1), (2.5, 1), (3, 5), (6.9, 5), (8, 9), (9.4, 9), (9.6, 10), (20, 10)] as [(Scalar, Scalar)] {
      slider.value = value
      #expect(slider.value == expected, "\(value)")
    }
    slider.value = 1
    _ = screen.takeLog()
    screen.drag(from: Point(x: 100, y: 160), to: Point(x: 200, y: 160), steps: 50)
    #expect(slider.value == 5)
    #expect(screen.takeLog() == ["down", "changed"], "one event for a step, not one for a movement")
  }

  @Test("the value stays in the range, and the limit that was set last wins")
  func range() {
    let slider = slider()
    slider.value = 8
    slider.maximumValue = 6
    #expect(slider.value == 6)
    slider.minimumValue = 20
    #expect(slider.minimumValue == 20 && slider.maximumValue == 20 && slider.value == 20)
    slider.maximumValue = -3
    #expect(slider.minimumValue == -3 && slider.value == -3)
    (slider.minimumValue, slider.maximumValue, slider.value) = (.min, .max, .max)
    screen.drag(from: Point(x: 300, y: 160), to: Point(x: 150, y: 160))
    _ = screen.panel
    #expect(slider.value < 0)
  }

  @Test("a slider that is not continuous sends one event when the finger is lifted")
  func notContinuous() {
    let slider = slider()
    slider.isContinuous = false
    screen.drag(from: Point(x: 100, y: 160), to: Point(x: 200, y: 160))
    #expect(slider.value == 5 && screen.takeLog() == ["down"])
    screen.up(200, 160)
    #expect(screen.takeLog() == ["changed", "inside"])
  }

  @Test("a palm returns to the value before the touch, and a finger that leaves up or down changes nothing")
  func cancelling() {
    let slider = slider()
    slider.value = 2
    screen.drag(from: Point(x: 140, y: 160), to: Point(x: 240, y: 160), steps: 1)
    #expect(slider.value == 7)
    screen.palm(240, 160)
    #expect(slider.value == 2 && screen.takeLog() == ["down", "changed", "changed", "cancel"])
    screen.drag(from: Point(x: 250, y: 160), to: Point(x: 255, y: 300))
    screen.up(255, 300)
    #expect(slider.value == 2 && screen.takeLog() == ["down", "exit", "outside"])
  }

  @Test("a disabled slider does not react, and disabling it during a drag cancels the drag")
  func disabled() {
    let slider = slider()
    slider.isEnabled = false
    screen.drag(from: Point(x: 100, y: 160), to: Point(x: 200, y: 160))
    screen.up(200, 160)
    #expect(slider.value == 0 && screen.takeLog() == [])
    slider.isEnabled = true
    screen.drag(from: Point(x: 100, y: 160), to: Point(x: 200, y: 160))
    slider.isEnabled = false
    screen.move(250, 160)
    screen.up(250, 160)
    #expect(slider.value == 0)
  }

  @Test("a finger whose press was canceled does not drag, and a second finger does not either")
  func forgottenFinger() {
    let slider = slider()
    screen.down(100, 160)
    slider.cancelTracking()
    screen.move(200, 160)
    screen.up(200, 160)
    #expect(slider.value == 0 && screen.takeLog() == ["down", "cancel"])
    screen.down(100, 160, id: 1)
    screen.down(250, 160, id: 2)
    screen.move(200, 160, id: 2)
    screen.up(200, 160, id: 2)
    #expect(slider.value == 0)
    screen.up(100, 160, id: 1)
    #expect(slider.value == 0 && !slider.isTracking)
  }

  @Test("in a layer that pans, a sideways drag belongs to the slider, and a drag up or down to the layer")
  func inPanningLayer() {
    let list = Layer(frame: screen.root.bounds)
    screen.root.addSublayer(list)
    let pan = PanGestureRecognizer { [screen] pan in
      if pan.state == .began {
        screen.write("pan")
        pan.layer?.cancelPresses()
      }
    }
    pan.shouldRecognizeSimultaneously = { $0 is PressGestureRecognizer }
    list.addGestureRecognizer(pan)
    let slider = slider(in: list)
    screen.drag(from: Point(x: 100, y: 160), to: Point(x: 200, y: 170), steps: 2)
    screen.move(200, 300)
    screen.up(200, 300)
    #expect(slider.value == 5 && !screen.takeLog().contains("pan"))
    screen.drag(from: Point(x: 200, y: 160), to: Point(x: 205, y: 260), steps: 2)
    screen.move(280, 260)
    screen.up(280, 260)
    #expect(slider.value == 5 && screen.takeLog() == ["down", "pan", "cancel"])
  }

  @Test("the touch area is 9 mm high, and the value images make the track shorter")
  func geometry() {
    let slider = slider()
    #expect(slider.touchRect.height == 48)
    screen.drag(from: Point(x: 100, y: 182), to: Point(x: 200, y: 182))
    screen.up(200, 182)
    #expect(slider.value == 5)
    (slider.minimumValueImage, slider.maximumValueImage) = (ButtonTests.image, ButtonTests.image)
    screen.run(16)
    // The thumb travels from 130 to 270.
    screen.tap(270, 160)
    #expect(slider.value == 10)
  }
}
