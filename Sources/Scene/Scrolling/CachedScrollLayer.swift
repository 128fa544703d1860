package import CartoucheRaster

/// A layer with scrolling content whose pixels are cached, such as a map under a finger.
///
/// While the layer is at whole pixels of the screen and not scaled, what it shows is cached as an image. When
/// ``contentOffset`` changes, the pixels of the image are moved. Only the strips that come into view are
/// drawn, by ``drawing`` and by the sublayers that touch them. Sublayers that moved as far as the content
/// count as unmoved. While the layer is turned or seen in perspective, it is drawn as any other.
///
/// The content must be drawn identically, to the bit, at every offset: otherwise the pixels depend on how
/// the content got there. After a change that does not scroll, ``Layer/setNeedsDisplay()`` redraws it whole.
package final class CachedScrollLayer: Layer {
  /// Adds to `list` the content, without the sublayers, that touches `rect` of ``bounds``.
  ///
  /// `transform` is from the layer's space to the target of the list.
  package var drawing: ((_ rect: Rect, _ list: inout DisplayList, _ transform: Homography) -> Void)? {
    didSet { setNeedsDisplay() }
  }
  /// Whether caching is worthwhile and ``drawing`` covers every pixel with opaque colors.
  ///
  /// If not, the layer is drawn as any other.
  package var cachesPixels = true { didSet { if cachesPixels != oldValue { setNeedsDisplay() } } }

  /// The part of ``bounds`` being drawn while the layer is drawn in parts; nil while the whole layer is
  /// drawn.
  ///
  /// What does not touch it may be left out.
  package internal(set) var partialDrawRect: Rect?
  /// The number of frames in which the layer was drawn in parts; wraps around.
  package internal(set) var partialDrawCount = 0

  /// The point of the content's own space at this layer's origin, in points: UIKit's `contentOffset`.
  ///
  /// Only differences matter, and they wrap around. The caller also moves the sublayers that belong to the
  /// content, with ``Layer/scroll(by:)``.
  package var contentOffset = PixelPoint(x: 0, y: 0) {
    didSet {
      guard contentOffset != oldValue else { return }
      // Without cached pixels to move, everything shown changes.
      if cacheEntry?.canScroll == true { invalidate() } else { setNeedsDisplay() }
    }
  }

  /// Creates a layer with the given ``Layer/frame`` that clips its content to its bounds.
  package override init(frame: Rect) {
    super.init(frame: frame)
    masksToBounds = true
  }

  package override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    drawing?(bounds, &list, transform)
  }

  /// Returns the sublayer under `point`; the content itself belongs to the superlayer.
  package override func hitTest(_ point: Point) -> Layer? {
    let hit = super.hitTest(point)
    return hit === self ? nil : hit
  }

  package override var rasterizesInPerspective: Bool { true }

  /// Always: scrolling content is the background of its siblings.
  override var staysBehindSiblings: Bool { true }
}

extension Layer {
  /// Moves a layer along with the content of a ``CachedScrollLayer``, which is no change of its own.
  package final func scroll(by offset: Point) {
    let wasPresenting = dirtyFlags.isPresenting
    dirtyFlags.isPresenting = true
    position = position + offset
    dirtyFlags.isPresenting = wasPresenting
  }
}
