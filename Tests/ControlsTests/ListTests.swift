import CAllocations
import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("List")
struct ListTests {
  let screen = ControlScreen()
  let theme = Theme.test
  let list: List

  init() {
    list = List(frame: Rect(x: 0, y: 0, width: 480, height: 320), theme: Theme.test)
    screen.root.addSublayer(list)
  }

  private func show(_ rows: NumberedRows) {
    rows.attach(to: list)
    screen.run(16)
  }

  private var titles: [String] { list.visibleRows.compactMap { ($0 as? LabelRow)?.title } }

  private func path(_ row: Int, _ section: Int = 0) -> List.IndexPath { List.IndexPath(row: row, section: section) }

  @Test("ten thousand rows are shown by seven, which are reused while the list scrolls")
  func reuse() {
    let rows = NumberedRows(10_000)
    show(rows)
    #expect(list.contentSize == Size(width: 480, height: 600_000) && rows.made == 6)
    #expect(titles == ["Row 0.0", "Row 0.1", "Row 0.2", "Row 0.3", "Row 0.4", "Row 0.5"])
    for step in 1...200 { list.contentOffset.y = Scalar(step * 17) }
    #expect(rows.made == 7 && rows.asked == 6 + 56 && titles.first == "Row 0.56" && list.visibleRows.count == 6)
    list.contentOffset.y = 599_000
    #expect(rows.made == 7 && titles.first == "Row 0.9983")
    list.contentOffset.y = 0
    #expect(rows.made == 7 && titles.first == "Row 0.0" && list.contentLayer.sublayers.count == 7)
    for (index, row) in list.visibleRows.enumerated() {
      #expect(row.frame == Rect(x: 0, y: Scalar(index * 60), width: 480, height: 60))
    }
  }

  @Test("between reloadData and the next layout, scrolling asks for no row of the old data")
  func scrollingStaleData() {
    let rows = TitledRows((0..<100).map { "Row \($0)" })
    list.dataSource = rows
    list.rowHeight = 60
    screen.run(16)
    list.contentOffset.y = 3000
    screen.run(16)
    #expect(titles.first == "Row 50")
    // The data source traps for a row that it does not have.
    rows.titles = ["Only row"]
    list.reloadData()
    list.contentOffset.y = 2000
    list.contentOffset.y = 0
    screen.run(16)
    #expect(titles == ["Only row"])
  }

  @Test("rows follow the touch target of a new theme, until a height is set")
  func heightOfTheme() {
    let rows = TitledRows(["One", "Two"])
    list.dataSource = rows
    screen.run(16)
    #expect(list.visibleRows[1].frame.height == 54)
    var large = theme
    large.touchTarget = 80
    list.setTheme(large)
    screen.run(16)
    #expect(list.visibleRows[1].frame == Rect(x: 0, y: 80, width: 480, height: 80))
    list.rowHeight = 60
    large.touchTarget = 90
    list.setTheme(large)
    screen.run(16)
    #expect(list.visibleRows[1].frame.height == 60)
  }

  @Test("a frame of a fling in which no row enters allocates nothing")
  func allocations() {
    let rows = NumberedRows(5_000, 5_000)
    rows.titles = ["First", "Second"]
    show(rows)
    let panel = TestPanel(size: screen.stage.size, format: .xrgb8888)
    let (renderer, workers) = (Renderer(), SerialWorkerPool())
    var (quiet, entering, most): (Int, Int, UInt64) = (0, 0, 0)
    for fling in 0..<3 {
      screen.drag(from: Point(x: 200, y: 300), to: Point(x: 200, y: 200), steps: 4)
      screen.up(200, 200)
      for frame in 0..<60 {
        let (asked, time) = (rows.asked, Timestamp(nanoseconds: screen.now.nanoseconds + Int64(frame) * 16_000_000))
        let before = cartouche_thread_allocations()
        let damage = screen.stage.commit(at: time)
        renderer.draw(screen.stage.displayList, over: .white, into: panel.buffer, damage: damage, workers: workers)
        let allocations = cartouche_thread_allocations() - before
        if rows.asked != asked {
          entering += 1
        } else if fling > 0, frame > 0 {
          (quiet, most) = (quiet + 1, max(most, allocations))
        }
      }
      screen.run(1000)
    }
    #expect(quiet > 40 && entering > 20)
    #expect(most == 0)
  }

