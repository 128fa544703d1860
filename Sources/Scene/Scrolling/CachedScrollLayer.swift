package import CartoucheRaster

/// A layer with scrolling content whose pixels are cached, such as a map under a finger.
///
/// While the layer is at whole pixels of the screen and not scaled, the layer's pixels are cached as an
/// image. When ``contentOffset`` changes, another part of the image is shown, whose pixels are moved if need
/// be. Only strips at the edges are drawn, by ``drawing`` and by the sublayers that touch the strips. A
/// sublayer that moved by the same offset as the content counts as unmoved. While the layer is rotated or
/// seen in perspective, the layer is drawn like any other layer.
///
/// The content must be drawn identically, to the bit, at every offset. Otherwise, the pixels would depend on
/// the earlier offsets. After a change that does not scroll, ``Layer/setNeedsDisplay()`` redraws the whole
/// content.
package final class CachedScrollLayer: Layer {
  /// The closure that adds to `list` the part of the content that touches `rect`, without the sublayers.
  ///
  /// `rect` is in the space of ``bounds``. `transform` is the transform from the layer's space to the target
  /// of the list.
  package var drawing: ((_ rect: Rect, _ list: inout DisplayList, _ transform: Homography) -> Void)? {
    didSet { setNeedsDisplay() }
  }
  /// Whether the layer's pixels are cached.
  ///
  /// Set this property to false if caching is not worthwhile, or if ``drawing`` does not cover every pixel
  /// with opaque colors. The layer is then drawn like any other layer.
  package var cachesPixels = true { didSet { if cachesPixels != oldValue { setNeedsDisplay() } } }

  /// The number of pixels by which the cached image is wider and higher than the layer.
  ///
  /// With overscan, a slow pan draws one wider strip in several frames, and moves no pixels in the others.
  /// ``drawing`` is then called for parts up to this distance outside of ``bounds``. If there is too little
  /// memory for the larger image, there is no overscan.
  package var overscan = 0 { didSet { if overscan != oldValue { setNeedsDisplay() } } }

  /// The part of ``bounds`` or the ``overscan`` that is being drawn, while the layer is drawn in parts;
  /// otherwise nil.
  ///
  /// Content that does not touch this rectangle may be left out.
  package internal(set) var partialDrawRect: Rect?
  /// The number of frames in which the cached pixels were brought up to date; the number wraps around.
  package internal(set) var partialDrawCount = 0

  /// The strips that will be drawn if the content scrolls on. One is to the left or right, and one is above
  /// or below.
  ///
  /// They are those of the last frame in which pixels were drawn or scrolled, in pixels of the content's own
  /// space. A strip is empty if nothing scrolled there, or if there is no ``overscan``.
  package internal(set) var nextStrips = (horizontal: PixelRect.empty, vertical: PixelRect.empty)

  /// The point of the content's own space that lies at this layer's origin, in points: UIKit's
  /// `contentOffset`.
  ///
  /// Only differences between offsets matter, and these differences wrap around. The caller also moves the
  /// sublayers that belong to the content, with ``Layer/scroll(by:)``.
  package var contentOffset = PixelPoint(x: 0, y: 0) {
    didSet {
      guard contentOffset != oldValue else { return }
      // Without cached pixels to move, everything shown changes.
      if cacheEntry?.canScroll == true { invalidate() } else { setNeedsDisplay() }
    }
  }

  /// The parts of the content that changed since the last frame, in pixels of the content's own space.
  var changedContent: [PixelRect] = []

  /// Marks a part of the content as changed, for example because a tile of a map has arrived.
  ///
  /// The part scrolls with the content until the next frame, which draws it again.
  ///
  /// - Parameter rect: The changed part, in the space of ``bounds`` at the present ``contentOffset``. It may
  ///   extend beyond the bounds by the ``overscan``.
  package func setContentNeedsDisplay(in rect: Rect) {
    guard cacheEntry?.canScroll == true else { return setNeedsDisplay() }
    let reach = Scalar(0 - overscan)
    let pixels = PixelRect(covering: rect.intersection(bounds.insetBy(dx: reach, dy: reach)))
    guard !pixels.isEmpty else { return }
    changedContent.append(pixels.moved(by: contentOffset))
    setNeedsCommit()
  }

  /// Creates a layer with the given ``Layer/frame`` that clips its content to its bounds.
  package override init(frame: Rect) {
    super.init(frame: frame)
    masksToBounds = true
  }

  package override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    drawing?(bounds, &list, transform)
  }

  /// Returns the sublayer under `point`; a point on the content itself belongs to the superlayer.
  package override func hitTest(_ point: Point) -> Layer? {
    let hit = super.hitTest(point)
    return hit === self ? nil : hit
  }

  package override var rasterizesInPerspective: Bool { true }

  /// Always: scrolling content is the background of its siblings.
  override var staysBehindSiblings: Bool { true }
}

extension Layer {
  /// Moves the layer along with the content of a ``CachedScrollLayer``.
  ///
  /// The move does not count as a change of the layer itself.
  package final func scroll(by offset: Point) {
    let wasPresenting = dirtyFlags.isPresenting
    dirtyFlags.isPresenting = true
    position = position + offset
    dirtyFlags.isPresenting = wasPresenting
  }
}
