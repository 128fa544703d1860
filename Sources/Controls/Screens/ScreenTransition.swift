import CartoucheRaster
import CartoucheScene

/// Two screens of which one slides over the other: `offset` is how far the upper one is beside its place, from 0 to the width.
///
///     lower, a third of the way and shaded ──┐
///     ┌─────────┬──────────────┐             │
///     │ lower   │ upper        │  offset: ├─┘
///     └─────────┴──────────────┘
///
/// The same of what the bar says of them.
struct ScreenTransition {
  let lower: Screen
  let upper: Screen
  let lowerItems: BarItems
  let upperItems: BarItems
  /// Over the lower screen, under the upper one.
  let shade: Layer
  var offset: Scalar

  private static let darkest: Scalar = 0.16
  private static var edgeWidth: Scalar { 12 }

  init(lower: Screen, upper: Screen, lowerItems: BarItems, upperItems: BarItems, offset: Scalar) {
    (self.lower, self.upper, self.lowerItems, self.upperItems, self.offset) = (lower, upper, lowerItems, upperItems, offset)
    shade = Layer()
    let dark = Layer()
    dark.backgroundColor = .black
    // What the upper one's edge casts.
    let edge = GradientLayer(frame: .zero)
    edge.colors = [.clear, Color.black.withAlpha(0.22)]
    (edge.startPoint, edge.endPoint) = (Point(x: 0, y: 0.5), Point(x: 1, y: 0.5))
    shade.addSublayer(dark)
    shade.addSublayer(edge)
  }

  /// Puts everything where it is at ``offset``, in a space of `size`.
  func layOut(in size: Size) {
    let width = max(size.width, 1)
    // Whole points: what slides stays as crisp as what stands.
    let moved = Scalar(offset.clamped(from: 0, to: width).rounded)
    let share = moved / width
    lower.frame = Rect(x: -Scalar(((width - moved) / 3).rounded), y: 0, width: size.width, height: size.height)
    upper.frame = Rect(x: moved, y: 0, width: size.width, height: size.height)
    shade.frame = Rect(origin: .zero, size: size)
    shade.sublayers[0].frame = Rect(x: 0, y: 0, width: moved, height: size.height)
    shade.sublayers[0].opacity = Self.darkest * (1 - share)
    shade.sublayers[1].frame = Rect(x: moved - Self.edgeWidth, y: 0, width: Self.edgeWidth, height: size.height)
    shade.sublayers[1].opacity = 1 - share
    lowerItems.show(titleShift: (moved - width) * 3 / 10, opacity: share)
    upperItems.show(titleShift: moved * 3 / 10, opacity: 1 - share)
  }
}