  @Test("rows have the heights that the data source gives them")
  func heights() {
    let rows = NumberedRows(100)
    rows.height = { Scalar(20 + $0.row % 3 * 20) }
    show(rows)
    #expect(list.contentSize.height == 3980)
    #expect(list.visibleRows.map(\.frame.height) == [20, 40, 60, 20, 40, 60, 20, 40, 60])
    #expect(list.rectForRow(at: path(4)) == Rect(x: 0, y: 140, width: 480, height: 40) && list.rectForRow(at: path(100)) == nil)
    #expect(list.indexPathForRow(at: Point(x: 5, y: 139)) == path(3) && list.indexPathForRow(at: Point(x: 5, y: 140)) == path(4))
    list.contentOffset.y = 100
    #expect(list.indexPathForRow(at: Point(x: 5, y: 40)) == path(4))
    #expect(list.indexPath(for: list.visibleRows[0]) == path(2) && list.row(at: path(2)) === list.visibleRows[0])
    #expect(list.row(at: path(50)) == nil)
  }

  @Test("rows without a height of their own are high enough for a finger")
  func standardHeight() {
    let rows = NumberedRows(3)
    rows.height = { [unowned list] _ in list.rowHeight }
    show(rows)
    #expect(list.visibleRows.map(\.frame.height) == [54, 54, 54])
    screen.stage.touchMetrics = TouchMetrics(pointsPerMillimeter: 8)
    list.reloadData()
    #expect(list.visibleRows[0].frame.height == 72)
    list.rowHeight = 20
    #expect(list.visibleRows[0].frame.height == 20)
  }

  @Test("the header of the topmost section sticks, and the next one pushes it away")
  func stickyHeaders() throws {
    let rows = NumberedRows(3, 0, 10, 10)
    rows.titles = ["A", "B", nil, "D"]
    show(rows)
    func headers() -> [Scalar] {
      let layers = list.sublayers + list.contentLayer.sublayers
      return layers.filter { !$0.isHidden && $0.bounds.height == 32 }.compactMap { $0.convert(.zero, to: screen.root)?.y }.filter {
        $0 > -32
      }
      .sorted()
    }
    #expect(list.contentSize.height == 1476)
    #expect(headers() == [0, 212])
    list.contentOffset.y = 100
    #expect(headers() == [0, 112])
    list.contentOffset.y = 190
    #expect(headers() == [-10, 22])
    // Section B consists of its header only, and section C has none.
    list.contentOffset.y = 230
    #expect(headers() == [-18])
    list.contentOffset.y = 250
    #expect(headers() == [])
    list.contentOffset.y = 900
    #expect(headers() == [0])
    // A tap on a header selects no row behind it.
    screen.run(16)
    screen.tap(200, 10)
    #expect(list.indexPathsForSelectedRows.isEmpty)
    list.sectionHeadersPinToVisibleBounds = false
    screen.run(16)
    #expect(headers() == [])
    screen.drag(from: Point(x: 200, y: 10), to: Point(x: 200, y: 110))
    #expect(list.contentOffset.y == 800 && headers() == [44])
  }

  @Test("a tap selects one row, and a second tap on another row moves the selection")
  func selection() {
    let rows = NumberedRows(20)
    show(rows)
    list.onSelect = { [screen] list, path in screen.write("select \(path.row)") }
    list.onDeselect = { [screen] list, path in screen.write("deselect \(path.row)") }
    screen.tap(100, 90)
    #expect(screen.takeLog() == ["select 1"] && list.indexPathsForSelectedRows == [path(1)] && list.visibleRows[1].isSelected)
    screen.tap(100, 150)
    #expect(screen.takeLog() == ["deselect 1", "select 2"] && list.indexPathsForSelectedRows == [path(2)])
    list.allowsMultipleSelection = true
    screen.tap(100, 90)
    screen.tap(100, 150)
    #expect(screen.takeLog() == ["select 1", "deselect 2"] && list.indexPathsForSelectedRows == [path(1)])
    // The selection belongs to positions, not to rows that are reused.
    list.contentOffset.y = 600
    #expect(list.visibleRows.allSatisfy { !$0.isSelected })
    list.contentOffset.y = 0
    #expect(list.visibleRows.map(\.isSelected) == [false, true, false, false, false, false])
    list.allowsSelection = false
    screen.tap(100, 210)
    list.deselectRow(at: path(1))
    #expect(screen.takeLog() == [] && list.indexPathsForSelectedRows.isEmpty)
    list.selectRow(at: path(15), scrollPosition: .top)
    list.selectRow(at: path(50))
    #expect(list.indexPathsForSelectedRows == [path(15)] && list.contentOffset.y == 880 && titles[0] == "Row 0.14")
  }

