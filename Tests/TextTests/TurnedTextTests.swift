import CAllocations
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Turned text")
struct TurnedTextTests {
  private let size = PixelSize(width: 240, height: 240)

  /// Returns a transform that turns text about its origin, which is at the middle of the picture.
  private func turn(_ degrees: WideFixed<32>, x: WideFixed<32> = 0, y: WideFixed<32> = 0) -> Homography {
    Homography(AffineTransform.translation(x: 120 + x, y: 120 + y).rotated(by: .degrees(degrees)))
  }

  private func picture(_ draw: (inout DisplayList) -> Void) -> [UInt8] {
    var list = DisplayList()
    draw(&list)
    let panel = TestPanel(size: size, format: .xrgb8888)
    Renderer().draw(list, over: .white, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
    let image = panel.image
    return (0..<size.width * size.height).map { UInt8(truncatingIfNeeded: image.storage.pixels[$0]) }
  }

  /// Returns the outlines of a layout's glyphs at their positions.
  private func outline(_ layout: TextLayout, _ fonts: FontCollection) -> Path {
    var path = Path()
    for glyph in layout.glyphs where glyph.face >= 0 {
      let size = layout.styles[Int(glyph.style)].fontSize
      let move = AffineTransform.translation(x: WideFixed(rounding: glyph.origin.x), y: WideFixed(rounding: glyph.origin.y))
      path.addPath(fonts.faces[Int(glyph.face)].outline(of: glyph.glyph, size: size).transformed(by: move))
    }
    return path
  }

  @Test("turned text looks like its filled outlines", arguments: [10, 45, 90, 123.4, 180, 271, -20] as [WideFixed<32>])
  func accuracy(degrees: WideFixed<32>) {
    let fonts = TestFonts.all()
    let layout = TextLayout("Harbor नक्शा 港", style: TextStyle(fontSize: 14), fonts: fonts)
    let drawing = TextDrawing(layout, fonts: fonts)
    let path = outline(layout, fonts)
    for offset in [0, 0.25, 0.4] as [WideFixed<32>] {
      let map = turn(degrees, x: offset, y: -offset)
      let (masks, filled) = (
        picture { drawing.draw(into: &$0, transform: map) }, picture { $0.fill(path, with: .color(.black), transform: map) }
      )
      let differences = zip(masks, filled).map { abs(Int($0) - Int($1)) }
      // A pen is off by 1/8 px on each axis when its pixel is divided, and by as much for the text as a
      // whole: 0.35 px. Ink at most 24 px away turns by up to half a step, 0.29 px. An edge that is off by a
      // distance changes a pixel by as much coverage.
      #expect((differences.max() ?? 0) <= 165, "\(degrees)° \(offset)")
      // On average, the offsets cancel, and nothing is drawn twice or lost.
      let ink = filled.reduce(0) { $0 + 255 - Int($1) }
      #expect(abs(ink - masks.reduce(0) { $0 + 255 - Int($1) }) * 100 < ink * 2)
      #expect(differences.reduce(0, +) * 100 < ink * 30)
    }
  }

  @Test("moving turned text by whole pixels moves its pixels")
  func moved() {
    let fonts = TestFonts.all()
    let layout = TextLayout("Haven", style: TextStyle(fontSize: 14), fonts: fonts)
    let drawing = TextDrawing(layout, fonts: fonts, halo: Halo(color: .yellow, width: 2))
    let first = picture { drawing.draw(into: &$0, transform: turn(10, x: 0.3)) }
    let misses = fonts.glyphs.missCount
    let second = picture { drawing.draw(into: &$0, transform: turn(10, x: 7.3, y: -5)) }
    #expect(fonts.glyphs.missCount == misses)
    for y in 5..<235 { #expect(first[y * 240..<y * 240 + 230].elementsEqual(second[(y - 5) * 240 + 7..<(y - 5) * 240 + 237])) }
  }

  @Test("scaled, skewed and large text is filled, and untouched text is upright")
  func others() {
    let fonts = TestFonts.all()
    let small = TextLayout("Haven", style: TextStyle(fontSize: 14), fonts: fonts)
    let large = TextLayout("H", style: TextStyle(fontSize: 60), fonts: fonts)
    let skewed = Homography(AffineTransform(a: 1, b: 0.2, c: 0, d: 1, tx: 100, ty: 100))
    for (layout, map) in [(small, skewed), (small, Homography(AffineTransform.scale(x: 1.5, y: 1.5))), (large, turn(10))] {
      let drawing = TextDrawing(layout, fonts: fonts)
      let misses = fonts.glyphs.missCount
      let path = outline(layout, fonts)
      #expect(
        picture { drawing.draw(into: &$0, transform: map) } == picture { $0.fill(path, with: .color(.black), transform: map) })
      #expect(fonts.glyphs.missCount == misses)
    }
    // Far less than half a step from upright, the upright masks are drawn.
    let drawing = TextDrawing(small, fonts: fonts)
    let misses = fonts.glyphs.missCount
    #expect(picture { drawing.draw(into: &$0, transform: turn(0.001)) } == picture { drawing.draw(into: &$0, transform: turn(0)) })
    #expect(fonts.glyphs.missCount == misses)
    for value in [Int64.max, .min, 1, -1, 1 << 40] as [Int64] {
      let map = Homography(xx: value, xy: 0 &- value, x0: value, yx: value, yy: value, y0: .min, wx: 0, wy: 0, w0: 1 << 32)
      _ = picture { drawing.draw(into: &$0, transform: map) }
      let far = Homography(xx: 0, xy: -1 << 32, x0: value, yx: 1 << 32, yy: 0, y0: -(value >> 1), wx: 0, wy: 0, w0: 1 << 32)
      _ = picture { drawing.draw(into: &$0, transform: far) }
    }
  }

  @Test("the ink of a turned layer is within its drawn bounds")
  func bounds() {
    let fonts = TestFonts.all()
    for degrees in [3, 10.7, 47, 90, 200] as [WideFixed<32>] {
      let stage = Stage(size: size)
      let layer = TextLayer("fjÄ Qgj 港", fonts: fonts, frame: Rect(x: 90.4, y: 100.3, width: 60, height: 3))
      (layer.fontSize, layer.halo) = (24, Halo(color: .red, width: 3))
      layer.transform = Transform3D.identity.rotated(by: .degrees(degrees), axis: .z)
      stage.root.addSublayer(layer)
      func draw() -> Image {
        let panel = TestPanel(size: size, format: .xrgb8888)
        Renderer().draw(stage.displayList, over: .white, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
        return panel.image
      }
      _ = stage.commit()
      let visible = draw()
      layer.isHidden = true
      let damage = stage.commit()
      let hidden = draw()
      for index in 0..<size.width * size.height where visible.storage.pixels[index] != hidden.storage.pixels[index] {
        let (x, y) = (index % 240, index / 240)
        #expect(damage.contains { $0.contains(PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)) })
      }
    }
  }

  @Test("steady frames of 2000 turned glyphs allocate nothing")
  func steady() {
    let stage = Stage(size: PixelSize(width: 800, height: 480))
    let text = TextLayer(fonts: TestFonts.all(), frame: Rect(x: 40, y: 0, width: 720, height: 480))
    text.string = String(repeating: "Haven Гавань ميناء ", count: 125)
    (text.isWrapped, text.fontSize, text.halo) = (true, 12, Halo(color: .yellow.withAlpha(0.5), width: 1))
    text.transform = Transform3D.identity.rotated(by: .degrees(10), axis: .z)
    stage.root.addSublayer(text)
    let panel = TestPanel(size: stage.size, format: .xrgb8888)
    let (renderer, workers) = (Renderer(), SerialWorkerPool())
    let fullDamage = [PixelRect(stage.size)]
    var maximum: UInt64 = 0
    for step in 0..<40 {
      text.position.x += step % 2 == 0 ? 1 : -1
      let before = cartouche_thread_allocations()
      _ = stage.commit()
      renderer.draw(stage.displayList, over: .white, into: panel.buffer, damage: fullDamage, workers: workers)
      if step > 4 { maximum = max(maximum, cartouche_thread_allocations() - before) }
    }
    #expect(maximum == 0 && text.fonts.glyphs.byteCount <= text.fonts.glyphs.byteLimit)
  }
}
