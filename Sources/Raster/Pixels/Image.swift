/// An image of premultiplied `0xAARRGGBB` pixels in sRGB. Its pixels never change, so copies and workers
/// share them.
public struct Image: Sendable, Hashable {
  /// The memory of an image's pixels or mip levels. It is written only before it is shared.
  package final class Storage: Sendable {
    nonisolated(unsafe) package let pixels: UnsafeMutablePointer<UInt32>
    package let count: Int

    package init(count: Int) {
      self.count = count
      pixels = .allocate(capacity: count)
      pixels.initialize(repeating: 0, count: count)
    }

    deinit { pixels.deallocate() }
  }

  /// The maximum number of pixels, which take a gigabyte. No kiosk has the memory for more, and allocating it
  /// would end the program.
  public static var maximumPixelCount: Int { 1 << 28 }

  public let size: PixelSize
  /// Whether every pixel is opaque, so that nothing behind the image shows through.
  public private(set) var isOpaque: Bool
  package private(set) var storage: Storage
  /// The mip levels, one after the other: the image at half size, at a quarter, and so on down to one pixel.
  package private(set) var mipLevels: Storage?

  /// Whether the image has the mip levels that ``ImageFilter/trilinear`` needs.
  public var hasMipmaps: Bool { mipLevels != nil }

  /// Whether the image has no pixels. An empty image draws nothing.
  public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// Creates an image of `size` whose pixels are written by `fill`.
  ///
  /// A size that is empty or has more than ``maximumPixelCount`` pixels makes an empty image; `fill` then
  /// gets an empty buffer.
  ///
  /// - Parameters:
  ///   - size: The size in pixels.
  ///   - fill: Gets `size.height` × `size.width` pixels, rows from the top without gaps, premultiplied
  ///     `0xAARRGGBB`, all initially 0.
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

  /// Lets `body` change the pixels in place, or in a new copy of them if another image shares them.
  ///
  /// Mip levels are recomputed if there were some.
  ///
  /// - Parameter body: Gets the pixels as in ``init(size:fill:)`` and returns whether all of them are opaque
  ///   now.
  package mutating func withMutablePixels(_ body: (UnsafeMutableBufferPointer<UInt32>) -> Bool) {
    guard !isEmpty else { return }
    if !isKnownUniquelyReferenced(&storage) {
      let copy = Storage(count: storage.count)
      copy.pixels.update(from: storage.pixels, count: storage.count)
      storage = copy
    }
    isOpaque = body(UnsafeMutableBufferPointer(start: storage.pixels, count: storage.count))
    guard var levels = mipLevels else { return }
    mipLevels = nil
    if isKnownUniquelyReferenced(&levels) { writeMipLevels(into: levels) } else { levels = makeMipLevels() }
    mipLevels = levels
  }

  /// Returns the image with mip levels: itself repeatedly halved down to one pixel. They take a third more
  /// memory.
  ///
  /// A pixel of a mip level is the mean of the pixels that it covers in the level before. In each direction
  /// these are two pixels, or three if their number is odd; the outer ones are then weighted by the part that
  /// is covered.
  public func withMipmaps() -> Image {
    guard mipLevels == nil, size.mipLevelCount > 0 else { return self }
    var result = self
    result.mipLevels = makeMipLevels()
    return result
  }

  public static func == (a: Image, b: Image) -> Bool {
    a.storage === b.storage && (a.mipLevels == nil) == (b.mipLevels == nil)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
  }
}
