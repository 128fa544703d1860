public import CartoucheRaster
public import CartoucheScene
public import CartoucheText

/// The colors, fonts and dimensions that all controls share.
///
///     var theme = Theme.standard
///     theme.tintColor = Color(hex: 0xc0392b)
///     let button = Button("Buy", theme: theme)
///
/// The Cartouche module declares `Theme.standard`, a theme with the standard fonts. That module uses
/// `Theme.standard` where an application gives no theme.
public struct Theme {
  /// The color of elements that can be touched, such as button titles.
  public var tintColor = Color(hex: 0x0a66d8)
  /// The color of text and symbols on a background in ``tintColor``.
  public var onTintColor = Color.white
  /// The color of buttons for actions that cannot be undone.
  public var destructiveColor = Color(hex: 0xd0342c)
  /// The background color of screens.
  public var backgroundColor = Color(hex: 0xf2f2f5)
  /// The background color of callouts, sheets and navigation bars.
  public var surfaceColor = Color.white
  public var textColor = Color(hex: 0x16181c)
  public var secondaryTextColor = Color(hex: 0x6b7078)
  /// The color of the separator lines in navigation bars and sheets.
  public var separatorColor = Color(hex: 0xd5d7dc)
  /// The translucent color that dims the layers behind a sheet.
  public var dimmingColor = Color.black.withAlpha(0.4)
  public var font = FontDescriptor.system()
  public var titleFont = FontDescriptor.system(.bold)
  /// The font size of titles, buttons and other text of normal size, in points per em.
  public var fontSize: Scalar = 17
  /// The font size of subtitles, messages and other small text, in points per em.
  public var smallFontSize: Scalar = 14
  /// The corner radius of callouts, sheets and buttons, in points.
  public var cornerRadius: Scalar = 12
  /// The smallest width and height of an area that reacts to touches, in points.
  ///
  /// Controls use the larger of this value and 9 mm on the display: see ``touchTarget(on:)``.
  public var touchTarget: Scalar = 48
  /// The fonts with which controls draw all text.
  public var fonts: FontCollection

  public init(fonts: FontCollection) {
    self.fonts = fonts
  }

  /// Returns the smallest width and height of a touch area on the display of `layer`, in points.
  ///
  /// The result is the larger of ``touchTarget`` and `TouchMetrics.targetSize`, which is 9 mm on the display.
  /// If the size of the display is unknown, `TouchMetrics.targetSize` is 36 points.
  public func touchTarget(on layer: Layer) -> Scalar { max(touchTarget, layer.touchMetrics.targetSize) }

  /// A copy of this theme with dark backgrounds and light text, for the night and for dark maps.
  ///
  /// The fonts and dimensions of the copy are those of this theme.
  public var dark: Theme {
    var theme = self
    (theme.tintColor, theme.onTintColor) = (Color(hex: 0x5aa7ff), Color(hex: 0x0b1420))
    theme.destructiveColor = Color(hex: 0xff7a70)
    (theme.backgroundColor, theme.surfaceColor) = (Color(hex: 0x101216), Color(hex: 0x2a2e35))
    (theme.textColor, theme.secondaryTextColor) = (Color(hex: 0xf2f3f5), Color(hex: 0xa2a7b0))
    (theme.separatorColor, theme.dimmingColor) = (Color(hex: 0x4a4f58), Color.black.withAlpha(0.6))
    return theme
  }

  /// Whether the theme's text is lighter than its surface color.
  var isDark: Bool {
    func light(_ color: Color) -> Int { Int(color.red) * 2 + Int(color.green) * 5 + Int(color.blue) }
    return light(textColor) > light(surfaceColor)
  }
}
