import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Action sheet")
struct ActionSheetTests {
  let screen = ControlScreen()
  let theme = Theme.test

  /// A sheet with a confirming and a canceling action.
  private func deployment() -> ActionSheet {
    let sheet = ActionSheet("Confirm Deployment", theme: theme)
    sheet.addAction("Cancel", style: .cancel) { [screen] in screen.write("cancel") }
    sheet.addAction("Confirm") { [screen] in screen.write("confirm") }
    return sheet
  }

  private func texts(of layer: Layer) -> [TextLayer] {
    layer.sublayers.flatMap { [$0 as? TextLayer].compactMap { $0 } + texts(of: $0) }
  }

  /// Returns the button with the text `title`.
  private func row(_ title: String, in layer: Layer) -> Control {
    var next: Layer? = texts(of: layer).first { $0.string == title }
    while let current = next {
      if let control = current as? Control { return control }
      next = current.superlayer
    }
    Issue.record("no button has the title \(title)")
    return Control(frame: .zero, theme: theme)
  }

  private func frame(_ layer: Layer) -> Rect {
    Rect(origin: layer.convert(layer.bounds.origin, to: screen.root) ?? Point(x: -9999, y: -9999), size: layer.bounds.size)
  }

  @Test("P13: a sheet shows [Confirm] and, separately below it, [Cancel]; each action is called once, and the sheet leaves")
  func confirm() {
    for (title, entry) in [("Confirm", "confirm"), ("Cancel", "cancel")] {
      let sheet = deployment()
      sheet.present(in: screen.root)
      screen.run(400)
      #expect(Set(texts(of: sheet).map(\.string)).isSuperset(of: ["Confirm Deployment", "Confirm", "Cancel"]))
      let (confirm, cancel) = (row("Confirm", in: sheet), row("Cancel", in: sheet))
      #expect(frame(cancel).minY >= frame(confirm).maxY + 8)
      #expect(frame(confirm).height >= theme.touchTarget && frame(cancel).height >= theme.touchTarget)
      #expect(frame(cancel).maxY <= 320)
      screen.tap(row(title, in: sheet))
      #expect(screen.takeLog() == [entry])
      screen.tap(row(title, in: sheet))
      #expect(!sheet.isPresented && sheet.superlayer != nil)
      screen.run(400)
      #expect(sheet.superlayer == nil && screen.takeLog() == [])
    }
  }

  @Test("P13: a tap outside the sheet cancels, one on its title does not, and layers behind get no touches until it has left")
  func beside() throws {
    screen.root.addGestureRecognizer(TapGestureRecognizer { [screen] _ in screen.write("tap behind") })
    screen.root.addGestureRecognizer(PanGestureRecognizer { [screen] pan in if pan.state == .began { screen.write("pan behind") } })
    let behind = Button("Behind", theme: theme)
    behind.frame = Rect(x: 0, y: 0, width: 100, height: 60)
    screen.watch(behind, "behind ")
    screen.root.addSublayer(behind)
    let sheet = deployment()
    sheet.present(in: screen.root)
    screen.run(400)
    let title = try #require(texts(of: sheet).first { $0.string == "Confirm Deployment" })
    screen.tap(title)
    screen.drag(from: Point(x: 240, y: 20), to: Point(x: 240, y: 280))
    screen.up(240, 280)
    #expect(screen.takeLog() == [] && sheet.isPresented)
    screen.tap(50, 30)
    #expect(screen.takeLog() == ["cancel"])
    screen.tap(50, 30)
    #expect(screen.takeLog() == [])
    screen.run(400)
    screen.tap(50, 30)
    #expect(screen.takeLog() == ["behind down", "behind inside"])
  }

