import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Callout")
struct CalloutTests {
  let screen = ControlScreen()
  let theme = Theme.test

  private func callout(_ title: String = "Harbour", subtitle: String = "") -> Callout {
    let callout = Callout(title, subtitle: subtitle, theme: theme)
    screen.root.addSublayer(callout)
    return callout
  }

  private func show(_ callout: Callout, at anchor: Rect, animated: Bool = false) {
    callout.place(pointingAt: anchor, within: screen.root.bounds)
    callout.present(animated: animated)
  }

  private var pin: Rect { Rect(x: 230, y: 200, width: 20, height: 30) }

  /// A text layer of 100 × 100 points.
  private func note() -> TextLayer {
    let note = TextLayer("Hello, PinAnnotation!", fonts: theme.fonts, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    (note.isWrapped, note.alignmentMode, note.fontSize) = (true, .center, 13)
    note.backgroundColor = theme.backgroundColor
    return note
  }

  @Test("M7: the (i) button of a callout fires when the finger is lifted on it, not earlier and not outside of it")
  func detailButton() throws {
    let callout = callout()
    let detail = DetailButton(theme: theme)
    screen.watch(detail)
    callout.rightAccessory = detail
    callout.onTap = { [screen] _ in screen.write("bubble") }
    show(callout, at: pin)
    screen.run(16)
    let center = try #require(detail.convert(detail.bounds.center, to: screen.root))
    screen.down(center.x, center.y)
    #expect(screen.takeLog() == ["down"])
    screen.up(center.x + 3, center.y)
    #expect(screen.takeLog() == ["inside"])
    screen.down(center.x, center.y)
    screen.move(center.x + 200, center.y)
    screen.up(center.x + 200, center.y)
    #expect(screen.takeLog() == ["down", "exit", "outside"])
    // Next to the symbol, but within the touch area.
    screen.tap(center.x + 22, center.y)
    #expect(screen.takeLog() == ["down", "inside"])
    screen.tap(callout.frame.minX + 20, callout.frame.center.y)
    #expect(screen.takeLog() == ["bubble"])
  }

  @Test("M7: a text layer of 100 × 100 or an image replaces the subtitle in its own size, and the bubble contains it")
  func ownLayers() {
    let callout = callout("PinAnnotation", subtitle: "not shown")
    let note = note()
    callout.detailAccessory = note
    callout.rightAccessory = DetailButton(theme: theme)
    show(callout, at: pin)
    screen.run(16)
    #expect(note.frame.size == Size(width: 100, height: 100))
    let position = Rect(origin: note.convert(.zero, to: callout)!, size: note.frame.size)
    #expect(callout.bounds.intersection(position) == position)
    let image = ImageLayer(frame: Rect(x: 0, y: 0, width: 20, height: 20))
    image.contents = ButtonTests.image
    let heightBefore = callout.frame.height
    callout.detailAccessory = image
    screen.run(16)
    #expect(note.superlayer == nil && image.superlayer != nil)
    #expect(callout.frame.height == heightBefore - 80)
    // The callout still points at the same anchor.
    #expect(callout.tip == Point(x: 240, y: 200))
  }

  @Test("a callout follows the new size of an accessory and keeps pointing at its anchor")
  func contentDidChange() {
    let callout = callout()
    let accessory = Layer(frame: Rect(x: 0, y: 0, width: 30, height: 20))
    callout.rightAccessory = accessory
    show(callout, at: pin)
    accessory.frame.size.height = 100
    callout.contentDidChange()
    #expect(callout.frame.height == 122 && callout.tip == Point(x: 240, y: 200))
  }

  @Test("M7: touches on the bubble and its arrow do not reach layers behind it; touches outside do")
  func swallowed() {
    let callout = callout("Harbour", subtitle: "Quay 4")
    let root = screen.root
    root.addGestureRecognizer(TapGestureRecognizer { [screen] _ in screen.write("tap") })
    let doubleTap = TapGestureRecognizer { [screen] _ in screen.write("double tap") }
    doubleTap.numberOfTapsRequired = 2
    root.addGestureRecognizer(doubleTap)
    root.addGestureRecognizer(PanGestureRecognizer { [screen] pan in if pan.state == .began { screen.write("pan") } })
    show(callout, at: pin)
    screen.run(16)
    for position in [callout.frame.center, Point(x: 240, y: callout.frame.maxY + 5)] {
      screen.tap(position.x, position.y)
      screen.tap(position.x, position.y)
      screen.drag(from: position, to: position + Point(x: 100, y: 0))
      screen.up(position.x, position.y)
    }
    #expect(screen.takeLog() == [])
    screen.run(1000)
    screen.tap(20, 20)
    #expect(screen.takeLog() == ["tap"])
    // A leaving callout takes no touches.
    callout.dismiss(animated: true)
    screen.tap(240, callout.frame.center.y)
    #expect(screen.takeLog() == ["tap"])
  }

  @Test("a callout is above its anchor if it fits there, otherwise below, with its arrow's tip at the anchor")
  func sides() {
    let callout = callout("Harbour", subtitle: "Quay 4")
    show(callout, at: pin)
    #expect(callout.frame.maxY == 189 && (callout.frame.center.x - 240).magnitude <= 0.5)
    #expect(callout.tip == Point(x: 240, y: 200))
    show(callout, at: Rect(x: 230, y: 30, width: 20, height: 30))
    #expect(callout.frame.minY == 71 && callout.tip == Point(x: 240, y: 60))
    show(callout, at: Rect(x: 40, y: 200, width: 0, height: 0))
    #expect(callout.frame.minX == 8 && callout.tip == Point(x: 40, y: 200))
    show(callout, at: Rect(x: 440, y: 200, width: 0, height: 0))
    #expect(callout.frame.maxX == 472 && callout.tip == Point(x: 440, y: 200))
    // The arrow stays off the corner and no longer points exactly at the anchor.
    show(callout, at: Rect(x: 0, y: 200, width: 0, height: 0))
    #expect(callout.frame.minX == 8 && callout.tip?.x == 8 + theme.cornerRadius + 13)
  }

  @Test("a callout stays within any area, for any anchor, text and size of accessory, and never traps")
  func placement() {
    var random = SplitMix64(seed: 0xca11)
    let words = [
      "", "A", "Harbour", String(repeating: "long ", count: 300), "مرحبا", String(repeating: "W", count: 400), "a\nb\nc\nd\ne",
    ]
    let callout = callout()
    callout.present(animated: false)
    func quarter(_ range: ClosedRange<Int>) -> Scalar { Scalar(Int.random(in: range, using: &random)) / 4 }
    func extreme(_ range: ClosedRange<Int>) -> Scalar {
      Int.random(in: 0..<40, using: &random) == 0
        ? Scalar(rawValue: Int64.random(in: .min ... .max, using: &random)) : quarter(range)
    }
    var (above, below) = (0, 0)
    for _ in 0..<600 {
      callout.title = words.randomElement(using: &random)!
      callout.subtitle = words.randomElement(using: &random)!
      func accessory() -> Layer? {
        Bool.random(using: &random) ? nil : Layer(frame: Rect(x: 0, y: 0, width: extreme(-8...600), height: extreme(-8...600)))
      }
      (callout.leftAccessory, callout.rightAccessory) = (accessory(), accessory())
      callout.detailAccessory = Int.random(in: 0..<3, using: &random) == 0 ? accessory() : nil
      callout.maximumWidth = extreme(0...1400)
      let area = Rect(x: quarter(-200...200), y: quarter(-200...200), width: extreme(-20...1900), height: extreme(-20...1300))
      let anchor = Rect(x: extreme(-400...2400), y: extreme(-400...1600), width: quarter(0...200), height: quarter(0...200))
      callout.place(pointingAt: anchor, within: area)
      let frame = callout.frame
      let available = Rect(origin: area.origin, size: Size(width: max(area.width, 0), height: max(area.height, 0)))
      #expect(frame.minX >= available.minX && frame.minY >= available.minY, "\(frame) in \(area)")
      #expect(frame.maxX <= available.maxX && frame.maxY <= available.maxY, "\(frame) in \(area)")
      let tip = callout.tip!
      #expect(tip.x >= frame.minX && tip.x <= frame.maxX)
      if tip.y > frame.maxY { above += 1 } else { below += 1 }
      if available.width > 200 && available.height > 400 && !available.intersection(anchor.insetBy(dx: -0.25, dy: -0.25)).isEmpty
        && frame.height < 80 && anchor.height < 20 && available.contains(anchor.origin)
      {
        #expect(frame.intersection(anchor).isEmpty, "\(frame) over \(anchor) in \(area)")
      }
      if Int.random(in: 0..<8, using: &random) == 0 { _ = screen.panel }
    }
    #expect(above > 50 && below > 50)
  }

  @Test("title and subtitle have three lines and then an ellipsis, and the bubble has at most its maximum width")
  func longText() {
    let callout = callout(String(repeating: "Harbour of ", count: 80), subtitle: String(repeating: "Quay ", count: 200))
    show(callout, at: Rect(x: 240, y: 300, width: 0, height: 0))
    screen.run(16)
    let texts = texts(of: callout)
    #expect(callout.frame.width <= 320)
    #expect(texts.map { $0.layout.lines.count } == [3, 3])
    #expect(texts.allSatisfy { $0.layout.isTruncated && $0.layout.size.height <= $0.bounds.height })
    callout.title = "Short"
    callout.subtitle = ""
    screen.run(16)
    #expect(callout.frame.width < 100 && !texts[0].layout.isTruncated)
    callout.title = ""
    screen.run(16)
    #expect(callout.frame.size == Size(width: 56, height: 44))
  }

  private func texts(of layer: Layer) -> [TextLayer] {
    layer.sublayers.flatMap { [$0 as? TextLayer].compactMap { $0 } + texts(of: $0) }
  }

  @Test("placing a callout again does not lay out its text again")
  func quick() {
    let callout = callout("Harbour", subtitle: "Quay 4")
    show(callout, at: pin)
    _ = screen.panel
    let texts = texts(of: callout)
    let before = texts.map(\.layoutCount)
    for step in 0..<50 {
      show(callout, at: Rect(x: 200 + Scalar(step), y: 200, width: 0, height: 0))
      _ = screen.panel
    }
    #expect(texts.map(\.layoutCount) == before)
  }

  @Test("a callout grows out of its arrow's tip and shrinks into it before it is removed")
  func motion() {
    let callout = callout()
    #expect(callout.isHidden && !callout.isPresented)
    show(callout, at: pin, animated: true)
    screen.run(32)
    guard case .transform(let transform)? = callout.presentationValue(for: .transform),
      case .scalar(let opacity)? = callout.presentationValue(for: .opacity)
    else { return #expect(Bool(false)) }
    #expect(!transform.isIdentity && opacity < 1)
    // The tip does not move.
    let tip = callout.tip! - callout.frame.center
    let projected = Homography(transform).project(tip)!
    #expect((projected.x - tip.x).magnitude < 0.01 && (projected.y - tip.y).magnitude < 0.01)
    screen.run(300)
    #expect(callout.presentationValue(for: .transform) == .transform(.identity))
    #expect(callout.presentationValue(for: .opacity) == 1)
    callout.dismiss(animated: true) { [screen] in screen.write("gone") }
    #expect(!callout.isPresented && callout.superlayer != nil)
    screen.run(64)
    #expect(screen.takeLog() == [] && callout.superlayer != nil)
    screen.run(200)
    #expect(screen.takeLog() == ["gone"] && callout.superlayer == nil && callout.isHidden)
    // Repeat without animation.
    screen.root.addSublayer(callout)
    callout.present(animated: false)
    callout.dismiss(animated: false) { [screen] in screen.write("gone at once") }
    #expect(screen.takeLog() == ["gone at once"] && callout.superlayer == nil)
  }

  @Test("a callout that is presented again while it leaves stays, and its completion handler is not called")
  func presentedAgain() {
    let callout = callout()
    show(callout, at: pin)
    screen.run(16)
    callout.dismiss(animated: true) { [screen] in screen.write("gone") }
    screen.run(80)
    let (transformBefore, opacityBefore) = (callout.presentationValue(for: .transform), callout.presentationValue(for: .opacity))
    #expect(opacityBefore != 1)
    callout.present(animated: true)
    // It continues from where it was and does not restart.
    _ = screen.stage.commit(at: screen.now)
    #expect(
      callout.presentationValue(for: .transform) == transformBefore && callout.presentationValue(for: .opacity) == opacityBefore)
    screen.run(600)
    #expect(callout.isPresented && callout.superlayer != nil && screen.takeLog() == [])
    callout.dismiss(animated: true)
    callout.dismiss(animated: true)
    callout.removeFromSuperlayer()
    screen.run(600)
    #expect(!callout.isPresented)
  }

  @Test("an accessory's action may dismiss the callout")
  func dismissedByAccessory() {
    weak var weakCallout: Callout?
    func make() {
      let callout = callout()
      weakCallout = callout
      let close = CloseButton(theme: theme)
      close.addAction(for: .touchUpInside) { [weak callout] _ in callout?.dismiss(animated: true) }
      callout.rightAccessory = close
      show(callout, at: pin)
      screen.run(16)
      screen.tap(close)
    }
    make()
    screen.run(400)
    #expect(weakCallout == nil)
  }

  @Test(
    "callouts above, below, at both edges, with long text, an image and Arabic match the golden frame",
    arguments: ["light", "dark"])
  func sheet(name: String) throws {
    let theme = name == "dark" ? theme.dark : theme
    let screen = ControlScreen(800, 480)
    screen.root.backgroundColor = Color(hex: name == "dark" ? 0x1d2b26 : 0xcfe3c8)
    func show(_ title: String, _ subtitle: String = "", at x: Scalar, _ y: Scalar, _ change: (Callout) -> Void = { _ in }) {
      let anchor = Rect(x: x - 6, y: y - 6, width: 12, height: 12)
      let pin = Layer(frame: anchor)
      (pin.backgroundColor, pin.cornerRadius, pin.border) = (theme.destructiveColor, 6, Border(width: 2, color: .white))
      let callout = Callout(title, subtitle: subtitle, theme: theme)
      change(callout)
      for layer in [pin, callout] { screen.root.addSublayer(layer) }
      callout.place(pointingAt: anchor, within: screen.root.bounds)
      callout.present(animated: false)
    }
    show("Harbour", "Quay 4, ferries every hour", at: 180, 90) { $0.rightAccessory = DetailButton(theme: theme) }
    show("Below", "No room above", at: 400, 12)
    show("At the left", at: 8, 200)
    show("At the right edge", "moved sideways", at: 770, 90) {
      $0.rightAccessory = CloseButton(theme: theme)
      let image = ImageLayer(frame: Rect(x: 0, y: 0, width: 36, height: 36))
      image.contents = ButtonTests.image
      $0.leftAccessory = image
    }
    show(
      "A title that goes on and on, and then on, past what anybody would read on a map that they carry past",
      String(repeating: "So does what is under it. ", count: 12), at: 380, 250)
    show("ميناء الصيد", "الرصيف الرابع، العبارات كل ساعة", at: 690, 250) { $0.rightAccessory = DetailButton(theme: theme) }
    show("PinAnnotation", at: 110, 440) {
      let note = TextLayer("Hello, PinAnnotation!", fonts: theme.fonts, frame: Rect(x: 0, y: 0, width: 100, height: 100))
      (note.isWrapped, note.alignmentMode, note.fontSize, note.foregroundColor) = (true, .center, 13, theme.textColor)
      (note.backgroundColor, note.cornerRadius) = (theme.backgroundColor, 6)
      $0.detailAccessory = note
      $0.rightAccessory = DetailButton(theme: theme)
    }
    show("Picture", at: 330, 440) {
      let image = ImageLayer(frame: Rect(x: 0, y: 0, width: 80, height: 80))
      (image.contents, image.filter) = (ButtonTests.image, .nearest)
      $0.detailAccessory = image
    }
    show("", at: 470, 440) { _ in }
    show("Deploy here?", "in range", at: 650, 440) {
      let buy = Button("Deploy", style: .filled, theme: theme)
      $0.rightAccessory = buy
    }
    try expectFrame(screen.panel, matches: "callouts-\(name)")
  }
}
