import CartoucheRaster
import CartoucheScene
import CartoucheText

/// One segment of a ``SegmentedControl``: a title or an image.
///
/// If a segment has both, the image is shown.
final class Segment: Layer {
  var title: String { didSet { if title != oldValue { label.string = title } } }
  var image: Image? { didSet { if image != oldValue { imageLayer.contents = image } } }
  var isEnabled = true

  private let label: TextLayer
  private let imageLayer = ImageLayer()

  /// The margin left and right of a title or an image, in points.
  private static var margin: Scalar { 12 }

  init(title: String, image: Image?, theme: Theme) {
    (self.title, self.image) = (title, image)
    label = TextLayer(title, fonts: theme.fonts)
    super.init(frame: .zero)
    (label.lineLimit, label.truncationMode, label.alignmentMode) = (1, .end, .center)
    imageLayer.contents = image
    imageLayer.contentsGravity = .resizeAspect
    addSublayer(imageLayer)
    addSublayer(label)
  }

  /// Applies the colors and fonts of a segment in one of its states.
  func update(_ theme: Theme, isSelected: Bool, isPressed: Bool, isEnabled: Bool) {
    let ink = isEnabled && self.isEnabled ? theme.textColor : theme.secondaryTextColor.withAlpha(0.55)
    let color = isPressed ? ink.withAlpha(0.5) : ink
    label.use(isSelected ? theme.titleFont : theme.font, size: theme.fontSize, color: color, of: theme)
    imageLayer.tintColor = color
    imageLayer.opacity = image?.renderingMode == .alwaysTemplate || (isEnabled && self.isEnabled && !isPressed) ? 1 : 0.4
    label.isHidden = image != nil
  }

  /// Returns the size that the segment needs in a theme, whether it is selected or not, in points.
  func preferredSize(in theme: Theme) -> Size {
    if let image { return Size(width: Scalar(image.size.width) + Self.margin * 2, height: Scalar(image.size.height)) }
    let font = label.font
    label.font = theme.titleFont
    let size = label.preferredFrameSize()
    label.font = font
    return Size(width: size.width.roundedUp + Self.margin * 2, height: size.height.roundedUp)
  }

  override func layoutSublayers() {
    let (width, height) = (max(bounds.width, 0), max(bounds.height, 0))
    let textHeight = min(label.preferredFrameSize().height.roundedUp, height)
    let inset = min(Self.margin / 2, width / 8)
    label.frame = Rect(
      x: inset, y: Scalar(((height - textHeight) / 2).rounded), width: max(width - inset * 2, 0), height: textHeight)
    let image = image.map { Size(width: Scalar($0.size.width), height: Scalar($0.size.height)) } ?? .zero
    let size = Size(width: min(image.width, max(width - inset * 2, 0)), height: min(image.height, max(height - 4, 0)))
    imageLayer.frame = Rect(
      x: Scalar(((width - size.width) / 2).rounded), y: Scalar(((height - size.height) / 2).rounded), width: size.width,
      height: size.height)
  }
}
