import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

/// Two buffers of one stage: one repainted where it is damaged, the other drawn completely.
final class Comparison {
  private let size: PixelSize
  private let repainted: TestPanel
  private let renderer = Renderer()
  private(set) var frames: Set<[UInt8]> = []

  init(_ size: PixelSize) {
    self.size = size
    repainted = TestPanel(size: size, format: .xrgb8888)
  }

  /// Poisons and redraws `damage`, and returns the first byte that differs from a complete drawing; nil if
  /// none does.
  func difference(_ list: DisplayList, damage: [PixelRect]) -> Int? {
    renderer.draw(DisplayList(), over: .purple, into: repainted.buffer, damage: damage, workers: SerialWorkerPool())
    renderer.draw(list, over: .white, into: repainted.buffer, damage: damage, workers: SerialWorkerPool())
    let complete = TestPanel(size: size, format: .xrgb8888)
    renderer.draw(list, over: .white, into: complete.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
    let (a, b) = (repainted.pixelBytes, complete.pixelBytes)
    frames.insert(b)
    return a == b ? nil : zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  }
}

@Suite("Random controls")
struct RandomControlsTests {
  /// Weak references to all layers that were made.
  private final class WeakLayers {
    private var layers: [() -> Layer?] = []
    func add(_ layer: Layer) { layers.append { [weak layer] in layer } }
    var count: Int { layers.count }
    var alive: [Layer] { layers.compactMap { $0() } }
  }

  /// A program that performs random operations on controls.
  private final class RandomProgram {
    var random: SplitMix64
    let screen = ControlScreen(192, 160)
    var theme: Theme
    let weakLayers = WeakLayers()
    let stack: ScreenStack
    var callouts: [Callout] = []
    var sheets: [ActionSheet] = []
    var controls: [Control] = []
    var bars: [ProgressView] = []
    let light: Theme
    let dark: Theme
    var calls = 0
    /// The number of times that a keyboard was presented.
    var keyboards = 0

    init(seed: UInt64, theme: Theme) {
      random = SplitMix64(seed: seed)
      (self.theme, light, dark) = (theme, theme, theme.dark)
      let root = Screen("Root", theme: theme)
      stack = ScreenStack(frame: screen.root.bounds, root: root, theme: theme)
      screen.root.addSublayer(stack)
      for layer in [root, stack] { weakLayers.add(layer) }
      stack.onPop = { [unowned self] _ in react() }
      stack.onShow = { [unowned self] _ in react() }
    }

    func number(_ range: Range<Int>) -> Scalar { Scalar(Int.random(in: range, using: &random)) }
    func chance(_ denominator: Int) -> Bool { Int.random(in: 0..<denominator, using: &random) == 0 }

    /// Performs an action's work, which is sometimes another random operation.
    func react() {
      calls += 1
      if chance(4), calls < 3000 { act() }
    }

    func button() -> Control {
      let control: Control
      switch Int.random(in: 0..<10, using: &random) {
      case 0: control = DetailButton(theme: theme)
      case 1: control = CloseButton(theme: theme)
      case 2: control = Switch(isOn: chance(2), theme: theme)
      case 3:
        let slider = Slider(frame: Rect(x: 0, y: 0, width: 120, height: 32), theme: theme)
        (slider.step, slider.isContinuous) = (chance(2) ? 0.25 : 0, chance(2))
        control = slider
      case 4:
        let stepper = Stepper(theme: theme)
        (stepper.wraps, stepper.isContinuous, stepper.maximumValue) = (chance(2), chance(2), 3)
        control = stepper
      case 5:
        let segments = SegmentedControl(["Map", "List"], theme: theme)
        segments.isMomentary = chance(3)
        control = segments
      case 6:
        let button = Button("Go", image: ButtonTests.image.withRenderingMode(.alwaysTemplate), theme: theme)
        button.imagePlacement = Button.ImagePlacement.allCases.randomElement(using: &random)!
        button.sizeToFit()
        control = button
      case 7, 8:
        let field = TextField(chance(2) ? "Name" : "", theme: theme)
        field.frame = Rect(x: 0, y: 0, width: number(10..<160), height: 36)
        field.isSecureTextEntry = chance(4)
        field.keyboardLayout = chance(2) ? .letters : .digits
        field.maximumLength = chance(3) ? 4 : nil
        control = field
      default: control = Button("Go", style: Button.Style.allCases.randomElement(using: &random)!, theme: theme)
      }
      control.addAction(for: .allEvents) { [unowned self] control in
        react()
        if chance(12) { control.removeFromSuperlayer() }
      }
      weakLayers.add(control)
      controls.append(control)
      return control
    }

    /// Changes the value of a control, as an application does.
    func setValue(of control: Control) {
      switch control {
      case let control as Switch: control.setOn(chance(2), animated: chance(2))
      case let slider as Slider:
        slider.setValue(number(-1..<3), animated: chance(2))
        (slider.minimumValue, slider.maximumValue) = (number(-2..<2), number(-2..<3))
      case let stepper as Stepper: (stepper.value, stepper.minimumValue) = (number(-2..<6), number(-2..<3))
      case let segments as SegmentedControl:
        segments.select(Int.random(in: -1..<4, using: &random), animated: chance(2))
        if chance(2) { segments.insertSegment(withTitle: "New", at: 0) } else { segments.removeSegment(at: 1) }
        segments.setEnabled(chance(2), forSegmentAt: 0)
      case let button as Button:
        button.isSelected.toggle()
        button.selectedImage = chance(2) ? ButtonTests.image : nil
      case let field as TextField: edit(field)
      default: control.isHighlighted.toggle()
      }
    }

