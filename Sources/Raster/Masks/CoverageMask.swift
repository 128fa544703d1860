/// The coverage of each pixel by a shape, as an immutable image of bytes that copies and workers share.
///
/// Masks are made from filled or stroked paths by the same pipeline as shapes on a screen, from blurs of
/// other masks, or from given bytes. A display list can fill a mask with a paint. That takes a byte a pixel
/// instead of the four of an image, and a mask moved by whole pixels is blended straight into the block.
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

  /// The rectangle of the mask's pixels, which may be empty. Coverage is 0…255 inside, and 0 outside.
  public let bounds: PixelRect
  /// The coverages of ``bounds``, in rows from the top without gaps.
  package let storage: Storage

  package init(bounds: PixelRect, storage: Storage) {
    self.bounds = bounds
    self.storage = storage
  }

  /// Creates a mask whose coverages are written by `write`, in rows from the top without gaps, all initially
  /// 0.
  ///
  /// - Parameter bounds: The mask's pixels. The mask is empty if a side exceeds ``maximumSide``, a coordinate
  ///   is beyond ±2^30, or the area is zero.
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

  /// The coverage of the pixel at column `x` and row `y`, 0…255.
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
  /// Creates an image of one color, multiplied in each pixel by the coverage of `mask`.
  ///
  /// Its top left pixel is the one at (`mask.bounds.minX`, `mask.bounds.minY`).
  public init(_ mask: CoverageMask, color: Color) {
    let premultiplied = color.premultiplied
    let size = PixelSize(width: mask.bounds.width, height: mask.bounds.height)
    self.init(size: size) { pixels in
      for index in pixels.indices { pixels[index] = weighted(premultiplied, by: UInt32(mask.storage.bytes[index])) }
    }
  }
}
