public import CartoucheRaster

/// A layer filled with a linear gradient, over its background and within its rounded corners.
public final class GradientLayer: Layer {
  /// The colours, from start to end; with one, it fills the layer, with none, nothing is drawn.
  public var colors: [Color] = [] { didSet { if colors != oldValue { setNeedsDisplay() } } }

  /// Where each colour stands, 0 at the start and 1 at the end; evenly spread if nil or not as many as the colours.
  public var locations: [Scalar]? { didSet { if locations != oldValue { setNeedsDisplay() } } }

  /// Where the gradient starts, in the unit square of the layer's bounds.
  public var startPoint = Point(x: 0.5, y: 0) { didSet { if startPoint != oldValue { setNeedsDisplay() } } }

  /// Where the gradient ends, in the unit square of the layer's bounds.
  public var endPoint = Point(x: 0.5, y: 1) { didSet { if endPoint != oldValue { setNeedsDisplay() } } }
}
