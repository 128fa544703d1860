import CAllocations
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Text layer")
struct TextLayerTests {
  @Test("a text layer is laid out again when fonts are added")
  func newFonts() throws {
    let fonts = try TestFonts.one(TestFonts.sans)
    let layer = TextLayer("a地", fonts: fonts, frame: Rect(x: 0, y: 0, width: 100, height: 30))
    #expect(layer.layout.glyphs.map(\.face) == [0, -1])
    for _ in 0..<100 { _ = TextLayer("b", fonts: fonts, frame: layer.frame).layout }
    try fonts.add(contentsOf: TestFonts.chinese)
    #expect(layer.layout.glyphs.map(\.face) == [0, 1])
    #expect(layer.layoutCount == 2)
    // This works a second time, and adding a known file changes nothing.
    try fonts.add(contentsOf: TestFonts.devanagari)
    try fonts.add(contentsOf: TestFonts.devanagari)
    #expect(layer.layout.glyphs.map(\.face) == [0, 1] && layer.layoutCount == 3)
  }

  /// Commits a stage and renders it.
  private func draw(_ stage: Stage) -> TestPanel {
    _ = stage.commit()
    let panel = TestPanel(size: stage.size, format: .xrgb8888)
    Renderer().draw(
      stage.displayList, over: .white, into: panel.buffer, damage: [PixelRect(stage.size)], workers: SerialWorkerPool())
    return panel
  }

  @Test("a text layer is laid out once, and again only after a change of its text")
  func laidOutOnce() {
    let stage = Stage(size: PixelSize(width: 200, height: 100))
    let layer = TextLayer("Harbor", fonts: TestFonts.all(), frame: Rect(x: 10, y: 10, width: 150, height: 40))
    stage.root.addSublayer(layer)
    _ = stage.commit()
    #expect(layer.layoutCount == 1)
    layer.position = Point(x: 90, y: 40)
    layer.opacity = 0.5
    layer.halo = Halo(width: 2)
    layer.backgroundColor = .yellow
    layer.string = "Harbor"
    _ = stage.commit()
    #expect(layer.layoutCount == 1)
    let changes: [(TextLayer) -> Void] = [
      { $0.string = "Haven" }, { $0.fontSize = 20 }, { $0.font = .system(.bold) }, { $0.foregroundColor = .red },
      { $0.alignmentMode = .center }, { $0.isWrapped = true }, { $0.truncationMode = .end }, { $0.lineLimit = 2 },
      { $0.letterSpacing = 1 }, { $0.lineSpacing = 3 }, { $0.lineHeight = 30 }, { $0.baseDirection = .rightToLeft },
      { $0.language = "en" }, { $0.bounds.size.width = 99 }, { $0.spans = [TextSpan("x")] },
    ]
    for (index, change) in changes.enumerated() {
      change(layer)
      #expect(stage.needsCommit)
      #expect(!stage.commit().isEmpty, "change \(index)")
      #expect(layer.layoutCount == index + 2)
    }
  }

  @Test("a text that was measured has the layout of one that was not, and is laid out once if it fits")
  func layoutOfMeasurement() {
    let fonts = TestFonts.all()
    let texts = [
      "Harbor", "", "  two words \t ", "first\nsecond, longer", "\u{5e9}\u{5dc}\u{5d5}\u{5dd} Harbor", "Harbor\u{2028}Harbor",
      "x\n\ny",
    ]
    let alignments: [TextAlignment] = [.natural, .left, .right, .center, .justified]
    for (text, alignment) in texts.flatMap({ text in alignments.map { (text, $0) } }) {
      for (limit, width) in [(0, 200), (1, 200), (1, 40), (2, 90), (0, 1)] as [(Int, Scalar)] {
        for (truncation, isWrapped) in [(TextTruncation.none, false), (.end, false), (.middle, true)] {
          let layers = (0..<2).map { _ in TextLayer(text, fonts: fonts, frame: Rect(x: 0, y: 0, width: width, height: 60)) }
          for layer in layers {
            (layer.alignmentMode, layer.lineLimit) = (alignment, limit)
            (layer.truncationMode, layer.isWrapped) = (truncation, isWrapped)
          }
          let needed = layers[0].sizeThatFits(Size(width: .max, height: .max))
          #expect(layers[0].layout == layers[1].layout, "\(text), \(alignment), \(limit), \(width), \(truncation)")
          #expect(needed == layers[1].sizeThatFits(Size(width: .max, height: .max)))
        }
      }
    }
    let layer = TextLayer("Harbor", fonts: fonts, frame: Rect(x: 0, y: 0, width: 100, height: 30))
    func allocations(_ body: () -> Void) -> UInt64 {
      let before = cartouche_thread_allocations()
      body()
      return cartouche_thread_allocations() - before
    }
    let measuring = allocations { _ = layer.sizeThatFits(Size(width: 100, height: 30)) }
    let reusing = allocations { _ = layer.layout }
    #expect(reusing * 4 < measuring)
    // A change of the text or its alignment leads to another layout.
    layer.foregroundColor = .red
    let again = allocations { _ = layer.layout }
    #expect(again * 2 > measuring)
    #expect(layer.layout.styles[0].color == .red)
  }

