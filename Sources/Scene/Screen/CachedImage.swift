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

  /// Creates an image without content. Its pixels must be drawn before it is shown.
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
    image = Image(uninitialized: size)
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

/// Records and draws parts of a ``CachedImage``, one after the other, on a worker of a queue if there is one.
///
/// Without a queue a part is drawn at once. The pixels are the same either way.
package final class CachedImagePainter {
  private var job = PaintJob()
  /// Whether a worker draws a part. Another part must wait, and nothing may show the image.
  package private(set) var isBusy = false

  package init() {}

  /// Draws into the pixels of `rect`.
  ///
  /// - Parameters:
  ///   - record: Adds the content of the part to an empty list. With a queue, a worker calls it.
  ///   - completion: Called on the thread of the stage when the part is drawn. The list is empty by then.
  /// - Precondition: The painter is not busy.
  package func draw(
    into image: CachedImage, rect: PixelRect, on queue: (any BackgroundQueue)?,
    _ record: @escaping @Sendable (_ list: inout DisplayList) -> Void, completion: @escaping () -> Void
  ) {
    let job = job
    guard let queue, let target = image.target else {
      job.record(record) { image.draw($0, in: rect) }
      return completion()
    }
    isBusy = true
    (job.rect, job.image, job.target) = (rect, image, target)
    queue.submit {
      job.run(record)
    } completion: { [self] in
      isBusy = false
      (job.image, job.target) = (nil, nil)
      completion()
    }
  }
}

/// The part that a worker draws. The queue orders the accesses of both threads, so it needs no lock.
private final class PaintJob: @unchecked Sendable {
  private let renderer = Renderer()
  private let workers = SerialWorkerPool()
  /// The number of rows that are drawn at once: two of the renderer's bands. The renderer keeps memory for
  /// the edges of what it draws at once. For a whole part of a city's map, that is several megabytes. In
  /// return, it looks at the whole list for each strip.
  private static let stripHeight = 64
  /// The list of the last part, whose memory serves the next one.
  private var list = DisplayList()
  var rect = PixelRect.empty
  /// The image of ``target``, which lives until the part is drawn.
  var image: CachedImage?
  var target: PixelBuffer?

  func run(_ record: (inout DisplayList) -> Void) {
    guard let target else { return }
    self.record(record) {
      var strip = rect
      while strip.minY < rect.maxY {
        strip.maxY = min((strip.minY / Self.stripHeight + 1) * Self.stripHeight, rect.maxY)
        renderer.draw($0, over: .clear, into: target, damage: [strip], workers: workers)
        strip.minY = strip.maxY
      }
    }
  }

  /// Records a part, and passes it to a closure.
  func record(_ record: (inout DisplayList) -> Void, _ body: (DisplayList) -> Void) {
    record(&list)
    body(list)
    list.removeAll()
  }
}
