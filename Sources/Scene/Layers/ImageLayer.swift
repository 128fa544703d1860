public import CartoucheRaster

/// A layer that shows a picture, stretched over its bounds.
public final class ImageLayer: Layer {
  public var contents: Picture? { didSet { if contents != oldValue { setNeedsDisplay() } } }
}
