public import CartoucheRaster

/// Why a display could not be opened. The description is a sentence for the person at the machine.
public enum DisplayOpeningError: Error, Hashable, Sendable {
  /// A side is less than one pixel or more than `limit`.
  case impossibleSize(PixelSize, limit: Int)
  /// There is no memory for frames of this size.
  case noMemory(PixelSize, bytes: Int)
}

extension DisplayOpeningError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .impossibleSize(let size, let limit):
      "A display of \(size.width)x\(size.height) pixels cannot be: each side must be 1 to \(limit). Ask for another --size."
    case .noMemory(let size, let bytes):
      "A display of \(size.width)x\(size.height) pixels needs \(bytes >> 20) MiB of memory, and there is not so much. Ask for a smaller --size."
    }
  }
}
