import CartoucheControls
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Control")
struct ControlTests {
  let screen = ControlScreen()
  let theme = Theme.test

  private func control(_ x: Scalar, _ y: Scalar, _ width: Scalar, _ height: Scalar, in parent: Layer? = nil) -> Control {
    let control = Control(frame: Rect(x: x, y: y, width: width, height: height), theme: theme)
    (parent ?? screen.root).addSublayer(control)
    return control
  }

  @Test("press, exit, enter and lift are reported in order, and the control is highlighted while the finger is on it")
  func steps() {
    let control = control(100, 100, 100, 60)
    screen.watch(control)
    screen.down(150, 130)
    #expect(screen.takeLog() == ["down"])
    #expect(control.isHighlighted && control.isTracking && control.isTouchInside)
    screen.move(300, 130)
    screen.move(310, 130)
    #expect(screen.takeLog() == ["exit"])
    #expect(!control.isHighlighted && control.isTracking && !control.isTouchInside)
    screen.move(220, 130)
    #expect(screen.takeLog() == ["enter"] && control.isHighlighted)
    screen.up(220, 130)
    #expect(screen.takeLog() == ["inside"])
    #expect(!control.isHighlighted && !control.isTracking && !control.isTouchInside)
    screen.down(150, 130)
    screen.move(400, 130)
    screen.up(400, 130)
    #expect(screen.takeLog() == ["down", "exit", "outside"])
    screen.down(150, 130)
    screen.palm(150, 130)
    #expect(screen.takeLog() == ["down", "cancel"] && !control.isHighlighted)
  }

