import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Theme")
struct ThemeTests {
  /// Renders two screens, buttons, a callout and a sheet in one theme.
  private func render(_ theme: Theme) -> [UInt8] {
    let screen = ControlScreen()
    let stack = ScreenStack(frame: screen.root.bounds, root: Screen("Map", theme: theme), theme: theme)
    screen.root.addSublayer(stack)
    let detail = Screen("Detail", theme: theme)
    stack.push(detail, animated: false)
    for (index, style) in [Button.Style.filled, .destructive].enumerated() {
      let button = Button("Go", style: style, theme: theme)
      button.frame.origin = Point(x: Scalar(240 + index * 100), y: 20)
      detail.addSublayer(button)
    }
    let callout = Callout("Title", subtitle: "Subtitle", theme: theme)
    detail.addSublayer(callout)
    callout.place(pointingAt: Rect(x: 100, y: 100, width: 0, height: 0), within: detail.bounds)
    callout.present(animated: false)
    let sheet = ActionSheet(theme: theme)
    sheet.addAction("Action")
    sheet.addAction("Cancel", style: .cancel)
    sheet.present(in: screen.root, animated: false)
    screen.run(16)
    return screen.panel.pixelBytes
  }

  @Test("every color, font and size of a theme affects the controls")
  func properties() {
    let theme = Theme.test
    let standard = render(theme)
    #expect(render(theme) == standard)
    let changes: [(String, (inout Theme) -> Void)] = [
      ("tint", { $0.tintColor = .purple }), ("on tint", { $0.onTintColor = .yellow }),
      ("destructive", { $0.destructiveColor = .green }), ("background", { $0.backgroundColor = .yellow }),
      ("surface", { $0.surfaceColor = .yellow }), ("text", { $0.textColor = .red }),
      ("secondary text", { $0.secondaryTextColor = .red }), ("separator", { $0.separatorColor = .red }),
      ("dimming", { $0.dimmingColor = .black.withAlpha(0.8) }), ("font", { $0.font = .system(.bold) }),
      ("title font", { $0.titleFont = .system() }), ("font size", { $0.fontSize = 20 }),
      ("small font size", { $0.smallFontSize = 18 }), ("corner radius", { $0.cornerRadius = 4 }),
      ("touch target", { $0.touchTarget = 70 }),
    ]
    for (name, change) in changes {
      var changed = theme
      change(&changed)
      #expect(render(changed) != standard, "\(name)")
    }
  }
}
