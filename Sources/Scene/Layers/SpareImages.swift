import CartoucheRaster

/// Images that no layer shows any more, for layers that need an image of the same size.
///
/// Cards that turn, and rows that scroll, come into view and leave it all the time. With spare images, that
/// allocates no memory.
struct SpareImages {
  /// The oldest image comes first.
  private var images: [Image] = []
  /// The size of all images together.
  private(set) var bytes = 0

  private static let maximumCount = 8

  /// Adds an image, unless it is larger than `limit` bytes, and removes the oldest images above the limit.
  mutating func add(_ image: Image, limit: Int) {
    guard !image.isEmpty, image.byteCount <= limit else { return }
    if images.isEmpty { images.reserveCapacity(Self.maximumCount) }
    if images.count == Self.maximumCount { removeOldest() }
    images.append(image)
    bytes += image.byteCount
    trim(to: limit)
  }

  /// Removes the oldest images, until all together have at most `limit` bytes.
  mutating func trim(to limit: Int) {
    while bytes > limit && !images.isEmpty { removeOldest() }
  }

  private mutating func removeOldest() {
    bytes -= images.removeFirst().byteCount
  }

  /// Removes and returns an image of any content; nil if there is none that can be drawn into.
  mutating func take(_ size: PixelSize, hasMipmaps: Bool) -> Image? {
    for index in images.indices.reversed() where images[index].size == size && images[index].hasMipmaps == hasMipmaps {
      // A display list may still show the image.
      guard images[index].isUniquelyReferenced() else { continue }
      let image = images.remove(at: index)
      bytes -= image.byteCount
      return image
    }
    return nil
  }
}
