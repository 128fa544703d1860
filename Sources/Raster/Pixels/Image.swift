/// A picture to be drawn: premultiplied `0xAARRGGBB` pixels that never change, so that copies and workers share them.
public struct Image: Sendable, Hashable {
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

  /// The most pixels that a picture has: a gigabyte of them. No kiosk has the memory for more, and asking for it would end the program.
  public static var maximumPixelCount: Int { 1 << 28 }

  public let size: PixelSize
  /// Whether every pixel is opaque, so that nothing below shows through.
  public private(set) var isOpaque: Bool
  package private(set) var storage: Storage
  /// The picture halved, that halved, and so on to one pixel, one after the other.
  package private(set) var mipLevels: Storage?

  /// Whether there is what ``ImageFilter/trilinear`` needs.
  public var hasMipmaps: Bool { mipLevels != nil }

  /// Whether there is no pixel; then nothing is drawn.
  public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// A picture of `size`, its `size.width` × `size.height` pixels written by `fill`: rows from the top, without gaps,
  /// premultiplied `0xAARRGGBB`, all 0 beforehand.
  ///
  /// A size that is empty, or has more than ``maximumPixelCount`` pixels, makes an empty picture, and there is nothing to fill.
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

  /// Lets `body` change pixels in place, as ``init(size:fill:)``'s does; where another copy shares them, in a copy of one's own.
  ///
  /// The picture counts as translucent afterwards, unless `body` says otherwise; mip levels are made anew where there were some.
  package mutating func withMutablePixels(_ body: (UnsafeMutableBufferPointer<UInt32>) -> Bool) {
    guard !isEmpty else { return }
    if !isKnownUniquelyReferenced(&storage) {
      let copy = Storage(count: storage.count)
      copy.pixels.update(from: storage.pixels, count: storage.count)
      storage = copy
    }
    isOpaque = body(UnsafeMutableBufferPointer(start: storage.pixels, count: storage.count))
    guard var kept = mipLevels else { return }
    mipLevels = nil
    if isKnownUniquelyReferenced(&kept) { writeMipLevels(into: kept) } else { kept = makeMipLevels() }
    mipLevels = kept
  }

  /// The same picture with what ``ImageFilter/trilinear`` needs: itself halved again and again down to one pixel, a third more memory.
  ///
  /// A pixel of a halving is the mean of what it covers of the one before, two pixels each way or, where their number is odd, three of which the outer
  /// ones count by the part that is covered.
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
