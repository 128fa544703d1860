package import CartoucheRaster

/// A layer whose contents are carried beneath it as a whole, as a map is under a finger: what has been drawn is moved, and only what comes into view is drawn.
///
/// While it stands at whole pixels of the screen, as large as it is, what it shows is kept as a picture. When ``contentOrigin`` moves, the pixels of that are moved,
/// and what is new at the edges is drawn, by ``drawing`` and by those sublayers that are seen there. Sublayers that have moved by just as much are where they were, in
/// the picture. Elsewhere, turned or seen in perspective, it is drawn as any layer.
///
/// Whoever carries the contents has to draw them, at every place, as they would be drawn had they always been there: to the bit, or what is seen depends on the way.
/// Where that cannot be, ``Layer/setNeedsDisplay()`` has all of them drawn anew.
package final class CachedScrollLayer: Layer {
  /// Adds to `list` what of the contents, without the sublayers, touches `rect` of ``bounds``; more than that is not seen. `transform` is from the layer's space to
  /// the screen.
  package var drawing: ((_ rect: Rect, _ list: inout DisplayList, _ transform: Homography) -> Void)? {
    didSet { setNeedsDisplay() }
  }
  /// Whether it is worth keeping the pixels, and ``drawing`` covers every one with opaque colours; otherwise the layer is drawn as any other.
  package var cachesPixels = true { didSet { if cachesPixels != oldValue { setNeedsDisplay() } } }

  /// What of ``bounds`` is being drawn while the layer is drawn in parts: what does not touch it may be left out. nil: all of it is.
  package internal(set) var partialDrawRect: Rect?
  /// Counts the frames in which it was drawn in parts.
  package internal(set) var partialDrawCount = 0

  /// Where the origin of the contents' own space is in this layer's, in points: what counts is how far it moves. Who moves it moves the sublayers that are among the
  /// contents.
  package var contentOrigin = PixelPoint(x: 0, y: 0) {
    didSet {
      guard contentOrigin != oldValue else { return }
      // Where no pixels are moved, all that is shown is otherwise.
      if cacheEntry is ScrollCache { invalidate() } else { setNeedsDisplay() }
    }
  }

  /// A layer whose ``Layer/frame`` is `frame`; what is in it is cut off there, as a picture would.
  package override init(frame: Rect) {
    super.init(frame: frame)
    masksToBounds = true
  }

  package override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    drawing?(bounds, &list, transform)
  }

  /// What lies beside the sublayers belongs to the layer below.
  package override func hitTest(_ point: Point) -> Layer? {
    let hit = super.hitTest(point)
    return hit === self ? nil : hit
  }

  package override var rasterizesInPerspective: Bool { true }

  /// What is carried is the ground of all else in the layer above it: no sublayer comes to stand behind it.
  override var isScrollingContent: Bool { true }
}

extension Layer {
  /// Moves a layer that is among the contents of a ``CachedScrollLayer`` as far as these are moved: no change of its own.
  package final func scroll(by offset: Point) {
    let wasPresenting = dirtyFlags.isPresenting
    dirtyFlags.isPresenting = true
    position = position + offset
    dirtyFlags.isPresenting = wasPresenting
  }
}
