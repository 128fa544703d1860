import CartoucheRaster
import CartoucheScene
import CartoucheText

/// The content of the navigation bar for one screen: back button, title, and the screen's right bar item.
final class NavigationBarContent: Layer {
  private let title: TextLayer
  private let back: BackButton?
  private var right: Layer?

  private static var margin: Scalar { 12 }
  private static var gap: Scalar { 8 }

  /// - Parameters:
  ///   - previous: The title of the screen to which the back button returns. If nil, there is no back button.
  ///   - goBack: A closure that is called when the back button is pressed.
  init(_ screen: Screen, previous: String?, theme: Theme, goBack: @escaping () -> Void) {
    title = TextLayer(screen.title, fonts: theme.fonts)
    (title.lineLimit, title.truncationMode, title.alignmentMode) = (1, .end, .center)
    back = previous.map { BackButton($0, theme: theme) }
    right = screen.rightBarItem
    super.init(frame: .zero)
    apply(theme)
    addSublayer(title)
    if let right { addSublayer(right) }
    guard let back else { return }
    back.addAction(for: .touchUpInside) { _ in goBack() }
    addSublayer(back)
  }

  /// Applies the fonts and colors of `theme` to the title and the back button.
  func apply(_ theme: Theme) {
    title.use(theme.titleFont, size: theme.fontSize, color: theme.textColor, of: theme)
    back?.theme = theme
    setNeedsLayout()
  }

  /// Updates the titles and the right bar item. A press of the back button is not cancelled.
  func update(_ screen: Screen, previous: String?) {
    title.string = screen.title
    back?.title = previous ?? ""
    if right !== screen.rightBarItem {
      if let right, right.superlayer === self { right.removeFromSuperlayer() }
      right = screen.rightBarItem
      if let right { addSublayer(right) }
    }
    setNeedsLayout()
  }

  /// Moves the title horizontally by `titleShift` points and sets the opacity of all items. Opacity 0 hides
  /// them.
  ///
  /// The title fades out sooner than the buttons, because the title moves to the place of the other screen's
  /// buttons.
  func show(titleShift: Scalar, opacity: Scalar) {
    title.opacity = ((opacity - 0.2) * 4).clamped(from: 0, to: 1)
    title.transform = titleShift == 0 ? .identity : .translation(x: Transform3D.Element(rounding: titleShift), y: 0, z: 0)
    self.opacity = opacity
  }

  override func layoutSublayers() {
    let (width, height) = (bounds.width, bounds.height)
    let titleSize = title.preferredFrameSize()
    var end = width - Self.margin
    if let right {
      let size = right.frame.size
      end -= size.width
      right.frame = Rect(x: end, y: Scalar(((height - size.height) / 2).rounded), width: size.width, height: size.height)
      end -= Self.gap
    }
    var start = Self.margin
    if let back {
      // If the back button and the title do not fit, the button shows its chevron alone.
      var backWidth = back.width(of: .titled)
      if titleSize.width + Self.gap * 2 + backWidth > end {
        backWidth = min(backWidth, max(width / 4, back.width(of: .chevronOnly)))
      }
      if titleSize.width + Self.gap * 2 + backWidth > end { backWidth = back.width(of: .chevronOnly) }
      back.frame = Rect(x: 0, y: 0, width: backWidth, height: height)
      start = backWidth + Self.gap
    }
    let titleWidth = min(titleSize.width.roundedUp, max(end - start, 0))
    let titleHeight = min(titleSize.height.roundedUp, height)
    let centeredX = Scalar(((width - titleWidth) / 2).rounded)
    title.frame = Rect(
      x: max(min(centeredX, end - titleWidth), start), y: Scalar(((height - titleHeight) / 2).rounded), width: titleWidth,
      height: titleHeight)
  }
}

/// A button with a “‹” and the title of the screen to which the button returns.
final class BackButton: Control {
  enum Form {
    case titled, chevronOnly
  }

  private let chevron = ShapeLayer()
  private let label: TextLayer

  var title: String {
    get { label.string }
    set {
      label.string = newValue
      setNeedsLayout()
    }
  }

  private static var inset: Scalar { 12 }
  private static var chevronSize: Size { Size(width: 10, height: 18) }
  private static var gap: Scalar { 7 }

  init(_ title: String, theme: Theme) {
    label = TextLayer(title, fonts: theme.fonts)
    super.init(frame: .zero, theme: theme)
    (label.lineLimit, label.truncationMode) = (1, .end)
    (chevron.fillColor, chevron.lineWidth, chevron.lineCap, chevron.lineJoin) = (nil, 2.5, .round, .round)
    addSublayer(chevron)
    addSublayer(label)
    updateAppearance()
  }

  /// Returns the width of the button with its full title or with the chevron alone, in points.
  func width(of form: Form) -> Scalar {
    let bare = max(Self.inset * 2 + Self.chevronSize.width, theme.touchTarget(on: self))
    guard form == .titled, !label.string.isEmpty else { return bare }
    return max(bare, Self.inset + Self.chevronSize.width + Self.gap + label.preferredFrameSize().width.roundedUp + Self.gap)
  }

  override func updateAppearance() {
    let ink = theme.tintColor.withAlpha(isHighlighted ? 0.35 : 1)
    chevron.strokeColor = ink
    label.use(theme.font, size: theme.fontSize, color: ink, of: theme)
  }

  override func layoutSublayers() {
    let size = Self.chevronSize
    let y = Scalar(((bounds.height - size.height) / 2).rounded)
    chevron.frame = Rect(x: Self.inset, y: y, width: size.width, height: size.height)
    var path = Path()
    path.move(to: Point(x: size.width - 1, y: 1))
    path.addLine(to: Point(x: 1, y: size.height / 2))
    path.addLine(to: Point(x: size.width - 1, y: size.height - 1))
    chevron.path = path
    let left = Self.inset + size.width + Self.gap
    let height = label.preferredFrameSize().height.roundedUp
    label.isHidden = bounds.width <= width(of: .chevronOnly) && width(of: .titled) > bounds.width
    label.frame = Rect(
      x: left, y: Scalar(((bounds.height - height) / 2).rounded), width: max(bounds.width - left - Self.gap, 0), height: height)
  }
}
