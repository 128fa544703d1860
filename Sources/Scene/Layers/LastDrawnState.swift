import CartoucheRaster

/// How the commit pass drew a layer in its last walk.
///
/// Coordinates are those of the walk's target: the screen, or the image of an enclosing ``LayerCacheEntry``.
struct LastDrawnState {
  /// Whether the layer was visited and visible; if not, neither was anything in it.
  var isShown = false
  var map = Homography.identity
  var opacity: UInt8 = 0
  /// The pixels that the layers above left visible.
  var clip = PixelRect.empty
  /// The visible pixels of the layer's ``Layer/visualBounds``.
  var pixelBounds = PixelRect.empty
  /// ``pixelBounds`` if the layer drew anything itself, otherwise empty.
  var drawnPixels = PixelRect.empty
  /// In scrolling content, the pixels that the layer and everything in it may have drawn; nil if not known.
  var subtreePixels: PixelRect?
  /// Whether something in the layer was drawn as a cached image.
  var containsCachedImages = false
  /// What removed sublayers had drawn, until the next walk.
  var pendingDamage: [PixelRect] = []
  /// The sublayers sorted by ``Layer/zPosition``, while ``isOrderKnown``.
  var ordered: [Layer] = []
  /// Whether no sublayer was added, removed or changed its depth since ``ordered`` was sorted.
  var isOrderKnown = false

  /// The state without its arrays: a second reference to these would make the next change copy them.
  struct Summary: BitwiseCopyable {
    var isShown: Bool
    var map: Homography
    var opacity: UInt8
    var clip, pixelBounds, drawnPixels: PixelRect
  }

  var summary: Summary {
    Summary(
      isShown: isShown, map: map, opacity: opacity, clip: clip, pixelBounds: pixelBounds, drawnPixels: drawnPixels)
  }
}

extension Layer {
  /// Marks the layer and everything in it as not shown, and passes the pixels they had drawn to `report`.
  func invalidateDrawnPixels(_ report: (PixelRect) -> Void) {
    if let cacheEntry {
      report(cacheEntry.lastDrawn.drawnPixels)
      return discardLastDrawn()
    }
    guard lastDrawn.isShown else { return }
    lastDrawn.isShown = false
    report(lastDrawn.drawnPixels)
    lastDrawn.drawnPixels = .empty
    flushPendingDamage(report)
    maskLayer?.invalidateDrawnPixels(report)
    for layer in sublayers { layer.invalidateDrawnPixels(report) }
  }

  /// Marks the layer and everything in it as not shown, without damage, and drops their cache entries.
  func discardLastDrawn() {
    cacheEntry = nil
    guard lastDrawn.isShown else { return }
    lastDrawn.isShown = false
    lastDrawn.drawnPixels = .empty
    lastDrawn.pendingDamage.removeAll(keepingCapacity: true)
    maskLayer?.discardLastDrawn()
    for layer in sublayers { layer.discardLastDrawn() }
  }

  /// Passes the pending damage to `report`, and clears it.
  func flushPendingDamage(_ report: (PixelRect) -> Void) {
    for rect in lastDrawn.pendingDamage { report(rect) }
    lastDrawn.pendingDamage.removeAll(keepingCapacity: true)
  }
}
