import CartoucheRaster

/// Draws the content of one layer and its sublayers as shapes, and records nothing.
///
/// The layers need not have been drawn before. The walk ignores their cached images.
struct SnapshotWalk: LayerWalk {
  var list = DisplayList()

  /// Draws the background, the content and the sublayers of `layer`, in pixels of `target`.
  ///
  /// The layer's border, shadow, mask and opacity are left out. A sublayer that shows the snapshot gets them
  /// from the layer.
  ///
  /// - Parameter map: The map from the layer's space to the pixels of the snapshot.
  mutating func drawContent(of layer: Layer, map: Homography, on target: PixelRect, using rasterCache: RasterCacheContext) {
    layer.drawBackground(into: &list, transform: map, opacity: 255)
    layer.draw(into: &list, transform: map, opacity: 255)
    let context = InheritedDrawState(target: .cachedImage, plane: map, clip: target, using: rasterCache)
    visitSublayers(of: layer, in: context)
  }

  func begin(_ layer: Layer) -> DirtyFlags? { layer.dirtyFlags }
  func enter(_ space: TransformLayer) {}
  func remove(_ layer: Layer, in context: InheritedDrawState) {}
  func discardChanges(below layer: Layer) {}

  mutating func draw(_ layer: Layer, _ state: OwnDrawState, in context: InheritedDrawState) {
    let clip = state.clip(inside: layer, within: context.clip)
    let isVisible = !state.pixels(of: layer, on: clip).isEmpty
    _ = compose(layer, state, isVisible: isVisible, in: context, inner: context.below(plane: state.map, clip: clip))
  }
}
