import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

/// Types into text fields with the fingers of a simulated screen.
final class TypingScreen {
  let screen: ControlScreen
  let theme: Theme

  init(_ width: Int = 480, _ height: Int = 480, theme: Theme = .test) {
    (screen, self.theme) = (ControlScreen(width, height), theme)
    screen.root.backgroundColor = theme.backgroundColor
  }

  func field(_ placeholder: String = "Name", y: Scalar = 20, width: Scalar = 240) -> TextField {
    let field = TextField(placeholder, theme: theme)
    field.frame = Rect(x: 20, y: y, width: width, height: 48)
    screen.root.addSublayer(field)
    let events: [(Control.Event, String)] = [
      (.editingDidBegin, "begin"), (.editingChanged, "changed"), (.primaryActionTriggered, "primary"), (.editingDidEnd, "end"),
    ]
    for (event, word) in events { field.addAction(for: event) { [unowned self] _ in screen.write(word) } }
    return field
  }

  var keyboard: Keyboard? { screen.root.sublayers.lazy.compactMap { $0 as? Keyboard }.last }

  /// Presses the key at an index of a row of the shown plane.
  func press(_ row: Int, _ index: Int, for duration: Int64 = 30) {
    guard let keyboard else { return }
    screen.run(300)
    let keys = keyboard.layout.planes[keyboard.plane]
    let layers = keyboard.sublayers
    let before = keys[..<row].joined().count + index
    let spaces = Array(keys.joined())[..<before].count { $0.action == .space }
    guard let center = layers[before - spaces].convert(layers[before - spaces].bounds.center, to: screen.root) else { return }
    // The screen shows the part of the root layer at its bounds.
    let origin = screen.root.bounds.origin
    screen.down(center.x - origin.x, center.y - origin.y)
    screen.run(duration)
    screen.up(center.x - origin.x, center.y - origin.y)
  }

  /// Types letters of the English layout.
  func type(_ text: String) {
    for letter in text {
      for (row, keys) in (keyboard?.layout.planes.first ?? []).enumerated() {
        for (index, key) in keys.enumerated() where key.action == .insert(String(letter)) { press(row, index) }
      }
    }
  }
}

@Suite("TextField")
struct TextFieldTests {
  let typing = TypingScreen()
  var screen: ControlScreen { typing.screen }

  @Test("a tap begins the editing and shows the keyboard, typed letters appear, and return ends it")
  func typingText() throws {
    let field = typing.field()
    screen.tap(field)
    #expect(screen.takeLog() == ["begin"] && field.isFirstResponder)
    let keyboard = try #require(typing.keyboard)
    #expect(keyboard.isPresented && keyboard.input === field)
    typing.type("hi you")
    #expect(field.text == "hi you" && screen.takeLog() == Array(repeating: "changed", count: 6))
    typing.press(3, 4)
    #expect(screen.takeLog() == ["primary", "end"])
    #expect(!field.isFirstResponder && !keyboard.isPresented)
    screen.run(400)
    #expect(typing.keyboard == nil)
  }

  @Test("the hide key ends the editing without the primary action")
  func hideKey() {
    let field = typing.field()
    field.becomeFirstResponder()
    typing.press(3, 1)
    #expect(screen.takeLog() == ["begin", "end"] && !field.isFirstResponder)
  }

  @Test("an action of the return key may move the keyboard to the next field")
  func nextField() throws {
    let (first, second) = (typing.field(y: 20), typing.field(y: 80))
    first.addAction(for: .primaryActionTriggered) { _ in second.becomeFirstResponder() }
    screen.tap(first)
    typing.press(3, 4)
    #expect(!first.isFirstResponder && second.isFirstResponder)
    #expect(screen.takeLog() == ["begin", "primary", "end", "begin"])
    #expect(typing.keyboard?.input === second && typing.keyboard?.isPresented == true)
    typing.type("a")
    #expect(first.text == "" && second.text == "a")
  }

  @Test("shift inserts one upper-case letter, a second press locks it, and a third releases it")
  func shift() {
    let field = typing.field()
    screen.tap(field)
    typing.press(2, 0)
    typing.type("ab")
    typing.press(2, 0)
    typing.press(2, 0)
    #expect(typing.keyboard?.shiftState == .locked)
    typing.type("cd")
    typing.press(2, 0)
    typing.type("e")
    #expect(field.text == "AbCDe")
  }

  @Test("the delete key deletes before the cursor, and repeats while it is held")
  func delete() {
    let field = typing.field()
    field.text = "abcdefgh"
    screen.tap(field)
    field.cursorOffset = 3
    typing.press(2, 8)
    #expect(field.text == "abdefgh" && field.cursorOffset == 2)
    field.cursorOffset = 99
    typing.press(2, 8, for: 900)
    #expect(field.text.count < 5)
    // A finger that left the key repeats nothing.
    field.text = "abcdefgh"
    typing.press(2, 8)
    screen.run(1000)
    #expect(field.text == "abcdefg")
  }

