/// A picture to be drawn: premultiplied `0xAARRGGBB` pixels that never change, so that copies and workers share them.
public struct Picture: Sendable, Hashable {
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

  public let size: PixelSize
  /// Whether every pixel is opaque, so that nothing below shows through.
  public let isOpaque: Bool
  package let storage: Storage

  /// A picture of `size`, its `size.width` × `size.height` pixels written by `fill`: rows from the top, without gaps,
  /// premultiplied `0xAARRGGBB`, all 0 beforehand.
  ///
  /// - Precondition: `size` is not empty.
  public init<E: Error>(size: PixelSize, fill: (UnsafeMutableBufferPointer<UInt32>) throws(E) -> Void) throws(E) {
    precondition(size.width > 0 && size.height > 0)
    let storage = Storage(count: size.width * size.height)
    try fill(UnsafeMutableBufferPointer(start: storage.pixels, count: storage.count))
    var alpha: UInt32 = 0xff00_0000
    for index in 0..<storage.count { alpha &= storage.pixels[index] }
    self.size = size
    self.storage = storage
    isOpaque = alpha == 0xff00_0000
  }

  public static func == (a: Picture, b: Picture) -> Bool {
    a.storage === b.storage
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
  }
}
