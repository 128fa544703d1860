import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Stack")
struct StackTests {
  let theme = Theme.test

  private func box(_ width: Scalar, _ height: Scalar) -> Layer { Layer(frame: Rect(x: 0, y: 0, width: width, height: height)) }

  private func frames(_ stack: Stack, _ width: Scalar, _ height: Scalar) -> [Rect] {
    stack.frame = Rect(x: 0, y: 0, width: width, height: height)
    stack.layoutIfNeeded()
    return stack.sublayers.map(\.frame)
  }

  @Test("layers of fixed size follow each other along the axis, and keep their sizes")
  func fixedSizes() {
    let stack = Stack(.horizontal, [box(20, 10), box(30, 40)], spacing: 5, alignment: .center)
    #expect(stack.sizeThatFits(Size(width: .max, height: .max)) == Size(width: 55, height: 40))
    #expect(frames(stack, 100, 50) == [Rect(x: 0, y: 20, width: 20, height: 10), Rect(x: 25, y: 5, width: 30, height: 40)])
    stack.axis = .vertical
    #expect(frames(stack, 100, 80) == [Rect(x: 40, y: 0, width: 20, height: 10), Rect(x: 35, y: 15, width: 30, height: 40)])
    // Too little room: fixed sizes do not shrink.
    #expect(frames(stack, 100, 20).map(\.height) == [10, 40])
  }

  @Test("a layer's fixed size is remembered while the stack stretches it across the axis")
  func rememberedSizes() {
    let stack = Stack(.horizontal, [box(20, 10)])
    #expect(frames(stack, 100, 50) == [Rect(x: 0, y: 0, width: 20, height: 50)])
    #expect(stack.sizeThatFits(Size(width: .max, height: .max)) == Size(width: 20, height: 10))
    stack.alignment = .trailing
    #expect(frames(stack, 100, 50) == [Rect(x: 0, y: 40, width: 20, height: 10)])
    stack.sublayers[0].bounds.size = Size(width: 30, height: 30)
    stack.setNeedsLayout()
    #expect(frames(stack, 100, 50) == [Rect(x: 0, y: 20, width: 30, height: 30)])
  }

  @Test("spacers and flexible layers share the remaining room by their flexibilities")
  func flexibility() {
    let (field, spacer) = (box(10, 10), Spacer())
    let stack = Stack(.horizontal, [box(20, 10), spacer, field])
    #expect(frames(stack, 100, 10).map(\.width) == [20, 70, 10])
    stack.setFlexibility(1, for: field)
    #expect(frames(stack, 100, 10).map(\.width) == [20, 35, 45])
    stack.setFlexibility(4, for: field)
    #expect(frames(stack, 100, 10).map(\.minX) == [0, 20, 34])
    // Flexible layers shrink first, and a spacer keeps its minimum.
    spacer.minimumLength = 15
    #expect(frames(stack, 40, 10).map(\.width) == [20, 15, 5])
    #expect(stack.sizeThatFits(Size(width: .max, height: .max)) == Size(width: 45, height: 10))
  }

