import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

/// Two buffers of one stage: one repainted where it was damaged, one drawn whole.
private final class Comparison {
  private let size: PixelSize
  private let kept: TestPanel
  private let renderer = Renderer()
  private(set) var looks: Set<[UInt8]> = []

  init(_ size: PixelSize) {
    self.size = size
    kept = TestPanel(size: size, format: .xrgb8888)
  }

  /// The first byte that differs after `damage` was poisoned and drawn anew; nil, none.
  func difference(_ list: DisplayList, damage: [PixelRect]) -> Int? {
    renderer.draw(DisplayList(), over: .purple, into: kept.buffer, damage: damage, workers: SerialWorkerPool())
    renderer.draw(list, over: .white, into: kept.buffer, damage: damage, workers: SerialWorkerPool())
    let whole = TestPanel(size: size, format: .xrgb8888)
    renderer.draw(list, over: .white, into: whole.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
    let (a, b) = (kept.pixelBytes, whole.pixelBytes)
    looks.insert(b)
    return a == b ? nil : zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  }
}

@Suite("Random controls")
struct RandomControlsTests {
  /// What was made, held weakly.
  private final class Traces {
    private var layers: [() -> Layer?] = []
    func note(_ layer: Layer) { layers.append { [weak layer] in layer } }
    var count: Int { layers.count }
    var alive: [Layer] { layers.compactMap { $0() } }
  }

  /// A program that does at random what a program may do with controls.
  private final class Visitor {
    var random: SplitMix64
    let screen = ControlScreen(192, 160)
    let theme: Theme
    let traces = Traces()
    let stack: ScreenStack
    var callouts: [Callout] = []
    var sheets: [ActionSheet] = []
    var controls: [Control] = []
    var calls = 0

    init(seed: UInt64, theme: Theme) {
      random = SplitMix64(seed: seed)
      self.theme = theme
      let root = Screen("Root", theme: theme)
      stack = ScreenStack(frame: screen.root.bounds, root: root, theme: theme)
      screen.root.addSublayer(stack)
      for layer in [root, stack] { traces.note(layer) }
      stack.onPop = { [unowned self] _ in react() }
      stack.onShow = { [unowned self] _ in react() }
    }

    func number(_ range: Range<Int>) -> Scalar { Scalar(Int.random(in: range, using: &random)) }
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    /// What an action does: sometimes everything.
    func react() {
      calls += 1
      if chance(4), calls < 3000 { act() }
    }

    func button() -> Control {
      let control: Control
      switch Int.random(in: 0..<3, using: &random) {
      case 0: control = DetailButton(theme: theme)
      case 1: control = CloseButton(theme: theme)
      default: control = Button("Go", style: Button.Style.allCases.randomElement(using: &random)!, theme: theme)
      }
      control.addAction(for: .allTouchEvents) { [unowned self] control in
        react()
        if chance(12) { control.removeFromSuperlayer() }
      }
      traces.note(control)
      controls.append(control)
      return control
    }

