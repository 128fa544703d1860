import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Screen stack")
struct ScreenStackTests {
  let screen = ControlScreen()
  let theme = Theme.test
  let root: Screen
  let stack: ScreenStack

  init() {
    root = Screen("Portals", theme: theme)
    stack = ScreenStack(frame: screen.root.bounds, root: root, theme: theme)
    screen.root.addSublayer(stack)
    stack.onPop = { [screen] in screen.write("pop \($0.title)") }
    stack.onShow = { [screen] in screen.write("show \($0.title)") }
    screen.run(16)
  }

  private func make(_ title: String) -> Screen { Screen(title, theme: theme) }

  /// Pushes two screens and waits until the stack rests.
  private func pushTwo() -> (middle: Screen, top: Screen) {
    let (middle, top) = (make("Portal"), make("Detail"))
    stack.push(middle, animated: false)
    stack.push(top, animated: false)
    _ = screen.takeLog()
    return (middle, top)
  }

  private var titles: [String] { stack.screens.map(\.title) }

  /// Expects that only the top screen is shown, at its final position below the bar.
  private func expectRest(_ location: SourceLocation = #_sourceLocation) {
    screen.run(16)
    #expect(stack.topScreen.frame == Rect(x: 0, y: 0, width: 480, height: 272), sourceLocation: location)
    #expect(stack.topScreen.superlayer?.sublayers.count == 1, sourceLocation: location)
    #expect(screen.stage.nextFrame == .never, sourceLocation: location)
  }

  @Test("M8: the detail button pushes a screen, and the back button returns and clears the flag")
  func detail() {
    var showsDetail = false
    let detail = make("Detail")
    stack.onPop = { if $0 === detail { showsDetail = false } }
    let button = DetailButton(theme: theme)
    button.position = Point(x: 200, y: 100)
    root.addSublayer(button)
    button.addAction(for: .touchUpInside) { [stack] _ in
      showsDetail = true
      stack.push(detail)
    }
    screen.tap(200, 148)
    #expect(showsDetail && titles == ["Portals", "Detail"])
    screen.run(700)
    #expect(detail.superlayer != nil && root.superlayer == nil)
    expectRest()
    screen.tap(30, 24)
    #expect(!showsDetail && titles == ["Portals"])
    screen.run(700)
    expectRest()
    #expect(detail.superlayer == nil && detail.stack == nil && screen.takeLog() == ["show Detail", "show Portals"])
  }

  @Test("M8: a pan from the left edge drags the screen along, and lifting the finger past the middle pops it")
  func gesture() {
    let (middle, top) = pushTwo()
    screen.drag(from: Point(x: 4, y: 150), to: Point(x: 304, y: 150))
    #expect(top.frame.minX == 300 && middle.frame.minX == -60)
    #expect(screen.takeLog() == [] && titles.count == 3)
    screen.run(200)
    screen.up(304, 150)
    #expect(screen.takeLog() == ["pop Detail"] && titles == ["Portals", "Portal"])
    screen.run(50)
    #expect(top.frame.minX > 300)
    screen.run(700)
    #expect(screen.takeLog() == ["show Portal"])
    expectRest()
  }

  @Test(
    "after the finger is lifted, position and velocity decide whether the screen is popped or returns",
    arguments: [(200, 200, false), (280, 200, true), (120, 0, true), (60, 200, false)])
  func release(x: Int, pause: Int, isPopped: Bool) {
    let (_, top) = pushTwo()
    screen.drag(from: Point(x: 4, y: 150), to: Point(x: Scalar(x + 4), y: 150), steps: 5)
    screen.run(Int64(pause))
    screen.up(Scalar(x + 4), 150)
    screen.run(1000)
    #expect((stack.topScreen !== top) == isPopped)
    #expect(screen.takeLog() == (isPopped ? ["pop Detail", "show Portal"] : []))
    expectRest()
  }

  @Test("a screen that is flung back to the left from beyond the middle stays")
  func thrownBack() {
    let (_, top) = pushTwo()
    screen.drag(from: Point(x: 4, y: 150), to: Point(x: 400, y: 150))
    for step in 1...7 {
      screen.run(16)
      screen.move(400 - Scalar(step * 20), 150)
    }
    #expect(top.frame.minX == 256)
    screen.up(260, 150)
    screen.run(1000)
    #expect(stack.topScreen === top && screen.takeLog() == [])
    expectRest()
  }

