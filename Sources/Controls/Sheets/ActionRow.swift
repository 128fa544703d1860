import CartoucheRaster
import CartoucheScene
import CartoucheText

/// A full-width button for one action of a sheet. Each row except the first has a separator at its top edge.
final class ActionRow: Control {
  let style: ActionSheet.ActionStyle
  private let label: TextLayer
  private let line = Layer()
  private let isFirst: Bool

  init(_ title: String, style: ActionSheet.ActionStyle, isFirst: Bool, theme: Theme) {
    (self.style, self.isFirst) = (style, isFirst)
    label = TextLayer(title, fonts: theme.fonts)
    super.init(frame: .zero, theme: theme)
    (label.alignmentMode, label.lineLimit, label.truncationMode) = (.center, 1, .end)
    line.isHidden = isFirst
    addSublayer(label)
    addSublayer(line)
    updateAppearance()
  }

  override func updateAppearance() {
    backgroundColor = theme.surfaceColor.mixed(with: theme.textColor, isHighlighted ? 0.12 : 0)
    line.backgroundColor = theme.separatorColor
    label.use(
      style == .cancel ? theme.titleFont : theme.font, size: theme.fontSize,
      color: style == .destructive ? theme.destructiveColor : theme.tintColor, of: theme)
  }

  override func layoutSublayers() {
    let height = min(label.preferredFrameSize().height.roundedUp, bounds.height)
    label.frame = Rect(
      x: 16, y: Scalar(((bounds.height - height) / 2).rounded), width: max(bounds.width - 32, 0), height: height)
    line.frame = Rect(x: 0, y: 0, width: bounds.width, height: 1)
  }
}
