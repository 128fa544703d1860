public import CartoucheRaster
import CartoucheScene
import CartoucheText

/// A button with a title, an image, or both side by side.
///
///     let buy = Button("Buy", style: .filled, theme: theme)
///     buy.position = Point(x: 240, y: 280)
///     buy.addAction(for: .touchUpInside) { _ in order() }
///
/// A new button is just large enough for its title, its image and the margins around them. If the button is
/// too narrow for the title, the title is truncated with a `…`. The image is left of a title in a
/// left-to-right script, and right of a title in a right-to-left script.
public final class Button: Control {
  /// The styles of a button. A style determines the button's background color and the color of its title.
  public enum Style: UInt8, Hashable, Sendable, CaseIterable {
    /// A title in the theme's tint color. The button has a background only while it is highlighted or
    /// selected.
    case plain
    /// A background in the theme's tint color. This style suits the main action of a screen.
    case filled
    /// A background in a neutral gray.
    case gray
    /// A background in the theme's destructive color. This style suits an action that cannot be undone.
    case destructive
  }

  /// The title of the button. If the string is empty, no title is shown.
  public var title: String { didSet { if title != oldValue { changeContent() } } }

  /// The image next to the button's title. If nil, the button has no image.
  ///
  /// The image is drawn in its own colors, not in the tint color. Each pixel of the image is one point wide.
  /// If the button is too small, the image is scaled down and keeps its aspect ratio.
  public var image: Image? { didSet { if image != oldValue { changeContent() } } }

  /// The style of the button, which determines its background color and the color of its title.
  public var style: Style { didSet { if style != oldValue { changeContent() } } }

  private let label: TextLayer
  private let imageLayer = ImageLayer()
  private var labelSize: Size?
  /// The corner radius that the theme determined. An application may have set another radius.
  private var themeRadius: Scalar

  private static var spacing: Scalar { 8 }
  private var insets: Size { Size(width: style == .plain ? 10 : 18, height: 12) }

  /// Creates a button at the origin of its superlayer. The button is just large enough for its title and
  /// image.
  public init(_ title: String = "", image: Image? = nil, style: Style = .plain, theme: Theme) {
    (self.title, self.image, self.style) = (title, image, style)
    label = TextLayer(fonts: theme.fonts)
    themeRadius = theme.cornerRadius
    super.init(frame: .zero, theme: theme)
    (label.lineLimit, label.truncationMode) = (1, .end)
    imageLayer.contentsGravity = .resizeAspect
    cornerRadius = theme.cornerRadius
    addSublayer(imageLayer)
    addSublayer(label)
    changeContent()
    sizeToFit()
  }

  /// Returns the size that the button needs for its title, its image and the margins around them, in points.
  ///
  /// The result is never wider or higher than `size`, which is the available size in points.
  public func sizeThatFits(_ size: Size) -> Size {
    let content = contentSize
    return Size(
      width: min((content.width + insets.width * 2).roundedUp, max(size.width, 0)),
      height: min((content.height + insets.height * 2).roundedUp, max(size.height, 0)))
  }

  /// Resizes the button to the size that its title and image need. The origin of the button's ``Layer/frame``
  /// does not change.
  public func sizeToFit() {
    frame = Rect(origin: frame.origin, size: sizeThatFits(Size(width: .max, height: .max)))
  }

  private var imageSize: Size {
    image.map { Size(width: Scalar($0.size.width), height: Scalar($0.size.height)) } ?? .zero
  }

  /// The size of the title on one line, in points.
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
    (label.fonts, label.fontSize) = (theme.fonts, theme.fontSize)
    label.font = style == .plain ? theme.font : theme.titleFont
    imageLayer.contents = image
    updateAppearance()
    setNeedsLayout()
  }

  public override func themeDidChange() {
    if cornerRadius == themeRadius { cornerRadius = theme.cornerRadius }
    themeRadius = theme.cornerRadius
    changeContent()
    super.themeDidChange()
  }

  public override func updateAppearance() {
    let appearance = theme.appearance(of: style, isEnabled: isEnabled, isHighlighted: isHighlighted, isSelected: isSelected)
    backgroundColor = appearance.fill
    label.foregroundColor = appearance.ink
    imageLayer.opacity = appearance.imageOpacity
  }

  public override func layoutSublayers() {
    // The insets shrink before the content does.
    let area = bounds
    let inset = min(insets.width, max((area.width - contentSize.width) / 2, 10))
    let width = max(area.width - inset * 2, 0)
    var scaledImage = imageSize
    if scaledImage.width > 0 && scaledImage.height > 0 {
      let (maximumHeight, maximumWidth) = (max(area.height - 8, 0), width)
      if scaledImage.height > maximumHeight {
        scaledImage = Size(width: scaledImage.width * maximumHeight / scaledImage.height, height: maximumHeight)
      }
      if scaledImage.width > maximumWidth {
        scaledImage = Size(width: maximumWidth, height: scaledImage.height * maximumWidth / scaledImage.width)
      }
    }
    let text = measuredLabel
    let gap = text.width > 0 && scaledImage.width > 0 ? Self.spacing : 0
    let textWidth = min(text.width.roundedUp, max(width - scaledImage.width - gap, 0))
    let height = text.height.roundedUp
    let left = area.minX + Scalar(((area.width - scaledImage.width - gap - textWidth) / 2).rounded)
    let isRightToLeft = scaledImage.width > 0 && label.layout.lines.first?.isRightToLeft ?? false
    imageLayer.frame = Rect(
      x: isRightToLeft ? left + textWidth + gap : left, y: area.minY + Scalar(((area.height - scaledImage.height) / 2).rounded),
      width: scaledImage.width, height: scaledImage.height)
    label.frame = Rect(
      x: isRightToLeft ? left : left + scaledImage.width + gap, y: area.minY + Scalar(((area.height - height) / 2).rounded),
      width: textWidth, height: height)
  }
}
