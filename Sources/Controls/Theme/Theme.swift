public import CartoucheRaster
public import CartoucheScene
public import CartoucheText

/// The colors, fonts and dimensions that all controls share.
///
///     var theme = Theme.standard
///     theme.tintColor = Color(hex: 0xc0392b)
///     let button = Button("Buy", theme: theme)
///
/// The Cartouche module declares `Theme.standard`, a theme with the standard fonts.
public struct Theme: Sendable {
  /// The color of elements that react to touches, such as the titles of plain buttons.
  public var tintColor = Color(hex: 0x0a66d8)
  /// The color of text and symbols that are drawn on a background of the color ``tintColor``.
  public var onTintColor = Color.white
  /// The color of buttons whose actions cannot be undone.
  public var destructiveColor = Color(hex: 0xd0342c)
  /// The background color of screens.
  public var backgroundColor = Color(hex: 0xf2f2f5)
  /// The background color of callouts, sheets and navigation bars.
  public var surfaceColor = Color.white
  /// The color of titles. Controls also mix this color into backgrounds, for example while a button is
  /// highlighted.
  public var textColor = Color(hex: 0x16181c)
  /// The color of subtitles and messages. Disabled buttons have a translucent shade of this color.
  public var secondaryTextColor = Color(hex: 0x6b7078)
  /// The color of the separator lines in navigation bars and sheets.
  public var separatorColor = Color(hex: 0xd5d7dc)
  /// The translucent color that dims the layers behind a sheet.
  public var dimmingColor = Color.black.withAlpha(0.4)
  /// The font of text other than titles, such as subtitles, messages and plain buttons.
  public var font = FontDescriptor.system()
  /// The font of titles, of buttons with a background, and of the cancel action of a sheet.
  public var titleFont = FontDescriptor.system(.bold)
  /// The font size of titles, buttons and other text of normal size, in points.
  public var fontSize: Scalar = 17
  /// The font size of subtitles, messages and other small text, in points.
  public var smallFontSize: Scalar = 14
  /// The corner radius of callouts, sheets and buttons, in points.
  public var cornerRadius: Scalar = 12
  /// The smallest width and height of an area that reacts to touches, in points.
  ///
  /// Controls use this value or 9 mm on the display, whichever is larger: see ``touchTarget(on:)``.
  public var touchTarget: Scalar = 48
  /// The collection of fonts that controls use for all text.
  public var fonts: FontCollection

  /// Creates a theme with the default colors and dimensions and the given fonts.
  public init(fonts: FontCollection) {
    self.fonts = fonts
  }

  /// Returns the smallest width and height of an area that reacts to touches, in points, for the display that
  /// shows `layer`.
  ///
  /// The result is the larger of ``touchTarget`` and 9 mm on the display. If the size of the display is
  /// unknown, 9 mm count as 36 points.
  public func touchTarget(on layer: Layer) -> Scalar { max(touchTarget, layer.touchMetrics.targetSize) }

  /// A copy of this theme with dark backgrounds and light text, for use at night and with dark maps.
  ///
  /// The copy has the same fonts and dimensions as this theme.
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
