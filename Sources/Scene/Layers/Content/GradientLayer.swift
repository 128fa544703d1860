public import CartoucheRaster

/// A layer that draws a color gradient, which fills the layer's rounded rectangle.
///
/// The gradient is drawn over the layer's background color.
public final class GradientLayer: Layer {
  /// A kind of gradient: axial, radial or conic, as in Core Animation's `CAGradientLayerType`.
  public enum Kind: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// The colors change along the line from ``GradientLayer/startPoint`` to ``GradientLayer/endPoint``.
    case axial
    /// The colors change outwards from ``GradientLayer/startPoint``. All points of one color lie on an
    /// ellipse around the start point.
    ///
    /// The ellipse of the last color has two semi-axes. Their lengths are the horizontal and the vertical
    /// distance from the start point to ``GradientLayer/endPoint``.
    case radial
    /// The colors change clockwise around ``GradientLayer/startPoint``.
    ///
    /// The first color lies in the direction from the start point to ``GradientLayer/endPoint``.
    case conic
  }

  /// The kind of the gradient: axial, radial or conic.
  public var type = Kind.axial {
    didSet {
      guard type != oldValue else { return }
      cached = nil
      setNeedsDisplay()
    }
  }

  /// The gradient's colors, in order from ``startPoint`` to ``endPoint``.
  ///
  /// A conic gradient goes through the colors clockwise around ``startPoint``. A single color fills the
  /// layer. If the array is empty, no gradient is drawn.
  public var colors: [Color] = [] { didSet { if colors != oldValue { changeGradient(.colors, from: .colors(oldValue)) } } }

  /// The position of each gradient color, from 0 for the gradient's start to 1 for the gradient's end.
  ///
  /// If the array is nil, or if its length differs from the number of ``colors``, the colors are equally
  /// spaced.
  public var locations: [Scalar]? {
    didSet { if locations != oldValue { changeGradient(.locations, from: oldValue.map { .scalars($0) } ?? .nothing) } }
  }

  /// The point at which the gradient starts. For a radial or conic gradient, this point is the center.
  ///
  /// The point is given in the unit square of the layer's bounds: (0, 0) is the top left corner, and (1, 1)
  /// is the bottom right corner.
  public var startPoint = Point(x: 0.5, y: 0) {
    didSet { if startPoint != oldValue { changeGradient(.startPoint, from: .point(oldValue)) } }
  }

  /// The point at which an axial or radial gradient ends.
  ///
  /// In a conic gradient, the first color lies in the direction from ``startPoint`` to this point. The point
  /// is given in the unit square of the layer's bounds: (0, 0) is the top left corner, and (1, 1) is the
  /// bottom right corner.
  public var endPoint = Point(x: 0.5, y: 1) {
    didSet { if endPoint != oldValue { changeGradient(.endPoint, from: .point(oldValue)) } }
  }

  /// The paint made last, and the bounds for which it was made.
  private var cached: (paint: Paint, bounds: Rect)?

  public override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard !colors.isEmpty, !bounds.isEmpty else { return }
    list.fill(outline, with: paint, transform: transform, opacity: opacity)
  }

  private func changeGradient(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    cached = nil
    invalidateContent(property, from: old())
  }

  public override func value(for property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .colors: .colors(colors)
    case .locations: locations.map { .scalars($0) } ?? .nothing
    case .startPoint: .point(startPoint)
    case .endPoint: .point(endPoint)
    default: super.value(for: property)
    }
  }

  public override func setValue(_ value: AnimatableValue, for property: AnimatableProperty) {
    switch (property, value) {
    case (.colors, .colors(let value)): colors = value
    case (.locations, .scalars(let value)): locations = value
    case (.locations, .nothing): locations = nil
    case (.startPoint, .point(let value)): startPoint = value
    case (.endPoint, .point(let value)): endPoint = value
    default: super.setValue(value, for: property)
    }
  }

  private var paint: Paint {
    if let cached, cached.bounds == bounds { return cached.paint }
    let made: Paint
    if colors.count == 1 {
      made = .color(colors[0])
    } else {
      var stops: [GradientStop] = []
      stops.reserveCapacity(colors.count)
      for (index, color) in colors.enumerated() {
        let location = locations.flatMap { $0.count == colors.count ? $0[index] : nil }
        stops.append(GradientStop(location: location ?? Scalar(index) / (colors.count - 1), color: color))
      }
      made = paint(of: stops)
    }
    cached = (made, bounds)
    return made
  }

  private func paint(of stops: [GradientStop]) -> Paint {
    let (start, end) = (point(startPoint), point(endPoint))
    switch type {
    case .axial:
      return .linearGradient(LinearGradient(stops: stops, start: start, end: end))
    case .radial:
      // A circle around the origin, scaled and moved.
      typealias Element = AffineTransform.Element
      let (width, height) = ((end.x - start.x).magnitude, (end.y - start.y).magnitude)
      let scale = AffineTransform.scale(x: Element(rounding: width) / 1024, y: Element(rounding: height) / 1024)
      let translation = AffineTransform.translation(x: Element(rounding: start.x), y: Element(rounding: start.y))
      return .radialGradient(
        RadialGradient(stops: stops, center: .zero, radius: 1024, transform: scale.concatenating(translation)))
    case .conic:
      return .conicGradient(
        ConicGradient(stops: stops, center: start, startAngle: .arctangent(y: end.y - start.y, x: end.x - start.x)))
    }
  }

  /// Converts a point of the unit square to the layer's space.
  private func point(_ unit: Point) -> Point {
    Point(x: bounds.minX + bounds.width * unit.x, y: bounds.minY + bounds.height * unit.y)
  }
}