  @Test("in a layer of the preferred size nothing is truncated and lines wrap at the same positions")
  func preferred() {
    let fonts = TestFonts.all()
    for text in LayoutLawTests.texts where !text.isEmpty {
      let layer = TextLayer(text, fonts: fonts)
      let natural = layer.preferredFrameSize()
      layer.frame.size = natural
      #expect(layer.layout.size == natural)
      layer.truncationMode = .end
      #expect(!layer.layout.isTruncated || natural.width == 0, "\(text)")
      layer.frame.size = Size(width: 77, height: 10)
      layer.isWrapped = true
      let wrapped = layer.preferredFrameSize()
      layer.frame.size = Size(width: 77, height: wrapped.height)
      #expect(layer.layout.size == wrapped)
      #expect(!layer.layout.isTruncated || wrapped.width > 77, "\(text)")
    }
  }

  @Test("all ink, including halos and overhangs, is within the drawn bounds and is repainted with them")
  func bounds() {
    let fonts = TestFonts.all()
    for (text, halo) in [("fjÄ سلام नमस्तेुू", nil), ("Qgj你", Halo(color: .red, width: 5)), ("A\u{301}\u{302}\u{303}", nil)]
      as [(String, Halo?)]
    {
      for offset in [Point.zero, Point(x: 0.4, y: 0.6)] {
        let stage = Stage(size: PixelSize(width: 300, height: 120))
        let layer = TextLayer(text, fonts: fonts, frame: Rect(x: 60 + offset.x, y: 50 + offset.y, width: 40, height: 3))
        (layer.fontSize, layer.halo) = (33, halo)
        stage.root.addSublayer(layer)
        let visible = draw(stage).image
        layer.isHidden = true
        let damage = stage.commit()
        #expect(damage.count == 1)
        let hidden = draw(stage).image
        for y in 0..<120 {
          for x in 0..<300 where visible.storage.pixels[y * 300 + x] != hidden.storage.pixels[y * 300 + x] {
            #expect(damage[0].contains(PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)))
          }
        }
      }
    }
  }

  @Test("a layer of zero size shows nothing")
  func empty() {
    let stage = Stage(size: PixelSize(width: 100, height: 50))
    stage.root.addSublayer(TextLayer("Harbor", fonts: TestFonts.all(), frame: Rect(x: 10, y: 10, width: 0, height: 20)))
    _ = stage.commit()
    #expect(stage.displayList.isEmpty)
  }

  @Test("text casts a shadow of its bounds only with a background")
  func shadow() {
    let layer = TextLayer("Harbor", fonts: TestFonts.all(), frame: Rect(x: 0, y: 0, width: 100, height: 20))
    #expect(!layer.castsShadowOfBounds)
    layer.backgroundColor = .white
    #expect(layer.castsShadowOfBounds)
  }

  @Test("a translucent halo has uniform opacity where glyphs overlap")
  func translucentHalo() {
    let fonts = TestFonts.all()
    let stage = Stage(size: PixelSize(width: 200, height: 60))
    let layer = TextLayer("iiiiWWW", fonts: fonts, frame: Rect(x: 10, y: 5, width: 180, height: 50))
    (layer.fontSize, layer.foregroundColor) = (30, .clear)
    layer.halo = Halo(color: .black.withAlpha(0.5), width: 4)
    stage.root.addSublayer(layer)
    let image = draw(stage).image
    let darkest = (0..<(200 * 60)).map { image.storage.pixels[$0] & 255 }.min()
    #expect(darkest == 127 || darkest == 128)
  }

