import CartoucheRaster
import CartoucheScene

/// A transition in which one screen slides over another, together with their titles and buttons in the bar.
///
///     lower, moved by a third and shaded ────┐
///     ┌─────────┬──────────────┐             │
///     │ lower   │ upper        │  offset: ├─┘
///     └─────────┴──────────────┘
///
/// `offset` is the distance of the upper screen from its final position, in points. Its range is from 0 to
/// the width of a screen.
struct ScreenTransition {
  let lower: Screen
  let upper: Screen
  let lowerItems: NavigationBarContent
  let upperItems: NavigationBarContent
  /// The shade in front of the lower screen and behind the upper screen.
  let shade: Layer
  var offset: Scalar

  private static let shadeOpacity: Scalar = 0.16
  private static var edgeWidth: Scalar { 12 }

  init(lower: Screen, upper: Screen, lowerItems: NavigationBarContent, upperItems: NavigationBarContent, offset: Scalar) {
    (self.lower, self.upper, self.lowerItems, self.upperItems, self.offset) = (lower, upper, lowerItems, upperItems, offset)
    shade = Layer()
    let dimming = Layer()
    dimming.backgroundColor = .black
    // The shadow of the upper screen's edge.
    let edge = GradientLayer(frame: .zero)
    edge.colors = [.clear, Color.black.withAlpha(0.22)]
    (edge.startPoint, edge.endPoint) = (Point(x: 0, y: 0.5), Point(x: 1, y: 0.5))
    shade.addSublayer(dimming)
    shade.addSublayer(edge)
  }

  /// Places both screens, the shade and the bar's content for ``offset``.
  ///
  /// - Parameter size: The size of the layer that contains the screens.
  func layOut(in size: Size) {
    let width = max(size.width, 1)
    // Whole points keep moving content as crisp as resting content.
    let moved = Scalar(offset.clamped(from: 0, to: width).rounded)
    let share = moved / width
    lower.frame = Rect(x: -Scalar(((width - moved) / 3).rounded), y: 0, width: size.width, height: size.height)
    upper.frame = Rect(x: moved, y: 0, width: size.width, height: size.height)
    shade.frame = Rect(origin: .zero, size: size)
    shade.sublayers[0].frame = Rect(x: 0, y: 0, width: moved, height: size.height)
    shade.sublayers[0].opacity = Self.shadeOpacity * (1 - share)
    shade.sublayers[1].frame = Rect(x: moved - Self.edgeWidth, y: 0, width: Self.edgeWidth, height: size.height)
    shade.sublayers[1].opacity = 1 - share
    lowerItems.show(titleShift: (moved - width) * 3 / 10, opacity: share)
    upperItems.show(titleShift: moved * 3 / 10, opacity: 1 - share)
  }
}