  @Test("a small control is hit in a square of the touch target's size around its center, and nowhere else")
  func target() {
    let control = control(200, 100, 20, 60)
    #expect(control.touchRect == Rect(x: -14, y: 0, width: 48, height: 60))
    // Nine millimeters on a display as dense as a phone's.
    screen.stage.touchMetrics = TouchMetrics(pointsPerMillimeter: 8)
    #expect(control.touchRect == Rect(x: -26, y: -6, width: 72, height: 72))
    screen.stage.touchMetrics = .standard
    let points: [(Scalar, Scalar, Bool)] = [
      (187, 130, true), (185, 130, false), (233, 130, true), (235, 130, false), (210, 99, false), (210, 101, true),
      (210, 159, true),
      (210, 161, false),
    ]
    for (x, y, isHit) in points { #expect((screen.root.hitTest(Point(x: x, y: y)) === control) == isHit, "\(x), \(y)") }
    control.isHidden = true
    #expect(screen.root.hitTest(Point(x: 187, y: 130)) === screen.root)
  }

  @Test("a sibling in front takes precedence over the enlarged touch area, one behind does not")
  func overlap() {
    let behind = Layer(frame: Rect(x: 180, y: 100, width: 12, height: 60))
    screen.root.addSublayer(behind)
    let control = control(200, 100, 20, 60)
    #expect(screen.root.hitTest(Point(x: 189, y: 130)) === control)
    screen.root.addSublayer(behind)
    #expect(screen.root.hitTest(Point(x: 189, y: 130)) === behind)
    #expect(screen.root.hitTest(Point(x: 195, y: 130)) === control)
  }

  @Test("a control in a rotated parent is hit where it is visible, with its enlarged touch area")
  func turned() {
    let parent = Layer(frame: Rect(x: 100, y: 100, width: 200, height: 100))
    parent.transform = Transform3D.identity.rotated(by: .degrees(90), axis: .z)
    screen.root.addSublayer(parent)
    let control = control(90, 40, 20, 20, in: parent)
    // Its center is at (200, 150) on the screen.
    for (x, y) in [(180, 150), (220, 150), (200, 130), (200, 170)] as [(Scalar, Scalar)] {
      #expect(screen.root.hitTest(Point(x: x, y: y)) === control)
    }
    #expect(screen.root.hitTest(Point(x: 200, y: 176)) !== control)
  }

  @Test("a disabled control sends no events, and its ancestors get no touch")
  func disabled() {
    let control = control(100, 100, 100, 60)
    screen.watch(control)
    screen.root.addGestureRecognizer(TapGestureRecognizer { [screen] _ in screen.write("tap behind") })
    control.isEnabled = false
    screen.tap(150, 130)
    #expect(screen.takeLog() == [] && !control.isHighlighted)
    control.isEnabled = true
    screen.tap(150, 130)
    #expect(screen.takeLog() == ["down", "inside"])
    screen.tap(20, 20)
    #expect(screen.takeLog() == ["tap behind"])
  }

  @Test(
    "a press ends with one cancel event when its control is disabled, hidden or removed, or tracking is canceled",
    arguments: ["disabled", "removed", "hidden", "parent removed", "cancelTracking"])
  func ended(cause: String) {
    let parent = Layer(frame: screen.root.bounds)
    screen.root.addSublayer(parent)
    let control = control(100, 100, 100, 60, in: parent)
    screen.watch(control)
    screen.down(150, 130)
    switch cause {
    case "disabled": control.isEnabled = false
    case "removed": control.removeFromSuperlayer()
    case "hidden": control.isHidden = true
    case "parent removed": parent.removeFromSuperlayer()
    default: control.cancelTracking()
    }
    // No later than the next turn of the run loop.
    screen.run(16)
    #expect(screen.takeLog() == ["down", "cancel"])
    #expect(!control.isHighlighted && !control.isTracking)
    screen.move(160, 130)
    screen.up(160, 130)
    #expect(screen.takeLog() == [])
    // The control can be pressed again.
    screen.root.addSublayer(control)
    (control.isEnabled, control.isHidden) = (true, false)
    screen.tap(150, 130)
    #expect(screen.takeLog() == ["down", "inside"])
  }

  @Test(
    "an action may remove its control, and all other actions are still called",
    arguments: [Control.Event.touchDown, .touchUpInside])
  func removing(event: Control.Event) {
    weak var weakControl: Control?
    scoped {
      let control = control(100, 100, 100, 60)
      weakControl = control
      control.addAction(for: event) { $0.removeFromSuperlayer() }
      control.addAction(for: event) { [screen] _ in screen.write("second") }
    }
    screen.down(150, 130)
    screen.run(16)
    screen.up(150, 130)
    #expect(screen.takeLog() == ["second"])
    #expect(weakControl == nil)
  }

  @Test("canceling a layer's presses cancels those of all controls in it, and the fingers have no further effect")
  func cancelPresses() {
    let parent = Layer(frame: screen.root.bounds)
    screen.root.addSublayer(parent)
    let (inside, outside) = (control(20, 100, 100, 60, in: parent), control(300, 100, 100, 60))
    screen.watch(inside, "inside ")
    screen.watch(outside, "outside ")
    screen.down(50, 130, id: 1)
    screen.down(350, 130, id: 2)
    parent.cancelPresses()
    #expect(screen.takeLog() == ["inside down", "outside down", "inside cancel"])
    #expect(!inside.isTracking && outside.isTracking)
    screen.up(50, 130, id: 1)
    screen.up(350, 130, id: 2)
    #expect(screen.takeLog() == ["outside inside"])
  }

  private func scoped(_ body: () -> Void) { body() }

  @Test("actions are called in the order in which they were added, for their events, until they are removed")
  func actions() {
    let control = control(100, 100, 100, 60)
    control.addAction(for: [.touchDown, .touchUpInside]) { [screen] _ in screen.write("a") }
    control.addAction(for: .allTouchEvents) { [screen] _ in screen.write("b") }
    screen.tap(150, 130)
    #expect(screen.takeLog() == ["a", "b", "a", "b"])
    control.removeActions(for: .touchDown)
    screen.tap(150, 130)
    #expect(screen.takeLog() == ["a", "b"])
    control.sendActions(for: .touchDragExit)
    #expect(screen.takeLog() == ["b"])
  }

  @Test("two fingers press two controls independently")
  func twoFingers() {
    let (left, right) = (control(20, 100, 100, 60), control(300, 100, 100, 60))
    screen.watch(left, "left ")
    screen.watch(right, "right ")
    screen.down(50, 130, id: 1)
    screen.down(350, 130, id: 2)
    screen.up(50, 130, id: 1)
    screen.up(350, 130, id: 2)
    #expect(screen.takeLog() == ["left down", "right down", "left inside", "right inside"])
  }
}
