public import CartoucheRaster
public import CartoucheScene

/// A row of a ``List``, like UIKit's `UITableViewCell`. This class is the base class of ``LabelRow``.
///
///     final class StopRow: ListRow {
///       private let name: TextLayer
///       override init(theme: Theme) { … addSublayer(name) }
///       override func layoutSublayers() { … name.frame = … }
///       override func updateAppearance() { … name.foregroundColor = theme.textColor }
///     }
///
/// The list sets the frame of the row. A row that leaves the visible part of the list is reused for another
/// position.
open class ListRow: Layer, ThemedLayer, PressableLayer {
  /// The theme that determines the colors, fonts and dimensions of the row. A new value takes effect
  /// immediately.
  open var theme: Theme { didSet { updateAppearance() } }

  /// Whether the row looks pressed.
  public final var isHighlighted = false { didSet { if isHighlighted != oldValue { updateAppearance() } } }

  /// Whether the row looks selected. The list sets this property.
  public final var isSelected = false { didSet { if isSelected != oldValue { updateAppearance() } } }

  /// The distances of the separator line from the left and right edges of the row, in points. The other two
  /// insets have no effect.
  public final var separatorInset = EdgeInsets(top: 0, left: 16, bottom: 0, right: 0) {
    didSet { if separatorInset != oldValue { setNeedsLayout() } }
  }

  /// The identifier with which the list reuses the row; nil for a row that does not come from
  /// ``List/dequeueReusableRow(withIdentifier:)``.
  public internal(set) final var reuseIdentifier: String?

  /// The list that shows the row.
  final weak var list: List?
  /// The index of the row in its list while the row is shown.
  final var index: Int?
  /// Whether a line at the bottom separates the row from the next one.
  final var showsSeparator = false { didSet { separator.isHidden = !showsSeparator } }

  private let separator = Layer()
  private let press = PressGestureRecognizer { press in (press.layer as? ListRow)?.follow(press) }
  /// Creates an empty row.
  public init(theme: Theme) {
    self.theme = theme
    super.init(frame: .zero)
    separator.isHidden = true
    addSublayer(separator)
    addGestureRecognizer(press)
    press.shouldReceive = { [unowned self] _ in
      press.delay = requiredPressDelay
      return list?.canPress(self) ?? false
    }
    updateAppearance()
  }

  // MARK: For subclasses

  /// Prepares the row for another position. Overrides call `super`.
  ///
  /// The method is called when the row is taken from ``List/dequeueReusableRow(withIdentifier:)`` again.
  open func prepareForReuse() {}

  /// Changes the row's colors and fonts to match its theme and state. Overrides call `super`.
  ///
  /// The method is called after each change of ``ListRow/theme``, ``ListRow/isHighlighted`` or
  /// ``ListRow/isSelected``.
  open func updateAppearance() {
    let surface = theme.surfaceColor
    let fill = isSelected ? surface.mixed(with: theme.tintColor, 0.16) : surface
    backgroundColor = isHighlighted ? fill.mixed(with: theme.textColor, 0.1) : isSelected ? fill : nil
    separator.backgroundColor = theme.separatorColor
  }

  open override func layoutSublayers() {
    let width = max(bounds.width - separatorInset.left - separatorInset.right, 0)
    separator.frame = Rect(x: bounds.minX + separatorInset.left, y: bounds.maxY - 1, width: width, height: 1)
  }

  // MARK: Touches

  /// Cancels the current press, so that the pressing finger does not select the row.
  public final func cancelTracking() {
    isHighlighted = false
    // Disabling the recognizer makes it forget its finger.
    press.isEnabled = false
    press.isEnabled = true
  }

  private func follow(_ press: PressGestureRecognizer) {
    switch press.state {
    case .began, .changed: isHighlighted = press.isInside
    case .ended:
      isHighlighted = false
      if press.isInside { list?.select(self) }
    case .cancelled: isHighlighted = false
    case .possible, .failed: break
    }
  }
}
