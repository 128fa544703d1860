import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheText

/// The visibility of a marker's title or subtitle: MapKit's `MKFeatureVisibility`.
public enum FeatureVisibility: UInt8, Hashable, Sendable {
  /// A title is shown where it overlaps no other annotation view or title, and always while its marker is
  /// selected.
  ///
  /// A subtitle is shown while its marker is selected.
  case adaptive
  /// The title or subtitle is never shown.
  case hidden
  /// The title or subtitle is shown even where it overlaps another annotation view or title.
  case visible
}

/// The texts below a marker: the title and subtitle of the marker's annotation.
final class MarkerTitle {
  /// The layer that contains the texts. The layer ignores touches.
  let layer = Layer(frame: .zero)
  let theme: Theme
  private let title: TextLayer
  private let subtitle: TextLayer
  var texts = Content() { didSet { if texts != oldValue { layOut() } } }

  struct Content: Equatable {
    var title = ""
    var subtitle = ""
  }

  var size: Size { layer.bounds.size }

  /// The maximum width of a line, in points.
  private static let width: Scalar = 120

  init(theme: Theme) {
    self.theme = theme
    (title, subtitle) = (TextLayer(fonts: theme.fonts), TextLayer(fonts: theme.fonts))
    layer.isUserInteractionEnabled = false
    (title.font, subtitle.font) = (theme.titleFont, theme.font)
    for text in [title, subtitle] {
      (text.fontSize, text.foregroundColor) = (theme.smallFontSize, theme.textColor)
      (text.alignmentMode, text.isWrapped, text.truncationMode) = (.center, true, .end)
      text.halo = Halo(color: theme.surfaceColor.withAlpha(0.9), width: 1.5)
    }
    layer.addSublayer(title)
  }

  private func layOut() {
    // Three lines in total.
    let titleSize = measure(title, texts.title, lines: texts.subtitle.isEmpty ? 3 : 2)
    let subtitleSize = texts.subtitle.isEmpty ? .zero : measure(subtitle, texts.subtitle, lines: 1)
    let width = max(titleSize.width, subtitleSize.width)
    layer.bounds = Rect(x: 0, y: 0, width: width, height: titleSize.height + subtitleSize.height)
    title.frame = Rect(x: 0, y: 0, width: width, height: titleSize.height)
    subtitle.frame = Rect(x: 0, y: titleSize.height, width: width, height: subtitleSize.height)
    if texts.subtitle.isEmpty { subtitle.removeFromSuperlayer() } else { layer.addSublayer(subtitle) }
  }

  private func measure(_ text: TextLayer, _ texts: String, lines: Int) -> Size {
    (text.string, text.lineLimit) = (texts, lines)
    text.bounds = Rect(x: 0, y: 0, width: Self.width, height: 4096)
    let size = text.preferredFrameSize()
    return Size(width: Scalar(size.width.ceiling), height: Scalar(size.height.ceiling))
  }
}
