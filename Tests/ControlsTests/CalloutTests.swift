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

  /// A text 100 points square, as the article's callout has it.
  private func note() -> TextLayer {
    let note = TextLayer("Hello, PinAnnotation!", fonts: theme.fonts, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    (note.isWrapped, note.alignmentMode, note.fontSize) = (true, .center, 13)
    note.backgroundColor = theme.backgroundColor
    return note
  }

  @Test("M7: the (i) at the right of a bubble fires when the finger is lifted on it, and not before nor beside it")
  func detailButton() throws {
    let callout = callout()
    let detail = DetailButton(theme: theme)
    screen.watch(detail)
    callout.rightAccessory = detail
    callout.onTap = { [screen] _ in screen.write("bubble") }
    show(callout, at: pin)
    screen.run(16)
    let middle = try #require(detail.convert(detail.bounds.center, to: screen.root))
    screen.down(middle.x, middle.y)
    #expect(screen.takeLog() == ["down"])
    screen.up(middle.x + 3, middle.y)
    #expect(screen.takeLog() == ["inside"])
    screen.down(middle.x, middle.y)
    screen.move(middle.x + 200, middle.y)
    screen.up(middle.x + 200, middle.y)
    #expect(screen.takeLog() == ["down", "exit", "outside"])
    // A little beside the sign, but within a touch target.
    screen.tap(middle.x + 22, middle.y)
    #expect(screen.takeLog() == ["down", "inside"])
    screen.tap(callout.frame.minX + 20, callout.frame.center.y)
    #expect(screen.takeLog() == ["bubble"])
  }

  @Test("M7: a text of 100 × 100 or a picture stands in the subtitle's place in its own size, and the bubble holds it")
  func ownLayers() {
    let callout = callout("PinAnnotation", subtitle: "not shown")
    let note = note()
    callout.detailAccessory = note
    callout.rightAccessory = DetailButton(theme: theme)
    show(callout, at: pin)
    screen.run(16)
    #expect(note.frame.size == Size(width: 100, height: 100))
    let place = Rect(origin: note.convert(.zero, to: callout)!, size: note.frame.size)
    #expect(callout.bounds.intersection(place) == place)
    let image = ImageLayer(frame: Rect(x: 0, y: 0, width: 20, height: 20))
    image.contents = ButtonTests.image
    let large = callout.frame.height
    callout.detailAccessory = image
    screen.run(16)
    #expect(note.superlayer == nil && image.superlayer != nil)
    #expect(callout.frame.height == large - 80)
    // And it still points where it did.
    #expect(callout.tip == Point(x: 240, y: 200))
  }

  @Test("M7: fingers on the bubble and its arrow do nothing behind it; beside it they do")
  func swallowed() {
    let callout = callout("Harbour", subtitle: "Quay 4")
    let root = screen.root
    root.addGestureRecognizer(TapGestureRecognizer { [screen] _ in screen.write("tap") })
    let twice = TapGestureRecognizer { [screen] _ in screen.write("double tap") }
    twice.numberOfTapsRequired = 2
    root.addGestureRecognizer(twice)
    root.addGestureRecognizer(PanGestureRecognizer { [screen] pan in if pan.state == .began { screen.write("pan") } })
    show(callout, at: pin)
    screen.run(16)
    for place in [callout.frame.center, Point(x: 240, y: callout.frame.maxY + 5)] {
      screen.tap(place.x, place.y)
      screen.tap(place.x, place.y)
      screen.drag(from: place, to: place + Point(x: 100, y: 0))
      screen.up(place.x, place.y)
    }
    #expect(screen.takeLog() == [])
    screen.run(1000)
    screen.tap(20, 20)
    #expect(screen.takeLog() == ["tap"])
    // One that goes away is not in the way.
    callout.dismiss(animated: true)
    screen.tap(240, callout.frame.center.y)
    #expect(screen.takeLog() == ["tap"])
  }

  @Test("stands above what it points at if it fits there, else below, and its arrow's tip is there")
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
    // Off the corner, and not at the very anchor any more.
    show(callout, at: Rect(x: 0, y: 200, width: 0, height: 0))
    #expect(callout.frame.minX == 8 && callout.tip?.x == 8 + theme.cornerRadius + 13)
  }

  @Test("stays within any area, for any anchor, text and size of accessory, and never traps")
  func placement() {
    var random = SplitMix64(seed: 0xca11)
    let words = [
      "", "A", "Harbour", String(repeating: "long ", count: 300), "مرحبا", String(repeating: "W", count: 400), "a\nb\nc\nd\ne",
    ]
    let callout = callout()
    callout.present(animated: false)
    func number(_ range: ClosedRange<Int>) -> Scalar { Scalar(Int.random(in: range, using: &random)) / 4 }
    func wild(_ range: ClosedRange<Int>) -> Scalar {
      Int.random(in: 0..<40, using: &random) == 0
        ? Scalar(rawValue: Int64.random(in: .min ... .max, using: &random)) : number(range)
    }
    var (above, below) = (0, 0)
    for _ in 0..<600 {
      callout.title = words.randomElement(using: &random)!
      callout.subtitle = words.randomElement(using: &random)!
      func accessory() -> Layer? {
        Bool.random(using: &random) ? nil : Layer(frame: Rect(x: 0, y: 0, width: wild(-8...600), height: wild(-8...600)))
      }
      (callout.leftAccessory, callout.rightAccessory) = (accessory(), accessory())
      callout.detailAccessory = Int.random(in: 0..<3, using: &random) == 0 ? accessory() : nil
      callout.maximumWidth = wild(0...1400)
      let area = Rect(x: number(-200...200), y: number(-200...200), width: wild(-20...1900), height: wild(-20...1300))
      let anchor = Rect(x: wild(-400...2400), y: wild(-400...1600), width: number(0...200), height: number(0...200))
      callout.place(pointingAt: anchor, within: area)
      let frame = callout.frame
      let room = Rect(origin: area.origin, size: Size(width: max(area.width, 0), height: max(area.height, 0)))
      #expect(frame.minX >= room.minX && frame.minY >= room.minY, "\(frame) in \(area)")
      #expect(frame.maxX <= room.maxX && frame.maxY <= room.maxY, "\(frame) in \(area)")
      let tip = callout.tip!
      #expect(tip.x >= frame.minX && tip.x <= frame.maxX)
      if tip.y > frame.maxY { above += 1 } else { below += 1 }
      if room.width > 200 && room.height > 400 && !room.intersection(anchor.insetBy(dx: -0.25, dy: -0.25)).isEmpty
        && frame.height < 80 && anchor.height < 20 && room.contains(anchor.origin)
      {
        #expect(frame.intersection(anchor).isEmpty, "\(frame) over \(anchor) in \(area)")
      }
      if Int.random(in: 0..<8, using: &random) == 0 { _ = screen.panel }
    }
    #expect(above > 50 && below > 50)
  }

  @Test("title and subtitle have three lines and then a …, the bubble no more than its greatest width")
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

  @Test("one that is placed again because something moved lays out no text anew")
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

  @Test("grows out of its arrow's tip, and shrinks into it before it goes")
  func motion() {
    let callout = callout()
    #expect(callout.isHidden && !callout.isPresented)
    show(callout, at: pin, animated: true)
    screen.run(32)
    guard case .transform(let transform)? = callout.presentationValue(for: .transform),
      case .scalar(let opacity)? = callout.presentationValue(for: .opacity)
    else { return #expect(Bool(false)) }
    #expect(!transform.isIdentity && opacity < 1)
    // The tip stays where it is.
    let tip = callout.tip! - callout.frame.center
    let seen = Homography(transform).project(tip)!
    #expect((seen.x - tip.x).magnitude < 0.01 && (seen.y - tip.y).magnitude < 0.01)
    screen.run(300)
    #expect(callout.presentationValue(for: .transform) == .transform(.identity))
    #expect(callout.presentationValue(for: .opacity) == 1)
    callout.dismiss(animated: true) { [screen] in screen.write("gone") }
    #expect(!callout.isPresented && callout.superlayer != nil)
    screen.run(64)
    #expect(screen.takeLog() == [] && callout.superlayer != nil)
    screen.run(200)
    #expect(screen.takeLog() == ["gone"] && callout.superlayer == nil && callout.isHidden)
    // Once more.
    screen.root.addSublayer(callout)
    callout.present(animated: false)
    callout.dismiss(animated: false) { [screen] in screen.write("gone at once") }
    #expect(screen.takeLog() == ["gone at once"] && callout.superlayer == nil)
  }

  @Test("one that is presented again while it leaves stays, and tells nobody that it is gone")
  func presentedAgain() {
    let callout = callout()
    show(callout, at: pin)
    screen.run(16)
    callout.dismiss(animated: true) { [screen] in screen.write("gone") }
    screen.run(80)
    let (small, pale) = (callout.presentationValue(for: .transform), callout.presentationValue(for: .opacity))
    #expect(pale != 1)
    callout.present(animated: true)
    // From where it was, not from the beginning.
    _ = screen.stage.commit(at: screen.now)
    #expect(callout.presentationValue(for: .transform) == small && callout.presentationValue(for: .opacity) == pale)
    screen.run(600)
    #expect(callout.isPresented && callout.superlayer != nil && screen.takeLog() == [])
    callout.dismiss(animated: true)
    callout.dismiss(animated: true)
    callout.removeFromSuperlayer()
    screen.run(600)
    #expect(!callout.isPresented)
  }

  @Test("an action of an accessory may send the bubble away")
  func dismissedByAccessory() {
    weak var weakly: Callout?
    func make() {
      let callout = callout()
      weakly = callout
      let close = CloseButton(theme: theme)
      close.addAction(for: .touchUpInside) { [weak callout] _ in callout?.dismiss(animated: true) }
      callout.rightAccessory = close
      show(callout, at: pin)
      screen.run(16)
      screen.tap(close)
    }
    make()
    screen.run(400)
    #expect(weakly == nil)
  }

  @Test("looks like this: above, below, at both edges, with much text, a picture, Arabic", arguments: ["light", "dark"])
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
