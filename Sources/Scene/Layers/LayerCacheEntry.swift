import CartoucheRaster

/// A layer's appearance as pixels, kept between frames.
///
/// The commit pass has one subclass for rasterized layers and one for scrolling content.
class LayerCacheEntry {
  /// How the image was drawn in the last walk; the layer's own ``Layer/lastDrawn`` says how it was drawn into
  /// the image.
  final var lastDrawn = LastDrawnState()
  final var image = LayerCacheEntry.emptyImage

  static let emptyImage = Image(size: PixelSize(width: 0, height: 0)) { _ in }

  /// Whether there is an image; none while the layer is off-screen.
  final var hasPixels: Bool { image.size.width > 0 }

  /// Whether the pixels can be moved when the layer's content scrolls.
  var canScroll: Bool { false }
}
