public import CartoucheRaster
import CartoucheScene

/// An annotation view that shows a pin with a round head: MapKit's `MKPinAnnotationView`.
///
/// The tip of the pin is at the annotation's coordinate.
open class PinAnnotationView: AnnotationView {
  /// The color of the pin's head. The default is red.
  ///
  /// MapKit has two other pin colors, which correspond to `.green` and `.purple`.
  public final var pinTintColor = Color(hex: 0xd9352c) { didSet { if pinTintColor != oldValue { drawPin() } } }

  /// Whether the pin drops onto the map from above the map's upper edge when it appears.
  ///
  /// ``MapView/animatesAnnotations`` turns this off.
  public final var animatesDrop = false

  final override func beginEntrance(at frame: Rect) -> Bool {
    guard animatesDrop, let map else { return false }
    let height = max(frame.maxY - map.bounds.minY, 0)
    var drop = BasicAnimation(
      .translation, from: .point(Point(x: 0, y: -height)), to: .point(.zero), duration: 0.4, timingFunction: .easeIn)
    drop.isAdditive = true
    add(drop, forKey: "annotation.enter")
    return true
  }

  /// Creates a pin view for an annotation, with a red head.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    drawPin()
    // The point is at (9, 37) of 32 × 39.
    centerOffset = Point(x: 16 - 9, y: 39 / 2 - 37)
    calloutOffset = Point(x: -7, y: 2)
  }

  private func drawPin() {
    let tint = pinTintColor
    image = .drawn(size: PixelSize(width: 32, height: 39)) { list in
      drawShadow(into: &list)
      var needle = Path()
      needle.move(to: Point(x: 8, y: 14))
      needle.addLine(to: Point(x: 10, y: 14))
      needle.addLine(to: Point(x: 9.4, y: 36.5))
      needle.addLine(to: Point(x: 8.6, y: 36.5))
      needle.closeSubpath()
      list.fill(needle, with: .color(Color(hex: 0x6d7076)))
      let head = Rect(x: 1.5, y: 1.5, width: 15, height: 15)
      let ball = RadialGradient(
        stops: [
          GradientStop(location: 0, color: tint.shaded(130)), GradientStop(location: 0.35, color: tint),
          GradientStop(location: 1, color: tint.shaded(-90)),
        ], center: Point(x: 7, y: 6.5), radius: 11)
      list.fill(Path(ellipseIn: head), with: .radialGradient(ball))
      list.fill(Path(ellipseIn: Rect(x: 4.5, y: 3.8, width: 4, height: 3)), with: .color(.white.withAlpha(0.55)))
    }
  }

  /// Draws the pin's shadow, which falls to the upper right, as in light from the lower left.
  private func drawShadow(into list: inout DisplayList) {
    var stick = Path()
    stick.move(to: Point(x: 9, y: 37))
    stick.addLine(to: Point(x: 22, y: 24))
    let soft = ShadowMask(of: stick.stroked(style: StrokeStyle(width: 1.5)), sigma: 0.8)
    list.drawShadow(soft, of: .zero, color: .black.withAlpha(0.35))
    let ball = ShadowMask(of: Path(ellipseIn: Rect(x: 19, y: 18, width: 10, height: 7)), sigma: 1.2)
    list.drawShadow(ball, of: .zero, color: .black.withAlpha(0.35))
  }
}

extension Color {
  /// Returns the color, lightened or darkened by `amount` of 255.
  ///
  /// A positive amount lightens the color, and a negative amount darkens the color.
  fileprivate func shaded(_ amount: Int) -> Color {
    func moved(_ component: UInt8) -> UInt8 {
      let value = Int(component)
      return UInt8(amount >= 0 ? value + (255 - value) * amount / 255 : value + value * amount / 255)
    }
    return Color(red: moved(red), green: moved(green), blue: moved(blue), alpha: alpha)
  }
}
