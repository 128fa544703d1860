public import CartoucheRaster
import CartoucheScene
import CartoucheText

/// A control with a title, a picture, or both beside each other.
///
///     let buy = Button("Buy", style: .filled, theme: theme)
///     buy.position = Point(x: 240, y: 280)
///     buy.addAction(for: .touchUpInside) { _ in order() }
///
/// It is made as large as its content wants; a title that does not fit the size it is given later is cut with `…`. The picture stands where the title's
/// writing begins.
public final class Button: Control {
  public enum Style: UInt8, Hashable, Sendable, CaseIterable {
    /// A title in the theme's tint, no surface while nobody presses it.
    case plain
    /// On a surface of the tint: what one is here for.
    case filled
    /// On a quiet surface.
    case gray
    /// On a surface of the theme's destructive colour.
    case destructive
  }

  public var title: String { didSet { if title != oldValue { changeContent() } } }

  /// Shown in its own colours, one point a pixel unless the button is too small for it.
  public var image: Image? { didSet { if image != oldValue { changeContent() } } }

  public var style: Style { didSet { if style != oldValue { changeContent() } } }

  private let label: TextLayer
  private let imageLayer = ImageLayer()
  private var labelSize: Size?

  private static var spacing: Scalar { 8 }
  private var insets: Size { Size(width: style == .plain ? 10 : 18, height: 12) }

  public init(_ title: String = "", image: Image? = nil, style: Style = .plain, theme: Theme) {
    (self.title, self.image, self.style) = (title, image, style)
    label = TextLayer(fonts: theme.fonts)
    super.init(frame: .zero, theme: theme)
    label.fontSize = theme.fontSize
    (label.lineLimit, label.truncationMode) = (1, .end)
    imageLayer.contentsGravity = .resizeAspect
    cornerRadius = theme.cornerRadius
    addSublayer(imageLayer)
    addSublayer(label)
    changeContent()
    sizeToFit()
  }

  /// The size that shows all of title and picture within `size`.
  public func sizeThatFits(_ size: Size) -> Size {
    let content = contentSize
    return Size(
      width: min((content.width + insets.width * 2).roundedUp, max(size.width, 0)),
      height: min((content.height + insets.height * 2).roundedUp, max(size.height, 0)))
  }

  /// Gives the button the size that shows all; its ``Layer/frame``'s origin stays.
  public func sizeToFit() {
    frame = Rect(origin: frame.origin, size: sizeThatFits(Size(width: .max, height: .max)))
  }

  private var imageSize: Size {
    image.map { Size(width: Scalar($0.size.width), height: Scalar($0.size.height)) } ?? .zero
  }

  /// Of the title on one line.
  private var measuredLabel: Size {
    if let labelSize { return labelSize }
    let size = title.isEmpty ? .zero : label.preferredFrameSize()
    labelSize = size
    return size
  }

  private var contentSize: Size {
    let (text, imageLayer) = (measuredLabel, imageSize)
    let gap = text.width > 0 && imageLayer.width > 0 ? Self.spacing : 0
    return Size(width: text.width + gap + imageLayer.width, height: max(text.height, imageLayer.height))
  }

  private func changeContent() {
    labelSize = nil
    label.string = title
    label.font = style == .plain ? theme.font : theme.titleFont
    imageLayer.contents = image
    updateAppearance()
    setNeedsLayout()
  }

  public override func updateAppearance() {
    let look = theme.appearance(of: style, isEnabled: isEnabled, isHighlighted: isHighlighted, isSelected: isSelected)
    backgroundColor = look.fill
    label.foregroundColor = look.ink
    imageLayer.opacity = look.imageOpacity
  }

  public override func layoutSublayers() {
    // The insets give way before the content does.
    let room = bounds
    let inset = min(insets.width, max((room.width - contentSize.width) / 2, 10))
    let width = max(room.width - inset * 2, 0)
    var shown = imageSize
    if shown.width > 0 && shown.height > 0 {
      let (high, wide) = (max(room.height - 8, 0), width)
      if shown.height > high { shown = Size(width: shown.width * high / shown.height, height: high) }
      if shown.width > wide { shown = Size(width: wide, height: shown.height * wide / shown.width) }
    }
    let text = measuredLabel
    let gap = text.width > 0 && shown.width > 0 ? Self.spacing : 0
    let textWidth = min(text.width.roundedUp, max(width - shown.width - gap, 0))
    let height = text.height.roundedUp
    let left = room.minX + Scalar(((room.width - shown.width - gap - textWidth) / 2).rounded)
    let isRightToLeft = shown.width > 0 && label.layout.lines.first?.isRightToLeft ?? false
    imageLayer.frame = Rect(
      x: isRightToLeft ? left + textWidth + gap : left, y: room.minY + Scalar(((room.height - shown.height) / 2).rounded),
      width: shown.width, height: shown.height)
    label.frame = Rect(
      x: isRightToLeft ? left : left + shown.width + gap, y: room.minY + Scalar(((room.height - height) / 2).rounded),
      width: textWidth, height: height)
  }
}
