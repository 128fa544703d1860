import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Keyboard")
struct KeyboardTests {
  @Test("every key of a layout is reached by a touch at its center, on any width", arguments: [240, 480, 1024])
  func reach(width: Int) {
    let typing = TypingScreen(width, 480)
    let field = typing.field()
    for layout in [KeyboardLayout.letters, .digits, .decimal, .letters(["qwertzuiopü", "asdfghjklöä", "yxcvbnm"])] {
      field.keyboardLayout = layout
      field.becomeFirstResponder()
      typing.screen.run(400)
      guard let keyboard = typing.keyboard else { return }
      for key in keyboard.sublayers {
        let center = key.convert(key.bounds.center, to: typing.screen.root)
        #expect(center.flatMap { typing.screen.root.hitTest($0) } === key)
      }
      #expect(keyboard.sublayers.allSatisfy { $0.frame.minX >= 0 && $0.frame.maxX <= Scalar(width) && $0.frame.height >= 40 })
      field.resignFirstResponder()
      typing.screen.run(400)
    }
  }

  @Test("a touch between the caps presses the nearer key and nothing behind the keyboard")
  func gaps() {
    let typing = TypingScreen()
    let field = typing.field()
    typing.screen.root.addGestureRecognizer(TapGestureRecognizer { _ in typing.screen.write("behind") })
    field.becomeFirstResponder()
    typing.screen.run(400)
    guard let keyboard = typing.keyboard, let q = keyboard.sublayers.first else { return }
    typing.screen.tap(q.frame.maxX - 1, keyboard.frame.minY + 20)
    typing.screen.tap(q.frame.maxX + 1, keyboard.frame.minY + 20)
    #expect(field.text == "qw")
    typing.screen.tap(1, keyboard.frame.minY + 1)
    #expect(!typing.screen.takeLog().contains("behind"))
  }

  @Test("letters of other languages and an application's own keys are typed")
  func layouts() {
    let typing = TypingScreen()
    let field = typing.field()
    field.keyboardLayout = .letters(["qwertzuiopü", "asdfghjklöä", "yxcvbnmß"])
    field.becomeFirstResponder()
    typing.press(2, 0)
    typing.press(0, 10)
    typing.press(2, 0)
    typing.press(2, 8)
    #expect(field.text == "Üß")
    field.resignFirstResponder()
    field.keyboardLayout = KeyboardLayout(planes: [[[.character("A1"), .space(), .delete], [.return(width: 3)]]])
    field.text = ""
    field.becomeFirstResponder()
    typing.press(0, 0)
    typing.press(0, 0)
    typing.press(0, 2)
    #expect(field.text == "A1A")
    typing.press(1, 0)
    #expect(!field.isFirstResponder)
  }

  @Test("a presented keyboard follows a new theme, a new layout and a turned screen")
  func adapting() {
    let typing = TypingScreen(480, 320)
    let field = typing.field()
    field.frame.origin.y = 250
    field.becomeFirstResponder()
    typing.screen.run(400)
    guard let keyboard = typing.keyboard else { return }
    func expectFit(_ rows: Scalar, _ key: Scalar) {
      let (root, wanted) = (typing.screen.root, key * rows + 8)
      let height = min(wanted, Scalar((root.bounds.height * 0.6).floor))
      #expect(keyboard.frame == Rect(x: 0, y: root.bounds.maxY - height, width: root.bounds.width, height: height))
      let bottom = field.convert(Point(x: 0, y: field.bounds.maxY), to: root)?.y ?? .max
      #expect(bottom <= keyboard.frame.minY && field.frame.minY >= root.bounds.minY)
      for cap in keyboard.sublayers { #expect(keyboard.bounds.maxY >= cap.frame.maxY) }
    }
    expectFit(4, Scalar(keyboard.theme.touchTarget(on: keyboard).ceiling))
    typing.screen.stage.size = PixelSize(width: 320, height: 480)
    typing.screen.run(400)
    expectFit(4, Scalar(keyboard.theme.touchTarget(on: keyboard).ceiling))
    keyboard.layout = .digits
    typing.screen.run(400)
    expectFit(Scalar(KeyboardLayout.digits.planes[0].count), Scalar(keyboard.theme.touchTarget(on: keyboard).ceiling))
    keyboard.theme.touchTarget = 60
    typing.screen.run(400)
    expectFit(Scalar(KeyboardLayout.digits.planes[0].count), 60)
    field.resignFirstResponder()
    typing.screen.run(400)
    #expect(typing.screen.root.bounds.origin == .zero)
  }

  @Test("damaged layouts show what they can and trap nowhere")
  func damaged() {
    let typing = TypingScreen()
    let field = typing.field()
    let wild: [KeyboardLayout] = [
      KeyboardLayout(planes: []), KeyboardLayout(planes: [[]]), KeyboardLayout(planes: [[[]]]),
      KeyboardLayout(planes: [[[.character("", width: -3), .character("x", width: .max), .plane(7, title: "?")]]]), .letters([]),
      .letters(["", ""]), .letters([String(repeating: "x", count: 200)]),
    ]
    for layout in wild {
      field.keyboardLayout = layout
      field.becomeFirstResponder()
      typing.screen.run(400)
      for x in stride(from: 10, to: 480, by: 60) { typing.screen.tap(Scalar(x), 460) }
      field.resignFirstResponder()
      typing.screen.run(400)
    }
    #expect(typing.keyboard == nil)
  }

  @Test("a keyboard slides in from below and out again")
  func sliding() throws {
    let typing = TypingScreen()
    let field = typing.field()
    field.becomeFirstResponder()
    typing.screen.run(32)
    let keyboard = try #require(typing.keyboard)
    let early = keyboard.presentationValue(for: .translationY)
    typing.screen.run(400)
    #expect(early != nil && early != .scalar(0))
    #expect(keyboard.presentationValue(for: .translationY) == nil || keyboard.presentationValue(for: .translationY) == .scalar(0))
    #expect(typing.screen.stage.commit(at: typing.screen.now).isEmpty)
  }

  @Test("fields and keyboards look right by day and by night", arguments: [("day", false), ("night", true)])
  func frames(name: String, isDark: Bool) throws {
    let typing = TypingScreen(480, 480, theme: isDark ? Theme.test.dark : .test)
    let empty = typing.field("Destination", y: 16, width: 210)
    empty.frame.origin.x = 250
    let disabled = typing.field("Name", y: 76, width: 210)
    disabled.text = "Not yours"
    disabled.isEnabled = false
    let secret = typing.field("PIN", y: 76, width: 210)
    secret.frame.origin.x = 250
    (secret.text, secret.isSecureTextEntry, secret.clearButtonMode) = ("12345", true, .always)
    let long = typing.field("Note", y: 136, width: 440)
    long.text = "A note that is much too long for its field, so that it ends with an ellipsis"
    let field = typing.field("Street", y: 16, width: 210)
    field.text = "Nordkai 1"
    field.becomeFirstResponder()
    typing.press(2, 0)
    typing.screen.run(400)
    try expectFrame(typing.screen.panel, matches: "text-fields-\(name)")
    field.resignFirstResponder()
    (secret.keyboardLayout, secret.returnKeyTitle) = (.decimal, "Go")
    secret.becomeFirstResponder()
    typing.screen.run(400)
    try expectFrame(typing.screen.panel, matches: "keyboard-decimal-\(name)")
    long.becomeFirstResponder()
    typing.screen.run(400)
    typing.press(3, 0)
    typing.screen.run(400)
    try expectFrame(typing.screen.panel, matches: "keyboard-symbols-\(name)")
  }
}
