import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Random scrolling")
struct RandomScrollingTests {
  /// A program that performs random operations on lists, scroll views, stacks and sheets.
  private final class RandomProgram {
    var random: SplitMix64
    let screen = ControlScreen(160, 200)
    let theme: Theme
    let list: List
    let rows = NumberedRows(30, 5)
    let page: ScrollView
    let inner: ScrollView
    let stack: Stack
    let sheet: Sheet
    var calls = 0

    init(seed: UInt64, theme: Theme) {
      random = SplitMix64(seed: seed)
      self.theme = theme
      page = ScrollView(frame: Rect(x: 0, y: 0, width: 160, height: 200), theme: theme)
      inner = ScrollView(frame: Rect(x: 0, y: 0, width: 160, height: 60), theme: theme)
      stack = Stack(.vertical, [inner], spacing: 4)
      list = List(frame: .zero, theme: theme)
      sheet = Sheet(list, theme: theme)
      (page.contentBackgroundColor, page.documentLayer) = (theme.backgroundColor, stack)
      inner.contentSize = Size(width: 500, height: 60)
      rows.titles = ["A", "B"]
      rows.height = { path in [40, 0, 25][path.row % 3] }
      rows.configure = { [unowned self] row, _ in row.accessory = LabelRow.Accessory.allCases.randomElement(using: &random)! }
      rows.attach(to: list)
      (sheet.detents, sheet.largestUndimmedDetent) = ([.height(60), .large], .height(60))
      screen.root.addSublayer(page)
      for _ in 0..<4 { addContent() }
      list.onSelect = { [unowned self] _, _ in react() }
      for view in [page, inner, list] {
        view.onScroll = { [unowned self] _ in if chance(20) { react() } }
        view.onScrollEnd = { [unowned self] _ in react() }
      }
      sheet.onDetentChange = { [unowned self] _ in react() }
      sheet.onDismiss = { [unowned self] _ in react() }
    }

    func chance(_ denominator: Int) -> Bool { Int.random(in: 0..<denominator, using: &random) == 0 }
    func number(_ range: Range<Int>) -> Scalar { Scalar(Int.random(in: range, using: &random)) }
    func path() -> List.IndexPath {
      List.IndexPath(row: Int.random(in: -1..<40, using: &random), section: Int.random(in: 0..<3, using: &random))
    }

    /// Performs a callback's work, which is sometimes another random operation.
    func react() {
      calls += 1
      if chance(3), calls < 2000 { act() }
    }

    func addContent() {
      let button = Button("Go", style: .filled, theme: theme)
      button.addAction(for: .touchUpInside) { [unowned self] _ in react() }
      let text = TextLayer("Some text", fonts: theme.fonts)
      text.isWrapped = true
      stack.addSublayer(Stack(.horizontal, [text, Spacer(), button]))
      let card = Layer(frame: Rect(x: number(0..<450), y: 5, width: 40, height: 50))
      card.backgroundColor = .purple
      inner.contentLayer.addSublayer(card)
    }

