import CartoucheRaster
import CartoucheScene
import CartoucheText

/// A key of an on-screen keyboard.
///
/// The key's bounds touch those of its neighbors, and only touches inside the bounds press the key. Its cap
/// is smaller, so that there are gaps to see between the caps.
final class KeyboardKey: Control {
  /// The kinds of caps.
  enum Kind {
    /// A key that inserts text.
    case character
    /// A key with another effect.
    case function
    /// The return key.
    case prominent
  }

  let key: KeyboardLayout.Key
  private let kind: Kind
  private let cap = Layer()
  private let label: TextLayer
  private let symbolLayer = ShapeLayer()
  /// A closure that is called on touch-down, and then repeatedly until the finger is lifted. If nil, the key
  /// acts once, when the finger is lifted.
  var onRepeat: (() -> Void)?
  private var nextRepeat: Timestamp?

  /// The delay before the first repetition, and the time between repetitions.
  private static var repeatDelay: Seconds { 0.5 }
  private static var repeatInterval: Seconds { 0.08 }
  private static var gap: Scalar { 3 }

  /// The text on the key; nil if the key shows its symbol.
  var title: String? { didSet { if title != oldValue { changeContent() } } }

  /// The symbol on the key, which is shown if there is no title.
  var symbol: KeySymbol? { didSet { changeContent() } }

  init(_ key: KeyboardLayout.Key, kind: Kind, theme: Theme) {
    (self.key, self.kind) = (key, kind)
    label = TextLayer(fonts: theme.fonts)
    super.init(frame: .zero, theme: theme)
    (label.lineLimit, label.truncationMode, label.alignmentMode) = (1, .end, .center)
    addSublayer(cap)
    cap.addSublayer(label)
    cap.addSublayer(symbolLayer)
    changeContent()
  }

  private func changeContent() {
    label.string = title ?? ""
    let isLetter = kind == .character && label.string.count == 1
    label.use(
      theme.font, size: isLetter ? theme.fontSize * 1.25 : theme.fontSize * 0.95, color: label.foregroundColor, of: theme)
    cap.cornerRadius = min(theme.cornerRadius / 2, 8)
    updateAppearance()
    setNeedsLayout()
  }

  override func themeDidChange() {
    changeContent()
    super.themeDidChange()
  }

  override func updateAppearance() {
    let (fill, ink) = theme.keyAppearance(of: kind, isHighlighted: isHighlighted, isSelected: isSelected)
    cap.backgroundColor = fill
    label.foregroundColor = ink
    symbolLayer.strokeColor = ink
    symbolLayer.fillColor = symbol?.isFilled == true ? ink : nil
  }

  override func layoutSublayers() {
    cap.frame = bounds.insetBy(dx: min(Self.gap, bounds.width / 8), dy: min(Self.gap, bounds.height / 8))
    let area = cap.bounds
    let height = label.string.isEmpty ? 0 : label.preferredFrameSize().height.roundedUp
    label.frame = Rect(x: 1, y: Scalar(((area.height - height) / 2).rounded), width: max(area.width - 2, 0), height: height)
    symbolLayer.frame = area
    symbolLayer.isHidden = title != nil || symbol == nil
    guard let symbol else { return }
    let side = max(min(area.width - 4, area.height - 4, 24), 0)
    symbolLayer.lineWidth = KeySymbol.lineWidth * side / 24
    symbolLayer.path = symbol.path.transformed(
      by: .scale(x: side / 24, y: side / 24).concatenating(
        .translation(x: Scalar(((area.width - side) / 2).rounded), y: Scalar(((area.height - side) / 2).rounded))))
  }

  override func hitTest(_ point: Point) -> Layer? {
    // Not the enlarged touch area of other controls: it would cover the neighbors.
    guard !isHidden, let own = localPoint(under: point), bounds.contains(own) else { return nil }
    return self
  }

  // MARK: Repetition

  override func pressDidChange(_ event: Control.Event) {
    guard let onRepeat else { return }
    nextRepeat = nil
    guard event == .touchDown else { return }
    onRepeat()
    startTicking()
  }

  override func tick(at now: Timestamp) -> MotionState {
    guard let onRepeat, isTouchInside else { return .still }
    let next = nextRepeat ?? now.advanced(by: Self.repeatDelay)
    nextRepeat = next
    if now >= next {
      nextRepeat = now.advanced(by: Self.repeatInterval)
      onRepeat()
    }
    return .moving
  }
}

extension Theme {
  /// The color behind the keys of a keyboard.
  var keyboardColor: Color { backgroundColor.mixed(with: textColor, isDark ? 0.07 : 0.1) }

  /// Returns the colors of a key's cap and of the text or symbol on it.
  fileprivate func keyAppearance(of kind: KeyboardKey.Kind, isHighlighted: Bool, isSelected: Bool) -> (fill: Color, ink: Color) {
    var fill: Color
    switch kind {
    case .prominent: fill = tintColor
    case .character: fill = isDark ? surfaceColor.mixed(with: textColor, 0.14) : surfaceColor
    case .function where isSelected: fill = isDark ? textColor : surfaceColor
    case .function: fill = isDark ? surfaceColor : backgroundColor.mixed(with: textColor, 0.22)
    }
    let isInverted = kind == .function && isSelected && isDark
    if isHighlighted { fill = fill.mixed(with: isInverted ? surfaceColor : textColor, 0.2) }
    return (fill, kind == .prominent ? onTintColor : isInverted ? surfaceColor : textColor)
  }
}
