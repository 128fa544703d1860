import CartoucheRaster

/// Draws the scrolling content that touches a rectangle, and records nothing.
///
/// This walk runs after a ``ScrollDamageWalk``, which brought all cached images and ``LastDrawnState`` values
/// up to date.
struct ScrollPaintWalk: LayerWalk {
  var list = DisplayList()
  /// The pixels of the image that are painted.
  var pixels = PixelRect.empty
  /// The painted pixels of the image in the coordinates of the damage walk.
  var basePixels = PixelRect.empty

  func begin(_ layer: Layer) -> DirtyFlags? {
    let known = layer.lastDrawn.isShown && layer.cacheEntry == nil ? layer.lastDrawn.subtreePixels : nil
    if let known, !known.intersects(basePixels) { return nil }
    return layer.dirtyFlags
  }

  func enter(_ space: TransformLayer) {}
  func remove(_ layer: Layer, in context: InheritedDrawState) {}
  func discardChanges(below layer: Layer) {}

  mutating func draw(_ layer: Layer, _ state: OwnDrawState, in context: InheritedDrawState) {
    if let entry = layer.cacheEntry as? RasterCacheEntry {
      return entry.draw(into: &list, for: layer, state, within: context.fragment)
    }
    let clip = state.clip(inside: layer, within: context.clip)
    let isVisible = state.pixels(of: layer, on: clip).intersects(pixels)
    _ = compose(layer, state, isVisible: isVisible, in: context, inner: context.below(plane: state.map, clip: clip))
  }
}
