/// A gradient stop: a color and the color's location along a gradient.
public struct GradientStop: Hashable, Sendable, BitwiseCopyable {
  /// The location of the color along the gradient: 0 at the gradient's start, and 1 at its end.
  ///
  /// A location may be outside 0…1. It is clamped to ±8192.
  public var location: Scalar
  /// The color of the gradient at ``location``.
  public var color: Color

  /// Creates a gradient stop.
  ///
  /// - Parameters:
  ///   - location: The location of the color along the gradient: 0 at the gradient's start, and 1 at its end.
  ///   - color: The color at the location.
  public init(location: Scalar, color: Color) {
    self.location = location
    self.color = color
  }
}

/// The rule for a gradient's colors before its first stop and after its last stop: pad, repeat or reflect.
public enum GradientSpread: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Before the first stop, the gradient has the first stop's color. After the last stop, it has the last
  /// stop's color.
  case pad
  /// The colors from the first stop to the last stop are repeated.
  case `repeat`
  /// The colors from the first stop to the last stop are repeated, and every second repetition is mirrored.
  case reflect
}

/// A gradient whose color changes along the line from ``start`` to ``end``.
///
/// Colors are first premultiplied by alpha and then interpolated between stops. If there are no stops,
/// nothing is drawn. If `start` equals `end`, the last stop's color fills the whole shape. The coordinates of
/// `start` and `end` are clamped to ±2^22.
public struct LinearGradient: Hashable, Sendable {
  /// The gradient's colors with their locations.
  ///
  /// The stops may be in any order, because drawing sorts them by location.
  public var stops: [GradientStop]
  /// The point where the gradient starts (location 0), in the gradient's own space.
  public var start: Point
  /// The point where the gradient ends (location 1), in the gradient's own space.
  public var end: Point
  /// The rule for the colors before the first stop and after the last stop.
  public var spread: GradientSpread
  /// The transform from the gradient's own space to the space of the path that the gradient fills.
  public var transform: AffineTransform

  /// Creates a linear gradient.
  ///
  /// - Parameters:
  ///   - stops: The colors with their locations, in any order.
  ///   - start: The point where the gradient starts (location 0), in the gradient's own space.
  ///   - end: The point where the gradient ends (location 1), in the gradient's own space.
  ///   - spread: The rule for the colors before the first stop and after the last stop.
  ///   - transform: The transform from the gradient's own space to the space of the filled path.
  public init(
    stops: [GradientStop], start: Point, end: Point, spread: GradientSpread = .pad, transform: AffineTransform = .identity
  ) {
    (self.stops, self.start, self.end, self.spread, self.transform) = (stops, start, end, spread, transform)
  }
}

/// A gradient whose color changes from a focal point outward to a circle.
///
/// The focal point is at location 0, and the circle is at location 1. Along a straight line from the focal
/// point to the circle, the location grows evenly from 0 to 1.
///
/// The distance between the focal point and the circle's center is clamped to 63/64 of the circle's radius.
/// SVG 1.1 also clamps the focal point (section 13.2.3). If the radius is not positive, the last stop's color
/// fills the whole shape. The radius, and the coordinates of the center and of the focal point, are clamped
/// to ±2^22.
public struct RadialGradient: Hashable, Sendable {
  /// The gradient's colors with their locations.
  ///
  /// The stops may be in any order, because drawing sorts them by location.
  public var stops: [GradientStop]
  /// The center of the circle, in the gradient's own space.
  public var center: Point
  /// The radius of the circle, in the gradient's own space.
  public var radius: Scalar
  /// The point where the gradient starts (location 0), in the gradient's own space. If nil, the circle's
  /// center is the focal point.
  public var focalPoint: Point?
  /// The rule for the colors before the first stop and after the last stop.
  public var spread: GradientSpread
  /// The transform from the gradient's own space to the space of the path that the gradient fills.
  public var transform: AffineTransform

  /// Creates a radial gradient.
  ///
  /// - Parameters:
  ///   - stops: The colors with their locations, in any order.
  ///   - center: The center of the circle, in the gradient's own space.
  ///   - radius: The radius of the circle, in the gradient's own space.
  ///   - focalPoint: The point where the gradient starts (location 0). If nil, the circle's center is the
  ///     focal point.
  ///   - spread: The rule for the colors before the first stop and after the last stop.
  ///   - transform: The transform from the gradient's own space to the space of the filled path.
  public init(
    stops: [GradientStop], center: Point, radius: Scalar, focalPoint: Point? = nil, spread: GradientSpread = .pad,
    transform: AffineTransform = .identity
  ) {
    (self.stops, self.center, self.radius, self.focalPoint) = (stops, center, radius, focalPoint)
    (self.spread, self.transform) = (spread, transform)
  }
}

/// A gradient whose color changes with the direction from a center.
///
/// The gradient starts at ``startAngle`` with location 0. In one full turn, the location grows from 0 to 1.
/// The turn is clockwise if y points down.
public struct ConicGradient: Hashable, Sendable {
  /// The gradient's colors with their locations.
  ///
  /// The stops may be in any order, because drawing sorts them by location.
  public var stops: [GradientStop]
  /// The point around which the color changes, in the gradient's own space.
  public var center: Point
  /// The direction, seen from the center, in which the gradient starts (location 0).
  ///
  /// The angle is measured clockwise from the positive x axis of the gradient's own space, in which y points
  /// down.
  public var startAngle: Angle
  /// The rule for the colors before the first stop and after the last stop.
  public var spread: GradientSpread
  /// The transform from the gradient's own space to the space of the path that the gradient fills.
  public var transform: AffineTransform

  /// Creates a conic gradient.
  ///
  /// - Parameters:
  ///   - stops: The colors with their locations, in any order.
  ///   - center: The point around which the color changes, in the gradient's own space.
  ///   - startAngle: The direction, seen from the center, in which the gradient starts (location 0). It is
  ///     measured clockwise from the positive x axis.
  ///   - spread: The rule for the colors before the first stop and after the last stop.
  ///   - transform: The transform from the gradient's own space to the space of the filled path.
  public init(
    stops: [GradientStop], center: Point, startAngle: Angle = .zero, spread: GradientSpread = .pad,
    transform: AffineTransform = .identity
  ) {
    (self.stops, self.center, self.startAngle) = (stops, center, startAngle)
    (self.spread, self.transform) = (spread, transform)
  }
}
