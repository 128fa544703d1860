import CartoucheRaster
import CartoucheScene
import CartoucheText

/// A round button with a symbol. This class is the base class of ``DetailButton`` and ``CloseButton``.
///
/// The button draws a disc or ring, and a symbol inside. The disc or ring is the largest circle that fits the
/// bounds, so the bounds need not be a square.
public class RoundButton: Control {
  private let disc = ShapeLayer()
  private let symbol = ShapeLayer()
  /// The outline of the symbol, for a circle of 24 points in diameter.
  private let symbolPath: Path
  private let isRing: Bool

  /// - Parameters:
  ///   - symbol: The outline of the symbol, which is filled, for a circle of 24 points in diameter.
  ///   - diameter: The initial width and height of the button, in points.
  ///   - isRing: Whether the button is a ring in the tint color. If false, the button is a gray disc.
  init(symbol: Path, diameter: Scalar, isRing: Bool, theme: Theme) {
    (symbolPath, self.isRing) = (symbol, isRing)
    super.init(frame: Rect(x: 0, y: 0, width: diameter, height: diameter), theme: theme)
    addSublayer(disc)
    addSublayer(self.symbol)
    updateAppearance()
  }

  public override func updateAppearance() {
    if isRing {
      let ink = isEnabled ? theme.tintColor : theme.secondaryTextColor.withAlpha(0.55)
      let isFilled = isHighlighted || isSelected
      disc.fillColor = isFilled ? ink : nil
      disc.strokeColor = ink
      symbol.fillColor = isFilled ? theme.onTintColor : ink
    } else {
      let appearance = theme.appearance(of: .gray, isEnabled: isEnabled, isHighlighted: isHighlighted, isSelected: isSelected)
      disc.fillColor = appearance.fill
      symbol.fillColor = isEnabled && !isSelected ? theme.secondaryTextColor : appearance.ink
    }
  }

  public override func layoutSublayers() {
    let side = max(min(bounds.width, bounds.height), 0)
    let circle = Rect(x: bounds.center.x - side / 2, y: bounds.center.y - side / 2, width: side, height: side)
    for layer in [disc, symbol] { layer.frame = bounds }
    (disc.bounds, symbol.bounds) = (bounds, bounds)
    (disc.position, symbol.position) = (bounds.center, bounds.center)
    let lineWidth = isRing ? side / 14 : 0
    disc.lineWidth = lineWidth
    disc.path = Path(ellipseIn: circle.insetBy(dx: lineWidth / 2, dy: lineWidth / 2))
    typealias Element = AffineTransform.Element
    let scale = Element(rounding: side) / 24
    symbol.path = symbolPath.transformed(
      by: .scale(x: scale, y: scale).concatenating(
        .translation(x: Element(rounding: circle.minX), y: Element(rounding: circle.minY))))
  }
}

/// A round button with an “i” that offers more information, like MapKit's `.detailDisclosure`.
///
/// The button is typically used as the ``Callout/rightAccessory`` of a callout.
public final class DetailButton: RoundButton {
  /// Creates a detail button.
  public init(theme: Theme) {
    var symbol = Path(ellipseIn: Rect(x: 10.5, y: 5.5, width: 3, height: 3))
    symbol.addRoundedRect(Rect(x: 11, y: 10.25, width: 2, height: 8), radius: 1)
    super.init(symbol: symbol, diameter: 24, isRing: true, theme: theme)
  }
}

/// A round button with a “×”, for closing a layer such as a panel.
///
/// The button itself does not close anything. Add an action that closes the layer.
public final class CloseButton: RoundButton {
  /// Creates a close button.
  public init(theme: Theme) {
    var lines = Path()
    lines.move(to: Point(x: 8, y: 8))
    lines.addLine(to: Point(x: 16, y: 16))
    lines.move(to: Point(x: 16, y: 8))
    lines.addLine(to: Point(x: 8, y: 16))
    super.init(symbol: lines.stroked(style: StrokeStyle(width: 2.25, cap: .round)), diameter: 30, isRing: false, theme: theme)
  }
}
