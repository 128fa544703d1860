public import CartoucheRaster
import CartoucheScene
import CartoucheText

/// A row with an image, a title, a subtitle, a value and an accessory, each of which may be missing.
///
///     │ image  title                      value  › │
///     │        subtitle                            │
///
/// Texts that do not fit are truncated with a `…`. The title gives way to the value. The separator begins at
/// the title: the row sets the left side of ``ListRow/separatorInset`` at each layout.
open class LabelRow: ListRow {
  /// A symbol at the right end of a row.
  public enum Accessory: UInt8, Hashable, Sendable, CaseIterable {
    /// No symbol.
    case none
    /// A “›”, for a row that opens another screen.
    case disclosureIndicator
    /// A check mark, for a chosen row.
    case checkmark
  }

  /// The title of the row.
  public final var title = "" { didSet { change(titleLabel, to: title) } }
  /// The text below the title. If the string is empty, the title is centered vertically.
  public final var subtitle = "" { didSet { change(subtitleLabel, to: subtitle) } }
  /// The text at the right end of the row.
  public final var value = "" { didSet { change(valueLabel, to: value) } }
  /// The image at the left end of the row. Each pixel of the image is one point wide.
  public final var image: Image? { didSet { if image != oldValue { changeImage() } } }
  /// The symbol at the right end of the row.
  public final var accessory = Accessory.none { didSet { if accessory != oldValue { changeAccessory() } } }

  private let (titleLabel, subtitleLabel, valueLabel): (TextLayer, TextLayer, TextLayer)
  private let imageLayer = ImageLayer()
  private let symbol = ShapeLayer()

  private static var margin: Scalar { 16 }
  private static var gap: Scalar { 12 }

  /// Creates an empty row.
  public override init(theme: Theme) {
    titleLabel = TextLayer(fonts: theme.fonts)
    subtitleLabel = TextLayer(fonts: theme.fonts)
    valueLabel = TextLayer(fonts: theme.fonts)
    super.init(theme: theme)
    for label in [titleLabel, subtitleLabel, valueLabel] {
      (label.lineLimit, label.truncationMode) = (1, .end)
      addSublayer(label)
    }
    imageLayer.contentsGravity = .resizeAspect
    (symbol.fillColor, symbol.lineWidth, symbol.lineCap, symbol.lineJoin) = (nil, 2.25, .round, .round)
    symbol.isHidden = true
    addSublayer(imageLayer)
    addSublayer(symbol)
    updateAppearance()
  }

  private func change(_ label: TextLayer, to text: String) {
    guard label.string != text else { return }
    label.string = text
    setNeedsLayout()
  }

  private func changeImage() {
    imageLayer.contents = image
    setNeedsLayout()
  }

  private func changeAccessory() {
    symbol.isHidden = accessory == .none
    var path = Path()
    if accessory == .disclosureIndicator {
      path.move(to: Point(x: 4, y: 4))
      path.addLine(to: Point(x: 10, y: 10))
      path.addLine(to: Point(x: 4, y: 16))
    } else {
      path.move(to: Point(x: 1, y: 10))
      path.addLine(to: Point(x: 5, y: 14))
      path.addLine(to: Point(x: 13, y: 5))
    }
    symbol.path = path
    updateAppearance()
    setNeedsLayout()
  }

  open override func updateAppearance() {
    super.updateAppearance()
    titleLabel.use(theme.font, size: theme.fontSize, color: theme.textColor, of: theme)
    subtitleLabel.use(theme.font, size: theme.smallFontSize, color: theme.secondaryTextColor, of: theme)
    valueLabel.use(theme.font, size: theme.fontSize, color: theme.secondaryTextColor, of: theme)
    symbol.strokeColor = accessory == .checkmark ? theme.tintColor : theme.secondaryTextColor
    setNeedsLayout()
  }

  open override func layoutSublayers() {
    let height = bounds.height
    func place(_ layer: Layer, x: Scalar, width: Scalar, height layerHeight: Scalar, center: Scalar) {
      layer.frame = Rect(
        x: bounds.minX + x, y: bounds.minY + Scalar((center - layerHeight / 2).rounded), width: max(width, 0), height: layerHeight)
    }
    let unlimited = Size(width: .max, height: .max)
    var (start, end) = (Self.margin, bounds.width - Self.margin)
    if let image, image.size.height > 0 {
      let imageHeight = min(Scalar(image.size.height), max(height - 8, 0))
      let imageWidth = Scalar(image.size.width).scaled(by: imageHeight, over: Scalar(image.size.height))
      place(imageLayer, x: start, width: imageWidth, height: imageHeight, center: height / 2)
      start += imageWidth.roundedUp + Self.gap
    }
    imageLayer.isHidden = image == nil
    if accessory != .none {
      end -= 14
      place(symbol, x: end, width: 14, height: 20, center: height / 2)
      end -= Self.gap
    }
    let valueSize = valueLabel.sizeThatFits(unlimited)
    // Of a narrow row, the title keeps a third.
    let valueWidth = min(valueSize.width, max((end - start) * 2 / 3, 0))
    place(valueLabel, x: end - valueWidth, width: valueWidth, height: valueSize.height, center: height / 2)
    if valueWidth > 0 { end -= valueWidth + Self.gap }
    let (titleHeight, subtitleHeight) = (titleLabel.sizeThatFits(unlimited).height, subtitleLabel.sizeThatFits(unlimited).height)
    let offset = subtitle.isEmpty ? 0 : (subtitleHeight + 1) / 2
    place(titleLabel, x: start, width: end - start, height: titleHeight, center: height / 2 - offset)
    place(subtitleLabel, x: start, width: end - start, height: subtitleHeight, center: height / 2 + (titleHeight + 1) / 2)
    separatorInset.left = start
    super.layoutSublayers()
  }
}
