import CartoucheRaster

/// The renderer, the settings and the memory budget that the cached images of a stage share.
final class RasterCacheContext {
  let renderer = Renderer()
  /// The maximum size of all images together, in bytes.
  ///
  /// If memory is short, images later in the walk get a lower resolution, so that all images fit.
  var byteLimit = 64 << 20 { didSet { trimSpareImages() } }
  /// The size of the images counted so far in this walk, in bytes.
  private(set) var bytes = 0
  /// The part of them in which scrolling content moves without copying.
  private var scrollSpareBytes = 0
  /// The size of the images that layers own themselves, in bytes. Each walk begins with them.
  private(set) var reservedBytes = 0

  /// The workers that draw images together with the calling thread.
  var workers: any WorkerPool = SerialWorkerPool()
  /// Whether scrolling content is cached as pixels.
  var usesScrollCache = true
  /// The number of images shown since the stage was created; wraps around.
  var shownImageCount = 0

  /// The number of walks so far, including the current walk.
  private(set) var walkNumber = 0

  /// The images that layers gave up.
  private var spareImages = SpareImages()
  /// The walks that drew such images. They are empty; the lists of a card take a few kilobytes.
  private var spareWalks: [SceneWalk] = []
  /// The entries that layers gave up, without images.
  private var spareEntries: [RasterCacheEntry] = []
  /// The number of the last walk in which a layer gave up something.
  private var lastKeepingWalk = 0

  /// Whether an image of the last walk is to be drawn at another resolution when its layer is at rest.
  var needsFinerImages = false

  /// Whether this walk draws the images that the last walk used at another resolution than their resolution
  /// at rest.
  private(set) var isDrawingFinerImages = false

  func beginWalk() {
    bytes = reservedBytes
    scrollSpareBytes = 0
    isDrawingFinerImages = needsFinerImages
    needsFinerImages = false
    walkNumber += 1
    spareImages.removeUnused(at: walkNumber)
    if walkNumber - lastKeepingWalk > SpareImages.lifetime { (spareWalks, spareEntries) = ([], []) }
  }

  /// Counts the memory of images that are shown without being prepared in this walk.
  ///
  /// - Parameter spare: The part of it in which scrolling content moves without copying.
  func add(bytes count: Int, spare: Int = 0) {
    bytes += count
    scrollSpareBytes += spare
    trimSpareImages()
  }

  /// Whether an image of scrolling content may have `count` bytes beyond those of its pixels. All such images
  /// together have at most an eighth of the limit.
  func hasRoom(forSpareBytes count: Int) -> Bool { scrollSpareBytes + count <= byteLimit / 8 }

  /// Counts an image that a layer owns, until ``release(bytes:)``, unless the limit would be exceeded.
  ///
  /// - Parameter spared: The memory that must remain available for other images.
  func reserve(bytes count: Int, sparing spared: Int) -> Bool {
    guard count <= byteLimit - bytes - spared else { return false }
    add(bytes: count)
    reservedBytes += count
    return true
  }

  func release(bytes count: Int) {
    bytes -= count
    reservedBytes -= count
  }

  // MARK: What layers gave up

  /// The maximum size of all spare images together. They take only memory that no shown image needs.
  private var spareLimit: Int { min(byteLimit / 8, byteLimit - bytes) }

  /// Releases spare images beyond their limit.
  func trimSpareImages() {
    spareImages.trim(to: spareLimit)
  }

  /// Keeps an image that a layer does not show any more, so that another layer can use its memory.
  func keep(_ image: Image) {
    lastKeepingWalk = walkNumber
    spareImages.add(image, at: walkNumber, limit: spareLimit)
  }

  /// Keeps the memory of an empty walk.
  func keep(_ walk: SceneWalk) {
    if spareWalks.count < SpareImages.maximumCount { spareWalks.append(walk) }
  }