    func act() {
      let top = stack.topScreen
      switch Int.random(in: 0..<17, using: &random) {
      case 0, 1, 2:
        let screen = Screen("Screen \(stack.screens.count)", theme: theme)
        if chance(2) { screen.rightBarItem = button() }
        traces.note(screen)
        stack.push(screen, animated: !chance(3))
      case 3, 4: stack.pop(animated: !chance(3))
      case 5: if chance(3) { stack.popToRoot(animated: !chance(3)) }
      case 6, 7:
        let control = button()
        control.position = Point(x: number(0..<192), y: number(0..<120))
        top.addSublayer(control)
      case 8, 9:
        let callout = Callout(
          chance(2) ? "Title" : String(repeating: "long ", count: 20), subtitle: chance(2) ? "" : "Under", theme: theme)
        if chance(2) { callout.rightAccessory = button() }
        callout.onTap = { [unowned self] callout in
          react()
          if chance(2) { callout.dismiss(animated: !chance(3)) }
        }
        top.addSublayer(callout)
        traces.note(callout)
        callouts.append(callout)
        callout.place(
          pointingAt: Rect(x: number(-20..<200), y: number(-20..<140), width: 8, height: 8), within: top.bounds)
        callout.present(animated: !chance(3))
      case 10:
        guard let callout = callouts.randomElement(using: &random) else { return }
        if chance(2) { callout.present(animated: !chance(3)) } else { callout.dismiss(animated: !chance(3)) }
        callout.title = "Other"
      case 11:
        guard sheets.filter(\.isPresented).count < 2 else { return }
        let sheet = ActionSheet(chance(2) ? "" : "Title", message: "Message", theme: theme)
        for index in 0..<Int.random(in: 0..<6, using: &random) {
          sheet.addAction("Action", style: ActionSheet.ActionStyle.allCases[index % 3]) { [unowned self] in react() }
        }
        traces.note(sheet)
        sheets.append(sheet)
        sheet.present(in: chance(2) ? screen.root : top, animated: !chance(3))
      case 12: sheets.randomElement(using: &random)?.dismiss(animated: !chance(3))
      case 13: controls.randomElement(using: &random)?.isEnabled.toggle()
      case 14: controls.randomElement(using: &random)?.isHidden.toggle()
      case 15: controls.randomElement(using: &random)?.removeFromSuperlayer()
      default: top.title += "x"
      }
      if controls.count > 12 { controls.removeFirst().removeFromSuperlayer() }
      if callouts.count > 5 { callouts.removeFirst().removeFromSuperlayer() }
      if sheets.count > 3 { sheets.removeFirst().dismiss(animated: false) }
    }

    func touch() {
      let id = Int.random(in: 0..<3, using: &random)
      let near = screen.arena.contacts.first { $0.id == id }?.position
      let place = near ?? Point(x: chance(3) ? number(0..<12) : number(0..<192), y: number(0..<160))
      let next = place + Point(x: number(-10..<30), y: number(-12..<12))
      switch (near == nil, Int.random(in: 0..<8, using: &random)) {
      case (true, _): screen.down(place.x, place.y, id: id)
      case (false, 0..<5): screen.move(next.x, next.y, id: id)
      case (false, 7) where chance(4): screen.palm(place.x, place.y, id: id)
      case (false, _): screen.up(place.x, place.y, id: id)
      }
    }
  }

  @Test(
    "1000 presses, pushes, pops, presents and dismissals, whatever the actions do in between: no trap, a repainted screen is as one drawn whole, and nothing is left over",
    arguments: 0..<3 as Range<UInt64>)
  func law(seed: UInt64) {
    let theme = Theme.test
    var traces: Traces?
    var problem: String?
    func visit() {
      let visitor = Visitor(seed: seed, theme: theme)
      traces = visitor.traces
      let comparison = Comparison(visitor.screen.stage.size)
      for step in 0..<1000 {
        if visitor.chance(4) { visitor.act() } else { visitor.touch() }
        visitor.screen.run(Int64.random(in: 1...16, using: &visitor.random))
        let top = visitor.stack.screens.count
        if top > 12 { visitor.stack.popToRoot() }
        #expect(Set(visitor.stack.screens.map { ObjectIdentifier($0) }).count == visitor.stack.screens.count)
        guard step % 4 == 0, problem == nil else { continue }
        // What was settled in between is damage too.
        visitor.screen.stage.setNeedsDisplay()
        _ = visitor.screen.stage.commit(at: visitor.screen.now)
        _ = comparison.difference(visitor.screen.stage.displayList, damage: [PixelRect(visitor.screen.stage.size)])
        visitor.act()
        let damage = visitor.screen.stage.commit(at: Timestamp(nanoseconds: visitor.screen.now.nanoseconds + 8_000_000))
        if let byte = comparison.difference(visitor.screen.stage.displayList, damage: damage) {
          problem = "step \(step): byte \(byte) differs; damage \(damage)"
        }
      }
      // Everything comes to rest.
      for contact in visitor.screen.arena.contacts { visitor.screen.up(contact.position.x, contact.position.y, id: contact.id) }
      let calls = visitor.calls
      visitor.calls = 3000
      visitor.screen.run(4000)
      #expect(visitor.screen.stage.nextFrame == .never)
      for control in visitor.controls { #expect(!control.isTracking) }
      #expect(calls > 20 && comparison.looks.count > 100)
    }
    visit()
    #expect(problem == nil)
    #expect((traces?.count ?? 0) > 100)
    #expect(traces?.alive.isEmpty == true)
  }
}
