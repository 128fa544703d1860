/// The color, gradient or image that fills a shape.
public enum Paint: Hashable, Sendable {
  /// A single color.
  case color(Color)
  /// A gradient whose color changes along a line.
  case linearGradient(LinearGradient)
  /// A gradient whose color changes from a focal point outward to a circle.
  case radialGradient(RadialGradient)
  /// A gradient whose color changes with the direction from a center.
  case conicGradient(ConicGradient)
  /// An image, or copies of an image side by side.
  case image(ImagePattern)
}
