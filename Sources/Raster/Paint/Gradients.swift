/// A color at a location along a gradient.
public struct GradientStop: Hashable, Sendable, BitwiseCopyable {
  /// The location of the color: 0 is the gradient's start, and 1 is its end.
  public var location: Scalar
  public var color: Color

  public init(location: Scalar, color: Color) {
    self.location = location
    self.color = color
  }
}

/// The way in which a gradient continues before its first stop and after its last stop.
public enum GradientSpread: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Continues the first stop's color before the first stop, and the last stop's color after the last stop.
  case pad
  /// Repeats the gradient.
  case `repeat`
  /// Repeats the gradient, alternately backward and forward.
  case reflect
}

/// A gradient whose color changes along the line from `start` to `end`.
///
/// Stops are sorted by location, and colors are interpolated premultiplied by alpha. If there are no stops,
/// nothing is drawn. If `start` equals `end`, the color of the last stop fills the whole shape. Points are
/// clamped to ±2^22.
public struct LinearGradient: Hashable, Sendable {
  public var stops: [GradientStop]
  public var start: Point
  public var end: Point
  public var spread: GradientSpread
  /// The transform from the space of the gradient's points to the space of the path that the gradient fills.
  public var transform: AffineTransform

  public init(
    stops: [GradientStop], start: Point, end: Point, spread: GradientSpread = .pad, transform: AffineTransform = .identity
  ) {
    (self.stops, self.start, self.end, self.spread, self.transform) = (stops, start, end, spread, transform)
  }
}

/// A gradient whose color changes from a focal point outward to a circle.
///
/// A location of 0 is the focal point, and a location of 1 is the circle. Between them, the location grows
/// evenly with the distance from the focal point.
///
/// The focal point is at most 63/64 of the radius away from the center. A focal point farther away is clamped
/// to that distance; SVG 1.1 clamps it too (section 13.2.3). If the radius is not positive, the color of the
/// last stop fills the whole shape. Points and radius are clamped to ±2^22.
public struct RadialGradient: Hashable, Sendable {
  public var stops: [GradientStop]
  public var center: Point
  public var radius: Scalar
  /// The point with the color of location 0. If the focal point is nil, the circle's center is used.
  public var focalPoint: Point?
  public var spread: GradientSpread
  /// The transform from the space of the gradient's points to the space of the path that the gradient fills.
  public var transform: AffineTransform

  public init(
    stops: [GradientStop], center: Point, radius: Scalar, focalPoint: Point? = nil, spread: GradientSpread = .pad,
    transform: AffineTransform = .identity
  ) {
    (self.stops, self.center, self.radius, self.focalPoint) = (stops, center, radius, focalPoint)
    (self.spread, self.transform) = (spread, transform)
  }
}

/// A gradient whose color changes around a point, in one clockwise turn on screen from `startAngle`.
public struct ConicGradient: Hashable, Sendable {
  public var stops: [GradientStop]
  public var center: Point
  public var startAngle: Angle
  public var spread: GradientSpread
  /// The transform from the space of the gradient's points to the space of the path that the gradient fills.
  public var transform: AffineTransform

  public init(
    stops: [GradientStop], center: Point, startAngle: Angle = .zero, spread: GradientSpread = .pad,
    transform: AffineTransform = .identity
  ) {
    (self.stops, self.center, self.startAngle) = (stops, center, startAngle)
    (self.spread, self.transform) = (spread, transform)
  }
}
