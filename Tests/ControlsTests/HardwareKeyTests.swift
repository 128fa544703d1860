import CartoucheControls
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("A mouse's wheel and a keyboard's keys")
struct HardwareKeyTests {
  @Test("typed keys reach the field that is edited, at its cursor, and leave the screen's shift key alone")
  func typing() throws {
    let typing = TypingScreen()
    let field = typing.field()
    #expect(Keyboard.presented(in: typing.screen.root) == nil)
    field.becomeFirstResponder()
    let keyboard = try #require(Keyboard.presented(in: typing.screen.root))
    _ = typing.screen.takeLog()
    for text in ["h", "é", "X"] { keyboard.type(.insert(text)) }
    #expect(field.text == "héX" && typing.screen.takeLog() == ["changed", "changed", "changed"])
    keyboard.type(.moveCursor(.left))
    keyboard.type(.deleteBackward)
    #expect(field.text == "hX" && field.cursorOffset == 1)
    keyboard.type(.moveCursor(.start))
    keyboard.type(.deleteForward)
    #expect(field.text == "X" && field.cursorOffset == 0)
    keyboard.type(.moveCursor(.end))
    keyboard.type(.deleteForward)
    #expect(field.text == "X" && field.cursorOffset == 1)
    field.shouldChange = { _ in false }
    keyboard.type(.moveCursor(.start))
    keyboard.type(.deleteForward)
    keyboard.type(.moveCursor(.left))
    #expect(field.text == "X" && field.cursorOffset == 0, "a refused change leaves the cursor")
    _ = typing.screen.takeLog()
    keyboard.type(.return)
    #expect(typing.screen.takeLog() == ["primary", "end"] && !field.isFirstResponder)
    keyboard.type(.insert("late"))
    #expect(field.text == "X")
  }

  @Test("Escape ends the editing")
  func escape() throws {
    let typing = TypingScreen()
    let field = typing.field()
    field.becomeFirstResponder()
    try #require(Keyboard.presented(in: typing.screen.root)).type(.dismiss)
    #expect(!field.isFirstResponder && Keyboard.presented(in: typing.screen.root) == nil)
  }

  @Test("a wheel scrolls by 48 points a detent, and at the limit it moves what is around the scroll view")
  func wheel() {
    let screen = ControlScreen()
    let scrollView = ScrollView(frame: Rect(x: 0, y: 0, width: 480, height: 320), theme: .test)
    scrollView.contentSize = Size(width: 480, height: 420)
    screen.root.addSublayer(scrollView)
    screen.run(16)
    func turn(_ detents: Scalar) -> Bool {
      screen.stage.scrollWheel(with: ScrollWheelEvent(location: Point(x: 100, y: 100), deltaY: detents))
    }
    #expect(!turn(1) && turn(-1) && scrollView.contentOffset == Point(x: 0, y: 48))
    #expect(turn(-0.5) && scrollView.contentOffset.y == 72)
    #expect(turn(-3) && scrollView.contentOffset.y == 100 && !turn(-1))
    #expect(turn(1_000_000) && scrollView.contentOffset.y == 0)
    scrollView.isScrollEnabled = false
    #expect(!turn(-1) && scrollView.contentOffset.y == 0)
    screen.run(3000)
    #expect(screen.stage.nextFrame == .never)
  }
}