  @Test("a canceled touch returns the screen, and the first screen cannot be dragged")
  func cancelled() {
    let (_, top) = pushTwo()
    screen.drag(from: Point(x: 4, y: 150), to: Point(x: 400, y: 150))
    screen.palm(400, 150)
    screen.run(1000)
    #expect(stack.topScreen === top && screen.takeLog() == [])
    expectRest()
    stack.popToRoot(animated: false)
    _ = screen.takeLog()
    screen.drag(from: Point(x: 4, y: 150), to: Point(x: 400, y: 150))
    #expect(root.frame.minX == 0)
    screen.up(400, 150)
    screen.run(500)
    #expect(titles == ["Portals"] && screen.takeLog() == [])
  }

  @Test("a pan from the edge takes over from a button below it, whose press is canceled")
  func overButton() {
    let (_, top) = pushTwo()
    let button = Button("Deploy", style: .filled, theme: theme)
    button.frame = Rect(x: 0, y: 50, width: 120, height: 50)
    top.addSublayer(button)
    screen.watch(button)
    screen.drag(from: Point(x: 4, y: 120), to: Point(x: 104, y: 120))
    #expect(screen.takeLog() == ["down", "cancel"] && top.frame.minX == 100)
    screen.run(200)
    screen.up(104, 120)
    #expect(screen.takeLog() == [])
  }

  @Test("sliding screens get no touches")
  func sliding() {
    let next = make("Next")
    let button = Button("Deploy", style: .filled, theme: theme)
    button.frame = Rect(x: 100, y: 50, width: 300, height: 100)
    next.addSublayer(button)
    screen.watch(button)
    stack.push(next)
    screen.run(300)
    screen.tap(300, 150)
    #expect(screen.takeLog() == [])
    screen.run(500)
    _ = screen.takeLog()
    screen.tap(300, 150)
    #expect(screen.takeLog() == ["down", "inside"])
  }

  @Test("a push or pop during a transition or drag first ends it at its destination")
  func interrupted() {
    let (a, b) = (make("A"), make("B"))
    stack.push(a)
    screen.run(64)
    stack.push(b)
    #expect(titles == ["Portals", "A", "B"] && screen.takeLog() == ["show A"])
    screen.run(64)
    #expect(stack.pop() === b)
    #expect(screen.takeLog() == ["show B", "pop B"])
    screen.run(800)
    #expect(screen.takeLog() == ["show A"])
    expectRest()
    screen.drag(from: Point(x: 4, y: 150), to: Point(x: 304, y: 150))
    stack.push(b)
    #expect(titles == ["Portals", "A", "B"])
    screen.move(400, 150)
    screen.up(400, 150)
    screen.run(800)
    #expect(titles == ["Portals", "A", "B"] && screen.takeLog() == ["show B"])
    expectRest()
    screen.drag(from: Point(x: 4, y: 150), to: Point(x: 304, y: 150))
    stack.pop()
    screen.up(304, 150)
    screen.run(800)
    #expect(titles == ["Portals", "A"] && screen.takeLog() == ["pop B", "show A"])
    expectRest()
  }

  @Test("the first screen cannot be popped, and a screen in a stack cannot be pushed")
  func refused() {
    #expect(stack.pop() == nil && stack.popToRoot().isEmpty && titles == ["Portals"])
    let (middle, _) = pushTwo()
    stack.push(middle)
    stack.push(root)
    let other = ScreenStack(frame: screen.root.bounds, root: make("Other"), theme: theme)
    other.push(middle)
    #expect(titles == ["Portals", "Portal", "Detail"] && other.screens.count == 1 && screen.takeLog() == [])
    let popped = stack.pop(animated: false)
    if let popped { other.push(popped, animated: false) }
    #expect(popped != nil && other.topScreen === popped && popped?.stack === other)
    // A refused call does not affect a running transition.
    let next = make("Next")
    stack.push(next)
    screen.run(64)
    _ = screen.takeLog()
    stack.push(next)
    stack.push(middle)
    #expect(screen.takeLog() == [] && next.frame.minX > 0)
  }

  @Test("popping to the root reports each screen, topmost first, and shows only the first one", arguments: [false, true])
  func toRoot(animated: Bool) {
    let (middle, top) = pushTwo()
    #expect(stack.popToRoot(animated: animated).map(\.title) == ["Portal", "Detail"])
    #expect(screen.takeLog() == (animated ? ["pop Detail", "pop Portal"] : ["pop Detail", "pop Portal", "show Portals"]))
    screen.run(800)
    #expect(screen.takeLog() == (animated ? ["show Portals"] : []))
    #expect(middle.superlayer == nil && top.superlayer == nil)
    expectRest()
  }