  @Test(
    "each distribution places three layers in the room that there is",
    arguments: zip(
      Stack.Distribution.allCases,
      [[0, 10, 40], [0, 35, 70], [0, 17, 67], [0, 30, 80], [0, 33, 80]] as [[Scalar]]))
  func distributions(distribution: Stack.Distribution, starts: [Scalar]) {
    let stack = Stack(.horizontal, [box(10, 10), box(30, 10), box(20, 10)])
    stack.distribution = distribution
    #expect(frames(stack, 100, 10).map(\.minX) == starts || distribution == .fillEqually)
    if distribution == .fillEqually { #expect(frames(stack, 105, 10).map(\.minX) == starts) }
    for frame in stack.sublayers.map(\.frame) { #expect(frame.maxX <= 105) }
  }

  @Test("hidden layers take no room, and hiding, adding and removing lay the stack out again")
  func hiding() {
    let (a, b, c) = (box(10, 10), box(20, 10), box(30, 10))
    let stack = Stack(.horizontal, [a, b], spacing: 4)
    stack.setCustomSpacing(10, after: a)
    #expect(frames(stack, 100, 10).map(\.minX) == [0, 20])
    a.isHidden = true
    stack.layoutIfNeeded()
    #expect(b.frame.minX == 0)
    stack.addSublayer(c)
    stack.layoutIfNeeded()
    #expect(c.frame.minX == 24)
    a.isHidden = false
    stack.layoutIfNeeded()
    #expect(c.frame.minX == 44 && stack.customSpacing(after: a) == 10)
    b.removeFromSuperlayer()
    stack.layoutIfNeeded()
    #expect(c.frame.minX == 20)
  }

  @Test("a nested stack grows with the text inside a button inside it")
  func nested() {
    let button = Button("Go", style: .filled, theme: theme)
    let inner = Stack(.horizontal, [button, Spacer()])
    let below = box(10, 10)
    let outer = Stack(.vertical, [inner, below], spacing: 6, alignment: .leading)
    outer.layoutMargins = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    outer.safeAreaInsets = EdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
    _ = frames(outer, 400, 300)
    let before = button.frame
    #expect(inner.frame.origin == Point(x: 22, y: 11) && below.frame.origin == Point(x: 22, y: 11 + before.height + 6))
    button.title = "A longer title"
    outer.layoutIfNeeded()
    #expect(button.frame.width > before.width + 40 && inner.frame.width == button.frame.width)
    #expect(outer.sizeThatFits(Size(width: .max, height: .max)).width == button.frame.width + 66)
    #expect(outer.sizeThatFits(Size(width: 50, height: 40)) == Size(width: 50, height: 40))
    let width = button.frame.width
    button.image = ButtonTests.image
    outer.layoutIfNeeded()
    #expect(button.frame.width == width + 28)
    button.imagePadding = 18
    outer.layoutIfNeeded()
    #expect(button.frame.width == width + 38)
  }

  @Test("wrapped text in a row gets the height that its width requires, and a plain text is truncated")
  func text() {
    let text = TextLayer(String(repeating: "word ", count: 20), fonts: theme.fonts)
    text.isWrapped = true
    let icon = box(24, 24)
    let stack = Stack(.horizontal, [icon, text], spacing: 8, alignment: .leading)
    let size = stack.sizeThatFits(Size(width: 200, height: .max))
    #expect(size.width == 200 && size.height > 60)
    #expect(frames(stack, 200, 400)[1].width == 168 && text.frame.height == size.height && icon.frame.height == 24)
    let width = text.sizeThatFits(Size(width: .max, height: .max)).width
    text.fonts = FontCollection()
    #expect(text.sizeThatFits(Size(width: .max, height: .max)).width != width)
    text.fonts = theme.fonts
    #expect(width > 500 && text.sizeThatFits(Size(width: -1, height: .min)) == .zero)
  }

  @Test("a label gives way before a button does")
  func labelsShrinkFirst() {
    let (label, button) = (Label("A long name of a street", theme: theme), Button("Go", theme: theme))
    let width = button.frame.width
    let stack = Stack(.horizontal, [label, button])
    let narrow = frames(stack, width + 60, 48)
    #expect(narrow[0].width == 60 && narrow[1].width == width)
  }

  @Test("the snapshot of a fade takes no room in a stack")
  func fade() {
    let screen = ControlScreen()
    let (stack, layer) = (Stack(.horizontal, [box(20, 10), box(30, 10)]), box(10, 10))
    stack.frame = Rect(x: 0, y: 0, width: 100, height: 10)
    screen.root.addSublayer(stack)
    screen.run(16)
    stack.crossDissolve { stack.addSublayer(layer) }
    screen.run(16)
    #expect(stack.sublayers.count == 4 && layer.frame.minX == 50)
    #expect(stack.sizeThatFits(Size(width: .max, height: .max)) == Size(width: 60, height: 10))
    screen.run(1000)
    #expect(stack.sublayers.count == 3)
  }

  @Test("random sizes, flexibilities and rooms neither trap nor overlap")
  func random() {
    var random = SplitMix64(seed: 4)
    func number() -> Scalar {
      let wild: [Scalar] = [.max, .min, -5, 0, 1_000_000_000]
      return Int.random(in: 0..<8, using: &random) == 0
        ? wild.randomElement(using: &random)! : Scalar(Int.random(in: 0..<200, using: &random))
    }
    for _ in 0..<1000 {
      let stack = Stack(Stack.Axis.allCases.randomElement(using: &random)!, spacing: number())
      stack.alignment = Stack.Alignment.allCases.randomElement(using: &random)!
      stack.distribution = Stack.Distribution.allCases.randomElement(using: &random)!
      stack.layoutMargins = EdgeInsets(top: number(), left: number(), bottom: number(), right: number())
      for _ in 0..<Int.random(in: 0..<6, using: &random) {
        let layer = Int.random(in: 0..<3, using: &random) == 0 ? Spacer(minimumLength: number()) : box(number(), number())
        layer.isHidden = Int.random(in: 0..<5, using: &random) == 0
        stack.addSublayer(layer)
        if Int.random(in: 0..<3, using: &random) == 0 { stack.setFlexibility(number(), for: layer) }
        if Int.random(in: 0..<3, using: &random) == 0 { stack.setCustomSpacing(number(), after: layer) }
      }
      let size = Size(width: number(), height: number())
      let fitting = stack.sizeThatFits(size)
      #expect(fitting.width <= max(size.width, 0) && fitting.height <= max(size.height, 0))
      _ = frames(stack, size.width, size.height)
      for layer in stack.sublayers where !layer.isHidden { #expect(layer.bounds.width >= 0 && layer.bounds.height >= 0) }
    }
  }

  @Test("a settings page of stacks matches the golden frame", arguments: ["day", "night"])
  func frame(name: String) throws {
    let theme = name == "night" ? theme.dark : theme
    let screen = ControlScreen(360, 300)
    screen.root.backgroundColor = theme.backgroundColor
    func label(_ text: String, _ color: Color, bold: Bool = false) -> TextLayer {
      let layer = TextLayer(text, fonts: theme.fonts)
      (layer.font, layer.foregroundColor) = (bold ? theme.titleFont : theme.font, color)
      (layer.lineLimit, layer.truncationMode) = (1, .end)
      return layer
    }
    func row(_ title: String, _ value: String) -> Stack {
      let value = label(value, theme.secondaryTextColor)
      let row = Stack(.horizontal, [label(title, theme.textColor), Spacer(minimumLength: 12), value], alignment: .center)
      row.setCompressionResistance(3, for: value)
      row.layoutMargins = EdgeInsets(top: 12, left: 14, bottom: 12, right: 14)
      (row.backgroundColor, row.cornerRadius) = (theme.surfaceColor, 10)
      return row
    }
    let buttons = Stack(
      .horizontal, [Button("Cancel", style: .gray, theme: theme), Button("Save", style: .filled, theme: theme)], spacing: 12)
    buttons.distribution = .fillEqually
    let message = label(
      "Changes take effect when the vehicle is at rest, and are stored with the driver's profile.", theme.secondaryTextColor)
    (message.isWrapped, message.lineLimit, message.fontSize) = (true, 0, theme.smallFontSize)
    let page = Stack(
      .vertical,
      [
        label("Settings", theme.textColor, bold: true), row("Language", "English"),
        row("Announcements in all languages of the route", "On"), message, Spacer(), buttons,
      ], spacing: 10)
    page.layoutMargins = EdgeInsets(top: 16, left: 16, bottom: 16, right: 16)
    page.frame = screen.root.bounds
    screen.root.addSublayer(page)
    try expectFrame(screen.panel, matches: "stack-layout-\(name)")
  }
}
