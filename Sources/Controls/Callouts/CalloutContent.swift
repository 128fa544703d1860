import CartoucheRaster
import CartoucheScene
import CartoucheText

/// The content of a callout: measures and arranges its texts and accessories.
///
///     ┌──────┬──────────────┬───────┐
///     │ left │ title        │ right │   left and right are centered vertically
///     │      │ subtitle, or │       │
///     │      │ detail       │       │
///     └──────┴──────────────┴───────┘
final class CalloutContent: Layer {
  let title: TextLayer
  let subtitle: TextLayer
  var detail: Layer? { didSet { replace(oldValue, by: detail) } }
  var left: Layer? { didSet { replace(oldValue, by: left) } }
  var right: Layer? { didSet { replace(oldValue, by: right) } }

  /// The latest measurement of the content, with the width and accessory sizes for which it was made.
  private struct Measurement {
    var width: Scalar
    var partSizes: [Size]
    var size: Size
    var column: Column
  }

  /// The width of the middle column and the heights of its title, subtitle and detail, in points.
  private struct Column {
    var availableWidth: Scalar = 0
    var width: Scalar = 0
    var title: Scalar = 0
    var subtitle: Scalar = 0
    var detail: Scalar = 0
    var height: Scalar = 0
  }

  private var measurement: Measurement?

  private static var insets: Size { Size(width: 14, height: 11) }
  /// The horizontal gap between columns and the vertical gap between texts, in points.
  private static var gap: Size { Size(width: 12, height: 3) }
  /// The vertical gap between the title and a detail layer, in points.
  private static var detailGap: Scalar { 6 }
  /// The smallest size of a bubble, in points.
  private static var minimumSize: Size { Size(width: 56, height: 44) }

  init(theme: Theme) {
    title = TextLayer(fonts: theme.fonts)
    subtitle = TextLayer(fonts: theme.fonts)
    super.init(frame: .zero)
    apply(theme)
    for text in [title, subtitle] {
      (text.isWrapped, text.lineLimit, text.truncationMode) = (true, 3, .end)
      addSublayer(text)
    }
  }

  func apply(_ theme: Theme) {
    title.use(theme.titleFont, size: theme.fontSize, color: theme.textColor, of: theme)
    subtitle.use(theme.font, size: theme.smallFontSize, color: theme.secondaryTextColor, of: theme)
    invalidateMeasurement()
  }

  private func replace(_ old: Layer?, by new: Layer?) {
    guard old !== new else { return }
    // The old layer may have moved to another superlayer meanwhile.
    if let old, old.superlayer === self { old.removeFromSuperlayer() }
    if let new { addSublayer(new) }
    invalidateMeasurement()
  }

  /// Discards the latest measurement, because the content has changed.
  func invalidateMeasurement() {
    measurement = nil
    setNeedsLayout()
  }

  private var partSizes: [Size] { [detail, left, right].map { $0?.frame.size ?? Size(width: -1, height: -1) } }

  private func measure(_ width: Scalar) -> Measurement {
    let partSizes = partSizes
    if let measurement, measurement.width == width, measurement.partSizes == partSizes { return measurement }
    var column = Column()
    let usedWidth = [left, right].reduce(Self.insets.width * 2) { sum, layer in
      layer.map { sum + $0.frame.width + Self.gap.width } ?? sum
    }
    column.availableWidth = max(width - usedWidth, 0)
    func height(_ text: TextLayer) -> Scalar {
      guard !text.string.isEmpty, column.availableWidth >= 1 else { return 0 }
      text.bounds.size = Size(width: column.availableWidth, height: 1)
      let size = text.preferredFrameSize()
      column.width = max(column.width, min(size.width.roundedUp, column.availableWidth))
      return size.height.roundedUp
    }
    column.title = height(title)
    if let detail {
      column.width = max(column.width, min(detail.frame.width, column.availableWidth).roundedUp)
      column.detail = detail.frame.height.roundedUp
      column.height = column.title + (column.title > 0 ? Self.detailGap : 0) + column.detail
    } else {
      column.subtitle = height(subtitle)
      column.height = column.title + (column.title > 0 && column.subtitle > 0 ? Self.gap.height : 0) + column.subtitle
    }
    // A single accessory without text needs no gap.
    let isBare = column.width <= 0 && (left == nil) != (right == nil)
    let sides = max(left?.frame.height ?? 0, right?.frame.height ?? 0)
    let size = Size(
      width: max(usedWidth + column.width - (isBare ? Self.gap.width : 0), Self.minimumSize.width).roundedUp,
      height: max(max(column.height, sides) + Self.insets.height * 2, Self.minimumSize.height).roundedUp)
    let newMeasurement = Measurement(width: width, partSizes: partSizes, size: size, column: column)
    measurement = newMeasurement
    // Measuring changed the sizes of the text layers.
    setNeedsLayout()
    return newMeasurement
  }

  /// Returns the size of a bubble that fits all content, at most `width` wide if the accessories allow that.
  func size(within width: Scalar) -> Size { measure(width).size }

  override func layoutSublayers() {
    let measure = measurement ?? measure(bounds.width)
    let column = measure.column
    // Content that does not fit is clipped at the bubble's edge.
    masksToBounds = measure.size.width > bounds.width || measure.size.height > bounds.height
    func centeredY(_ height: Scalar) -> Scalar { Scalar(((bounds.height - height) / 2).rounded) }
    var x = Self.insets.width
    if let left {
      left.frame = Rect(x: x, y: centeredY(left.frame.height), width: left.frame.width, height: left.frame.height)
      x += left.frame.width + Self.gap.width
    }
    var end = bounds.width - Self.insets.width
    if let right {
      end -= right.frame.width
      right.frame = Rect(x: max(end, x), y: centeredY(right.frame.height), width: right.frame.width, height: right.frame.height)
      end -= Self.gap.width
    }
    // In a bubble wider than its text, the title takes the remaining width, so that right-to-left text ends
    // at the right.
    let width = max(end - x, 0)
    // If the content does not fit, its top is visible.
    var y = max(centeredY(column.height), Self.insets.height)
    title.frame = Rect(x: x, y: y, width: width, height: column.title)
    y += column.title + (column.title > 0 ? (detail == nil ? Self.gap.height : Self.detailGap) : 0)
    subtitle.frame = Rect(x: x, y: y, width: width, height: column.subtitle)
    if let detail { detail.frame = Rect(x: x, y: y, width: detail.frame.width, height: detail.frame.height) }
  }
}
