import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Sheet")
struct SheetTests {
  let screen = ControlScreen(480, 400)
  let theme = Theme.test
  let content = Layer()
  let sheet: Sheet
  let behind: Button

  init() {
    sheet = Sheet(content, theme: Theme.test)
    behind = Button("Behind", style: .filled, theme: Theme.test)
    behind.frame = Rect(x: 0, y: 0, width: 480, height: 400)
    screen.root.addSublayer(behind)
    screen.watch(behind)
    sheet.detents = [.large, .height(100), .medium]
    sheet.onDetentChange = { [screen] sheet in screen.write("\(sheet.selectedDetent!)") }
    sheet.onDismiss = { [screen] _ in screen.write("dismissed") }
  }

  /// The visible height of the sheet on the screen.
  private var height: Scalar {
    guard let top = content.convert(.zero, to: screen.root)?.y else { return 0 }
    return 400 - top + 20
  }

  private func present(_ detent: Sheet.Detent? = nil) {
    if let detent { sheet.selectDetent(detent) }
    sheet.present(in: screen.root, animated: false)
    screen.run(16)
  }

  /// Drags from a height to another, waits and lifts the finger.
  private func drag(from start: Scalar, to end: Scalar) {
    screen.drag(from: Point(x: 240, y: 400 - start), to: Point(x: 240, y: 400 - end))
    screen.run(200)
    screen.up(240, 400 - end)
    screen.run(2000)
  }

  @Test("a sheet slides in to its smallest detent, and leaves when it is dismissed")
  func presenting() {
    sheet.present(in: screen.root)
    #expect(sheet.isPresented && sheet.selectedDetent == .height(100) && height == 0)
    screen.run(150)
    #expect(height > 20 && height < 100)
    screen.run(2000)
    #expect(height == 100 && screen.stage.nextFrame == .never)
    #expect(content.bounds.size == Size(width: 480, height: 80))
    sheet.dismiss { [screen] in screen.write("completed") }
    #expect(!sheet.isPresented)
    screen.run(2000)
    #expect(sheet.superlayer == nil && screen.takeLog() == ["completed", "dismissed"] && screen.stage.nextFrame == .never)
    sheet.present(in: screen.root, animated: false)
    #expect(height == 100)
    sheet.dismiss(animated: false)
    #expect(sheet.superlayer == nil && screen.takeLog() == ["dismissed"])
  }

  @Test("a drag moves the sheet with the finger to the nearest detent, and down until it is dismissed")
  func dragging() {
    present()
    screen.drag(from: Point(x: 240, y: 350), to: Point(x: 240, y: 290))
    #expect(height == 160)
    screen.run(200)
    screen.up(240, 290)
    screen.run(2000)
    #expect(height == 200 && sheet.selectedDetent == .medium && screen.takeLog() == ["medium"])
    drag(from: 150, to: 300)
    #expect(height == 388 && sheet.selectedDetent == .large && screen.takeLog() == ["large"])
    drag(from: 300, to: 290)
    #expect(height == 388 && screen.takeLog() == [])
    drag(from: 300, to: 20)
    #expect(height == 100 && screen.takeLog() == ["height(100)"])
    drag(from: 80, to: 10)
    #expect(sheet.superlayer == nil && screen.takeLog() == ["dismissed"])
  }

  @Test("a fling moves on to the next detent at least")
  func flinging() {
    present()
    screen.drag(from: Point(x: 240, y: 350), to: Point(x: 240, y: 335), steps: 3)
    screen.up(240, 335)
    screen.run(2000)
    #expect(sheet.selectedDetent == .medium)
    screen.drag(from: Point(x: 240, y: 250), to: Point(x: 240, y: 265), steps: 3)
    screen.up(240, 265)
    screen.run(2000)
    #expect(sheet.selectedDetent == .height(100) && height == 100)
    screen.drag(from: Point(x: 240, y: 350), to: Point(x: 240, y: 375), steps: 3)
    screen.up(240, 375)
    screen.run(2000)
    #expect(!sheet.isPresented && sheet.superlayer == nil)
  }