    /// Edits a text field, or begins or ends the editing.
    func edit(_ field: TextField) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: field.text = chance(2) ? "" : "Grüße, أهلا"
      case 1: field.cursorOffset = Int.random(in: -2..<12, using: &random)
      case 2: field.insertText("w")
      case 3: field.deleteBackward()
      case 4: field.resignFirstResponder()
      default:
        field.becomeFirstResponder()
        guard let keyboard = screen.root.sublayers.lazy.compactMap({ $0 as? Keyboard }).last else { return }
        weakLayers.add(keyboard)
        keyboards += 1
        if chance(3) { keyboard.layout = chance(2) ? .decimal : .letters }
      }
    }

    func act() {
      let top = stack.topScreen
      switch Int.random(in: 0..<28, using: &random) {
      case 0, 1, 2:
        let screen = Screen("Screen \(stack.screens.count)", theme: theme)
        if chance(2) { screen.rightBarItem = button() }
        weakLayers.add(screen)
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
        weakLayers.add(callout)
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
        weakLayers.add(sheet)
        sheets.append(sheet)
        sheet.present(in: chance(2) ? screen.root : top, animated: !chance(3))
      case 12: sheets.randomElement(using: &random)?.dismiss(animated: !chance(3))
      case 13: controls.randomElement(using: &random)?.isEnabled.toggle()
      case 14: controls.randomElement(using: &random)?.isHidden.toggle()
      case 15: controls.randomElement(using: &random)?.removeFromSuperlayer()
      case 16: top.title += "x"
      case 17:
        let bar = ProgressView(frame: Rect(x: number(0..<100), y: number(0..<120), width: 80, height: 6), theme: theme)
        bar.isIndeterminate = chance(2)
        weakLayers.add(bar)
        top.addSublayer(bar)
        bars.append(bar)
      case 18:
        guard let bar = bars.randomElement(using: &random) else { return }
        bar.isIndeterminate = chance(3)
        bar.setProgress(number(0..<5) / 4, animated: chance(2))
      case 19:
        theme = theme.tintColor == dark.tintColor ? light : dark
        let fades = chance(2)
        if fades { screen.root.crossDissolve { screen.root.setTheme(theme) } } else { screen.root.setTheme(theme) }
      case 20, 21, 22, 23, 24, 25:
        guard let field = controls.compactMap({ $0 as? TextField }).randomElement(using: &random) else { return }
        edit(field)
      default:
        guard let control = controls.randomElement(using: &random) else { return }
        setValue(of: control)
      }
      if controls.count > 12 { controls.removeFirst().removeFromSuperlayer() }
      if callouts.count > 5 { callouts.removeFirst().removeFromSuperlayer() }
      if bars.count > 3 { bars.removeFirst().removeFromSuperlayer() }
      if sheets.count > 3 { sheets.removeFirst().dismiss(animated: false) }
    }

    func touch() {
      let id = Int.random(in: 0..<3, using: &random)
      let current = screen.arena.contacts.first { $0.id == id }?.position
      let position = current ?? Point(x: chance(3) ? number(0..<12) : number(0..<192), y: number(0..<160))
      let next = position + Point(x: number(-10..<30), y: number(-12..<12))
      switch (current == nil, Int.random(in: 0..<8, using: &random)) {
      case (true, _): screen.down(position.x, position.y, id: id)
      case (false, 0..<5): screen.move(next.x, next.y, id: id)
      case (false, 7) where chance(4): screen.palm(position.x, position.y, id: id)
      case (false, _): screen.up(position.x, position.y, id: id)
      }
    }
  }

  @Test(
    "1000 random operations with nested actions do not trap, repainting equals a complete drawing, and no layer leaks",
    arguments: 0..<3 as Range<UInt64>)
  func law(seed: UInt64) {
    let theme = Theme.test
    var weakLayers: WeakLayers?
    var problem: String?
    func run() {
      let program = RandomProgram(seed: seed, theme: theme)
      weakLayers = program.weakLayers
      let comparison = Comparison(program.screen.stage.size)
      for step in 0..<1000 {
        if program.chance(4) { program.act() } else { program.touch() }
        program.screen.run(Int64.random(in: 1...16, using: &program.random))
        let top = program.stack.screens.count
        if top > 12 { program.stack.popToRoot() }
        #expect(Set(program.stack.screens.map { ObjectIdentifier($0) }).count == program.stack.screens.count)
        guard step % 4 == 0, problem == nil else { continue }
        // Commits since the last frame count as damage too.
        program.screen.stage.setNeedsDisplay()
        _ = program.screen.stage.commit(at: program.screen.now)
        _ = comparison.difference(program.screen.stage.displayList, damage: [PixelRect(program.screen.stage.size)])
        program.act()
        let damage = program.screen.stage.commit(at: Timestamp(nanoseconds: program.screen.now.nanoseconds + 8_000_000))
        if let byte = comparison.difference(program.screen.stage.displayList, damage: damage) {
          problem = "step \(step): byte \(byte) differs; damage \(damage)"
        }
      }
      // Let everything come to rest.
      for contact in program.screen.arena.contacts { program.screen.up(contact.position.x, contact.position.y, id: contact.id) }
      let calls = program.calls
      program.calls = 3000
      // An indeterminate bar never comes to rest.
      for bar in program.bars { bar.isIndeterminate = false }
      program.screen.run(4000)
      #expect(program.screen.stage.nextFrame == .never)
      for control in program.controls { #expect(!control.isTracking) }
      #expect(calls > 20 && program.keyboards > 3 && comparison.frames.count > 100)
    }
    run()
    #expect(problem == nil)
    #expect((weakLayers?.count ?? 0) > 100)
    #expect(weakLayers?.alive.isEmpty == true)
  }
}
