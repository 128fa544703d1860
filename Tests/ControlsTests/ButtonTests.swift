import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Button")
struct ButtonTests {
  let theme = Theme.test

  /// A house of 20 × 20 pixels.
  static let image = Image(size: PixelSize(width: 20, height: 20)) { pixels in
    for index in pixels.indices {
      let (x, y) = (index % 20, index / 20)
      let isRoof = y < 10 && abs(x * 2 - 19) <= y * 2
      pixels[index] = isRoof ? 0xffc0_392b : y >= 10 && x >= 3 && x < 17 ? 0xffe8_a33d : 0
    }
  }

  @Test("a button's size fits title and image in whole points, limited to any given size")
  func size() {
    let button = Button("Buy", style: .filled, theme: theme)
    let text = TextLayer("Buy", fonts: theme.fonts)
    (text.font, text.fontSize) = (theme.titleFont, theme.fontSize)
    let textSize = text.preferredFrameSize()
    #expect(button.frame.size == Size(width: Scalar((textSize.width + 36).ceiling), height: Scalar((textSize.height + 24).ceiling)))
    let both = Button("Buy", image: Self.image, style: .filled, theme: theme)
    #expect(both.frame.width > button.frame.width + 20 && both.frame.width <= button.frame.width + 29)
    #expect(button.sizeThatFits(Size(width: 30, height: 10)) == Size(width: 30, height: 10))
    #expect(button.sizeThatFits(Size(width: -5, height: .min)) == .zero)
    button.title = String(repeating: "long ", count: 100)
    button.sizeToFit()
    #expect(button.frame.width > 2000)
    #expect(Button(theme: theme).frame.width == 20)
    button.title = "two\nlines"
    button.sizeToFit()
    #expect(button.frame.height == both.frame.height)
  }

  @Test("all styles and states match the golden frame", arguments: ["light", "dark"])
  func states(name: String) throws {
    let theme = name == "dark" ? theme.dark : theme
    let screen = ControlScreen(640, 330)
    screen.root.backgroundColor = theme.backgroundColor
    for (row, style) in Button.Style.allCases.enumerated() {
      for column in 0..<5 {
        let title = ["Deploy", "Pressed", "Chosen", "Both", "Disabled"][column]
        let button = Button(title, style: style, theme: theme)
        button.frame.origin = Point(x: Scalar(16 + column * 124), y: Scalar(16 + row * 56))
        (button.isHighlighted, button.isSelected, button.isEnabled) = (
          column == 1 || column == 3, column == 2 || column == 3, column != 4
        )
        screen.root.addSublayer(button)
      }
    }
    let withImage = Button("House", image: Self.image, style: .gray, theme: theme)
    withImage.frame.origin = Point(x: 16, y: 256)
    let arabic = Button("منزل", image: Self.image, style: .filled, theme: theme)
    arabic.frame.origin = Point(x: 150, y: 256)
    let truncated = Button("A title that has not enough room", style: .filled, theme: theme)
    truncated.frame = Rect(x: 280, y: 256, width: 150, height: 44)
    let imageOnly = Button(image: Self.image, theme: theme)
    imageOnly.frame.origin = Point(x: 450, y: 256)
    for button in [withImage, arabic, truncated, imageOnly] { screen.root.addSublayer(button) }
    for index in 0..<3 {
      let (detail, close) = (DetailButton(theme: theme), CloseButton(theme: theme))
      detail.position = Point(x: Scalar(520 + index * 44), y: 262)
      close.position = Point(x: Scalar(520 + index * 44), y: 300)
      for button in [detail, close] as [Control] {
        (button.isHighlighted, button.isEnabled) = (index == 1, index != 2)
        screen.root.addSublayer(button)
      }
    }
    try expectFrame(screen.panel, matches: "buttons-\(name)")
  }

  @Test("a press changes the appearance, which returns when the finger is lifted")
  func pressed() {
    let screen = ControlScreen(200, 100)
    let button = Button("Deploy", style: .filled, theme: theme)
    button.position = Point(x: 100, y: 50)
    screen.root.addSublayer(button)
    let before = screen.panel.pixelBytes
    screen.down(100, 50)
    let during = screen.panel.pixelBytes
    screen.up(100, 50)
    #expect(during != before && screen.panel.pixelBytes == before)
  }

  @Test("round buttons have a touch area larger than their drawing", arguments: [0, 1])
  func round(which: Int) {
    let screen = ControlScreen()
    let button: Control = which == 0 ? DetailButton(theme: theme) : CloseButton(theme: theme)
    button.position = Point(x: 200, y: 100)
    screen.root.addSublayer(button)
    screen.watch(button)
    for (x, y) in [(178, 78), (222, 122)] as [(Scalar, Scalar)] {
      screen.tap(x, y)
      #expect(screen.takeLog() == ["down", "inside"])
    }
    screen.tap(170, 100)
    #expect(screen.takeLog() == [])
  }

  @Test("controls of any size do not trap", arguments: [Scalar.zero, 1, -5, 3, .max, .min])
  func anySize(side: Scalar) {
    let screen = ControlScreen()
    let controls: [Control] = [
      Button("Deploy", image: Self.image, style: .filled, theme: theme), DetailButton(theme: theme), CloseButton(theme: theme),
    ]
    for control in controls {
      screen.root.addSublayer(control)
      control.bounds.size = Size(width: side, height: side)
      _ = screen.panel
      control.bounds.size = Size(width: 40, height: side)
      _ = screen.panel
      _ = screen.root.hitTest(Point(x: 10, y: 10))
    }
  }
}