  @Test("beyond its largest detent the sheet resists, and a modal one resists below the smallest")
  func resistance() {
    sheet.isModalInPresentation = true
    present(.large)
    screen.drag(from: Point(x: 240, y: 200), to: Point(x: 240, y: 100))
    #expect(height > 388 && height < 440)
    screen.run(200)
    screen.up(240, 100)
    screen.run(2000)
    #expect(height == 388)
    sheet.selectDetent(.height(100))
    screen.run(2000)
    drag(from: 80, to: 5)
    #expect(height == 100 && sheet.isPresented)
    screen.tap(240, 100)
    screen.run(2000)
    #expect(sheet.isPresented && screen.takeLog() == [])
  }

  @Test("a tap on the dimmed area dismisses the sheet, and touches do not reach the layers behind")
  func dimmed() {
    present()
    screen.drag(from: Point(x: 240, y: 100), to: Point(x: 240, y: 350))
    screen.up(240, 350)
    screen.run(300)
    #expect(sheet.isPresented && screen.takeLog() == [])
    screen.tap(240, 380)
    #expect(sheet.isPresented && screen.takeLog() == [])
    screen.tap(240, 100)
    #expect(!sheet.isPresented)
    screen.run(2000)
    #expect(screen.takeLog() == ["dismissed"])
    screen.tap(240, 100)
    #expect(screen.takeLog() == ["down", "inside"])
  }

  @Test("up to the largest undimmed detent, touches outside reach the layers behind")
  func undimmed() {
    sheet.largestUndimmedDetent = .medium
    present(.medium)
    screen.tap(240, 100)
    screen.tap(240, 300)
    #expect(screen.takeLog() == ["down", "inside"] && sheet.isPresented)
    let clear = screen.panel.pixelBytes[0..<4]
    sheet.selectedDetent = .large
    screen.run(16)
    #expect(screen.panel.pixelBytes[0..<4] != clear)
    screen.tap(240, 5)
    screen.run(2000)
    #expect(screen.takeLog() == ["dismissed"] && screen.panel.pixelBytes[0..<4] == clear)
  }

  @Test("a tap on the grabber selects the next detent, and after the largest the smallest")
  func grabber() {
    present()
    for (y, detent) in [(310, "medium"), (210, "large"), (18, "height(100)")] as [(Scalar, String)] {
      screen.tap(240, y)
      screen.run(2000)
      #expect(screen.takeLog() == [detent])
    }
    sheet.prefersGrabberVisible = false
    screen.run(16)
    screen.tap(240, 310)
    #expect(screen.takeLog() == [] && content.bounds.height == 100)
  }

  /// Shows a list in the sheet.
  private func presentList(_ detent: Sheet.Detent) -> (List, NumberedRows) {
    let list = List(frame: .zero, theme: theme)
    let rows = NumberedRows(50)
    rows.attach(to: list)
    list.autoresizingMask = .fill
    content.addSublayer(list)
    list.frame = content.bounds
    present(detent)
    return (list, rows)
  }

  @Test("a list in a sheet hands its drag over at the top, and the sheet grows before the list scrolls")
  func scrollingContent() {
    let (list, rows) = presentList(.medium)
    withExtendedLifetime(rows) {
      // Upward: first the sheet by 188 points, then the list.
      screen.drag(from: Point(x: 240, y: 380), to: Point(x: 240, y: 100))
      #expect(height == 388 && list.contentOffset.y == 92)
      screen.run(200)
      screen.up(240, 100)
      screen.run(2000)
      #expect(sheet.selectedDetent == .large && list.contentOffset.y == 92 && list.indexPathsForSelectedRows.isEmpty)
      // Downward: first the list, then the sheet.
      screen.drag(from: Point(x: 240, y: 100), to: Point(x: 240, y: 292))
      #expect(height == 288 && list.contentOffset.y == 0)
      // The same finger returns.
      for step in 1...15 {
        screen.run(16)
        screen.move(240, 292 - Scalar(step * 10))
      }
      #expect(height == 388 && list.contentOffset.y == 50)
      screen.run(200)
      screen.up(240, 142)
      screen.run(2000)
      #expect(sheet.selectedDetent == .large && list.contentOffset.y == 50)
      screen.tap(240, 200)
      #expect(list.indexPathsForSelectedRows.count == 1 && sheet.isPresented)
    }
  }

