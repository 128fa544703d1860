import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Theme")
struct ThemeTests {
  /// Renders two screens, buttons, a callout and a sheet in one theme.
  ///
  /// - Parameter later: A theme that is set after everything was shown in `theme`.
  private func render(_ theme: Theme, changedTo later: Theme? = nil) -> [UInt8] {
    let screen = ControlScreen()
    let stack = ScreenStack(frame: screen.root.bounds, root: Screen("Map", theme: theme), theme: theme)
    screen.root.addSublayer(stack)
    let detail = Screen("Detail", theme: theme)
    stack.push(detail, animated: false)
    for (index, style) in [Button.Style.filled, .destructive].enumerated() {
      let button = Button("Go", style: style, theme: theme)
      button.frame = Rect(x: Scalar(240 + index * 100), y: 20, width: 80, height: 44)
      detail.addSublayer(button)
    }
    for (index, button) in [DetailButton(theme: theme), CloseButton(theme: theme)].enumerated() {
      button.position = Point(x: Scalar(280 + index * 100), y: 90)
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
    if let later { screen.root.setTheme(later) }
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
      let expected = render(changed)
      #expect(expected != standard, "\(name)")
      #expect(render(theme, changedTo: changed) == expected, "\(name), changed at run time")
    }
    #expect(render(theme, changedTo: theme.dark) == render(theme.dark))
    #expect(render(theme.dark, changedTo: theme) == standard)
  }

  @Test("a theme with other fonts changes the glyphs at run time, and later faces of these fonts are used too")
  func fonts() {
    let (theme, bare) = (Theme.test, Theme(fonts: FontCollection()))
    #expect(render(bare) != render(theme))
    #expect(render(bare, changedTo: theme) == render(theme))
    let screen = ControlScreen()
    let button = Button("Go", theme: bare)
    button.frame = Rect(x: 20, y: 20, width: 80, height: 44)
    screen.root.addSublayer(button)
    let late = FontCollection()
    button.theme.fonts = late
    let before = screen.panel.pixelBytes
    late.addIfPossible(contentsOf: FontCollection.standardFiles[0])
    screen.run(16)
    #expect(screen.panel.pixelBytes != before)
  }

  @Test("a theme reaches screens that are not shown, bar items, sheets and callouts, and keeps the application's colors")
  func reach() {
    let (theme, screen) = (Theme.test, ControlScreen())
    let (first, second) = (Screen("First", theme: theme), Screen("Second", theme: theme))
    let (item, inside) = (Button("Item", theme: theme), Button("Inside", style: .filled, theme: theme))
    first.rightBarItem = item
    first.addSublayer(inside)
    second.backgroundColor = .yellow
    let stack = ScreenStack(frame: screen.root.bounds, root: first, theme: theme)
    screen.root.addSublayer(stack)
    stack.push(second, animated: false)
    let callout = Callout("Title", theme: theme)
    callout.fillColor = .purple
    second.addSublayer(callout)
    let masked = Layer(frame: Rect(x: 0, y: 0, width: 40, height: 40))
    let mask = Button("Mask", style: .filled, theme: theme)
    masked.mask = mask
    second.addSublayer(masked)
    screen.root.setTheme(theme.dark)
    #expect(first.backgroundColor == theme.dark.backgroundColor && second.backgroundColor == .yellow)
    #expect(inside.backgroundColor == theme.dark.tintColor && mask.backgroundColor == theme.dark.tintColor)
    #expect(item.theme.tintColor == theme.dark.tintColor)
    #expect(callout.fillColor == .purple && callout.strokeColor == theme.dark.separatorColor)
    stack.theme = theme
    #expect(first.theme.tintColor == theme.dark.tintColor)
  }

  @Test("a press continues through a change of the theme")
  func press() {
    let (theme, screen) = (Theme.test, ControlScreen())
    let sheet = ActionSheet(theme: theme)
    sheet.addAction("Go") { [screen] in screen.write("go") }
    sheet.present(in: screen.root, animated: false)
    screen.run(16)
    screen.down(240, 300)
    screen.root.setTheme(theme.dark)
    screen.run(16)
    screen.up(240, 300)
    #expect(screen.takeLog() == ["go"])
  }

  /// A control that counts its changes of theme.
  private final class CountingControl: Control {
    var changes: [Color] = []
    override func themeDidChange() {
      super.themeDidChange()
      changes.append(theme.tintColor)
    }
  }

  @Test("a control applies each new theme once, and not the theme that it was made with")
  func overridePoint() {
    let theme = Theme.test
    let control = CountingControl(frame: .zero, theme: theme)
    #expect(control.changes == [])
    let parent = Layer()
    parent.addSublayer(control)
    parent.setTheme(theme.dark)
    control.theme.tintColor = .red
    #expect(control.changes == [theme.dark.tintColor, .red])
  }
}