  @Test("without a cancel action a tap outside does nothing, and a second cancel action is an ordinary one")
  func cancelling() {
    let sheet = ActionSheet("Question", theme: theme)
    sheet.addAction("Yes") { [screen] in screen.write("yes") }
    sheet.present(in: screen.root)
    screen.run(400)
    screen.tap(50, 30)
    #expect(sheet.isPresented && screen.takeLog() == [])
    sheet.dismiss(animated: false)
    #expect(sheet.superlayer == nil)
    sheet.addAction("No", style: .cancel) { [screen] in screen.write("no") }
    sheet.addAction("Never", style: .cancel) { [screen] in screen.write("never") }
    sheet.present(in: screen.root, animated: false)
    screen.run(16)
    #expect(frame(row("Never", in: sheet)).maxY < frame(row("No", in: sheet)).minY)
    screen.tap(50, 30)
    #expect(screen.takeLog() == ["no"])
  }

  @Test("two fingers on two actions choose one action")
  func twoFingers() {
    let sheet = deployment()
    sheet.present(in: screen.root)
    screen.run(400)
    let (confirm, cancel) = (frame(row("Confirm", in: sheet)).center, frame(row("Cancel", in: sheet)).center)
    screen.down(confirm.x, confirm.y, id: 1)
    screen.down(cancel.x, cancel.y, id: 2)
    screen.up(cancel.x, cancel.y, id: 2)
    screen.up(confirm.x, confirm.y, id: 1)
    #expect(screen.takeLog() == ["cancel"])
  }

  @Test("many actions scroll: dragging presses none of them, and the last can be reached")
  func scrolling() {
    let sheet = ActionSheet("Many", theme: theme)
    for number in 1...20 { sheet.addAction("Action \(number)") { [screen] in screen.write("\(number)") } }
    sheet.addAction("Cancel", style: .cancel) { [screen] in screen.write("cancel") }
    sheet.present(in: screen.root)
    screen.run(400)
    let last = row("Action 20", in: sheet)
    #expect(frame(last).minY > 320)
    #expect(screen.root.hitTest(frame(row("Cancel", in: sheet)).center) !== last)
    for _ in 0..<12 {
      screen.drag(from: Point(x: 240, y: 200), to: Point(x: 240, y: 40), steps: 6)
      screen.up(240, 40)
      screen.run(1500)
    }
    #expect(screen.takeLog() == [])
    let cancel = frame(row("Cancel", in: sheet))
    #expect(frame(last).maxY <= cancel.minY && frame(last).maxY > cancel.minY - 30)
    screen.tap(last)
    #expect(screen.takeLog() == ["20"])
  }

  @Test("a touch on decelerating actions stops them and chooses none")
  func stops() {
    let sheet = ActionSheet(theme: theme)
    for number in 1...40 { sheet.addAction("Action \(number)") { [screen] in screen.write("\(number)") } }
    sheet.present(in: screen.root)
    screen.run(400)
    let first = row("Action 1", in: sheet)
    screen.drag(from: Point(x: 240, y: 250), to: Point(x: 240, y: 100), steps: 4)
    screen.up(240, 100)
    screen.run(50)
    let before = frame(first).minY
    screen.run(32)
    #expect(frame(first).minY < before)
    screen.down(240, 150)
    screen.run(16)
    let stopped = frame(first).minY
    screen.run(100)
    screen.up(240, 150)
    screen.run(100)
    #expect(frame(first).minY == stopped && screen.takeLog() == [])
    screen.tap(240, 150)
    #expect(screen.takeLog().count == 1)
  }

  @Test("a sheet is up to 480 points wide, centered, and follows its host's size", arguments: [200, 480, 500, 1280])
  func width(width: Int) {
    let screen = ControlScreen(width, 400)
    let sheet = deployment()
    sheet.present(in: screen.root, animated: false)
    screen.run(16)
    func row() -> Rect {
      let layer = self.row("Cancel", in: sheet)
      return Rect(origin: layer.convert(.zero, to: screen.root) ?? .zero, size: layer.bounds.size)
    }
    #expect(row().width == min(Scalar(width) - 20, 480))
    #expect((row().center.x - Scalar(width) / 2).magnitude <= 0.5 && row().maxY == 390)
    screen.stage.size = PixelSize(width: 640, height: 300)
    screen.run(16)
    #expect(row().width == 480 && row().center.x == 320 && row().maxY == 290)
  }

