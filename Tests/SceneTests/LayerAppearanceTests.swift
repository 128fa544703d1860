import CAllocations
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// A layer with a sublayer that overlaps it and sticks out.
private func pair(at frame: Rect) -> Layer {
  let layer = Layer(frame: frame)
  layer.backgroundColor = Color(hex: 0x2a6f97)
  let inner = Layer(frame: Rect(x: frame.width / 2, y: frame.height / 2, width: frame.width * 3 / 4, height: frame.height * 3 / 4))
  inner.backgroundColor = Color(hex: 0xf4a261)
  layer.addSublayer(inner)
  return layer
}

private func arrow() -> Path {
  var path = Path()
  path.move(to: Point(x: 4, y: 40))
  path.addCurve(to: Point(x: 76, y: 40), control1: Point(x: 20, y: -30), control2: Point(x: 60, y: 110))
  return path
}

private let squares = Image(size: PixelSize(width: 24, height: 12)) { pixels in
  for index in pixels.indices {
    pixels[index] = (index / 24 / 6 + index % 24 / 6) % 2 == 0 ? 0xffe9_c46a : 0xff26_4653
  }
}

@Suite("Layer appearance")
struct LayerAppearanceTests {
  let size = PixelSize(width: 480, height: 400)

  func draw(_ layers: [Layer]) -> TestPanel {
    let stage = Stage(size: size)
    for layer in layers { stage.root.addSublayer(layer) }
    _ = stage.commit()
    let panel = TestPanel(size: size, format: .xrgb8888)
    Renderer().draw(stage.displayList, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
    return panel
  }

  /// The frame of a cell of the sheet, in columns of 96 points.
  func cell(_ index: Int) -> Rect {
    Rect(x: Scalar(index % 5 * 96 + 8), y: Scalar(index / 5 * 100 + 10), width: 80, height: 80)
  }

  @Test("calls the closure of a drawing layer again for a part of its content")
  func partOfDrawing() {
    var isOn = false
    var calls = 0
    let layer = DrawingLayer(frame: Rect(x: 0, y: 0, width: 20, height: 20)) { list, bounds in
      calls += 1
      list.fill(Path(rect: Rect(x: 4, y: 4, width: 8, height: 8)), with: .color(isOn ? .white : .black))
    }
    let stage = Stage(size: PixelSize(width: 20, height: 20))
    stage.root.addSublayer(layer)
    _ = stage.commit()
    isOn = true
    layer.setNeedsDisplay(in: Rect(x: 4, y: 4, width: 8, height: 8))
    let damage = stage.commit()
    let panel = TestPanel(size: stage.size, format: .xrgb8888)
    Renderer().draw(stage.displayList, into: panel.buffer, damage: damage, workers: SerialWorkerPool())
    #expect(calls == 2 && damage == [PixelRect(minX: 4, minY: 4, maxX: 12, maxY: 12)])
    #expect(panel.pixelBytes[(5 * 20 + 5) * 4] == 0xff)
  }

  @Test("matches the golden frame: corners, borders, shadows, clips, masks, groups, blend modes, gradients and shapes")
  func sheet() throws {
    var layers: [Layer] = []
    func add(_ layer: Layer) -> Layer {
      layers.append(layer)
      return layer
    }
    let corners = add(Layer(frame: cell(0)))
    corners.backgroundColor = Color(hex: 0xe76f51)
    corners.cornerRadii = CornerRadii(topLeft: 0, topRight: 10, bottomRight: 20, bottomLeft: 40)
    corners.border = Border(width: 4, color: .black.withAlpha(0.5))
    let raised = add(Layer(frame: cell(1).insetBy(dx: 8, dy: 8)))
    raised.backgroundColor = .white
    raised.cornerRadius = 12
    raised.shadow = Shadow(opacity: 0.6, offset: Size(width: 0, height: 4), radius: 6)
    let star = add(ShapeLayer(frame: cell(2)))
    (star as? ShapeLayer)?.path = Path(ellipseIn: Rect(x: 15, y: 25, width: 50, height: 30))
    (star as? ShapeLayer)?.fillColor = Color(hex: 0x2a9d8f)
    star.shadow = Shadow(color: .blue, offset: Size(width: 6, height: 6), radius: 4)
    let clipped = add(pair(at: cell(3).insetBy(dx: 6, dy: 6)))
    (clipped.masksToBounds, clipped.cornerRadius) = (true, 24)
    let masked = add(pair(at: cell(4).insetBy(dx: 6, dy: 6)))
    let mask = GradientLayer(frame: Rect(x: 0, y: 0, width: 90, height: 90))
    mask.colors = [.black, .black.withAlpha(0)]
    mask.cornerRadius = 45
    masked.mask = mask
    add(pair(at: cell(5).insetBy(dx: 10, dy: 10))).opacity = 0.5
    let below = add(Layer(frame: cell(6)))
    below.backgroundColor = Color(hex: 0xe9c46a)
    let multiplied = pair(at: Rect(x: 10, y: 10, width: 50, height: 50))
    multiplied.blendMode = .multiply
    below.addSublayer(multiplied)
    for (index, kind) in GradientLayer.Kind.allCases.enumerated() {
      let gradient = GradientLayer(frame: cell(7 + index))
      gradient.type = kind
      gradient.colors = [.purple, .red, .yellow]
      if kind != .axial { gradient.startPoint = Point(x: 0.5, y: 0.5) }
      gradient.endPoint = Point(x: 1, y: kind == .conic ? 0.5 : 1)
      gradient.cornerRadius = 8
      layers.append(gradient)
    }
    let parts: [(start: Scalar, end: Scalar)] = [(0, 1), (0.25, 0.75)]
    for (index, part) in parts.enumerated() {
      let shape = ShapeLayer(frame: cell(10 + index))
      shape.path = arrow()
      (shape.fillColor, shape.strokeColor, shape.lineWidth) = (.black.withAlpha(0.1), Color(hex: 0x264653), 6)
      (shape.lineCap, shape.lineDashPattern) = (.round, index == 0 ? [1, 12] : [])
      (shape.strokeStart, shape.strokeEnd) = (part.start, part.end)
      layers.append(shape)
    }
    layers.append(
      DrawingLayer(frame: cell(12)) { list, bounds in
        list.fill(Path(ellipseIn: bounds), with: .color(Color(hex: 0x84a59d)))
        list.stroke(Path(rect: bounds.insetBy(dx: 20, dy: -20)), style: StrokeStyle(width: 6), with: .color(.black))
      })
    let rasterized = add(pair(at: cell(13).insetBy(dx: 10, dy: 10)))
    rasterized.shouldRasterize = true
    rasterized.transform = Transform3D.identity.rotated(by: .degrees(20), axis: .z)
    let group = add(pair(at: cell(14).insetBy(dx: 10, dy: 10)))
    (group.opacity, group.masksToBounds, group.cornerRadius) = (0.7, true, 30)
    group.border = Border(width: 6, color: .black)
    for (index, gravity) in ContentsGravity.allCases.prefix(5).enumerated() {
      let image = ImageLayer(frame: cell(15 + index).insetBy(dx: 14, dy: 14))
      (image.contents, image.contentsGravity, image.backgroundColor) = (squares, gravity, Color(hex: 0xdddddd))
      if gravity == .resizeAspectFill { image.masksToBounds = true }
      layers.append(image)
    }
    try expectFrame(draw(layers), matches: "layers")
  }

  @Test("an image is placed by its gravity", arguments: ContentsGravity.allCases)
  func gravity(_ gravity: ContentsGravity) {
    let image = ImageLayer(frame: Rect(x: 0, y: 0, width: 100, height: 80))
    (image.contents, image.contentsGravity) = (squares, gravity)
    let expected: [ContentsGravity: (Int, Int, Int, Int)] = [
      .resize: (0, 0, 100, 80), .resizeAspect: (0, 15, 100, 50), .resizeAspectFill: (-30, 0, 160, 80), .center: (38, 34, 24, 12),
      .top: (38, 0, 24, 12), .bottom: (38, 68, 24, 12), .left: (0, 34, 24, 12), .right: (76, 34, 24, 12),
      .topLeft: (0, 0, 24, 12), .topRight: (76, 0, 24, 12), .bottomLeft: (0, 68, 24, 12), .bottomRight: (76, 68, 24, 12),
    ]
    let contentsRect = image.contentsRect
    let expectedRect = expected[gravity].map { Rect(x: Scalar($0.0), y: Scalar($0.1), width: Scalar($0.2), height: Scalar($0.3)) }
    #expect(contentsRect == expectedRect)
  }

  @Test("a layer's shadow is clipped with it, as in Core Animation")
  func maskedShadow() {
    let layer = Layer(frame: Rect(x: 100, y: 100, width: 50, height: 50))
    layer.backgroundColor = .red
    layer.shadow = Shadow(offset: .zero, radius: 5)
    let stage = Stage(size: size)
    stage.root.addSublayer(layer)
    _ = stage.commit()
    layer.masksToBounds = true
    #expect(stage.commit() == [PixelRect(minX: 84, minY: 84, maxX: 166, maxY: 166)])
    layer.position.x += 1
    #expect(stage.commit() == [PixelRect(minX: 100, minY: 100, maxX: 151, maxY: 150)])
  }

  @Test("a mask leaves its former superlayer, and its changes are drawn")
  func masks() {
    let stage = Stage(size: size)
    let (layer, mask) = (
      Layer(frame: Rect(x: 0, y: 0, width: 50, height: 50)), Layer(frame: Rect(x: 10, y: 10, width: 10, height: 10))
    )
    (layer.backgroundColor, mask.backgroundColor) = (.red, .black)
    stage.root.addSublayer(layer)
    stage.root.addSublayer(mask)
    layer.mask = mask
    #expect(mask.superlayer === layer && stage.root.sublayers.count == 1)
    _ = stage.commit()
    mask.position.x += 20
    #expect(
      stage.commit() == [PixelRect(minX: 10, minY: 10, maxX: 20, maxY: 20), PixelRect(minX: 30, minY: 10, maxX: 40, maxY: 20)])
    mask.mask = layer
    #expect(mask.mask == nil)
    mask.removeFromSuperlayer()
    #expect(layer.mask == nil && mask.superlayer == nil)
    #expect(stage.commit().reduce(PixelRect.empty) { $0.union($1) } == PixelRect(minX: 0, minY: 0, maxX: 50, maxY: 50))
  }
}

