import CartoucheRaster
import CartoucheScene
import CartoucheText

/// What stands in a bubble, and how large it has to be for that.
///
///     ┌──────┬──────────────┬───────┐
///     │ left │ title        │ right │   left and right in the middle of the height
///     │      │ subtitle, or │       │
///     │      │ detail       │       │
///     └──────┴──────────────┴───────┘
final class CalloutContent: Layer {
  let title: TextLayer
  let subtitle: TextLayer
  private let small: Scalar
  var detail: Layer? { didSet { replace(oldValue, by: detail) } }
  var left: Layer? { didSet { replace(oldValue, by: left) } }
  var right: Layer? { didSet { replace(oldValue, by: right) } }

  /// What was measured last, and for what.
  private struct Measurement {
    var width: Scalar
    var parts: [Size]
    var size: Size
    var column: Column
  }

  /// The middle column: how wide it is, and how high each thing in it.
  private struct Column {
    var room: Scalar = 0
    var width: Scalar = 0
    var title: Scalar = 0
    var subtitle: Scalar = 0
    var detail: Scalar = 0
    var height: Scalar = 0
  }

  private var known: Measurement?

  private static var insets: Size { Size(width: 14, height: 11) }
  /// Between things beside each other, and above each other.
  private static var gap: Size { Size(width: 12, height: 3) }
  /// Above and below a layer of the application's own.
  private static var detailGap: Scalar { 6 }
  /// A bubble is no smaller, whatever is in it.
  private static var least: Size { Size(width: 56, height: 44) }

  init(theme: Theme) {
    title = TextLayer(fonts: theme.fonts)
    subtitle = TextLayer(fonts: theme.fonts)
    small = theme.smallFontSize
    super.init(frame: .zero)
    (title.font, title.fontSize, title.foregroundColor) = (theme.titleFont, theme.fontSize, theme.textColor)
    (subtitle.font, subtitle.fontSize, subtitle.foregroundColor) = (theme.font, theme.smallFontSize, theme.secondaryTextColor)
    for text in [title, subtitle] {
      (text.isWrapped, text.lineLimit, text.truncationMode) = (true, 3, .end)
      addSublayer(text)
    }
  }

  private func replace(_ old: Layer?, by new: Layer?) {
    guard old !== new else { return }
    // Not what has gone elsewhere meanwhile.
    if let old, old.superlayer === self { old.removeFromSuperlayer() }
    if let new { addSublayer(new) }
    invalidateMeasurement()
  }

  /// Something in it has changed.
  func invalidateMeasurement() {
    known = nil
    setNeedsLayout()
  }

  private var parts: [Size] { [detail, left, right].map { $0?.frame.size ?? Size(width: -1, height: -1) } }

  private func measure(_ width: Scalar) -> Measurement {
    let parts = parts
    if let known, known.width == width, known.parts == parts { return known }
    var column = Column()
    let taken = [left, right].reduce(Self.insets.width * 2) { sum, layer in
      layer.map { sum + $0.frame.width + Self.gap.width } ?? sum
    }
    column.room = max(width - taken, 0)
    func height(_ text: TextLayer) -> Scalar {
      guard !text.string.isEmpty, column.room >= 1 else { return 0 }
      text.bounds.size = Size(width: column.room, height: 1)
      let size = text.preferredFrameSize()
      column.width = max(column.width, min(size.width.roundedUp, column.room))
      return size.height.roundedUp
    }
    column.title = height(title)
    if let detail {
      column.width = max(column.width, min(detail.frame.width, column.room).roundedUp)
      column.detail = detail.frame.height.roundedUp
      column.height = column.title + (column.title > 0 ? Self.detailGap : 0) + column.detail
    } else {
      column.subtitle = height(subtitle)
      column.height = column.title + (column.title > 0 && column.subtitle > 0 ? Self.gap.height : 0) + column.subtitle
    }
    // An accessory beside nothing needs no gap.
    let isBare = column.width <= 0 && (left == nil) != (right == nil)
    let sides = max(left?.frame.height ?? 0, right?.frame.height ?? 0)
    let size = Size(
      width: max(taken + column.width - (isBare ? Self.gap.width : 0), Self.least.width).roundedUp,
      height: max(max(column.height, sides) + Self.insets.height * 2, Self.least.height).roundedUp)
    let made = Measurement(width: width, parts: parts, size: size, column: column)
    known = made
    // Measuring gave the texts another size.
    setNeedsLayout()
    return made
  }

  /// The size that shows all, of a bubble not wider than `width` if that can be.
  func size(within width: Scalar) -> Size { measure(width).size }

  override func layoutSublayers() {
    let measure = known ?? measure(bounds.width)
    let column = measure.column
    // What does not fit is cut off at the bubble's edge.
    masksToBounds = measure.size.width > bounds.width || measure.size.height > bounds.height
    func middle(_ height: Scalar) -> Scalar { Scalar(((bounds.height - height) / 2).rounded) }
    var x = Self.insets.width
    if let left {
      left.frame = Rect(x: x, y: middle(left.frame.height), width: left.frame.width, height: left.frame.height)
      x += left.frame.width + Self.gap.width
    }
    var end = bounds.width - Self.insets.width
    if let right {
      end -= right.frame.width
      right.frame = Rect(x: max(end, x), y: middle(right.frame.height), width: right.frame.width, height: right.frame.height)
      end -= Self.gap.width
    }
    // A bubble that is wider than its text leaves the rest to it: what is written to the left ends at its right.
    let width = max(end - x, 0)
    // Where all does not fit, it is the top that is seen.
    var y = max(middle(column.height), Self.insets.height)
    title.frame = Rect(x: x, y: y, width: width, height: column.title)
    y += column.title + (column.title > 0 ? (detail == nil ? Self.gap.height : Self.detailGap) : 0)
    subtitle.frame = Rect(x: x, y: y, width: width, height: column.subtitle)
    if let detail { detail.frame = Rect(x: x, y: y, width: detail.frame.width, height: detail.frame.height) }
  }
}