  @Test("a list in a sheet flings while the sheet rests, and a fling down at the top dismisses the sheet")
  func flungContent() {
    let (list, rows) = presentList(.large)
    withExtendedLifetime(rows) {
      screen.drag(from: Point(x: 240, y: 300), to: Point(x: 240, y: 200), steps: 4)
      screen.up(240, 200)
      screen.run(500)
      #expect(height == 388 && list.contentOffset.y > 300)
      list.contentOffset.y = 0
      screen.run(16)
      screen.drag(from: Point(x: 240, y: 100), to: Point(x: 240, y: 350), steps: 5)
      screen.up(240, 350)
      screen.run(3000)
      #expect(list.contentOffset.y == 0 && screen.takeLog().last == "dismissed")
    }
  }

  @Test("without expansion by scrolling, the list in a smaller sheet scrolls at once")
  func scrollsFirst() {
    sheet.prefersScrollingExpandsWhenScrolledToEdge = false
    let (list, rows) = presentList(.medium)
    withExtendedLifetime(rows) {
      screen.drag(from: Point(x: 240, y: 380), to: Point(x: 240, y: 300))
      #expect(height == 200 && list.contentOffset.y == 80)
    }
  }

  @Test("detents follow the size of the host, and other detents than the sheet's are ignored")
  func resizing() {
    present(.medium)
    screen.root.bounds.size.height = 300
    screen.run(16)
    #expect(content.frame.height == 130)
    sheet.selectDetent(.fraction(0.25))
    #expect(sheet.selectedDetent == .medium)
    sheet.detents = [.fraction(0.25), .height(.max)]
    sheet.selectDetent(.fraction(0.25))
    screen.run(2000)
    #expect(content.frame.height == 55)
    sheet.detents = []
    screen.run(16)
    sheet.selectDetent(.large)
    screen.run(2000)
    #expect(content.frame.height == 268)
    screen.root.bounds.size = .zero
    screen.run(16)
    #expect(content.frame.height == 0 && sheet.isPresented)
  }

  @Test("a sheet without references is released while it leaves")
  func leaks() {
    weak var weakSheet: Sheet?
    func make() {
      let other = Sheet(Layer(), theme: theme)
      other.present(in: screen.root)
      screen.run(64)
      other.dismiss()
      weakSheet = other
    }
    make()
    screen.run(3000)
    #expect(weakSheet == nil)
  }

  @Test("a sheet over a map matches the golden frame", arguments: ["day", "night", "undimmed", "large"])
  func frame(name: String) throws {
    let theme = name == "night" ? theme.dark : theme
    let screen = ControlScreen(400, 320)
    for index in 0..<40 {
      let block = Layer(frame: Rect(x: Scalar(index % 8 * 50 + 3), y: Scalar(index / 8 * 64 + 3), width: 44, height: 58))
      block.backgroundColor = [Color(hex: 0xe8e0d0), Color(hex: 0xcfe3c0), Color(hex: 0xdcd6cc)][index % 3]
      screen.root.addSublayer(block)
    }
    let list = List(frame: .zero, theme: theme)
    let rows = NumberedRows(12)
    rows.configure = { row, path in (row.title, row.value) = ("Stop \(path.row + 1)", "\(path.row * 4 + 2) min") }
    rows.attach(to: list)
    let sheet = Sheet(list, theme: .test)
    sheet.detents = [.medium, .large]
    if name == "undimmed" { sheet.largestUndimmedDetent = .medium }
    sheet.present(in: screen.root, animated: false)
    if name == "large" { sheet.selectedDetent = .large }
    screen.run(16)
    sheet.theme = theme
    try expectFrame(screen.panel, matches: "sheet-\(name)")
  }
}
