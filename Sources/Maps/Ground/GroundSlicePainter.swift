import CartoucheRaster
import CartoucheScene

/// Draws slices of the ground's images, one after the other, on a worker if there is a queue.
final class GroundSlicePainter {
  /// Adds the shapes of a drawing to a list.
  typealias Drawing = (_ shapes: MapDrawing, _ part: Rect, _ list: inout DisplayList, _ transform: Homography) -> Void

  private var painter = CachedImagePainter()
  private weak var queue: (any BackgroundQueue)?
  private var list = DisplayList()
  private var slice: MapDrawing?
  private var storage = DrawingStorage()

  /// Called when a worker has drawn a slice.
  var onCompletion: (() -> Void)?

  /// Whether a worker draws a slice. Nothing may show its image, and another slice must wait.
  var isBusy: Bool { painter.isBusy }

  /// Uses another queue. A slice that the old one has not drawn is lost, because the old queue may never
  /// finish its work.
  ///
  /// - Returns: Whether a slice may have been lost.
  func use(_ next: (any BackgroundQueue)?) -> Bool {
    guard queue !== next || next == nil && painter.isBusy else { return false }
    (queue, painter, slice) = (next, CachedImagePainter(), nil)
    return true
  }

  /// Draws the pixels of `rect` in an image.
  func draw(_ rect: PixelRect, of image: GroundImage, _ context: GroundImages.Context, _ tiles: TileStore, _ draw: Drawing) {
    let origin = image.view.bounds.origin
    let part = Rect(
      x: origin.x + Scalar(rect.minX), y: origin.y + Scalar(rect.minY), width: Scalar(rect.width), height: Scalar(rect.height))
    let shapes = MapDrawing(
      image.view, tiles: tiles, scale: image.resolution == .full ? context.scale : context.scale.halved, cache: context.cache,
      clock: context.clock, within: part,
      reusing: &storage)
    draw(shapes, part, &list, Homography.translation(x: -origin.x, y: -origin.y))
    // Without another reference to it, its memory serves the next slice even if this one is drawn at once.
    slice = consume shapes
    var drawn = DisplayList()
    swap(&drawn, &list)
    let isLater = context.queue != nil
    painter.draw(drawn, into: image.pixels, rect: rect, on: context.queue) { [weak self, painter] list in
      guard let self, painter === self.painter else { return }
      // The list had the paths of the drawing, whose memory is free now.
      self.list = list
      if var shapes = slice.take() { storage = shapes.recycle() }
      if isLater { onCompletion?() }
    }
  }
}

extension MapScale {
  /// The scale for an image with half as many pixels on each side, whose zoom is lower by one.
  fileprivate var halved: MapScale { MapScale(pixelRatio: pixelRatio / 2) }
}