  @Test("a sheet slides in from below and out again; if it is presented while it leaves, it stays")
  func motion() {
    let sheet = deployment()
    let before = screen.panel.pixelBytes
    sheet.present(in: screen.root)
    screen.run(16)
    #expect(screen.panel.pixelBytes == before)
    screen.run(64)
    let midway = screen.panel.pixelBytes
    screen.run(400)
    let resting = screen.panel.pixelBytes
    #expect(midway != before && resting != midway)
    sheet.dismiss { [screen] in screen.write("gone") }
    screen.run(64)
    sheet.present(in: screen.root)
    screen.run(600)
    #expect(screen.panel.pixelBytes == resting && screen.takeLog() == [])
    sheet.dismiss { [screen] in screen.write("gone") }
    screen.run(400)
    #expect(screen.takeLog() == ["gone"] && screen.panel.pixelBytes == before)
  }

  @Test("an action may present another sheet or the same one again")
  func chained() {
    let second = deployment()
    let first = ActionSheet("First", theme: theme)
    first.addAction("Next") { [screen] in
      screen.write("next")
      second.present(in: screen.root)
    }
    first.addAction("Again") { [screen, unowned first] in first.present(in: screen.root) }
    first.present(in: screen.root)
    screen.run(400)
    screen.tap(row("Again", in: first))
    screen.run(400)
    #expect(first.isPresented)
    screen.tap(row("Next", in: first))
    screen.run(600)
    #expect(first.superlayer == nil && second.isPresented)
    screen.tap(row("Confirm", in: second))
    #expect(screen.takeLog() == ["next", "confirm"])
  }

  @Test("sheets without or with very long content, on hosts of any size, do not trap and are released")
  func extremes() {
    weak var weakSheet: ActionSheet?
    for size in [
      Size.zero, Size(width: 1, height: 1), Size(width: 30, height: 20), Size(width: .max, height: .max),
      Size(width: -4, height: 3),
    ] {
      for text in ["", String(repeating: "words and ", count: 400)] {
        let host = Layer(frame: Rect(origin: .zero, size: size))
        screen.root.addSublayer(host)
        let sheet = ActionSheet(text, message: text, theme: theme)
        sheet.present(in: host, animated: false)
        _ = screen.panel
        sheet.dismiss(animated: false)
        for _ in 0..<30 { sheet.addAction(text) }
        sheet.present(in: host, animated: true)
        screen.run(50)
        _ = screen.panel
        weakSheet = sheet
        host.removeFromSuperlayer()
      }
    }
    #expect(weakSheet == nil)
  }

  @Test("P13: the sheet matches the golden frame", arguments: ["light", "dark", "many", "narrow"])
  func frame(name: String) throws {
    let theme = name == "dark" ? theme.dark : theme
    let screen = name == "narrow" ? ControlScreen(280, 400) : ControlScreen(640, 400)
    screen.root.backgroundColor = Color(hex: 0xcfe3c8)
    let sheet = ActionSheet(
      "Confirm Deployment",
      message: name == "light" ? "" : "The portal cannot be taken back once it has been deployed at this place.",
      theme: theme)
    sheet.addAction("Confirm") {}
    if name != "light" { sheet.addAction("Deploy without Telling Anybody of It", style: .destructive) {} }
    if name == "many" { for number in 1...9 { sheet.addAction("Slot \(number)") {} } }
    sheet.addAction("Cancel", style: .cancel)
    sheet.present(in: screen.root, animated: false)
    screen.run(16)
    if name == "dark" {
      let confirm = row("Confirm", in: sheet)
      let center = confirm.convert(confirm.bounds.center, to: screen.root) ?? .zero
      screen.down(center.x, center.y)
    }
    if name == "many" {
      screen.drag(from: Point(x: 300, y: 200), to: Point(x: 300, y: 120))
      screen.run(100)
      screen.up(300, 120)
      screen.run(500)
    }
    try expectFrame(screen.panel, matches: "sheet-\(name)")
  }
}
