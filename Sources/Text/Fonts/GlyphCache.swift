internal import CartoucheRaster

/// A cache of glyph shapes for drawing text. A shape is identified by face, glyph, font size and halo width.
/// A halo is a border around a glyph. Turned glyphs have shapes of their own for each direction.
///
/// If the cache exceeds ``byteLimit``, the least recently used shapes are evicted first. A ``TextLayer``
/// retains the shapes that it shows, even after their eviction. The limit applies only to the shapes in the
/// cache.
///
/// Any thread may use a cache: it has the lock of its font collection.
// The lock guards all stored properties.
public final class GlyphCache: @unchecked Sendable {
  struct Key: Hashable {
    /// The index of the face in the font collection. A negative index means the box for a character that no
    /// font has.
    var face: Int32
    var glyph: UInt32
    /// The font size in 1/65536 points per em.
    var size: Int64
    /// The width of the halo on each side of the glyph, in 1/65536 points. The width of the glyph itself,
    /// without a halo, is 0.
    var halo: Int64
    /// The softness of the glyph's edge, in 1/65536 points.
    var blur: Int64 = 0
    /// The direction of the glyph, and its position in a pixel.
    var pose = GlyphPose.upright

    /// The key of the glyph's sharp upright shape.
    var upright: Key { Key(face: face, glyph: glyph, size: size, halo: halo) }

    func hash(into hasher: inout Hasher) {
      hasher.combine(pose.mixed(face: face, glyph: glyph, size: size, halo: halo, blur: blur))
    }
  }

  private struct Entry {
    var key: Key
    var byteCount: Int
    /// Whether the shape has an outline of `outlines`.
    var sharesOutline: Bool
    /// The neighbors of the entry in the order of last use, as indices into `entries`. At the ends of the
    /// order, the index is −1.
    var older: Int
    var newer: Int
  }

  /// The outline of a turned glyph without its turn, which the shapes of all directions have in common.
  private struct SharedOutline {
    var path: Path
    var byteCount: Int
    /// The number of entries whose shapes have the outline. Without any, it is removed.
    var useCount = 0
  }

  /// The largest number of bytes that the cached shapes may use. When the limit is lowered, shapes are
  /// evicted immediately.
  public var byteLimit: Int {
    get { lock.withLock { limit } }
    set {
      lock.withLock {
        limit = newValue
        evict()
      }
    }
  }
  /// The approximate number of bytes that the cached shapes use for outlines, coverage masks and cache
  /// entries.
  public var byteCount: Int { lock.withLock { usedBytes } }
  /// The number of glyph shapes in the cache.
  public var count: Int { lock.withLock { indices.count } }
  /// The number of cache misses. A cache miss is a request for a shape that is not in the cache and must be
  /// made.
  public var missCount: Int { lock.withLock { misses } }

  let maskScratch = MaskScratch()

  private let lock: FontLock
  private var limit: Int
  private var usedBytes = 0
  private var misses = 0
  private var indices: [Key: Int] = [:]
  private var entries: [Entry] = []
  /// The shapes of the entries. Apart from them, so that neither is copied for the other.
  private var shapes: [GlyphShape] = []
  private var freeIndices: [Int] = []
  /// The outlines of turned glyphs, by the keys of the upright ones. Their bytes are counted once.
  private var outlines: [Key: SharedOutline] = [:]
  private var oldest = -1
  private var newest = -1

  init(byteLimit: Int, lock: FontLock) {
    (limit, self.lock) = (byteLimit, lock)
  }

  /// Removes all glyph shapes from the cache.
  public func removeAll() {
    lock.withLock {
      indices.removeAll()
      entries.removeAll()
      shapes.removeAll()
      freeIndices.removeAll()
      outlines.removeAll()
      (oldest, newest, usedBytes) = (-1, -1, 0)
    }
  }

  /// Returns the shape for `key`. If the cache has no such shape, the method calls `make` and caches the
  /// result.
  ///
  /// - Complexity: One dictionary lookup if the shape is in the cache.
  func shape(_ key: Key, make: () -> GlyphShape) -> GlyphShape {
    lock.withLock { lockedShape(key, make: make) }
  }

  /// Returns the outline of a turned glyph without its turn, while a shape is made.
  func sharedOutline(_ key: Key, make: () -> Path) -> Path {
    let key = key.upright
    return lock.withLock {
      if let known = outlines[key] { return known.path }
      let path = make()
      let byteCount = 160 + path.points.count * MemoryLayout<Point>.stride + path.verbs.count
      outlines[key] = SharedOutline(path: path, byteCount: byteCount)
      usedBytes += byteCount
      return path
    }
  }

  /// Removes an outline that no entry uses.
  private func removeOutlineIfUnused(_ key: Key) {
    guard let outline = outlines[key.upright], outline.useCount == 0 else { return }
    outlines[key.upright] = nil
    usedBytes -= outline.byteCount
  }

  private func lockedShape(_ key: Key, make: () -> GlyphShape) -> GlyphShape {
    if let index = indices[key] {
      if index != newest {
        unlink(index)
        link(index)
      }
      return shapes[index]
    }
    misses += 1
    let shape = make()
    let isTurned = key.pose != .upright
    let sharesOutline = isTurned && shape.hasMasks
    // The entry and its slot in the dictionary count too.
    let size = (sharesOutline ? shape.byteCountWithoutOutline : shape.byteCount) + 128
    defer { if isTurned { removeOutlineIfUnused(key) } }
    // A shape larger than the limit would evict everything and still not fit.
    guard size <= limit else { return shape }
    if sharesOutline { outlines[key.upright]?.useCount += 1 }
    let entry = Entry(key: key, byteCount: size, sharesOutline: sharesOutline, older: -1, newer: -1)
    let index: Int
    if let reused = freeIndices.popLast() {
      index = reused
      entries[index] = entry
      shapes[index] = shape
    } else {
      index = entries.count
      entries.append(entry)
      shapes.append(shape)
    }
    indices[key] = index
    usedBytes += size
    link(index)
    evict()
    return shape
  }

  private func evict() {
    while usedBytes > limit, oldest >= 0 {
      let index = oldest
      unlink(index)
      let entry = entries[index]
      indices[entry.key] = nil
      usedBytes -= entry.byteCount
      if entry.sharesOutline {
        outlines[entry.key.upright]?.useCount -= 1
        removeOutlineIfUnused(entry.key)
      }
      shapes[index] = Self.emptyShape
      freeIndices.append(index)
    }
  }

  private static let emptyShape = GlyphShape(outline: Path())

  /// Links an entry into the order of last use, as the most recently used entry.
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