  @Test("drawing a cached page of 2000 glyphs allocates nothing while a layer moves over it")
  func warm() {
    let stage = Stage(size: PixelSize(width: 800, height: 480))
    let text = TextLayer(fonts: TestFonts.all(), frame: Rect(x: 0, y: 0, width: 800, height: 480))
    text.string = String(repeating: "Haven Гавань ميناء ", count: 125)
    (text.isWrapped, text.fontSize, text.halo) = (true, 12, Halo(color: .yellow.withAlpha(0.5), width: 1))
    let card = Layer(frame: Rect(x: 10, y: 10, width: 60, height: 60))
    card.backgroundColor = .red
    stage.root.addSublayer(text)
    stage.root.addSublayer(card)
    let panel = TestPanel(size: stage.size, format: .xrgb8888)
    let (renderer, workers) = (Renderer(), SerialWorkerPool())
    let fullDamage = [PixelRect(stage.size)]
    var maximum: UInt64 = 0
    for step in 0..<60 {
      card.position = Point(x: Scalar(30 + step % 200), y: 40)
      let before = cartouche_thread_allocations()
      _ = stage.commit()
      renderer.draw(stage.displayList, over: .white, into: panel.buffer, damage: fullDamage, workers: workers)
      if step > 4 { maximum = max(maximum, cartouche_thread_allocations() - before) }
    }
    #expect(text.layout.glyphs.count > 2000 && text.layoutCount == 1)
    #expect(maximum == 0)
  }

  @Test("alignments, truncation, halos, boxes, spacing and styles match the golden frame", arguments: ["text-modes"])
  func sheet(name: String) throws {
    let fonts = TestFonts.all()
    let stage = Stage(size: PixelSize(width: 640, height: 400))
    var (x, y): (Scalar, Scalar) = (8, 8)
    func add(_ text: String, height: Scalar = 40, _ change: (TextLayer) -> Void) {
      let layer = TextLayer(text, fonts: fonts, frame: Rect(x: x, y: y, width: 200, height: height))
      layer.backgroundColor = Color(hex: 0xf0f0e4)
      layer.fontSize = 14
      change(layer)
      stage.root.addSublayer(layer)
      y += height + 4
      if y > 380 { (x, y) = (x + 212, 8) }
    }
    for alignment in TextAlignment.allCases {
      add("An office of fine affairs, AVATAR.\nשלום", height: 54) { ($0.alignmentMode, $0.isWrapped) = (alignment, true) }
    }
    for truncation in TextTruncation.allCases.dropFirst() {
      add("one two three four five six seven", height: 18) { $0.truncationMode = truncation }
      add("אחת שתיים שלוש ארבע חמש שש שבע שמונה", height: 18) { $0.truncationMode = truncation }
    }
    add("one two three four five six seven eight nine ten eleven") { ($0.truncationMode, $0.isWrapped) = (.end, true) }
    add("一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三", height: 54) { ($0.alignmentMode, $0.isWrapped) = (.justified, true) }
    add("No font has 👍🏽 or \u{20000}.", height: 24) { _ in }
    add("Tab\tto\tstops", height: 24) { $0.lineHeight = 24 }
    add("S p a c e d office", height: 24) { $0.letterSpacing = 3 }
    for (index, color) in [Color.white, .yellow.withAlpha(0.5)].enumerated() {
      add("Haven Гавань ميناء नमस्ते", height: 30) {
        ($0.backgroundColor, $0.halo, $0.fontSize) = (Color(hex: 0x3070a0), Halo(color: color, width: Scalar(index + 1)), 18)
      }
    }
    add("", height: 86) {
      let small = TextStyle(fontSize: 14)
      $0.spans = [
        TextSpan("Of ", style: small), TextSpan("several", style: TextStyle(font: .system(.bold), fontSize: 26, color: .red)),
        TextSpan(" styles and ", style: small), TextSpan("סגנונות", style: TextStyle(fontSize: 20, color: .blue)),
        TextSpan(" in one text.", style: small),
      ]
      $0.isWrapped = true
    }
    (x, y) = (460, 150)
    add("Turned", height: 50) {
      $0.bounds.size.width = 120
      $0.position = Point(x: 540, y: 200)
      $0.transform = Transform3D.identity.rotated(by: .degrees(-20), axis: .z).scaled(x: 1.5, y: 1.5)
      ($0.halo, $0.foregroundColor, $0.alignmentMode) = (Halo(color: .orange, width: 2), .purple, .center)
    }
    try expectFrame(draw(stage), matches: name)
  }
}
