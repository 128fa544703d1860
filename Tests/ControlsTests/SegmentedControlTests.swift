import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Segmented control")
struct SegmentedControlTests {
  let screen = ControlScreen()
  let theme = Theme.test

  /// A control with three segments of 98 points, the centers of which are at x = 142, 240 and 338.
  private func control() -> SegmentedControl {
    let control = SegmentedControl(["Day", "Night", "Auto"], theme: theme)
    control.frame = Rect(x: 90, y: 140, width: 300, height: 40)
    control.selectedSegmentIndex = 0
    screen.root.addSublayer(control)
    screen.watch(control)
    screen.run(16)
    return control
  }

  @Test("a tap selects the segment under the finger, and a tap on the selected segment sends no event")
  func taps() {
    let control = control()
    screen.tap(338, 160)
    #expect(control.selectedSegmentIndex == 2 && screen.takeLog() == ["down", "changed", "inside"])
    screen.tap(338, 160)
    #expect(screen.takeLog() == ["down", "inside"])
    control.selectedSegmentIndex = 1
    control.select(0, animated: true)
    #expect(screen.takeLog() == [])
    screen.run(400)
    #expect(screen.stage.nextFrame == .never)
  }

  @Test("a finger may slide sideways to another segment before it is lifted")
  func slide() {
    let control = control()
    screen.drag(from: Point(x: 142, y: 160), to: Point(x: 240, y: 160))
    #expect(control.selectedSegmentIndex == 0)
    screen.up(240, 160)
    #expect(control.selectedSegmentIndex == 1 && screen.takeLog() == ["down", "changed", "inside"])
  }

  @Test("lifting the finger beyond the margin or a palm selects nothing")
  func cancelling() {
    let control = control()
    screen.down(240, 160)
    screen.move(240, 300)
    screen.up(240, 300)
    screen.down(240, 160)
    screen.palm(240, 160)
    #expect(control.selectedSegmentIndex == 0)
    #expect(screen.takeLog() == ["down", "exit", "outside", "down", "cancel"])
  }

  @Test("disabled segments and a disabled control do not react")
  func disabled() {
    let control = control()
    control.setEnabled(false, forSegmentAt: 1)
    screen.tap(240, 160)
    #expect(control.selectedSegmentIndex == 0 && screen.takeLog() == ["down", "inside"])
    #expect(!control.isEnabledForSegment(at: 1) && control.isEnabledForSegment(at: 2) && !control.isEnabledForSegment(at: 3))
    control.isEnabled = false
    screen.tap(338, 160)
    #expect(control.selectedSegmentIndex == 0 && screen.takeLog() == [])
  }

  @Test("a momentary control has a selection only while its actions are called")
  func momentary() {
    let control = control()
    control.isMomentary = true
    #expect(control.selectedSegmentIndex == nil)
    var chosen: [Int?] = []
    control.addAction(for: .valueChanged) { chosen.append(($0 as? SegmentedControl)?.selectedSegmentIndex) }
    screen.tap(240, 160)
    screen.tap(240, 160)
    #expect(chosen == [1, 1] && control.selectedSegmentIndex == nil)
  }

  @Test("the selection stays with its segment when segments are inserted and removed")
  func editing() {
    let control = control()
    control.selectedSegmentIndex = 1
    control.insertSegment(withTitle: "First", at: -5)
    #expect(control.selectedSegmentIndex == 2 && control.numberOfSegments == 4)
    control.removeSegment(at: 0)
    #expect(control.selectedSegmentIndex == 1 && control.titleForSegment(at: 1) == "Night")
    control.removeSegment(at: 1)
    #expect(control.selectedSegmentIndex == nil && control.numberOfSegments == 2)
    control.insertSegment(with: ButtonTests.image, at: 9)
    #expect(control.imageForSegment(at: 2) == ButtonTests.image && control.imageForSegment(at: 0) == nil)
    control.setTitle("Later", forSegmentAt: 0)
    control.setTitle("Nobody", forSegmentAt: 7)
    #expect(control.titleForSegment(at: 0) == "Later" && control.titleForSegment(at: 7) == nil)
    control.selectedSegmentIndex = 7
    #expect(control.selectedSegmentIndex == nil)
    control.removeAllSegments()
    screen.tap(240, 160)
    #expect(control.numberOfSegments == 0 && control.selectedSegmentIndex == nil)
  }

  @Test("actions of a press that a removal cancels may remove all segments")
  func reentrancy() {
    let control = control()
    control.addAction(for: .touchCancel) { ($0 as? SegmentedControl)?.removeAllSegments() }
    screen.down(240, 160)
    control.removeSegment(at: 2)
    #expect(control.numberOfSegments == 0)
    control.insertSegment(withTitle: "A", at: 3)
    #expect(control.numberOfSegments == 1)
  }

  @Test("a new control fits its titles, also when they are selected, and each segment has a touch area of 9 mm")
  func size() {
    let control = SegmentedControl(["Wide title", "B"], theme: theme)
    let width = control.frame.width
    control.selectedSegmentIndex = 0
    #expect(control.sizeThatFits(Size(width: .max, height: .max)).width == width)
    #expect(control.sizeThatFits(Size(width: 50, height: 10)) == Size(width: 50, height: 10))
    let small = SegmentedControl(["A", "B", "C"], theme: theme)
    screen.root.addSublayer(small)
    #expect(small.touchRect.width == 144 && small.touchRect.height == 48)
  }
}
