import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Label")
struct LabelTests {
  let screen = ControlScreen(240, 160)
  let theme = Theme.test

  @Test("a new label fits its text, and several lines are wrapped at the available width")
  func size() {
    let label = Label("A text of some words", theme: theme)
    let line = label.frame.size
    #expect(line.width > 100 && line.height > 15 && line.height < 30)
    #expect(label.sizeThatFits(Size(width: 60, height: 10)) == Size(width: 60, height: 10))
    label.numberOfLines = 0
    let wrapped = label.sizeThatFits(Size(width: line.width / 2 + 20, height: .max))
    #expect(wrapped.height > line.height * 3 / 2 && wrapped.width < line.width)
    label.numberOfLines = 1
    label.text = ""
    #expect(label.sizeThatFits(Size(width: .max, height: .max)).width == 0)
  }

  @Test("the theme, the style, and a color and size of one's own determine the pixels, also when set later")
  func appearance() {
    func pixels(_ initial: Theme, _ style: Label.Style, _ change: (Label) -> Void = { _ in }) -> [UInt8] {
      let screen = ControlScreen(240, 60)
      let label = Label("Harbor", style: style, theme: initial)
      label.frame = Rect(x: 10, y: 10, width: 200, height: 40)
      screen.root.addSublayer(label)
      screen.run(16)
      change(label)
      screen.run(16)
      return screen.panel.pixelBytes
    }
    let all = Label.Style.allCases.map { pixels(theme, $0) }
    #expect(Set(all).count == 3)
    for (index, style) in Label.Style.allCases.enumerated() {
      #expect(pixels(theme.dark, .body) { ($0.theme, $0.style) = (theme, style) } == all[index])
    }
    let red = pixels(theme, .body) { $0.textColor = .red }
    #expect(red != all[0] && pixels(theme.dark, .body) { $0.textColor = .red } == red)
    #expect(pixels(theme, .body) { $0.fontSize = 30 } != all[0])
    #expect(pixels(theme, .body) { $0.textAlignment = .right } != all[0])
  }

  @Test("touches pass through a label, and labels of any size do not trap", arguments: [Scalar.zero, -5, 3, .max, .min])
  func anySize(side: Scalar) {
    let label = Label("Harbor", theme: theme)
    screen.root.addSublayer(label)
    #expect(screen.root.hitTest(label.bounds.center) === screen.root)
    for lines in [0, 1, -3] {
      label.numberOfLines = lines
      label.bounds.size = Size(width: side, height: side)
      _ = screen.panel
      label.bounds.size = Size(width: 40, height: side)
      _ = screen.panel
    }
  }
}
