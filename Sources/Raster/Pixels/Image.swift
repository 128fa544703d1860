/// An image of sRGB pixels. Each pixel is a number `0xAARRGGBB`, in which the color is premultiplied by
/// alpha.
///
/// An image's pixels never change. So copies of an image share the same memory, also across threads.
public struct Image: Sendable, Hashable {
  /// The memory of an image's pixels or mip levels. The memory is written, and ``pixels`` moved, only while
  /// one image owns it.
  package final class Storage: Sendable {
    /// The first pixel, at any place of the memory that leaves room for ``count`` pixels.
    @exclusivity(unchecked) nonisolated(unsafe) package private(set) var pixels: UnsafeMutablePointer<UInt32>
    package let count: Int
    private nonisolated(unsafe) let memory: UnsafeMutablePointer<UInt32>
    /// The number of pixels for which there is memory, beyond ``count``.
    fileprivate let spareCount: Int

    package init(count: Int) {
      (self.count, spareCount) = (count, 0)
      memory = .allocate(capacity: count)
      memory.initialize(repeating: 0, count: count)
      pixels = memory
    }

    /// Allocates memory without touching it. The image begins in the middle of its spare memory.
    fileprivate init(uninitialized count: Int, spareCount: Int = 0) {
      (self.count, self.spareCount) = (count, spareCount)
      let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: count + spareCount)
      // In a debug build, a bright green shows where a pixel is read before it is written.
      assert(
        {
          memory.initialize(repeating: 0xff13_f7a5, count: count + spareCount)
          return true
        }())
      (self.memory, pixels) = (memory, memory + spareCount / 2)
    }

    fileprivate convenience init(copying other: Storage, spareCount: Int) {
      self.init(uninitialized: other.count, spareCount: spareCount)
      copyRun(other.pixels, count: count, to: pixels)
    }

    deinit { memory.deallocate() }

