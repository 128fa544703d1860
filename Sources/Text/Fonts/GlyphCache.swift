internal import CartoucheRaster

/// A cache of glyph shapes by face, glyph, size and halo, limited in bytes. The least recently used shapes
/// are evicted first.
///
/// A ``TextLayer`` retains the shapes that it shows. The limit applies to what the cache retains for other
/// text.
public final class GlyphCache {
  struct Key: Hashable {
    /// The index of the face. Negative: the box for a character that no font has.
    var face: Int32
    var glyph: UInt32
    /// The size in 1/65536 points per em.
    var size: Int64
    /// The width of the halo on each side in 1/65536 points; 0 for the glyph itself.
    var halo: Int64
  }

  private struct Entry {
    var key: Key
    var shape: GlyphShape
    var byteCount: Int
    /// The neighbors in order of use, as indices into `entries`; −1 at the ends.
    var older: Int
    var newer: Int
  }

  /// The largest number of bytes of outlines and coverage that the cache holds.
  public var byteLimit: Int { didSet { evict() } }
  /// The number of bytes in the cache.
  public private(set) var byteCount = 0
  /// The number of glyphs in the cache.
  public var count: Int { indices.count }
  /// The number of glyphs that were not found and had to be made.
  public private(set) var missCount = 0

  let maskScratch = MaskScratch()

  private var indices: [Key: Int] = [:]
  private var entries: [Entry] = []
  private var freeIndices: [Int] = []
  private var oldest = -1
  private var newest = -1

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Removes all glyphs.
  public func removeAll() {
    indices.removeAll()
    entries.removeAll()
    freeIndices.removeAll()
    (oldest, newest, byteCount) = (-1, -1, 0)
  }

  /// Returns the cached shape for `key`. If there is none, calls `make` and caches its result.
  ///
  /// - Complexity: One dictionary lookup on a hit.
  func shape(_ key: Key, make: () -> GlyphShape) -> GlyphShape {
    if let index = indices[key] {
      if index != newest {
        unlink(index)
        link(index)
      }
      return entries[index].shape
    }
    missCount += 1
    let shape = make()
    // The entry and its slot in the dictionary count too.
    let size = shape.byteCount + 128
    // A shape larger than the limit would evict everything and still not fit.
    guard size <= byteLimit else { return shape }
    let entry = Entry(key: key, shape: shape, byteCount: size, older: -1, newer: -1)
    let index: Int
    if let reused = freeIndices.popLast() {
      index = reused
      entries[index] = entry
    } else {
      index = entries.count
      entries.append(entry)
    }
    indices[key] = index
    byteCount += size
    link(index)
    evict()
    return shape
  }

  private func evict() {
    while byteCount > byteLimit, oldest >= 0 {
      let index = oldest
      unlink(index)
      indices[entries[index].key] = nil
      byteCount -= entries[index].byteCount
      entries[index].shape = Self.emptyShape
      freeIndices.append(index)
    }
  }

  private static let emptyShape = GlyphShape(outline: Path())

  /// Appends the entry at the most recently used end.
  private func link(_ index: Int) {
    entries[index].older = newest
    entries[index].newer = -1
    if newest >= 0 { entries[newest].newer = index } else { oldest = index }
    newest = index
  }

  private func unlink(_ index: Int) {
    let (older, newer) = (entries[index].older, entries[index].newer)
    if older >= 0 { entries[older].newer = newer } else { oldest = newer }
    if newer >= 0 { entries[newer].older = older } else { newest = older }
  }
}
