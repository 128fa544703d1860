/// How much of each pixel something covers: a picture of coverages that never change, so that copies and workers share them.
public struct CoverageMask: Sendable, Hashable {
  package final class Storage: Sendable {
    nonisolated(unsafe) package let bytes: UnsafeMutablePointer<UInt8>
    package let count: Int

    package init(count: Int) {
      self.count = count
      bytes = .allocate(capacity: max(count, 1))
      bytes.initialize(repeating: 0, count: max(count, 1))
    }

    deinit { bytes.deallocate() }
  }

  /// The pixels it has: row by row from the top, without gaps, 0…255 each; everything outside is 0. May be empty.
  public let bounds: PixelRect
  package let storage: Storage

  package init(bounds: PixelRect, storage: Storage) {
    self.bounds = bounds
    self.storage = storage
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
