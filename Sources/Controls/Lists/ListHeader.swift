import CartoucheRaster
import CartoucheScene
import CartoucheText

/// The header of a list's section, which sticks to the top of the list while the section is visible.
final class ListHeader: Layer, ThemedLayer {
  var theme: Theme { didSet { updateAppearance() } }

  /// The section that the header belongs to while it is shown.
  var section: Int?

  private let label: TextLayer

  init(theme: Theme) {
    self.theme = theme
    label = TextLayer(fonts: theme.fonts)
    super.init(frame: .zero)
    (label.lineLimit, label.truncationMode) = (1, .end)
    addSublayer(label)
    updateAppearance()
  }

  var title: String {
    get { label.string }
    set {
      label.string = newValue
      setNeedsLayout()
    }
  }

  private func updateAppearance() {
    backgroundColor = theme.surfaceColor.mixed(with: theme.textColor, 0.06)
    label.use(theme.titleFont, size: theme.smallFontSize, color: theme.secondaryTextColor, of: theme)
    setNeedsLayout()
  }

  override func layoutSublayers() {
    let height = min(label.sizeThatFits(Size(width: .max, height: .max)).height, max(bounds.height, 0))
    label.frame = Rect(
      x: 16, y: Scalar(((bounds.height - height) / 2).rounded), width: max(bounds.width - 32, 0), height: height)
  }
}
