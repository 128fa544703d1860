/// An image that stores how much of each pixel a shape covers, as one byte a pixel.
///
/// A mask never changes, so copies of the mask and worker threads share the same memory.
///
/// A mask can be made from a filled or stroked path, from a blur of another mask, or from given bytes. Paths
/// get the same coverage in a mask as on a screen.
///
/// A display list can fill a mask with a paint. A mask takes one byte a pixel, and an image takes four. If a
/// mask is moved by whole pixels, its coverage is blended straight into the finished pixels.
public struct CoverageMask: Sendable, Hashable {
  /// The memory of a mask's coverages. Only its creator writes to it, before it is shared.
  package final class Storage: Sendable {
    nonisolated(unsafe) package let bytes: UnsafeMutablePointer<UInt8>
    package let count: Int
    /// The chunks that are covered at all, for masks that are drawn directly.
    nonisolated(unsafe) private(set) var chunks: MaskChunks?

    package init(count: Int) {
      self.count = count
      bytes = .allocate(capacity: max(count, 1))
      bytes.initialize(repeating: 0, count: max(count, 1))
    }

    /// Finds the covered chunks. Call this once, after the coverage is written and before the storage is
    /// shared.
    func findChunks(_ bounds: PixelRect) {
      guard chunks == nil else { return }
      chunks = MaskChunks(of: bytes, width: bounds.width, height: bounds.height, left: bounds.minX, top: bounds.minY)
    }

    deinit {
      bytes.deallocate()
      chunks?.deallocate()
    }
  }

  /// The rectangle of the mask's pixels, which may be empty.
  ///
  /// The coverage is 0…255 inside the rectangle, and 0 outside.
  public let bounds: PixelRect
  /// The coverages of ``bounds``, in rows from the top without gaps.
  package let storage: Storage

  package init(bounds: PixelRect, storage: Storage) {
    self.bounds = bounds
    self.storage = storage
  }

  /// Creates a mask whose coverages are written by a closure.
  ///
  /// - Parameters:
  ///   - bounds: The rectangle of the mask's pixels. The mask is empty if a side exceeds ``maximumSide``, if
  ///     a coordinate is beyond ±2^30, or if the area is zero.
  ///   - write: Writes a byte for each pixel into a buffer whose bytes are all initially 0. The rows follow
  ///     one another from the top without gaps.
  public init(bounds: PixelRect, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    let limit = 1 << 30
    let isNear = min(bounds.minX, bounds.minY) >= -limit && max(bounds.maxX, bounds.maxY) <= limit
    guard isNear, !bounds.isEmpty, max(bounds.width, bounds.height) <= Self.maximumSide else {
      self.init(bounds: .empty, storage: Storage(count: 0))
      return
    }
    let storage = Storage(count: bounds.width * bounds.height)
    write(UnsafeMutableBufferPointer(start: storage.bytes, count: storage.count))
    storage.findChunks(bounds)
    self.init(bounds: bounds, storage: storage)
  }

  /// The coverage of the pixel at column `x` and row `y`, 0…255. Outside ``bounds``, the coverage is 0.
  public subscript(x: Int, y: Int) -> UInt8 {
    guard x >= bounds.minX, x < bounds.maxX, y >= bounds.minY, y < bounds.maxY else { return 0 }
    return storage.bytes[(y - bounds.minY) * bounds.width + x - bounds.minX]
  }

  public static func == (a: CoverageMask, b: CoverageMask) -> Bool {
    a.storage === b.storage
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
  }
}

extension Image {
  /// Creates an image of one color, multiplied in each pixel by the coverage of a mask.
  ///
  /// The image's top left pixel is the mask's pixel at (`mask.bounds.minX`, `mask.bounds.minY`).
  public init(_ mask: CoverageMask, color: Color) {
    let premultiplied = color.premultiplied
    let size = PixelSize(width: mask.bounds.width, height: mask.bounds.height)
    self.init(size: size) { pixels in
      for index in pixels.indices { pixels[index] = weighted(premultiplied, by: UInt32(mask.storage.bytes[index])) }
    }
  }
}
