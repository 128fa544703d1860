/// A color at a location along a gradient.
public struct GradientStop: Hashable, Sendable, BitwiseCopyable {
  /// The location: 0 at the gradient's start, 1 at its end.
  public var location: Scalar
  public var color: Color

  public init(location: Scalar, color: Color) {
    self.location = location
    self.color = color
  }
}

/// How a gradient continues beyond its first and last stop.
public enum GradientSpread: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Continues the color of the first or last stop.
  case pad
  /// Repeats the gradient.
  case `repeat`
  /// Repeats the gradient alternately backward and forward.
  case reflect
}

/// A gradient along the line from `start` to `end`.
///
/// Stops are sorted by location, and colors are interpolated premultiplied. Without stops nothing is drawn.
/// If `start` equals `end`, the last color fills everything. Points are clamped to ±2^22.
public struct LinearGradient: Hashable, Sendable {
  public var stops: [GradientStop]
  public var start: Point
  public var end: Point
  public var spread: GradientSpread
  /// The transform from the gradient's space, that of its points, to the space of the path it fills.
  public var transform: AffineTransform

  public init(
    stops: [GradientStop], start: Point, end: Point, spread: GradientSpread = .pad, transform: AffineTransform = .identity
  ) {
    (self.stops, self.start, self.end, self.spread, self.transform) = (stops, start, end, spread, transform)
  }
}

/// A gradient from a focal point to a circle.
///
/// A color's location is the distance from the focal point as a fraction of the distance to the circle in
/// that direction. The focal point is clamped to 63/64 of the radius; SVG 1.1 also clamps it (section
/// 13.2.3). If the radius is not positive, the last color fills everything. Points and radius are clamped to
/// ±2^22.
public struct RadialGradient: Hashable, Sendable {
  public var stops: [GradientStop]
  public var center: Point
  public var radius: Scalar
  /// The point with the first color; the center if nil.
  public var focalPoint: Point?
  public var spread: GradientSpread
  /// The transform from the gradient's space, that of its points, to the space of the path it fills.
  public var transform: AffineTransform

  public init(
    stops: [GradientStop], center: Point, radius: Scalar, focalPoint: Point? = nil, spread: GradientSpread = .pad,
    transform: AffineTransform = .identity
  ) {
    (self.stops, self.center, self.radius, self.focalPoint) = (stops, center, radius, focalPoint)
    (self.spread, self.transform) = (spread, transform)
  }
}

/// A gradient around a point, one turn clockwise on screen from `startAngle`.
public struct ConicGradient: Hashable, Sendable {
  public var stops: [GradientStop]
  public var center: Point
  public var startAngle: Angle
  public var spread: GradientSpread
  /// The transform from the gradient's space, that of its points, to the space of the path it fills.
  public var transform: AffineTransform

  public init(
    stops: [GradientStop], center: Point, startAngle: Angle = .zero, spread: GradientSpread = .pad,
    transform: AffineTransform = .identity
  ) {
    (self.stops, self.center, self.startAngle) = (stops, center, startAngle)
    (self.spread, self.transform) = (spread, transform)
  }
}