    /// Moves pixels by `delta` to `destination`, in rows of `width` pixels.
    ///
    /// The whole image moves as a line of memory, so it is enough to begin it earlier or later. Rows are
    /// copied only if that would leave the memory. Then the image begins near the end from which it can move
    /// farthest in the same direction. It keeps a distance from that end, so that a short move back copies
    /// nothing.
    fileprivate func scroll(to destination: PixelRect, by delta: PixelPoint, width: Int) {
      let distance = delta.y * width + delta.x
      let start = memory.distance(to: pixels) - distance
      if start >= 0 && start <= spareCount {
        pixels = memory + start
        return
      }
      let back = min(abs(distance), spareCount / 4)
      let moved = distance > 0 ? spareCount - back : back
      func moveRow(_ y: Int) {
        let first = y * width + destination.minX
        copyRun(memory + (start + first), count: destination.width, to: memory + (moved + first))
      }
      // A row must be read before it is overwritten; within a row, copies may overlap.
      let rows = destination.minY..<destination.maxY
      if distance > 0 { for y in rows.reversed() { moveRow(y) } } else { for y in rows { moveRow(y) } }
      pixels = memory + moved
    }
  }

  /// The maximum number of pixels in an image: 2^28 pixels, which take 1 GiB.
  ///
  /// The limit exists because a failed allocation would end the program. The small computers on which the
  /// program runs have no memory for larger images.
  public static var maximumPixelCount: Int { 1 << 28 }

  /// The image's size in pixels.
  public let size: PixelSize
  /// Whether every pixel of the image is opaque. Nothing behind such an image shows through.
  public private(set) var isOpaque: Bool
  /// Whether layers and buttons draw the image in its own colors, or use only its alpha and draw it in a tint
  /// color.
  ///
  /// The mode has no effect if the image is drawn into a ``DisplayList`` directly.
  public var renderingMode = RenderingMode.automatic
  package private(set) var storage: Storage
  /// The mip levels, one after the other: the image at half size, at a quarter, and so on down to one pixel.
  package private(set) var mipLevels: Storage?

  /// Whether the image has mip levels: smaller copies of the image, which ``ImageFilter/trilinear`` needs.
  public var hasMipmaps: Bool { mipLevels != nil }

  /// Whether the image has no pixels. An empty image draws nothing.
  public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// Creates an image whose pixels are written by a closure.
  ///
  /// If `size` is empty or has more than ``maximumPixelCount`` pixels, the image is empty. The closure then
  /// gets an empty buffer.
  ///
  /// - Parameters:
  ///   - size: The image's size in pixels.
  ///   - fill: A closure that writes the pixels into a buffer of `size.height` × `size.width` pixels, all
  ///     initially 0. The buffer starts with the top row, and the rows have no gaps between them. Each pixel
  ///     is a number `0xAARRGGBB` with a premultiplied color.
  /// - Throws: The error that `fill` throws.
  public init<E: Error>(size: PixelSize, fill: (UnsafeMutableBufferPointer<UInt32>) throws(E) -> Void) throws(E) {
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    let isEmpty = min(size.width, size.height) <= 0 || overflow || area > Self.maximumPixelCount
    let storage = Storage(count: isEmpty ? 0 : area)
    try fill(UnsafeMutableBufferPointer(start: storage.pixels, count: storage.count))
    var alpha: UInt32 = 0xff00_0000
    for index in 0..<storage.count { alpha &= storage.pixels[index] }
    self.size = isEmpty ? PixelSize(width: 0, height: 0) : size
    self.storage = storage
    isOpaque = alpha == 0xff00_0000
  }

  /// Creates an image whose pixels are all written before they are read.
  ///
  /// The system clears new memory on the thread that first touches it. For a large image that takes several
  /// milliseconds, which a worker that draws the image can spend in place of the caller.
  ///
  /// - Parameters:
  ///   - hasMipmaps: Whether the image gets memory for mip levels, which ``withMutablePixels(_:)`` writes.
  ///   - spareCount: The number of pixels for which there is more memory, so that ``scroll(_:by:)`` need not
  ///     copy pixels each time.
  /// - Precondition: The size is not empty, and not above ``maximumPixelCount``.
  package init(uninitialized size: PixelSize, hasMipmaps: Bool = false, spareCount: Int = 0) {
    self.size = size
    storage = Storage(uninitialized: size.width * size.height, spareCount: spareCount)
    isOpaque = false
    if hasMipmaps && size.mipLevelCount > 0 { mipLevels = Storage(uninitialized: size.mipPixelCount) }
  }

  /// Returns whether no other image shares the memory, so that ``withMutablePixels(_:)`` makes no copy.
  package mutating func isUniquelyReferenced() -> Bool {
    isKnownUniquelyReferenced(&storage) && (mipLevels == nil || isKnownUniquelyReferenced(&mipLevels))
  }

  /// The size of the image's memory.
  package var byteCount: Int { (storage.count + storage.spareCount + (mipLevels?.count ?? 0)) * 4 }

  /// Lets `body` change the image's pixels.
  ///
  /// The pixels are changed in place, or in a new copy if another image shares them. If the image has mip
  /// levels, they are recomputed.
  ///
  /// - Parameter body: Changes the pixels, which are laid out as in ``init(size:fill:)``. The closure returns
  ///   whether all pixels are now opaque.
  package mutating func withMutablePixels(_ body: (UnsafeMutableBufferPointer<UInt32>) -> Bool) {
    guard !isEmpty else { return }
    copyIfShared()
    isOpaque = body(UnsafeMutableBufferPointer(start: storage.pixels, count: storage.count))
    guard var levels = mipLevels else { return }
    mipLevels = nil
    if isKnownUniquelyReferenced(&levels) { writeMipLevels(into: levels) } else { levels = makeMipLevels() }
    mipLevels = levels
  }

  private mutating func copyIfShared() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage, spareCount: storage.spareCount) }
  }

  /// Gives back the memory beyond that of the pixels.
  package mutating func removeSpareMemory() {
    if storage.spareCount > 0 { storage = Storage(copying: storage, spareCount: 0) }
  }

  /// Moves a part of an image without mip levels by `delta`; what leaves the image is lost.
  ///
  /// - Returns: The rectangle that the part has then. All other pixels are undefined.
  package mutating func scroll(_ part: PixelRect, by delta: PixelPoint) -> PixelRect {
    assert(mipLevels == nil)
    let bounds = PixelRect(size)
    let visible = part.intersection(bounds)
    guard !visible.isEmpty, delta.x != 0 || delta.y != 0 else { return visible }
    let destination = visible.moved(by: delta).intersection(bounds)
    guard !destination.isEmpty else { return destination }
    copyIfShared()
    storage.scroll(to: destination, by: delta, width: size.width)
    return destination
  }

  /// Returns the image with mip levels: copies at half the size, a quarter of the size and so on, down to one
  /// pixel.
  ///
  /// All mip levels together take about a third of the memory of the image itself.
  ///
  /// Each pixel of a mip level is the mean of the pixels that it covers in the next larger level. If that
  /// level has an odd width or height, some of its pixels are covered only in part. In the mean, each of them
  /// is weighted by its covered part.
  public func withMipmaps() -> Image {
    guard mipLevels == nil, size.mipLevelCount > 0 else { return self }
    var result = self
    result.mipLevels = makeMipLevels()
    return result
  }

  /// A choice of the colors in which layers and buttons draw an image, as in UIKit's
  /// `UIImage.RenderingMode`.
  public enum RenderingMode: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// The layer or button chooses. Those of Cartouche draw the image in its own colors.
    case automatic
    /// The image is drawn in its own colors.
    case alwaysOriginal
    /// The image is a template: its alpha is filled with a tint color, and its own colors are ignored.
    case alwaysTemplate
  }

  /// Returns the image with another rendering mode. Both images share their pixels.
  ///
  ///     let button = Button(image: arrow.withRenderingMode(.alwaysTemplate), theme: theme)
  public func withRenderingMode(_ renderingMode: RenderingMode) -> Image {
    var image = self
    image.renderingMode = renderingMode
    return image
  }

  /// Returns whether two images share the same memory, as copies of one image do.
  ///
  /// The result is false if only one of the images has mip levels, or if their rendering modes differ. The
  /// result is also false for images that were created separately, even if their pixels are equal.
  @_disfavoredOverload
  public static func == (a: Image, b: Image) -> Bool {
    a.storage === b.storage && (a.mipLevels == nil) == (b.mipLevels == nil) && a.renderingMode == b.renderingMode
  }

  /// Adds the identity of the image's memory to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
  }
}
