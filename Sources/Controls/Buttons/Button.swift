public import CartoucheRaster
import CartoucheScene
import CartoucheText

/// A button with a title, an image, or both, in the arrangement that ``imagePlacement`` determines.
///
///     let buy = Button("Buy", style: .filled, theme: theme)
///     buy.position = Point(x: 240, y: 280)
///     buy.addAction(for: .touchUpInside) { _ in order() }
///
/// A new button is just large enough for its title, its image and the margins around them. If the button is
/// too narrow for the title, the title is truncated with a `…`.
///
/// A template image has the color of the title, in every state of the button:
///
///     let locate = Button(image: arrow.withRenderingMode(.alwaysTemplate), theme: theme)
public final class Button: Control, SelfSizingLayer {
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
  /// A template image is drawn in the color of the title, and any other image in its own colors. Each pixel
  /// of the image is one point wide. If the button is too small, the image is scaled down and keeps its
  /// aspect ratio.
  public var image: Image? { didSet { if image != oldValue { changeContent() } } }

  /// The image that the button has in place of ``image`` while it is selected. If nil, there is no such
  /// image.
  public var selectedImage: Image? { didSet { if selectedImage != oldValue { changeContent() } } }

  /// The side of the title at which the image is.
  public var imagePlacement = ImagePlacement.leading { didSet { if imagePlacement != oldValue { changeSize() } } }

  /// The gap between the title and the image, in points.
  public var imagePadding: Scalar = 8 { didSet { if imagePadding != oldValue { changeSize() } } }

  /// The color of the title and of template images while the button is enabled. If nil, the style and the
  /// theme determine the color.
  public var tintColor: Color? { didSet { if tintColor != oldValue { updateAppearance() } } }

  /// The style of the button, which determines its background color and the color of its title.
  public var style: Style { didSet { if style != oldValue { changeContent() } } }

  /// The sides of a button's title at which its image can be, as UIKit's `UIButton.Configuration` has them.
  public enum ImagePlacement: UInt8, Hashable, Sendable, CaseIterable {
    /// Before the title: left of a title in a left-to-right script, and right of one in a right-to-left
    /// script.
    case leading
    /// After the title.
    case trailing
    /// Above the title.
    case top
    /// Below the title.
    case bottom
  }

  private let label: TextLayer
  private let imageLayer = ImageLayer()
  private var labelSize: Size?
  /// The corner radius that the theme determined. An application may have set another radius.
  private var themeRadius: Scalar

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

  /// The image that the button shows in its present state.
  private var shownImage: Image? { isSelected ? selectedImage ?? image : image }

  private var imageSize: Size {
    shownImage.map { Size(width: Scalar($0.size.width), height: Scalar($0.size.height)) } ?? .zero
  }

  /// The size of the title on one line, in points.
  private var measuredLabel: Size {
    if let labelSize { return labelSize }
    let size = title.isEmpty ? .zero : label.preferredFrameSize()
    labelSize = size
    return size
  }

  private var contentSize: Size { arrangement(of: imageSize).size }

  private func arrangement(of image: Size) -> ButtonArrangement {
    ButtonArrangement(text: measuredLabel, image: image, placement: imagePlacement, padding: imagePadding)
  }

  private func changeContent() {
    labelSize = nil
    label.string = title
    (label.fonts, label.fontSize) = (theme.fonts, theme.fontSize)
    label.font = style == .plain ? theme.font : theme.titleFont
    updateAppearance()
    changeSize()
  }

  /// Lays out the button, and the stack around it, after the size of the content may have changed.
  private func changeSize() {
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  public override func themeDidChange() {
    if cornerRadius == themeRadius { cornerRadius = theme.cornerRadius }
    themeRadius = theme.cornerRadius
    changeContent()
    super.themeDidChange()
  }

  public override func updateAppearance() {
    let appearance = theme.appearance(of: style, isEnabled: isEnabled, isHighlighted: isHighlighted, isSelected: isSelected)
    let ink = isEnabled ? tintColor ?? appearance.ink : appearance.ink
    backgroundColor = appearance.fill
    label.foregroundColor = ink
    if imageLayer.contents != shownImage {
      imageLayer.contents = shownImage
      setNeedsLayout()
    }
    imageLayer.tintColor = ink
    // A template has the ink of the title, which shows the state already.
    imageLayer.opacity = shownImage?.renderingMode == .alwaysTemplate ? 1 : appearance.imageOpacity
  }

  public override func layoutSublayers() {
    // The insets shrink before the content does.
    let area = bounds
    let inset = min(insets.width, max((area.width - contentSize.width) / 2, 10))
    let available = Size(width: max(area.width - inset * 2, 0), height: max(area.height - 8, 0))
    var arrangement = arrangement(of: imageSize)
    arrangement.fit(in: available)
    let isRightToLeft = arrangement.image.width > 0 && label.layout.lines.first?.isRightToLeft ?? false
    let frames = arrangement.frames(in: area, isRightToLeft: isRightToLeft)
    (imageLayer.frame, label.frame) = (frames.image, frames.text)
  }
}