  @Test("planes of digits and symbols are shown and left by their keys")
  func planes() {
    let field = typing.field()
    screen.tap(field)
    typing.press(3, 0)
    #expect(typing.keyboard?.plane == 1)
    typing.press(0, 0)
    typing.press(2, 0)
    #expect(typing.keyboard?.plane == 2)
    typing.press(0, 0)
    typing.press(3, 0)
    #expect(typing.keyboard?.plane == 0 && field.text == "1[")
  }

  @Test("a tap puts the cursor between the letters at the finger")
  func cursorByTouch() {
    let field = typing.field()
    field.text = "mmmmmmmm"
    screen.tap(25, 44)
    #expect(field.cursorOffset == 0)
    screen.tap(200, 44)
    #expect(field.cursorOffset == 8)
    let layer = TextLayer("mmm", fonts: typing.theme.fonts)
    layer.fontSize = typing.theme.fontSize
    screen.tap(20 + 12 + layer.preferredFrameSize().width + 1, 44)
    #expect(field.cursorOffset == 3)
    typing.type("x")
    #expect(field.text == "mmmxmmmmm" && field.cursorOffset == 4)
  }

  @Test("a space at the end moves the cursor")
  func trailingSpace() {
    let field = typing.field()
    field.text = "m"
    field.becomeFirstResponder()
    screen.run(300)
    let before = caret(of: field)
    field.insertText("  ")
    screen.run(20)
    #expect(caret(of: field) > before + 4)
  }

  /// The x coordinate of the cursor in the field.
  private func caret(of field: TextField) -> Scalar {
    let area = field.sublayers[0]
    return area.sublayers[2].frame.minX
  }

  @Test("long text is scrolled so that the cursor is visible, and is cut off while the field rests")
  func scrolling() {
    let field = typing.field(width: 120)
    field.text = String(repeating: "wide text ", count: 10)
    field.becomeFirstResponder()
    screen.run(300)
    let area = field.sublayers[0].bounds
    for offset in [100, 0, 50, 100, 99, 3] {
      field.cursorOffset = offset
      screen.run(20)
      #expect(caret(of: field) >= 0 && caret(of: field) <= area.width - 2, "\(offset)")
    }
    field.cursorOffset = 0
    screen.run(20)
    #expect(caret(of: field) == 0)
    field.resignFirstResponder()
    screen.run(400)
    #expect(field.sublayers[0].sublayers[1].frame.minX == 0)
  }

  @Test("the length is limited, and shouldChange refuses changes")
  func limits() {
    let field = typing.field()
    field.maximumLength = 3
    field.insertText("abcdef")
    #expect(field.text == "abc")
    field.insertText("d")
    #expect(field.text == "abc" && screen.takeLog() == ["changed"])
    field.maximumLength = nil
    field.shouldChange = { $0.allSatisfy(\.isNumber) }
    field.insertText("1")
    #expect(field.text == "abc" && screen.takeLog() == [])
    field.text = ""
    field.insertText("12")
    field.insertText("x")
    #expect(field.text == "12" && screen.takeLog() == ["changed"])
    field.maximumLength = -5
    field.insertText("3")
    #expect(field.text == "12")
    field.text = "line\nbreak\ttab"
    #expect(field.text == "")
    field.maximumLength = nil
    field.text = "line\nbreak\ttab"
    #expect(field.text == "line break tab")
  }

  @Test("an accent joins the letter before the cursor, and an emoji is one character")
  func clusters() {
    let field = typing.field()
    field.insertText("e")
    field.insertText("\u{301}")
    #expect(field.text == "é" && field.cursorOffset == 1)
    field.insertText("👩‍👩‍👧")
    #expect(field.cursorOffset == 2)
    field.deleteBackward()
    #expect(field.text == "é")
    field.deleteBackward()
    field.deleteBackward()
    #expect(field.text == "" && !field.hasText)
  }

  @Test("the clear button empties the field, is shown as its mode says, and sends a change")
  func clearButton() throws {
    let field = typing.field()
    let button = try #require(field.sublayers[1] as? CloseButton)
    field.clearButtonMode = .always
    screen.run(20)
    #expect(button.isHidden)
    field.text = "abc"
    screen.run(20)
    #expect(!button.isHidden)
    screen.tap(button)
    #expect(field.text == "" && screen.takeLog() == ["changed"] && !field.isFirstResponder)
    field.text = "abc"
    field.clearButtonMode = .whileEditing
    screen.run(20)
    #expect(button.isHidden)
    field.becomeFirstResponder()
    screen.run(20)
    #expect(!button.isHidden)
  }

