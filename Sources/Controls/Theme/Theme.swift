public import CartoucheRaster
public import CartoucheScene
public import CartoucheText

/// The colors, fonts and dimensions that all controls share.
///
///     var theme = Theme.standard
///     theme.tintColor = Color(hex: 0xc0392b)
///     let button = Button("Buy", theme: theme)
///
/// The Cartouche module has `Theme.standard` with the standard fonts and uses it by default.
public struct Theme {
  /// The color of elements that can be touched, such as button titles.
  public var tintColor = Color(hex: 0x0a66d8)
  /// The color of content on a background in ``tintColor``.
  public var onTintColor = Color.white
  /// The color of actions that cannot be undone.
  public var destructiveColor = Color(hex: 0xd0342c)
  /// The background color of screens.
  public var backgroundColor = Color(hex: 0xf2f2f5)
  /// The background color of callouts, sheets and bars.
  public var surfaceColor = Color.white
  public var textColor = Color(hex: 0x16181c)
  public var secondaryTextColor = Color(hex: 0x6b7078)
  /// The color of separators.
  public var separatorColor = Color(hex: 0xd5d7dc)
  /// The translucent color over the layers behind a sheet.
  public var dimmingColor = Color.black.withAlpha(0.4)
  public var font = FontDescriptor.system()
  public var titleFont = FontDescriptor.system(.bold)
  /// The font size of running text and titles, in points per em.
  public var fontSize: Scalar = 17
  /// The font size of subtitles and notes, in points per em.
  public var smallFontSize: Scalar = 14
  /// The corner radius of callouts, sheets and buttons, in points.
  public var cornerRadius: Scalar = 12
  /// The smallest side of a touch area, in points. If 9 mm on the display are more, they are used: see
  /// ``touchTarget(on:)``.
  public var touchTarget: Scalar = 48
  /// The fonts of all text.
  public var fonts: FontCollection

  public init(fonts: FontCollection) {
    self.fonts = fonts
  }

  /// Returns the smallest side of a touch area on the display of `layer`, in points.
  ///
  /// It is the larger of ``touchTarget`` and the 9 mm of `TouchMetrics.targetSize`, which are 36 points if
  /// the display's size is unknown.
  public func touchTarget(on layer: Layer) -> Scalar { max(touchTarget, layer.touchMetrics.targetSize) }

  /// The theme in light colors on a dark background, for the night and for dark maps.
  public var dark: Theme {
    var theme = self
    (theme.tintColor, theme.onTintColor) = (Color(hex: 0x5aa7ff), Color(hex: 0x0b1420))
    theme.destructiveColor = Color(hex: 0xff7a70)
    (theme.backgroundColor, theme.surfaceColor) = (Color(hex: 0x101216), Color(hex: 0x2a2e35))
    (theme.textColor, theme.secondaryTextColor) = (Color(hex: 0xf2f3f5), Color(hex: 0xa2a7b0))
    (theme.separatorColor, theme.dimmingColor) = (Color(hex: 0x4a4f58), Color.black.withAlpha(0.6))
    return theme
  }

  /// Whether the text is lighter than its background.
  var isDark: Bool {
    func light(_ color: Color) -> Int { Int(color.red) * 2 + Int(color.green) * 5 + Int(color.blue) }
    return light(textColor) > light(surfaceColor)
  }
}
