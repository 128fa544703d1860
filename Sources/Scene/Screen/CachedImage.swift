package import CartoucheRaster

/// An image that a layer draws itself, part by part over several frames, and then shows in many.
///
///     layout ▶ draw a part, at once or on a worker ▶ … ▶ finish ▶ DisplayList.draw(image)
///
/// Its memory counts toward the ``Stage/rasterCacheLimit`` of the stage until the image is released.
package final class CachedImage {
  package private(set) var image: Image
  private let rasterCache: RasterCacheContext
  private let byteCount: Int

  /// Creates an image without content.
  ///
  /// - Parameters:
  ///   - size: The size in pixels, which must not be empty.
  ///   - spared: The memory, in bytes, that must remain available for the stage's other images.
  /// - Returns: nil if there is too little memory.
  package init?(size: PixelSize, on stage: Stage, sparing spared: Int = 0) {
    let side = RasterCacheContext.maximumSide
    guard size.width > 0, size.height > 0, size.width <= side, size.height <= side else { return nil }
    byteCount = size.width * size.height * 4  // ≤ 2^26
    rasterCache = stage.rasterCache
    guard rasterCache.reserve(bytes: byteCount, sparing: spared) else { return nil }
    image = Image(size: size) { _ in }
  }

  deinit { rasterCache.release(bytes: byteCount) }

  /// Whether the image counts toward the limit of `stage`.
  package func belongs(to stage: Stage) -> Bool { rasterCache === stage.rasterCache }

  /// Declares every pixel to be drawn and opaque, so that nothing below the image is drawn.
  package func finish() {
    image.withMutablePixels { _ in true }
  }

  /// Draws `list` into the pixels of `rect` with the stage's renderer and workers.
  fileprivate func draw(_ list: DisplayList, in rect: PixelRect) {
    let size = image.size
    image.withMutablePixels { pixels in
      guard let target = PixelBuffer(pixels, size: size) else { return false }
      rasterCache.renderer.draw(list, over: .clear, into: target, damage: [rect], workers: rasterCache.workers)
      return false
    }
  }

  /// The memory of the pixels, which no other image shares.
  fileprivate var target: PixelBuffer? {
    let size = image.size
    var target: PixelBuffer?
    image.withMutablePixels { pixels in
      target = PixelBuffer(pixels, size: size)
      return false
    }
    return target
  }
}

/// Draws parts of a ``CachedImage``, one after the other, with the workers of a queue if there is one.
///
/// Without a queue a part is drawn at once. The pixels are the same either way.
package final class CachedImagePainter {
  private var job = PaintJob()
  /// Whether a worker draws a part. Another part must wait, and nothing may show the image.
  package private(set) var isBusy = false

  package init() {}

  /// Draws a list into the pixels of `rect`.
  ///
  /// - Parameters:
  ///   - list: The list to draw. It is emptied when the part is drawn, and its storage can be used again.
  ///   - completion: Called on the thread of the stage when the part is drawn.
  /// - Precondition: The painter is not busy.
  package func draw(
    _ list: consuming DisplayList, into image: CachedImage, rect: PixelRect, on queue: (any BackgroundQueue)?,
    completion: @escaping (DisplayList) -> Void
  ) {
    guard let queue else {
      image.draw(list, in: rect)
      list.removeAll()
      return completion(list)
    }
    guard let target = image.target else {
      list.removeAll()
      return completion(list)
    }
    isBusy = true
    let job = job
    (job.list, job.rect, job.image, job.target) = (list, rect, image, target)
    queue.submit {
      job.run()
    } completion: { [self] in
      isBusy = false
      var list = job.list
      (job.list, job.image, job.target) = (DisplayList(), nil, nil)
      list.removeAll()
      completion(list)
    }
  }
}

/// The part that a worker draws. The queue orders the accesses of both threads, so it needs no lock.
private final class PaintJob: @unchecked Sendable {
  private let renderer = Renderer()
  private let workers = SerialWorkerPool()
  var list = DisplayList()
  var rect = PixelRect.empty
  /// The image of ``target``, which lives until the part is drawn.
  var image: CachedImage?
  var target: PixelBuffer?

  func run() {
    guard let target else { return }
    renderer.draw(list, over: .clear, into: target, damage: [rect], workers: workers)
  }
}