  @Test("a press highlights its row after a moment, and scrolling cancels it")
  func highlight() {
    show(NumberedRows(20))
    list.onSelect = { [screen] _, path in screen.write("select \(path.row)") }
    let row = list.visibleRows[1]
    screen.down(100, 90)
    screen.run(64)
    #expect(!row.isHighlighted)
    screen.run(48)
    #expect(row.isHighlighted && screen.stage.nextFrame == .never)
    screen.move(100, 60)
    #expect(!row.isHighlighted && list.contentOffset.y == 30)
    screen.run(200)
    screen.up(100, 60)
    #expect(screen.takeLog() == [] && list.indexPathsForSelectedRows.isEmpty)
    // A finger that drags at once highlights nothing.
    screen.down(100, 200)
    screen.run(16)
    screen.move(100, 180)
    screen.run(200)
    #expect(list.visibleRows.allSatisfy { !$0.isHighlighted })
    screen.up(100, 180)
    // An outer scroll view cancels the press too.
    screen.down(100, 90)
    screen.run(150)
    #expect(list.visibleRows.contains { $0.isHighlighted })
    screen.root.cancelPresses()
    screen.up(100, 90)
    #expect(list.visibleRows.allSatisfy { !$0.isHighlighted } && screen.takeLog() == [])
  }

  @Test("a button in a row is pressed without selecting the row")
  func buttonInRow() {
    let rows = NumberedRows(20)
    rows.configure = { [screen, theme] row, _ in
      guard !row.sublayers.contains(where: { $0 is Button }) else { return }
      let button = Button("Go", style: .filled, theme: theme)
      button.frame = Rect(x: 380, y: 8, width: 90, height: 44)
      screen.watch(button)
      row.addSublayer(button)
    }
    show(rows)
    screen.tap(420, 90)
    #expect(screen.takeLog() == ["down", "inside"] && list.indexPathsForSelectedRows.isEmpty)
    screen.drag(from: Point(x: 420, y: 90), to: Point(x: 420, y: 40))
    #expect(screen.takeLog() == [] && list.contentOffset.y == 50)
    screen.run(200)
    screen.up(420, 40)
    screen.down(420, 90)
    screen.run(150)
    screen.move(420, 40)
    #expect(screen.takeLog() == ["down", "cancel"] && list.contentOffset.y == 100 && list.indexPathsForSelectedRows.isEmpty)
  }

  @Test("inserted and deleted rows appear at once, and the selection moves with its rows")
  func changes() {
    let rows = NumberedRows(10, 5)
    show(rows)
    list.allowsMultipleSelection = true
    for other in [path(2), path(4), path(1, 1)] { list.selectRow(at: other) }
    rows.counts = [12, 5]
    list.insertRows(at: [path(3), path(0)])
    #expect(list.indexPathsForSelectedRows == [path(4), path(6), path(1, 1)] && list.numberOfRows(inSection: 0) == 12)
    screen.run(16)
    #expect(list.contentSize.height == 17 * 60 && list.visibleRows[4].isSelected)
    rows.counts = [9, 5]
    list.deleteRows(at: [path(0), path(4), path(5)])
    #expect(list.indexPathsForSelectedRows == [path(3), path(1, 1)])
    rows.counts = [2]
    list.reloadData()
    #expect(list.numberOfSections == 1 && list.indexPathsForSelectedRows.isEmpty && list.visibleRows.count == 2)
    list.dataSource = nil
    #expect(list.visibleRows.isEmpty && list.contentSize.height == 0)
  }

  @Test("scrolling to a row stops at the given position, below the section's header")
  func scrolling() {
    let rows = NumberedRows(50, 50)
    rows.titles = ["A", "B"]
    show(rows)
    list.scrollToRow(at: path(2), animated: false)
    #expect(list.contentOffset.y == 0)
    list.scrollToRow(at: path(10), animated: false)
    #expect(list.contentOffset.y == 372)
    list.scrollToRow(at: path(10), at: .top, animated: false)
    #expect(list.contentOffset.y == 600)
    list.scrollToRow(at: path(8), animated: false)
    #expect(list.contentOffset.y == 480)
    list.scrollToRow(at: path(20), at: .bottom, animated: false)
    #expect(list.contentOffset.y == 972)
    list.scrollToRow(at: path(49, 1), at: .top, animated: true)
    screen.run(4000)
    #expect(list.contentOffset.y == list.contentSize.height - 320)
    list.scrollToRow(at: path(0, 7), animated: false)
    #expect(list.contentOffset.y == list.contentSize.height - 320)
  }

