/// How much of each pixel something covers: a picture of coverages that never change, so that copies and workers share them.
public struct CoverageMask: Sendable, Hashable {
  package final class Storage: Sendable {
    nonisolated(unsafe) package let bytes: UnsafeMutablePointer<UInt8>
    package let count: Int
    /// Where it covers anything, if it is a mask that is drawn as it is.
    nonisolated(unsafe) private(set) var chunks: MaskChunks?

    package init(count: Int) {
      self.count = count
      bytes = .allocate(capacity: max(count, 1))
      bytes.initialize(repeating: 0, count: max(count, 1))
    }

    /// Finds where it covers anything, once what it covers is written and before anyone else has it.
    func findChunks(_ bounds: PixelRect) {
      guard chunks == nil else { return }
      chunks = MaskChunks(of: bytes, width: bounds.width, height: bounds.height, left: bounds.minX, top: bounds.minY)
    }

    deinit {
      bytes.deallocate()
      chunks?.deallocate()
    }
  }

  /// The pixels it has: row by row from the top, without gaps, 0…255 each; everything outside is 0. May be empty.
  public let bounds: PixelRect
  package let storage: Storage

  package init(bounds: PixelRect, storage: Storage) {
    self.bounds = bounds
    self.storage = storage
  }

  /// Coverages that `write` gives, row by row from the top; memory that it leaves alone is 0.
  ///
  /// - Parameter bounds: the pixels it has; sides of more than ``maximumSide``, places beyond ±2^30, or no area make an empty one.
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
  /// One colour, as much of it in each pixel as `mask` covers: what draws a mask. Its top left pixel is the one at `mask.bounds.minX`, `minY`.
  public init(_ mask: CoverageMask, color: Color) {
    let premultiplied = color.premultiplied
    let size = PixelSize(width: mask.bounds.width, height: mask.bounds.height)
    self.init(size: size) { pixels in
      for index in pixels.indices { pixels[index] = weighted(premultiplied, by: UInt32(mask.storage.bytes[index])) }
    }
  }
}
