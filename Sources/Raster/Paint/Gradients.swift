/// A colour at a place along a gradient.
public struct GradientStop: Hashable, Sendable, BitwiseCopyable {
  /// 0 at the gradient's start, 1 at its end.
  public var location: Scalar
  public var color: Color

  public init(location: Scalar, color: Color) {
    self.location = location
    self.color = color
  }
}

/// How a gradient goes on beyond its first and last stop.
public enum GradientSpread: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// The end's colour goes on.
  case pad
  /// It begins anew.
  case `repeat`
  /// It goes back and forth.
  case reflect
}

/// A blend of colours along the line from `start` to `end`.
///
/// Stops are drawn in the order of their locations; with none, nothing is drawn. Colours are interpolated premultiplied. A gradient whose start is its
/// end shows its last colour. Points are held to ±2^22.
public struct LinearGradient: Hashable, Sendable {
  public var stops: [GradientStop]
  public var start: Point
  public var end: Point
  public var spread: GradientSpread
  /// From the gradient's space, that of its points, to the space of the path it fills.
  public var transform: AffineTransform

  public init(
    stops: [GradientStop], start: Point, end: Point, spread: GradientSpread = .pad, transform: AffineTransform = .identity
  ) {
    (self.stops, self.start, self.end, self.spread, self.transform) = (stops, start, end, spread, transform)
  }
}

/// A blend of colours from a focal point to a circle.
///
/// A colour's place is how far a point is from the focal point on the way to the circle. The focal point is held inside the circle, at 63/64
/// of the radius at most; SVG 1.1 holds it too (section 13.2.3). With a radius of zero or less the last colour fills everything. Points and radius are held to ±2^22.
public struct RadialGradient: Hashable, Sendable {
  public var stops: [GradientStop]
  public var center: Point
  public var radius: Scalar
  /// Where the first colour is; the centre if nil.
  public var focalPoint: Point?
  public var spread: GradientSpread
  /// From the gradient's space, that of its points, to the space of the path it fills.
  public var transform: AffineTransform

  public init(
    stops: [GradientStop], center: Point, radius: Scalar, focalPoint: Point? = nil, spread: GradientSpread = .pad,
    transform: AffineTransform = .identity
  ) {
    (self.stops, self.center, self.radius, self.focalPoint) = (stops, center, radius, focalPoint)
    (self.spread, self.transform) = (spread, transform)
  }
}

/// A blend of colours once round a point, clockwise as seen, beginning at `startAngle`.
public struct ConicGradient: Hashable, Sendable {
  public var stops: [GradientStop]
  public var center: Point
  public var startAngle: Angle
  public var spread: GradientSpread
  /// From the gradient's space, that of its points, to the space of the path it fills.
  public var transform: AffineTransform

  public init(
    stops: [GradientStop], center: Point, startAngle: Angle = .zero, spread: GradientSpread = .pad,
    transform: AffineTransform = .identity
  ) {
    (self.stops, self.center, self.startAngle) = (stops, center, startAngle)
    (self.spread, self.transform) = (spread, transform)
  }
}
