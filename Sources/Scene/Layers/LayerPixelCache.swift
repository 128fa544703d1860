import CartoucheRaster

/// The cached pixels of a layer, kept between frames.
///
/// The commit pass has a subclass for rasterized layers and a subclass for scrolling content.
class LayerPixelCache {
  /// The state in which the last walk drew the image.
  ///
  /// The layer's own ``Layer/lastDrawn`` is the state in which the layer was drawn into the image.
  final var lastDrawn = LastDrawnState()
  final var image = LayerPixelCache.emptyImage

  static let emptyImage = Image(size: PixelSize(width: 0, height: 0)) { _ in }

  /// Whether there is an image; false while the layer is off-screen.
  final var hasPixels: Bool { image.size.width > 0 }

  /// Whether the pixels can be moved when the layer's content scrolls.
  var canScroll: Bool { false }
}
