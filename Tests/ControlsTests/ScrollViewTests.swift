import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Scroll view")
struct ScrollViewTests {
  let screen = ControlScreen()
  let theme = Theme.test
  let scrollView: ScrollView

  init() {
    scrollView = ScrollView(frame: Rect(x: 0, y: 0, width: 480, height: 320), theme: Theme.test)
    scrollView.contentSize = Size(width: 480, height: 2000)
    screen.root.addSublayer(scrollView)
    screen.run(16)
  }

  private var offset: Point { scrollView.contentOffset }

  /// Drags a finger quickly and lifts it.
  private func fling(from start: Point, to end: Point) {
    screen.drag(from: start, to: end, steps: 5)
    screen.up(end.x, end.y)
  }

  @Test("a drag moves the content with the finger, and the offset stays where a slow finger is lifted")
  func drag() {
    scrollView.onScroll = { [screen] in screen.write("\($0.contentOffset.y.rounded)") }
    scrollView.onDragBegin = { [screen] _ in screen.write("begin") }
    scrollView.onScrollEnd = { [screen] _ in screen.write("end") }
    screen.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200), steps: 4)
    #expect(screen.takeLog() == ["begin", "25", "50", "75", "100"])
    #expect(offset == Point(x: 0, y: 100) && scrollView.isDragging && scrollView.isTracking)
    #expect(scrollView.contentLayer.convert(.zero, to: screen.root) == Point(x: 0, y: -100))
    screen.run(200)
    screen.up(200, 200)
    #expect(offset.y == 100 && !scrollView.isDragging && !scrollView.isTracking && screen.takeLog() == ["end"])
    screen.run(2000)
    #expect(offset.y == 100 && screen.stage.nextFrame == .never)
    // A tap is no scroll.
    screen.tap(100, 100)
    #expect(screen.takeLog() == [])
  }

  @Test("a fling coasts and slows down, and a touch stops it without pressing a button")
  func fling() {
    let button = Button("Go", style: .filled, theme: theme)
    button.frame = Rect(x: 0, y: 0, width: 480, height: 2000)
    scrollView.contentLayer.addSublayer(button)
    screen.watch(button)
    scrollView.onScrollEnd = { [screen] _ in screen.write("end") }
    fling(from: Point(x: 200, y: 300), to: Point(x: 200, y: 220))
    #expect(screen.takeLog() == [] && scrollView.isDecelerating)
    screen.run(100)
    let first = offset.y
    screen.run(100)
    let second = offset.y
    #expect(first > 100 && second > first && second - first < first - 80)
    screen.down(100, 100)
    #expect(!scrollView.isDecelerating && offset.y == second)
    screen.run(200)
    screen.up(100, 100)
    #expect(offset.y == second && screen.takeLog() == ["end"])
    fling(from: Point(x: 200, y: 300), to: Point(x: 200, y: 220))
    screen.run(6000)
    #expect(offset.y > second + 200 && screen.takeLog().last == "end" && screen.stage.nextFrame == .never)
  }

  @Test("beyond the limits a rubber band resists, and the content returns")
  func bouncing() {
    screen.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: 250))
    #expect(offset.y < -40 && offset.y > -80)
    screen.run(100)
    screen.up(200, 250)
    screen.run(2000)
    #expect(offset.y == 0)
    scrollView.setContentOffset(Point(x: 0, y: 1600), animated: false)
    fling(from: Point(x: 200, y: 300), to: Point(x: 200, y: 100))
    var farthest: Scalar = 0
    for _ in 0..<150 {
      screen.run(16)
      farthest = max(farthest, offset.y)
    }
    #expect(farthest > 1690 && offset.y == 1680)
    scrollView.bounces = false
    screen.run(16)
    fling(from: Point(x: 200, y: 300), to: Point(x: 200, y: 100))
    #expect(offset.y == 1680)
    screen.run(64)
    #expect(offset.y == 1680)
  }

  @Test("content that fits cannot be dragged, unless it always bounces")
  func fittingContent() {
    scrollView.contentSize.height = 300
    screen.run(16)
    screen.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: 250))
    #expect(offset.y == 0 && !scrollView.isDragging)
    screen.up(200, 250)
    scrollView.alwaysBounceVertical = true
    screen.run(16)
    screen.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: 250))
    #expect(offset.y < -40)
    scrollView.isScrollEnabled = false
    screen.run(2000)
    #expect(offset.y == 0 && !scrollView.isDragging)
  }

  @Test("paging moves one page at most, by the fling's direction or to the nearer page")
  func paging() {
    scrollView.contentSize = Size(width: 480 * 5, height: 320)
    scrollView.isPagingEnabled = true
    screen.run(16)
    fling(from: Point(x: 400, y: 100), to: Point(x: 340, y: 100))
    screen.run(2000)
    #expect(offset.x == 480)
    fling(from: Point(x: 470, y: 100), to: Point(x: 10, y: 100))
    screen.run(2000)
    #expect(offset.x == 960)
    screen.drag(from: Point(x: 100, y: 100), to: Point(x: 300, y: 100))
    screen.run(200)
    screen.up(300, 100)
    screen.run(2000)
    #expect(offset.x == 960)
    screen.drag(from: Point(x: 100, y: 100), to: Point(x: 400, y: 100))
    screen.run(200)
    screen.up(400, 100)
    screen.run(2000)
    #expect(offset.x == 480)
    // A touch during the motion holds the page, and then the nearest one is shown.
    fling(from: Point(x: 400, y: 100), to: Point(x: 340, y: 100))
    screen.run(48)
    screen.down(100, 100)
    screen.run(300)
    #expect(offset.x > 480 && offset.x < 960)
    screen.up(100, 100)
    screen.run(2000)
    #expect(offset.x == 480 || offset.x == 960)
  }

  @Test("a drag along one axis is locked to it, and a diagonal drag is not", arguments: [true, false])
  func directionalLock(isLocked: Bool) {
    scrollView.contentSize = Size(width: 2000, height: 2000)
    scrollView.isDirectionalLockEnabled = isLocked
    screen.run(16)
    screen.drag(from: Point(x: 300, y: 300), to: Point(x: 280, y: 200))
    #expect(offset == Point(x: isLocked ? 0 : 20, y: 100))
    screen.run(200)
    screen.up(280, 200)
    screen.drag(from: Point(x: 300, y: 300), to: Point(x: 220, y: 200))
    #expect(offset == Point(x: isLocked ? 80 : 100, y: 200))
  }

  @Test("animated scrolls move to the clamped offset, and a finger takes over")
  func animatedScroll() {
    scrollView.setContentOffset(Point(x: 50, y: 5000), animated: true)
    screen.run(100)
    #expect(offset.y > 100 && offset.y < 1680 && scrollView.isDecelerating)
    screen.run(3000)
    #expect(offset == Point(x: 0, y: 1680) && !scrollView.isDecelerating)
    scrollView.setContentOffset(.zero, animated: true)
    screen.run(100)
    screen.drag(from: Point(x: 200, y: 100), to: Point(x: 200, y: 150))
    let held = offset.y
    screen.run(500)
    #expect(offset.y == held && held > 0)
    // Without animation, an offset beyond the limits is clamped by the layout.
    scrollView.setContentOffset(Point(x: 9, y: -100), animated: false)
    screen.run(16)
    #expect(offset == .zero && !scrollView.isDragging)
  }

  @Test("scrolling to a rectangle moves the content by the smallest distance, within the insets")
  func rectangles() {
    scrollView.contentInset = EdgeInsets(top: 20, left: 0, bottom: 40, right: 0)
    screen.run(16)
    #expect(offset.y == 0)
    scrollView.scrollRectToVisible(Rect(x: 0, y: 100, width: 10, height: 50), animated: false)
    #expect(offset.y == 0)
    scrollView.scrollRectToVisible(Rect(x: 0, y: 500, width: 10, height: 50), animated: false)
    #expect(offset.y == 270)
    scrollView.scrollRectToVisible(Rect(x: 0, y: 280, width: 10, height: 50), animated: false)
    #expect(offset.y == 260)
    scrollView.scrollRectToVisible(Rect(x: 0, y: -500, width: 10, height: 5000), animated: true)
    screen.run(3000)
    #expect(offset.y == -20)
  }

  @Test("a drag across the axis of an inner scroll view moves the outer one, and so does a drag beyond its end")
  func nesting() {
    let inner = ScrollView(frame: Rect(x: 0, y: 100, width: 480, height: 100), theme: theme)
    inner.contentSize = Size(width: 2000, height: 100)
    scrollView.contentLayer.addSublayer(inner)
    screen.run(16)
    screen.drag(from: Point(x: 400, y: 150), to: Point(x: 300, y: 150))
    #expect(inner.contentOffset.x == 100 && offset == .zero)
    screen.run(200)
    screen.up(300, 150)
    screen.drag(from: Point(x: 400, y: 150), to: Point(x: 400, y: 100))
    #expect(inner.contentOffset.x == 100 && offset.y == 50)
    screen.run(200)
    screen.up(400, 100)

    inner.contentSize = Size(width: 480, height: 150)
    inner.contentOffset = .zero
    screen.run(16)
    screen.drag(from: Point(x: 400, y: 120), to: Point(x: 400, y: 90))
    #expect(inner.contentOffset.y == 30 && offset.y == 50)
    screen.run(200)
    screen.up(400, 90)
    inner.contentOffset.y = 50
    screen.run(16)
    screen.drag(from: Point(x: 400, y: 120), to: Point(x: 400, y: 90))
    #expect(inner.contentOffset.y == 50 && offset.y == 80)
  }

  @Test("a press begins after a delay, a drag cancels it, and a tap presses at once")
  func presses() {
    let button = Button("Go", style: .filled, theme: theme)
    button.frame = Rect(x: 0, y: 0, width: 480, height: 400)
    scrollView.contentLayer.addSublayer(button)
    screen.watch(button)
    screen.down(200, 300)
    screen.run(90)
    #expect(screen.takeLog() == [])
    screen.run(16)
    #expect(screen.takeLog() == ["down"])
    screen.move(200, 280)
    #expect(screen.takeLog() == ["cancel"] && offset.y == 20)
    screen.run(200)
    screen.up(200, 280)
    screen.tap(200, 100)
    #expect(screen.takeLog() == ["down", "inside"])
    scrollView.delaysContentTouches = false
    screen.down(200, 300)
    #expect(screen.takeLog() == ["down"])
    screen.up(200, 300)
  }

  @Test("a control that keeps its press prevents the drag")
  func keptPress() {
    let button = Button("Go", style: .filled, theme: theme)
    button.frame = Rect(x: 0, y: 0, width: 480, height: 400)
    scrollView.contentLayer.addSublayer(button)
    scrollView.canCancelContentTouches = false
    screen.down(200, 300)
    screen.run(150)
    screen.move(200, 200)
    screen.move(200, 190)
    #expect(offset.y == 0 && button.isTracking)
    screen.up(200, 200)
    scrollView.canCancelContentTouches = true
    screen.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200))
    #expect(offset.y == 100 && !button.isTracking)
  }

  @Test("a slider keeps its press while a finger drags it")
  func slider() {
    let slider = Slider(frame: Rect(x: 100, y: 100, width: 200, height: 40), theme: theme)
    scrollView.contentLayer.addSublayer(slider)
    screen.down(200, 120)
    screen.run(150)
    screen.move(240, 180)
    screen.move(250, 200)
    #expect(offset.y == 0 && slider.isTracking)
    screen.up(250, 200)
  }

  @Test("a document layer is as wide as the scroll view, and its content may grow")
  func document() {
    let text = TextLayer("One line", fonts: theme.fonts)
    text.isWrapped = true
    let stack = Stack(.vertical, [text, Button("Go", theme: theme)])
    scrollView.documentLayer = stack
    screen.run(16)
    let height = scrollView.contentSize.height
    #expect(stack.frame == Rect(x: 0, y: 0, width: 480, height: height) && height < 100)
    text.string = String(repeating: "many lines ", count: 200)
    screen.run(16)
    #expect(scrollView.contentSize.height > 600 && scrollView.contentSize.width == 480)
    screen.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200))
    #expect(offset.y == 100)
    scrollView.documentLayer = nil
    #expect(stack.superlayer == nil)
  }

  @Test("indicators are shown while the content moves, and take the colors of a new theme")
  func indicators() {
    func bars() -> [Layer] { scrollView.sublayers.filter { !$0.isHidden && $0 !== scrollView.contentLayer.superlayer } }
    #expect(bars().isEmpty)
    screen.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200))
    #expect(bars().count == 1 && bars()[0].frame.minX == 473 && bars()[0].frame.height == 50)
    let before = bars()[0].backgroundColor
    scrollView.theme = theme.dark
    #expect(bars()[0].backgroundColor != before)
    screen.run(200)
    screen.up(200, 200)
    screen.run(1200)
    #expect(bars().isEmpty && screen.stage.nextFrame == .never)
    scrollView.flashScrollIndicators()
    #expect(bars().count == 1)
    scrollView.showsVerticalScrollIndicator = false
    #expect(bars().isEmpty)
  }

  /// Fills a scroll view with cards in two columns.
  private func fill(_ scrollView: ScrollView, _ theme: Theme) {
    for index in 0..<40 {
      let card = Layer(frame: Rect(x: Scalar(10 + index % 4 * 120), y: Scalar(10 + index / 4 * 70), width: 110, height: 60))
      (card.backgroundColor, card.cornerRadius) = (theme.surfaceColor, 8)
      let text = TextLayer("Card \(index)", fonts: theme.fonts, frame: Rect(x: 12, y: 20, width: 90, height: 24))
      text.foregroundColor = index % 3 == 0 ? theme.tintColor : theme.textColor
      card.addSublayer(text)
      scrollView.contentLayer.addSublayer(card)
    }
    scrollView.contentSize = Size(width: 490, height: 720)
  }

  @Test("a page scrolled along both axes matches the golden frame", arguments: ["day", "night"])
  func frame(name: String) throws {
    let theme = name == "night" ? theme.dark : theme
    let screen = ControlScreen(360, 240)
    let scrollView = ScrollView(frame: screen.root.bounds, theme: theme)
    scrollView.contentBackgroundColor = theme.backgroundColor
    fill(scrollView, theme)
    screen.root.addSublayer(scrollView)
    screen.run(16)
    screen.drag(from: Point(x: 300, y: 200), to: Point(x: 220, y: 100))
    try expectFrame(screen.panel, matches: "scroll-\(name)")
  }

  @Test("moved pixels equal a complete drawing, while the content scrolls and changes")
  func cachedPixels() throws {
    let stage = screen.stage
    scrollView.contentBackgroundColor = theme.backgroundColor
    fill(scrollView, theme)
    screen.run(16)
    for step in 0..<30 {
      scrollView.contentOffset = Point(x: Scalar(step % 7), y: Scalar(step * 13 % 200))
      if step % 5 == 0 { scrollView.contentLayer.sublayers[step].backgroundColor = .red }
      if step % 11 == 0 { scrollView.contentBackgroundColor = Color(red: UInt8(step * 5), green: 200, blue: 200) }
      let moved = screen.panel.pixelBytes
      stage.usesScrollCache = false
      let drawn = screen.panel.pixelBytes
      stage.usesScrollCache = true
      _ = screen.panel
      #expect(moved == drawn, "step \(step)")
      guard moved == drawn else { return }
    }
  }
}
