import CartoucheRaster
import CartoucheScene

/// Draws slices of the ground's images, one after the other, on a worker if there is a queue.
///
///     layout: the slice's tiles ▶ worker: their shapes, their pixels ▶ completion: memory is kept
final class GroundSlicePainter {
  private var painter = CachedImagePainter()
  private weak var queue: (any BackgroundQueue)?
  private var slice = GroundSlice()

  /// Called when a worker has drawn a slice.
  var onCompletion: (() -> Void)?
  /// Called with the images that a slice names and its style lacks.
  var onMissingImages: ((_ names: Set<String>, _ style: CompiledStyle) -> Void)?

  /// Whether a worker draws a slice. Nothing may show its image, and another slice must wait.
  var isBusy: Bool { painter.isBusy }

  /// Uses another queue. A slice that the old one has not drawn is lost, because the old queue may never
  /// finish its work.
  ///
  /// - Returns: Whether a slice may have been lost.
  func use(_ next: (any BackgroundQueue)?) -> Bool {
    guard queue !== next || next == nil && painter.isBusy else { return false }
    (queue, painter, slice) = (next, CachedImagePainter(), GroundSlice())
    return true
  }

  /// Draws the pixels of `rect` in an image.
  func draw(_ rect: PixelRect, of image: GroundImage, _ context: GroundImages.Context, _ tiles: TileStore) {
    let origin = image.view.bounds.origin
    let part = image.part(of: rect)
    let transform = Homography.translation(x: -origin.x, y: -origin.y)
    // Exact pixels must not depend on the slice. Only its pixels are drawn anyway.
    let isWhole = context.view.isGridAligned && TileOutlineClipping.keepsOutlines(of: context.view, transform: transform)
    let slice = slice
    slice.begin(image, context, tiles, part: part, clip: isWhole ? nil : part, transform)
    let isLater = context.queue != nil
    painter.draw(into: image.pixels, rect: rect, on: context.queue) {
      slice.record(into: &$0)
    } completion: { [weak self, painter] in
      guard let self, painter === self.painter else { return }
      if let drawn = slice.end(), !drawn.missingImages.isEmpty { onMissingImages?(drawn.missingImages, drawn.style) }
      if isLater { onCompletion?() }
    }
  }
}

/// A slice that is being drawn. The thread of the stage begins and ends it, and in between it is a worker's.
private final class GroundSlice: @unchecked Sendable {
  private var shapes: MapDrawing?
  private var storage = DrawingStorage()
  private var drawing = GroundDrawing()
  private var part = Rect.zero
  private var clip: Rect?
  private var transform = Homography.identity

  /// Finds the tiles of the slice.
  ///
  /// - Parameters:
  ///   - part: The slice in points of the image's view.
  ///   - clip: The part to which shapes are clipped; nil if they are whole.
  ///   - transform: The transform from the image's view to its pixels.
  func begin(
    _ image: GroundImage, _ context: GroundImages.Context, _ tiles: TileStore, part: Rect, clip: Rect?, _ transform: Homography
  ) {
    shapes = MapDrawing(
      tilesOf: image.view, tiles, scale: image.resolution == .full ? context.scale : context.scale.halved, cache: context.cache,
      clock: context.clock, within: part, reusing: &storage)
    (self.part, self.clip, self.transform) = (part, clip, transform)
  }

  /// Adds the shapes of the slice to a list.
  func record(into list: inout DisplayList) {
    shapes?.addShapes()
    if let shapes { drawing.draw(shapes, within: clip, over: part, into: &list, transform: transform) }
  }

  /// Keeps the memory for the next slice. The list that had the slice's paths is empty by now.
  ///
  /// - Returns: The images that the slice names and its style lacks.
  func end() -> (missingImages: Set<String>, style: CompiledStyle)? {
    guard var drawn = shapes.take() else { return nil }
    let missing = drawn.missingImages
    storage = drawn.recycle()
    return (missing, drawn.style)
  }
}

extension MapScale {
  /// The scale for an image with half as many pixels on each side, whose zoom is lower by one.
  fileprivate var halved: MapScale { MapScale(pixelRatio: pixelRatio / 2) }
}
