import CartoucheRaster

/// How a layer was on the screen when the stage settled last; of what is in a ``RasterCacheEntry``, how it was in the picture.
struct LastDrawnState {
  /// Whether it was visited at all; if not, neither was anything in it.
  var isShown = false
  var map = Homography.identity
  var opacity: UInt8 = 0
  /// What the layers above leave of the screen.
  var clip = PixelRect.empty
  /// The pixels of the screen that the layer's ``Layer/visualBounds`` took.
  var place = PixelRect.empty
  /// The same if it drew anything, otherwise empty.
  var drawn = PixelRect.empty
  /// Of what is in a ``ScrollCache``, the pixels that the layer and all in it may have drawn; nil where that is not known.
  var around: PixelRect?
  /// Whether something in the layer was shown as a picture.
  var containsCachedImages = false
  /// What removed sublayers had drawn, until the stage settles.
  var pendingDamage: [PixelRect] = []
  /// The sublayers by ``Layer/zPosition``, where that matters.
  var ordered: [Layer] = []
  /// Whether none has changed its depth since.
  var isOrderKnown = false

  /// How it was, without the lists: who held these too would have them copied when they change.
  struct Summary: BitwiseCopyable {
    var isShown: Bool
    var map: Homography
    var opacity: UInt8
    var clip, place, drawn: PixelRect
  }

  var summary: Summary {
    Summary(isShown: isShown, map: map, opacity: opacity, clip: clip, place: place, drawn: drawn)
  }
}

extension Layer {
  /// Takes the layer and all in it off the screen, giving what they had drawn to `report`.
  func invalidateDrawnPixels(_ report: (PixelRect) -> Void) {
    if let cacheEntry {
      report(cacheEntry.lastDrawn.drawn)
      return discardLastDrawn()
    }
    guard lastDrawn.isShown else { return }
    lastDrawn.isShown = false
    report(lastDrawn.drawn)
    lastDrawn.drawn = .empty
    flushPendingDamage(report)
    maskLayer?.invalidateDrawnPixels(report)
    for layer in sublayers { layer.invalidateDrawnPixels(report) }
  }

  /// Takes the layer and all in it to be shown nowhere.
  func discardLastDrawn() {
    cacheEntry = nil
    guard lastDrawn.isShown else { return }
    lastDrawn.isShown = false
    lastDrawn.drawn = .empty
    lastDrawn.pendingDamage.removeAll(keepingCapacity: true)
    maskLayer?.discardLastDrawn()
    for layer in sublayers { layer.discardLastDrawn() }
  }

  /// Gives what removed sublayers had drawn to `report`, once.
  func flushPendingDamage(_ report: (PixelRect) -> Void) {
    for rect in lastDrawn.pendingDamage { report(rect) }
    lastDrawn.pendingDamage.removeAll(keepingCapacity: true)
  }
}
