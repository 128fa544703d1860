/// What a shape is filled with.
public enum Paint: Hashable, Sendable {
  case color(Color)
  case linearGradient(LinearGradient)
}

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

/// A blend of colours along the line from `start` to `end`, in the space of the path it fills; beyond the ends the end's colour goes on.
///
/// Stops are drawn in the order of their locations; with none, nothing is drawn. Colours are interpolated premultiplied.
public struct LinearGradient: Hashable, Sendable {
  public var stops: [GradientStop]
  public var start: Point
  public var end: Point

  public init(stops: [GradientStop], start: Point, end: Point) {
    self.stops = stops
    self.start = start
    self.end = end
  }
}
