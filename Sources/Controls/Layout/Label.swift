public import CartoucheRaster
public import CartoucheScene
public import CartoucheText

/// A text in a font and color of a theme, like UIKit's `UILabel`.
///
///     let name = Label("Harbor", style: .title, theme: theme)
///
/// A label follows its theme at run time, which a `TextLayer` does not. A text that does not fit is truncated
/// with a `…`. The text is centered vertically, and touches pass through it.
public final class Label: Layer, ThemedLayer, SelfSizingLayer {
  /// The styles of a label. A style determines the font, the font size and the color of the text.
  public enum Style: UInt8, Hashable, Sendable, CaseIterable {
    /// Text of normal size in the theme's text color.
    case body
    /// Bold text of normal size in the theme's text color.
    case title
    /// Small text in the theme's secondary text color.
    case subtitle
  }

  /// The theme that determines the fonts, font sizes and colors of the text.
  public var theme: Theme { didSet { updateAppearance() } }

  /// The text of the label.
  public var text: String {
    get { textLayer.string }
    set {
      guard newValue != text else { return }
      textLayer.string = newValue
      setNeedsLayout()
    }
  }

  /// The style that determines the font, the font size and the color of the text.
  public var style: Style { didSet { if style != oldValue { updateAppearance() } } }

  /// The color of the text. If nil, the style and the theme determine the color.
  public var textColor: Color? { didSet { if textColor != oldValue { updateAppearance() } } }

  /// The font size in points. If nil, the style and the theme determine the size.
  public var fontSize: Scalar? { didSet { if fontSize != oldValue { updateAppearance() } } }

  /// The horizontal alignment of the text.
  public var textAlignment: TextAlignment {
    get { textLayer.alignmentMode }
    set { textLayer.alignmentMode = newValue }
  }

  /// The maximum number of lines, by default 1. With 0, the number of lines is not limited.
  public var numberOfLines: Int {
    get { textLayer.lineLimit }
    set {
      (textLayer.lineLimit, textLayer.isWrapped) = (max(newValue, 0), newValue != 1)
      setNeedsLayout()
    }
  }

  private let textLayer: TextLayer

  /// Creates a label that is just large enough for its text on one line, at the origin of its superlayer.
  public init(_ text: String = "", style: Style = .body, theme: Theme) {
    (self.style, self.theme) = (style, theme)
    textLayer = TextLayer(text, fonts: theme.fonts)
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    (textLayer.lineLimit, textLayer.truncationMode) = (1, .end)
    addSublayer(textLayer)
    updateAppearance()
    sizeToFit()
  }

  /// Returns the size that the text needs, at most `size`, in points. Several lines are wrapped at the width
  /// of `size`.
  public func sizeThatFits(_ size: Size) -> Size {
    textLayer.sizeThatFits(size)
  }

  private func updateAppearance() {
    let isSmall = style == .subtitle
    textLayer.use(
      style == .title ? theme.titleFont : theme.font, size: fontSize ?? (isSmall ? theme.smallFontSize : theme.fontSize),
      color: textColor ?? (isSmall ? theme.secondaryTextColor : theme.textColor), of: theme)
    setNeedsLayout()
  }

  public override func layoutSublayers() {
    let area = Size(width: max(bounds.width, 0), height: max(bounds.height, 0))
    let height = sizeThatFits(area).height
    textLayer.frame = Rect(
      x: bounds.minX, y: bounds.minY + Scalar(((area.height - height) / 2).rounded), width: area.width, height: height)
  }
}