    func act() {
      let view = [page, inner, list].randomElement(using: &random)!
      switch Int.random(in: 0..<22, using: &random) {
      case 0: view.setContentOffset(Point(x: number(-50..<400), y: number(-50..<700)), animated: chance(2))
      case 1: view.scrollRectToVisible(Rect(x: number(0..<300), y: number(0..<600), width: 20, height: 20), animated: chance(2))
      case 2: view.bounces.toggle()
      case 3: view.isPagingEnabled.toggle()
      case 4: view.isScrollEnabled = chance(2) || !view.isScrollEnabled
      case 5: view.contentInset = EdgeInsets(top: number(0..<20), left: 0, bottom: number(0..<20), right: 0)
      case 6: view.theme = chance(2) ? theme.dark : theme
      case 7: view.contentBackgroundColor = [nil, Color.white, Color.red.withAlpha(0.5)].randomElement(using: &random)!
      case 8: view.flashScrollIndicators()
      case 9: if stack.sublayers.count < 12 { addContent() }
      case 10: if stack.sublayers.count > 3 { stack.sublayers.last?.removeFromSuperlayer() }
      case 11: stack.sublayers.randomElement(using: &random)?.isHidden.toggle()
      case 12:
        rows.counts = [Int.random(in: 0..<40, using: &random), Int.random(in: 0..<6, using: &random)]
        list.reloadData()
      case 13: list.scrollToRow(at: path(), at: List.ScrollPosition.allCases.randomElement(using: &random)!, animated: chance(2))
      case 14: list.selectRow(at: path(), animated: chance(2), scrollPosition: chance(2) ? .top : nil)
      case 15: list.allowsMultipleSelection.toggle()
      case 16: list.sectionHeadersPinToVisibleBounds.toggle()
      case 17: sheet.present(in: screen.root, animated: chance(2))
      case 18: if chance(3) { sheet.dismiss(animated: chance(2)) { [unowned self] in react() } }
      case 19: sheet.selectDetent(sheet.detents.randomElement(using: &random)!, animated: chance(2))
      case 20:
        sheet.detents = [[.height(60), .large], [.medium], [.fraction(0.3), .height(90), .large]].randomElement(using: &random)!
      default:
        sheet.prefersGrabberVisible.toggle()
        sheet.isModalInPresentation = chance(3)
        sheet.theme = chance(2) ? theme.dark : theme
      }
    }

    func touch() {
      let id = Int.random(in: 0..<2, using: &random)
      let current = screen.arena.contacts.first { $0.id == id }?.position
      let position = current ?? Point(x: number(0..<160), y: number(0..<200))
      let next = position + (chance(3) ? Point(x: number(-25..<25), y: 0) : Point(x: 0, y: number(-30..<25)))
      switch (current == nil, Int.random(in: 0..<8, using: &random)) {
      case (true, _): screen.down(position.x, position.y, id: id)
      case (false, 0..<6): screen.move(next.x, next.y, id: id)
      case (false, 7) where chance(4): screen.palm(position.x, position.y, id: id)
      case (false, _): screen.up(position.x, position.y, id: id)
      }
    }
  }

  @Test(
    "1000 random operations do not trap, repainting equals a complete drawing, and everything comes to rest",
    arguments: 0..<3 as Range<UInt64>)
  func law(seed: UInt64) {
    let program = RandomProgram(seed: seed, theme: Theme.test)
    let (screen, stage) = (program.screen, program.screen.stage)
    let comparison = Comparison(stage.size)
    var problem: String?
    for step in 0..<1000 where problem == nil {
      if program.chance(3) { program.act() } else { program.touch() }
      screen.run(Int64.random(in: 1...16, using: &program.random))
      guard step % 4 == 0 else { continue }
      // Commits since the last frame count as damage too.
      stage.setNeedsDisplay()
      _ = stage.commit(at: screen.now)
      _ = comparison.difference(stage.displayList, damage: [PixelRect(stage.size)])
      program.act()
      let damage = stage.commit(at: Timestamp(nanoseconds: screen.now.nanoseconds + 8_000_000))
      if let byte = comparison.difference(stage.displayList, damage: damage) {
        problem = "step \(step): byte \(byte) differs; damage \(damage)"
      }
    }
    #expect(problem == nil)
    for contact in screen.arena.contacts { screen.up(contact.position.x, contact.position.y, id: contact.id) }
    let calls = program.calls
    program.calls = 2000
    screen.run(8000)
    #expect(stage.nextFrame == .never)
    // A list that leaves the stage continues its motion when it returns.
    for view in [program.page, program.inner, program.list] where view.isOnStage {
      #expect(!view.isDragging && !view.isTracking && !view.isDecelerating)
    }
    #expect(program.list.contentLayer.sublayers.count < 40)
    #expect(calls > 20 && comparison.frames.count > 100)
  }
}