  @Test("a disabled field is not edited, and disabling ends the editing")
  func disabled() {
    let field = typing.field()
    field.isEnabled = false
    screen.tap(field)
    #expect(!field.isFirstResponder && typing.keyboard == nil && screen.takeLog() == [])
    #expect(!field.becomeFirstResponder())
    field.isEnabled = true
    screen.tap(field)
    field.isEnabled = false
    #expect(!field.isFirstResponder && screen.takeLog() == ["begin", "end"])
    field.insertText("a")
    #expect(field.text == "")
  }

  @Test("a finger that is dragged out of the field does not begin the editing")
  func draggedOut() {
    let field = typing.field()
    screen.drag(from: Point(x: 60, y: 44), to: Point(x: 60, y: 300))
    screen.up(60, 300)
    #expect(!field.isFirstResponder && screen.takeLog() == [])
  }

  @Test("a field on no stage does not become the first responder")
  func offStage() {
    let field = TextField("Name", theme: typing.theme)
    #expect(!field.becomeFirstResponder() && !field.isFirstResponder)
  }

  @Test("a field that the keyboard would cover is scrolled into view, and back when the keyboard leaves")
  func keepsVisible() throws {
    let field = typing.field(y: 400)
    field.becomeFirstResponder()
    screen.run(400)
    let keyboard = try #require(typing.keyboard)
    let origin = screen.root.bounds.origin.y
    #expect(origin > 0)
    #expect(field.frame.maxY <= keyboard.frame.minY && field.frame.minY >= origin)
    #expect(keyboard.frame.maxY == screen.root.bounds.maxY)
    // Another field higher up needs less.
    let other = typing.field(y: 20)
    other.becomeFirstResponder()
    screen.run(400)
    #expect(screen.root.bounds.origin.y == 0 && keyboard.frame.maxY == screen.root.bounds.maxY)
    field.becomeFirstResponder()
    field.resignFirstResponder()
    screen.run(400)
    #expect(screen.root.bounds.origin == .zero && typing.keyboard == nil)
  }

  @Test("the keyboard leaves with a field that is released, and at the next key after a field was removed")
  func removal() {
    scoped {
      let field = typing.field()
      field.becomeFirstResponder()
      screen.run(400)
      field.removeFromSuperlayer()
    }
    screen.run(400)
    #expect(typing.keyboard == nil)
    let kept = typing.field()
    kept.becomeFirstResponder()
    screen.run(400)
    kept.removeFromSuperlayer()
    typing.press(0, 0)
    screen.run(400)
    #expect(kept.text == "" && !kept.isFirstResponder && typing.keyboard == nil)
  }

  private func scoped(_ body: () -> Void) { body() }

  @Test("a new theme reaches the field and its keyboard")
  func themes() throws {
    let field = typing.field()
    field.becomeFirstResponder()
    screen.run(300)
    let keyboard = try #require(typing.keyboard)
    let (light, lightKeys) = (field.backgroundColor, keyboard.backgroundColor)
    screen.root.setTheme(Theme.test.dark)
    #expect(field.backgroundColor != light && keyboard.backgroundColor != lightKeys)
  }

  @Test("a thousand random operations neither trap nor leave the cursor outside of the text")
  func random() {
    var random = SplitMix64(seed: 51)
    let fields = [typing.field(y: 20), typing.field(y: 380, width: 90)]
    for _ in 0..<1000 {
      let field = fields[Int.random(in: 0..<2, using: &random)]
      switch Int.random(in: 0..<14, using: &random) {
      case 0: field.becomeFirstResponder()
      case 1: field.resignFirstResponder()
      case 2:
        field.text =
          ["", "abc", "مرحبا بالعالم", "fi ffi\u{301}", String(repeating: "x", count: 300)].randomElement(using: &random) ?? ""
      case 3: field.cursorOffset = Int.random(in: -5...500, using: &random)
      case 4: field.isSecureTextEntry.toggle()
      case 5: field.maximumLength = [nil, 0, 5, -1].randomElement(using: &random) ?? nil
      case 6: field.isEnabled = Int.random(in: 0..<4, using: &random) != 0
      case 7: field.frame.size.width = Scalar(Int.random(in: -5...300, using: &random))
      case 8: field.insertText(["a", " ", "\u{301}", "🇩🇪", "\n"].randomElement(using: &random) ?? "")
      case 9: field.deleteBackward()
      case 10:
        field.keyboardLayout = [.letters, .digits, .decimal, KeyboardLayout(planes: [])].randomElement(using: &random) ?? .letters
      case 11: field.theme = [Theme.test, Theme.test.dark].randomElement(using: &random) ?? .test
      default:
        screen.tap(Scalar(Int.random(in: 0..<480, using: &random)), Scalar(Int.random(in: 0..<480, using: &random)))
      }
      if Int.random(in: 0..<4, using: &random) == 0 { screen.run(Int64.random(in: 1...400, using: &random)) }
      #expect((0...field.text.count).contains(field.cursorOffset))
      #expect(fields.filter(\.isFirstResponder).count <= 1)
    }
  }
}
