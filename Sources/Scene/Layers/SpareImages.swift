package import CartoucheRaster

/// Images that no layer shows any more, for layers that need an image of the same size.
///
/// Cards that turn come into view and leave it all the time. With spare images, that allocates no memory.
package struct SpareImages {
  private struct Entry {
    var image: Image
    /// The number of the walk in which the image was added.
    let walk: Int
  }

  /// The oldest image comes first.
  private var entries: [Entry] = []
  /// The size of all images together.
  package private(set) var bytes = 0

  package static let maximumCount = 8
  /// The number of walks after which an image that was not needed is removed.
  package static let lifetime = 600

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Adds an image, unless it is larger than `limit` bytes, and removes the oldest images above the limit.
  ///
  /// - Parameter walk: The number of the walk, which never decreases.
  package mutating func add(_ image: Image, at walk: Int, limit: Int) {
    guard !image.isEmpty, image.byteCount <= limit else { return }
    if entries.count == Self.maximumCount { removeOldest() }
    entries.append(Entry(image: image, walk: walk))
    bytes += image.byteCount
    trim(to: limit)
  }

  /// Removes the oldest images, until all together have at most `limit` bytes.
  package mutating func trim(to limit: Int) {
    while bytes > limit && !isEmpty { removeOldest() }
  }

  /// Removes the images that were not needed for 600 walks.
  package mutating func removeUnused(at walk: Int) {
    while let oldest = entries.first, walk - oldest.walk > Self.lifetime { removeOldest() }
  }

  private mutating func removeOldest() {
    bytes -= entries.removeFirst().image.byteCount
  }

  /// Removes and returns an image of any content; nil if there is none that can be drawn into.
  package mutating func take(_ size: PixelSize, hasMipmaps: Bool) -> Image? {
    for index in entries.indices.reversed() {
      guard entries[index].image.size == size, entries[index].image.hasMipmaps == hasMipmaps,
        // A display list may still show the image.
        entries[index].image.isUniquelyReferenced()
      else { continue }
      let image = entries.remove(at: index).image
      bytes -= image.byteCount
      return image
    }
    return nil
  }
}
