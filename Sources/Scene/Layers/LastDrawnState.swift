import CartoucheRaster

/// The state in which the commit's last walk drew a layer.
///
/// Coordinates are those of the walk's target: the screen, or the image of an enclosing ``LayerPixelCache``.
struct LastDrawnState {
  /// Whether the layer was visited and visible; if false, its sublayers were not visible either.
  var isShown = false
  var map = Homography.identity
  var opacity: UInt8 = 0
  /// The pixels that the layers above left visible.
  var clip = PixelRect.empty
  /// The visible pixels of the layer's ``Layer/visualBounds``.
  var pixelBounds = PixelRect.empty
  /// ``pixelBounds`` if the layer drew anything itself, otherwise empty.
  var drawnPixels = PixelRect.empty
  /// In scrolling content, the pixels that the layer and its sublayers may have drawn; nil if not known.
  var subtreePixels: PixelRect?
  /// Whether the layer or one of its sublayers was drawn as a cached image.
  var containsCachedImages = false
  /// The pixels that removed sublayers had drawn and that changed parts show, until the next walk.
  var pendingDamage: [PixelRect] = []
  /// The sublayers sorted by ``Layer/zPosition``, while ``isOrderKnown``.
  var ordered: [Layer] = []
  /// Whether no sublayer was added, removed or changed its depth since ``ordered`` was sorted.
  var isOrderKnown = false

  /// The state without its arrays, because a second reference to the arrays would make the next change copy
  /// them.
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
  /// Marks the layer and its sublayers as not shown, and passes the pixels that they had drawn to `report`.
  ///
  /// - Parameter drop: Receives their cache entries.
  func invalidateDrawnPixels(_ report: (PixelRect) -> Void, drop: (LayerPixelCache) -> Void = { _ in }) {
    if let cacheEntry {
      report(cacheEntry.lastDrawn.drawnPixels)
      return discardLastDrawn(drop)
    }
    guard lastDrawn.isShown else { return }
    lastDrawn.isShown = false
    report(lastDrawn.drawnPixels)
    lastDrawn.drawnPixels = .empty
    flushPendingDamage(report)
    maskLayer?.invalidateDrawnPixels(report, drop: drop)
    for layer in sublayers { layer.invalidateDrawnPixels(report, drop: drop) }
  }

  /// Marks the layer and its sublayers as not shown, without damage, and passes their cache entries to
  /// `drop`.
  func discardLastDrawn(_ drop: (LayerPixelCache) -> Void) {
    if let cacheEntry { drop(cacheEntry) }
    cacheEntry = nil
    guard lastDrawn.isShown else { return }
    lastDrawn.isShown = false
    lastDrawn.drawnPixels = .empty
    lastDrawn.pendingDamage.removeAll(keepingCapacity: true)
    maskLayer?.discardLastDrawn(drop)
    for layer in sublayers { layer.discardLastDrawn(drop) }
  }

  /// Passes the pending damage to `report`, and clears it.
  func flushPendingDamage(_ report: (PixelRect) -> Void) {
    for rect in lastDrawn.pendingDamage { report(rect) }
    lastDrawn.pendingDamage.removeAll(keepingCapacity: true)
  }
}