  @Test("callbacks may push and pop immediately")
  func reentrant() {
    let again = make("Again")
    stack.onPop = { [stack, screen] in
      screen.write("pop \($0.title)")
      if $0 !== again { stack.push(again) }
    }
    stack.onShow = { [stack, screen] in
      screen.write("show \($0.title)")
      if $0 === again { stack.pop() }
    }
    stack.push(make("Detail"))
    screen.run(800)
    stack.pop()
    screen.run(3000)
    #expect(screen.takeLog() == ["show Detail", "pop Detail", "show Portals", "show Again", "pop Again", "show Portals"])
    #expect(titles == ["Portals"])
    expectRest()
  }

  @Test("without a stage nothing slides, and a stack added to a stage shows its top screen")
  func noStage() {
    let other = ScreenStack(frame: screen.root.bounds, root: make("Other"), theme: theme)
    let next = make("Next")
    other.push(next)
    #expect(next.superlayer != nil)
    screen.root.addSublayer(other)
    screen.run(16)
    #expect(next.frame == Rect(x: 0, y: 0, width: 480, height: 272))
  }

  @Test(
    "a stack follows its size at rest and during a transition",
    arguments: [Size.zero, Size(width: 30, height: 20), Size(width: 900, height: 600)])
  func resized(size: Size) {
    stack.push(make("Next"))
    screen.run(64)
    stack.bounds.size = size
    screen.run(32)
    _ = screen.panel
    screen.run(800)
    #expect(stack.topScreen.frame.size == Size(width: size.width, height: max(size.height - 48, 0)))
    stack.isBarHidden = true
    screen.run(16)
    #expect(stack.topScreen.frame.size == size)
  }

  @Test("a screen's bar item is visible while the screen is shown, and titles change immediately")
  func rightBarItem() {
    let next = make("Next")
    let add = Button("Add", theme: theme)
    screen.watch(add)
    next.rightBarItem = add
    stack.push(next, animated: false)
    screen.run(16)
    _ = screen.takeLog()
    #expect(add.convert(Point(x: add.bounds.width, y: 0), to: screen.root)?.x == 468)
    screen.tap(add)
    #expect(screen.takeLog() == ["down", "inside"])
    let before = screen.panel.pixelBytes
    // The back button stays pressed meanwhile.
    screen.down(30, 24)
    next.title = "Another"
    root.title = "Home"
    screen.run(16)
    screen.up(30, 24)
    screen.run(800)
    #expect(titles == ["Home"] && add.convert(.zero, to: screen.root) == nil)
    #expect(screen.panel.pixelBytes != before)
  }

  @Test("unreferenced screens and stacks are released, even during a transition")
  func leaks() {
    weak var weakStack: ScreenStack?
    weak var weakScreen: Screen?
    func make() {
      let other = ScreenStack(frame: screen.root.bounds, root: self.make("Other"), theme: theme)
      screen.root.addSublayer(other)
      let next = self.make("Next")
      other.push(next)
      screen.run(64)
      (weakStack, weakScreen) = (other, next)
      other.removeFromSuperlayer()
    }
    make()
    screen.run(32)
    #expect(weakStack == nil && weakScreen == nil)
  }

  @Test("M8: a stack during a push and at rest matches the golden frame", arguments: ["pushing", "rest", "dark", "long"])
  func frame(name: String) throws {
    let theme = name == "dark" ? theme.dark : theme
    let screen = ControlScreen(480, 320)
    func fill(_ target: Screen, _ color: Color) {
      for index in 0..<4 {
        let card = Layer(frame: Rect(x: 20, y: Scalar(20 + index * 62), width: 440, height: 50))
        (card.backgroundColor, card.cornerRadius) = (theme.surfaceColor, 10)
        let dot = Layer(frame: Rect(x: 14, y: 13, width: 24, height: 24))
        (dot.backgroundColor, dot.cornerRadius) = (color, 12)
        card.addSublayer(dot)
        target.addSublayer(card)
      }
    }
    let isLong = name == "long"
    let root = Screen(isLong ? "All the portals of the neighbourhood and beyond" : "Portals", theme: theme)
    fill(root, theme.tintColor)
    let next = Screen(isLong ? "One of the portals, with a long name too" : "Detail", theme: theme)
    fill(next, theme.destructiveColor)
    next.rightBarItem = Button("Add", theme: theme)
    let stack = ScreenStack(frame: screen.root.bounds, root: root, theme: theme)
    screen.root.addSublayer(stack)
    screen.run(16)
    stack.push(next, animated: name == "pushing" || name == "dark")
    screen.run(name == "rest" || isLong ? 16 : 112)
    try expectFrame(screen.panel, matches: "stack-\(name)")
  }
}
