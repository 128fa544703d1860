/// An image with one byte for each pixel. The byte states how much of the pixel a shape covers.
///
/// A coverage of 0 means that the pixel is outside the shape, and 255 that the pixel is completely inside.
///
/// A mask is made by filling or stroking a path, by blurring another mask, or from given bytes. A mask never
/// changes. All copies of a mask share the same memory, even copies in different threads.
///
/// To draw a mask, fill it with a paint in a ``DisplayList``. If the mask is only moved by whole pixels, its
/// coverage is not resampled. A mask takes a quarter of the memory of an ``Image`` of the same size.
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

  /// The rectangle of the pixels that the mask stores. The rectangle may be empty.
  ///
  /// Pixels inside the rectangle have a coverage of 0…255, and pixels outside it have a coverage of 0.
  public let bounds: PixelRect
  /// The coverages of ``bounds``, in rows from the top without gaps.
  package let storage: Storage

  package init(bounds: PixelRect, storage: Storage) {
    self.bounds = bounds
    self.storage = storage
  }

  /// Creates a mask whose coverages are written by a closure.
  ///
  /// The mask is empty if `bounds` is empty or has a side longer than ``maximumSide``. The mask is also empty
  /// if a coordinate of `bounds` is beyond ±2^30. The closure is not called for an empty mask.
  ///
  /// - Parameters:
  ///   - bounds: The rectangle of the mask's pixels.
  ///   - write: A closure that writes the coverages into a buffer, one byte per pixel. Initially, all bytes
  ///     are 0. The buffer holds the rows from top to bottom, without gaps between rows.
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

  /// The coverage, 0…255, of the pixel at column `x` and row `y`. For a pixel outside ``bounds``, the
  /// coverage is 0.
  public subscript(x: Int, y: Int) -> UInt8 {
    guard x >= bounds.minX, x < bounds.maxX, y >= bounds.minY, y < bounds.maxY else { return 0 }
    return storage.bytes[(y - bounds.minY) * bounds.width + x - bounds.minX]
  }

  /// Returns whether two masks share the same memory, as copies of one mask do.
  ///
  /// Masks that were created separately are not equal, even if all their coverages are.
  @_disfavoredOverload
  public static func == (a: CoverageMask, b: CoverageMask) -> Bool {
    a.storage === b.storage
  }

  /// Hashes the identity of the memory that all copies of the mask share.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
  }
}

extension Image {
  /// Creates an image from a mask. Each pixel of the image is `color` multiplied by the mask's coverage.
  ///
  /// The image's top left pixel is the mask's pixel at (`mask.bounds.minX`, `mask.bounds.minY`).
  ///
  /// - Parameters:
  ///   - mask: The mask that gives the coverages. The image has the size of the mask's bounds.
  ///   - color: The color of a pixel that is completely covered.
  public init(_ mask: CoverageMask, color: Color) {
    let premultiplied = color.premultiplied
    let size = PixelSize(width: mask.bounds.width, height: mask.bounds.height)
    self.init(size: size) { pixels in
      for index in pixels.indices { pixels[index] = weighted(premultiplied, by: UInt32(mask.storage.bytes[index])) }
    }
  }
}
