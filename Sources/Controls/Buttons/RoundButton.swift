import CartoucheRaster
import CartoucheScene
import CartoucheText

/// A round control with a symbol in it: what ``DetailButton`` and ``CloseButton`` are.
///
/// It may have any size; the symbol is drawn in the largest circle that fits.
public class RoundButton: Control {
  private let disc = ShapeLayer()
  private let symbol = ShapeLayer()
  /// For a circle of 24 points.
  private let symbolPath: Path
  private let isRing: Bool

  /// - Parameters:
  ///   - symbol: what is filled, for a circle 24 points across.
  ///   - isRing: whether it is a ring in the tint; otherwise a quiet disc.
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
      let isFull = isHighlighted || isSelected
      disc.fillColor = isFull ? ink : nil
      disc.strokeColor = ink
      symbol.fillColor = isFull ? theme.onTintColor : ink
    } else {
      let look = theme.appearance(of: .gray, isEnabled: isEnabled, isHighlighted: isHighlighted, isSelected: isSelected)
      disc.fillColor = look.fill
      symbol.fillColor = isEnabled && !isSelected ? theme.secondaryTextColor : look.ink
    }
  }

  public override func layoutSublayers() {
    let side = max(min(bounds.width, bounds.height), 0)
    let circle = Rect(x: bounds.center.x - side / 2, y: bounds.center.y - side / 2, width: side, height: side)
    for layer in [disc, symbol] { layer.frame = bounds }
    (disc.bounds, symbol.bounds) = (bounds, bounds)
    (disc.position, symbol.position) = (bounds.center, bounds.center)
    let line = isRing ? side / 14 : 0
    disc.lineWidth = line
    disc.path = Path(ellipseIn: circle.insetBy(dx: line / 2, dy: line / 2))
    typealias Element = AffineTransform.Element
    let scale = Element(rounding: side) / 24
    symbol.path = symbolPath.transformed(
      by: .scale(x: scale, y: scale).concatenating(
        .translation(x: Element(rounding: circle.minX), y: Element(rounding: circle.minY))))
  }
}

/// The round (i) that leads to more: MapKit's `.detailDisclosure`, at the right of a callout.
public final class DetailButton: RoundButton {
  public init(theme: Theme) {
    var symbol = Path(ellipseIn: Rect(x: 10.5, y: 5.5, width: 3, height: 3))
    symbol.addRoundedRect(Rect(x: 11, y: 10.25, width: 2, height: 8), radius: 1)
    super.init(symbol: symbol, diameter: 24, isRing: true, theme: theme)
  }
}

/// The round × that closes what it stands on.
public final class CloseButton: RoundButton {
  public init(theme: Theme) {
    var lines = Path()
    lines.move(to: Point(x: 8, y: 8))
    lines.addLine(to: Point(x: 16, y: 16))
    lines.move(to: Point(x: 16, y: 8))
    lines.addLine(to: Point(x: 8, y: 16))
    super.init(symbol: lines.stroked(style: StrokeStyle(width: 2.25, cap: .round)), diameter: 30, isRing: false, theme: theme)
  }
}