  /// Keeps the entry of a layer that is not drawn as an image any more, and the entry's image.
  func keep(_ cache: LayerPixelCache) {
    guard let entry = cache as? RasterCacheEntry else { return }
    entry.discard(using: self)
    if spareEntries.count < SpareImages.maximumCount { spareEntries.append(entry) }
  }

  /// Returns an image of any content. The caller draws every pixel.
  func makeImage(_ size: PixelSize, hasMipmaps: Bool) -> Image {
    spareImages.take(size, hasMipmaps: hasMipmaps) ?? Image(uninitialized: size, hasMipmaps: hasMipmaps)
  }

  /// Returns an entry without an image.
  func makeEntry() -> RasterCacheEntry { spareEntries.popLast() ?? RasterCacheEntry() }

  /// Returns an empty walk.
  func makeWalk() -> SceneWalk { spareWalks.popLast() ?? SceneWalk() }

  /// Reserves memory for an image of `rect` at 2^(`step` / 2) pixels per point.
  ///
  /// The resolution is lower where memory is short. In a plane without perspective, the covered rectangle is
  /// enlarged to whole pixels, so that the image's pixels can coincide with the screen's. In perspective, the
  /// image is resampled in any case, and the image's edges are sharper if they are the edges of `rect`.
  ///
  /// - Returns: The size of the image, and the rectangle that the image's pixels cover.
  func allocate(
    _ rect: Rect, step: Int, projection: RasterCacheEntry.PlaneProjection
  ) -> (size: PixelSize, covered: Rect) {
    var step = step
    while true {
      let scale = Self.scale(step)
      func pixels(_ low: Scalar, _ high: Scalar) -> (low: Int, count: Int) {
        let first = projection == .affine ? Int((low * scale).floor) : 0
        let end = Int(((projection == .affine ? high : high - low) * scale).ceiling)
        return (first, (end - first).clamped(from: 1, to: 1 << 16))  // ≤ 2^48 before
      }
      let (columns, rows) = (pixels(rect.minX, rect.maxX), pixels(rect.minY, rect.maxY))
      let isClamped = max(columns.count, rows.count) > Self.maximumSide
      let size = PixelSize(width: min(columns.count, Self.maximumSide), height: min(rows.count, Self.maximumSide))
      let needed = size.width * size.height * 16 / 3  // with mip levels; < 2^27
      if step <= Self.coarsestStep || (!isClamped && bytes + needed <= byteLimit) {
        bytes += needed
        guard projection == .affine && !isClamped else { return (size, rect) }
        let covered = Rect(
          x: Scalar(columns.low) / scale, y: Scalar(rows.low) / scale, width: Scalar(size.width) / scale,
          height: Scalar(size.height) / scale)
        return (size, covered)
      }
      step -= 1
    }
  }

  /// The maximum width and height of an image, in pixels.
  static let maximumSide = 4096
  private static let coarsestStep = -16
  private static let finestStep = 8

  /// The scale of an image at `step`: 2^(`step` / 2), in pixels per point.
  static func scale(_ step: Int) -> Scalar {
    let root = Scalar(rawValue: 92_682)  // √2
    let whole = step >> 1
    let base: Scalar = step & 1 == 1 ? root : 1
    return Scalar(rawValue: whole >= 0 ? base.rawValue << Int64(whole) : base.rawValue >> Int64(-whole))
  }

  /// Returns the step at which an image that is seen at `scale` pixels per point is sharp.
  ///
  /// - Parameter old: The image's present step. This step is returned while it is not too coarse and not much
  ///   too fine.
  static func step(for scale: Scalar, keeping old: Int?) -> Int {
    if let old {
      let oldScale = Self.scale(old)
      if oldScale * 9 / 8 >= scale, oldScale * 7 / 16 <= scale { return old }
    }
    var step = coarsestStep
    while step < finestStep, Self.scale(step) * 65 / 64 < scale { step += 1 }
    return step
  }
}
