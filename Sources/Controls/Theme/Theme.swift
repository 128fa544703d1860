public import CartoucheRaster
public import CartoucheScene
public import CartoucheText

/// How controls look: one set of colours, fonts and measures for all of them.
///
///     var theme = Theme.standard
///     theme.tintColor = Color(hex: 0xc0392b)
///     let button = Button("Buy", theme: theme)
///
/// Cartouche has `Theme.standard`, in the standard fonts, and takes it where none is given.
public struct Theme {
  /// What can be touched: titles of buttons, the (i) of a detail button.
  public var tintColor = Color(hex: 0x0a66d8)
  /// What is on ``tintColor`` where that is a surface.
  public var onTintColor = Color.white
  /// What cannot be undone.
  public var destructiveColor = Color(hex: 0xd0342c)
  /// Behind everything.
  public var backgroundColor = Color(hex: 0xf2f2f5)
  /// Of callouts, sheets and bars.
  public var surfaceColor = Color.white
  public var textColor = Color(hex: 0x16181c)
  public var secondaryTextColor = Color(hex: 0x6b7078)
  /// Lines between things.
  public var separatorColor = Color(hex: 0xd5d7dc)
  /// Laid over what waits behind a sheet.
  public var dimmingColor = Color.black.withAlpha(0.4)
  public var font = FontDescriptor.system()
  public var titleFont = FontDescriptor.system(.bold)
  /// Points an em, of running text and titles.
  public var fontSize: Scalar = 17
  /// Of subtitles and notes.
  public var smallFontSize: Scalar = 14
  /// Of surfaces.
  public var cornerRadius: Scalar = 12
  /// The side of the smallest square that a finger is asked to hit, in points. Where that is less than 9 mm of the panel, 9 mm count instead: see ``touchTarget(on:)``.
  public var touchTarget: Scalar = 48
  /// Where text comes from.
  public var fonts: FontCollection

  public init(fonts: FontCollection) {
    self.fonts = fonts
  }

  /// The side of the smallest square that a finger is asked to hit on the screen of `layer`: ``touchTarget``, or the 9 mm of `TouchMetrics.targetSize` if that is more; those are 36
  /// points where nobody knows the panel's size.
  public func touchTarget(on layer: Layer) -> Scalar { max(touchTarget, layer.touchMetrics.targetSize) }

  /// The same in light colours on dark ground: for the night, and for maps that are dark.
  public var dark: Theme {
    var theme = self
    (theme.tintColor, theme.onTintColor) = (Color(hex: 0x5aa7ff), Color(hex: 0x0b1420))
    theme.destructiveColor = Color(hex: 0xff7a70)
    (theme.backgroundColor, theme.surfaceColor) = (Color(hex: 0x101216), Color(hex: 0x2a2e35))
    (theme.textColor, theme.secondaryTextColor) = (Color(hex: 0xf2f3f5), Color(hex: 0xa2a7b0))
    (theme.separatorColor, theme.dimmingColor) = (Color(hex: 0x4a4f58), Color.black.withAlpha(0.6))
    return theme
  }

  /// Whether its text is lighter than what that stands on.
  var isDark: Bool {
    func light(_ color: Color) -> Int { Int(color.red) * 2 + Int(color.green) * 5 + Int(color.blue) }
    return light(textColor) > light(surfaceColor)
  }
}