@Suite("A card in perspective")
struct PerspectiveRasterizationTests {
  private func card() -> (stage: Stage, card: Layer, sublayer: Layer) {
    let stage = Stage(size: PixelSize(width: 480, height: 320))
    let space = TransformLayer(frame: stage.root.bounds)
    let card = pair(at: Rect(x: 100, y: 60, width: 200, height: 150))
    card.transform = cardTransform(.degrees(20))
    space.addSublayer(card)
    stage.root.addSublayer(space)
    return (stage, card, card.sublayers[0])
  }

  @Test("is one cached image that is redrawn only when a sublayer changes")
  func cachedImage() throws {
    let (stage, card, sublayer) = card()
    _ = stage.commit()
    func image() throws -> Image {
      guard case .image(let image, .trilinear, _) = try #require(stage.displayList.items.first).content else {
        throw Failure.noImage
      }
      return image
    }
    let first = try image()
    #expect(stage.displayList.count == 1)
    card.transform = cardTransform(.degrees(22))
    #expect(!stage.commit().isEmpty)
    #expect(try image() == first)
    let before = Array(UnsafeBufferPointer(start: first.storage.pixels, count: first.storage.count))
    sublayer.backgroundColor = .green
    let damage = stage.commit()
    #expect(!damage.isEmpty)
    let after = try image()
    let pixels = Array(UnsafeBufferPointer(start: after.storage.pixels, count: after.storage.count))
    #expect(pixels != before)
    #expect(stage.commit().isEmpty)
  }

  enum Failure: Error { case noImage }

  @Test("is cached at a lower resolution within the memory limit")
  func limit() throws {
    let (stage, _, _) = card()
    stage.rasterCacheLimit = 20_000
    _ = stage.commit()
    guard case .image(let image, _, _) = try #require(stage.displayList.items.first).content else { throw Failure.noImage }
    #expect(image.size.width * image.size.height * 16 / 3 <= 20_000 && image.size.width > 40)
  }

  @Test("allocates nothing while it rotates")
  func allocations() {
    let (stage, card, _) = card()
    let screen = ScreenBuffer(stage.size, format: .xrgb8888)
    let renderer = Renderer()
    let workers = SerialWorkerPool()
    func frame(_ step: Int) {
      card.transform = cardTransform(.degrees(WideFixed(step) / 8 + 20))
      let damage = stage.commit()
      renderer.draw(stage.displayList, into: screen.buffer, damage: damage, workers: workers)
    }
    var maximum: UInt64 = 0
    for step in 0..<480 {
      let before = cartouche_thread_allocations()
      frame(step % 160)
      if step > 160 { maximum = max(maximum, cartouche_thread_allocations() - before) }
    }
    #expect(maximum == 0)
  }

  @Test("draws nothing behind the eye")
  func behind() {
    let (stage, card, _) = card()
    card.shadow = Shadow(radius: 10)
    card.transform = cardTransform(.zero).translated(z: 2000)
    _ = stage.commit()
    #expect(stage.displayList.isEmpty)
    card.transform = cardTransform(.degrees(90)).translated(x: 1200, z: 800)
    #expect(stage.commit().isEmpty && stage.displayList.isEmpty)
  }
}
