import CartoucheRaster
import CartoucheScene

extension GroundImages {
  /// What a layout tells the images.
  struct Context {
    /// The transform with which the map is drawn.
    var view: MapTransform
    var stage: Stage
    var queue: (any BackgroundQueue)?
    var clock: TransitionClock
    var scale: MapScale
    var cache: DrawingCache
    /// The zooms that the map can show.
    var zoomRange: ClosedRange<Scalar>
    /// Whether another image fades out above these, so that the shapes would be drawn in each frame.
    var isFading: Bool
    /// The point of the view around which the map may begin to turn in any frame, because it follows a
    /// heading or course; nil otherwise.
    var turnAnchor: Point?
    /// Whether fingers can zoom or turn the map.
    var mayZoom: Bool
    /// The strips that a pan will need next: ``CachedScrollLayer/nextStrips``.
    var strips: (horizontal: PixelRect, vertical: PixelRect)
  }

  /// Returns the bytes that the content layer's pixels of a view take at least. Their spare memory, in which
  /// they move without being copied, is worth less than an image of the ground.
  static func cachedBytes(of view: MapTransform) -> Int {
    (view.bounds.width.ceiling + 64) * (view.bounds.height.ceiling + 64) * 4
  }
}