  @Test("a data source that breaks the rules does not break the list")
  func misuse() {
    final class Wild: ListDataSource {
      let row = LabelRow(theme: .test)
      var last = Int.max
      func numberOfSections(in list: List) -> Int { 3 }
      func list(_ list: List, numberOfRowsInSection section: Int) -> Int { [-5, 4, last][section] }
      func list(_ list: List, heightForRowAt indexPath: List.IndexPath) -> Scalar { [50, .max, -1, .min][indexPath.row % 4] }
      func list(_ list: List, rowAt indexPath: List.IndexPath) -> ListRow {
        last = 3
        list.reloadData()
        _ = list.visibleRows.count + list.numberOfSections
        return row
      }
    }
    let wild = Wild()
    list.dataSource = wild
    for _ in 0..<3 { screen.run(16) }
    #expect(list.visibleRows.count == 2 && list.visibleRows[0] === wild.row && list.visibleRows[1] !== wild.row)
    list.contentOffset.y = .max
    screen.run(16)
    list.frame = .zero
    screen.run(16)
    #expect(list.visibleRows.isEmpty)
  }

  @Test("a new theme takes effect in visible, hidden and future rows")
  func newTheme() {
    let rows = NumberedRows(100)
    rows.titles = ["A"]
    show(rows)
    list.contentOffset.y = 30
    list.contentOffset.y = 0
    let before = screen.panel.pixelBytes
    list.theme = theme.dark
    list.contentOffset.y = 30
    list.contentOffset.y = 0
    let after = screen.panel.pixelBytes
    #expect(before != after)
    let fresh = ControlScreen()
    let other = List(frame: list.frame, theme: theme.dark)
    rows.attach(to: other)
    fresh.root.addSublayer(other)
    fresh.run(16)
    #expect(fresh.panel.pixelBytes == after)
  }

  @Test("moved pixels equal a complete drawing, while rows and headers come and go")
  func cachedPixels() {
    let rows = NumberedRows(6, 8, 10)
    rows.titles = ["A", nil, "C"]
    show(rows)
    for step in 0..<40 {
      list.contentOffset.y = Scalar(step * 97 % 900)
      if step % 7 == 0 { list.selectRow(at: path(step % 6)) }
      let moved = screen.panel.pixelBytes
      screen.stage.usesScrollCache = false
      let drawn = screen.panel.pixelBytes
      screen.stage.usesScrollCache = true
      _ = screen.panel
      #expect(moved == drawn, "step \(step)")
      guard moved == drawn else { return }
    }
  }

  @Test("a list of stops matches the golden frame", arguments: ["day", "night", "narrow"])
  func frame(name: String) throws {
    let theme = name == "night" ? theme.dark : theme
    let screen = ControlScreen(name == "narrow" ? 200 : 400, 320)
    let list = List(frame: screen.root.bounds, theme: theme)
    let rows = NumberedRows(4, 6)
    rows.titles = ["Next stops", "Later"]
    rows.configure = { row, path in
      row.title = ["Harbour Street", "Town Hall", "Museum of Natural History", "Park"][(path.row + path.section) % 4]
      row.subtitle = path.row % 2 == 0 ? "Lines 4, 12 and 31" : ""
      row.value = "\(path.row * 3 + path.section * 12 + 2) min"
      row.image = path.row == 2 ? ButtonTests.image : nil
      row.accessory = path.row == 1 ? .checkmark : path.section == 0 ? .disclosureIndicator : .none
    }
    rows.attach(to: list)
    screen.root.addSublayer(list)
    screen.run(16)
    list.selectRow(at: path(3))
    list.visibleRows[2].isHighlighted = true
    list.contentOffset.y = 25
    try expectFrame(screen.panel, matches: "list-\(name)")
  }
}

/// Rows with the titles of an array. A row beyond the array traps.
private final class TitledRows: ListDataSource {
  var titles: [String]

  init(_ titles: [String]) { self.titles = titles }

  func list(_ list: List, numberOfRowsInSection section: Int) -> Int { titles.count }

  func list(_ list: List, rowAt indexPath: List.IndexPath) -> ListRow {
    let row = list.dequeueReusableRow(withIdentifier: "row")
    (row as? LabelRow)?.title = titles[indexPath.row]
    return row
  }
}
