package import CartoucheRaster

/// A layer whose contents are carried beneath it as a whole, as a map is under a finger: what has been drawn is moved, and only what comes into view is drawn.
///
/// While it stands at whole pixels of the screen, as large as it is, what it shows is kept as a picture. When ``contentOrigin`` moves, the pixels of that are moved,
/// and what is new at the edges is drawn, by ``drawing`` and by those sublayers that are seen there. Sublayers that have moved by just as much are where they were, in
/// the picture. Elsewhere, turned or seen in perspective, it is drawn as any layer.
///
/// Where outlines are cut off is a matter of the contents' own space: at ``ground``, and not at the layer's edges. So contents that are drawn the same wherever the
/// origin is are seen the same to the bit, whichever way they came; when the ground changes, all of it is drawn anew.
package final class CarriedLayer: Layer {
  /// Adds to `list` what of the contents, without the sublayers, touches `rect` of ``bounds``; more than that is not seen. `transform` is from the layer's space to
  /// the screen.
  package var drawing: ((_ rect: Rect, _ list: inout DisplayList, _ transform: Homography) -> Void)? {
    didSet { setNeedsDisplay() }
  }
  /// Whether ``drawing`` covers every pixel with opaque colours; otherwise the layer is drawn as any other.
  package var hasOpaqueContents = true { didSet { if hasOpaqueContents != oldValue { setNeedsDisplay() } } }

  /// Where the origin of the contents' own space is in this layer's, in points; held to ±2^40. Who moves it moves the sublayers that are among the contents.
  package var contentOrigin = PixelPoint(x: 0, y: 0) {
    didSet {
      let farthest = 1 << 40
      func held(_ value: Int) -> Int { min(max(value, -farthest), farthest) }
      contentOrigin = PixelPoint(x: held(contentOrigin.x), y: held(contentOrigin.y))
      if contentOrigin != oldValue { markChanged() }
    }
  }

  /// A layer whose ``Layer/frame`` is `frame`; what is in it is cut off there, as a picture would.
  package override init(frame: Rect) {
    super.init(frame: frame)
    masksToBounds = true
  }

  /// How far around the layer contents are drawn uncut, at least.
  package static let margin = 512
  /// What the ground's edges are multiples of, in the contents' space.
  package static let step = 2048

  /// The rectangle at which what is drawn is cut off, in this layer's space: ``bounds`` and ``margin`` more on every side, widened to multiples of ``step`` in the
  /// contents' space.
  package var ground: PixelRect {
    func edges(_ low: Scalar, _ high: Scalar, _ origin: Int) -> (low: Int, high: Int) {
      let (low, high) = (low.floor - origin - Self.margin, high.ceiling - origin + Self.margin)
      return (low & ~(Self.step - 1), (high + Self.step - 1) & ~(Self.step - 1))
    }
    let (x, y) = (edges(bounds.minX, bounds.maxX, contentOrigin.x), edges(bounds.minY, bounds.maxY, contentOrigin.y))
    return PixelRect(
      minX: x.low + contentOrigin.x, minY: y.low + contentOrigin.y, maxX: x.high + contentOrigin.x, maxY: y.high + contentOrigin.y)
  }

  package override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    drawing?(bounds, &list, transform)
  }

  /// What lies beside the sublayers belongs to the layer below.
  package override func hitTest(_ point: Point) -> Layer? {
    let hit = super.hitTest(point)
    return hit === self ? nil : hit
  }

  package override var isKeptInPerspective: Bool { true }

  override var isCarried: Bool { true }
}
