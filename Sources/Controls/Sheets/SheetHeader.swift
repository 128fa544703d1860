import CartoucheRaster
import CartoucheScene
import CartoucheText

/// The centered title and message above a sheet's actions.
final class SheetHeader: Layer {
  private let title: TextLayer
  private let message: TextLayer

  private static var insets: Size { Size(width: 20, height: 16) }
  private static var gap: Scalar { 5 }

  init(_ title: String, message: String, theme: Theme) {
    self.title = TextLayer(title, fonts: theme.fonts)
    self.message = TextLayer(message, fonts: theme.fonts)
    super.init(frame: .zero)
    (self.title.lineLimit, self.message.lineLimit) = (4, 12)
    for text in [self.title, self.message] {
      (text.isWrapped, text.alignmentMode, text.truncationMode) = (true, .center, .end)
      addSublayer(text)
    }
    apply(theme)
  }

  /// Applies the fonts and colors of `theme`. Call ``fit(width:)`` afterwards.
  func apply(_ theme: Theme) {
    title.use(theme.titleFont, size: theme.fontSize, color: theme.textColor, of: theme)
    message.use(theme.font, size: theme.smallFontSize, color: theme.secondaryTextColor, of: theme)
    // The header must be measured again.
    bounds.size.height = 0
  }

  /// Sets the width of the header to `width` and its height to the height of the title and message.
  func fit(width: Scalar) {
    guard width != bounds.width || bounds.height == 0 else { return }
    let inner = max(width - Self.insets.width * 2, 0)
    var y = Self.insets.height
    for text in [title, message] {
      text.frame = Rect(x: Self.insets.width, y: y, width: inner, height: 0)
      guard !text.string.isEmpty, inner >= 1 else { continue }
      text.frame.size.height = text.preferredFrameSize().height.roundedUp
      y += text.frame.height + Self.gap
    }
    bounds.size = Size(width: width, height: y - Self.gap + Self.insets.height)
  }
}
