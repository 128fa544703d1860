internal import CartoucheRaster

/// A cache of glyph shapes for drawing text. A shape is identified by face, glyph, font size and halo width.
/// A halo is a border around a glyph. Turned glyphs have shapes of their own for each direction.
///
/// If the cache exceeds ``byteLimit``, the least recently used shapes are evicted first. A ``TextLayer``
/// retains the shapes that it shows, even after their eviction. The limit applies only to the shapes in the
/// cache.
///
/// Any thread may use a cache: it has the lock of its font collection.
// Shapes are made without the lock, by several threads at the same time.
// The lock guards all stored properties.
public final class GlyphCache: @unchecked Sendable {
  /// The largest number of bytes that the cached shapes may use. When the limit is lowered, shapes are
  /// evicted immediately.
  public var byteLimit: Int {
    get { lock.withLock { shapes.byteLimit } }
    set { lock.withLock { shapes.byteLimit = newValue } }
  }
  /// The approximate number of bytes that the cached shapes use for outlines, coverage masks and cache
  /// entries.
  public var byteCount: Int { lock.withLock { shapes.byteCount } }
  /// The number of glyph shapes in the cache.
  public var count: Int { lock.withLock { shapes.count } }
  /// The number of cache misses. A cache miss is a request for a shape that is not in the cache and must be
  /// made. Two threads that make one shape at the same time count two.
  public var missCount: Int { lock.withLock { misses } }

  private let lock: FontLock
  private var shapes: CachedGlyphShapes
  private var misses = 0
  /// Scratch memory that no thread uses. There is one for each thread that has made shapes at the same time
  /// as others.
  private var scratches: [MaskScratch] = []

  init(byteLimit: Int, lock: FontLock) {
    (shapes, self.lock) = (CachedGlyphShapes(byteLimit: byteLimit), lock)
  }

  /// Removes all glyph shapes from the cache.
  public func removeAll() {
    lock.withLock {
      shapes.removeAll()
      scratches.removeAll()
    }
  }

  /// Returns the shape for `key`. If the cache has no such shape, the method calls `make` and caches the
  /// result.
  ///
  /// - Complexity: One dictionary lookup if the shape is in the cache.
  func shape(_ key: GlyphKey, make: (MaskScratch) -> GlyphShape) -> GlyphShape {
    var scratch: MaskScratch?
    let known = lock.withLock { () -> GlyphShape? in
      if let shape = shapes.shape(key) { return shape }
      misses += 1
      scratch = scratches.popLast()
      return nil
    }
    if let known { return known }
    let used = scratch ?? MaskScratch()
    let made = make(used)
    return lock.withLock {
      scratches.append(used)
      return shapes.insert(made, key)
    }
  }

  /// Finds the shapes for keys. Workers make those that the cache does not have, and the method caches them.
  func findShapes(
    _ keys: [GlyphKey], into found: UnsafeMutableBufferPointer<GlyphShape>, _ workers: any WorkerPool,
    make: (GlyphKey, MaskScratch) -> GlyphShape
  ) {
    let (missing, used) = lock.withLock { () -> ([Int], [MaskScratch]) in
      var missing: [Int] = []
      for (index, key) in keys.enumerated() {
        if let shape = shapes.shape(key) { found[index] = shape } else { missing.append(index) }
      }
      misses += missing.count
      guard !missing.isEmpty else { return (missing, []) }
      while scratches.count < workers.count { scratches.append(MaskScratch()) }
      let used = Array(scratches.suffix(workers.count))
      scratches.removeLast(workers.count)
      return (missing, used)
    }
    guard !missing.isEmpty else { return }
    workers.perform(parts: missing.count) { part, worker in
      found[missing[part]] = make(keys[missing[part]], used[worker])
    }
    lock.withLock {
      scratches += used
      for index in missing { found[index] = shapes.insert(found[index], keys[index]) }
    }
  }

  /// Returns the outline of a turned glyph without its turn. Each `make` for a turned glyph calls it once.
  func sharedOutline(_ key: GlyphKey, make: () -> Path) -> Path {
    lock.withLock { shapes.outline(key, make: make) }
  }
}

/// The shapes of a ``GlyphCache`` in the order of their last use.
private struct CachedGlyphShapes {
  private struct Entry {
    var key: GlyphKey
    var byteCount: Int
    /// Whether the shape has an outline of `outlines`.
    var sharesOutline: Bool
    /// The neighbors of the entry in the order of last use, as indices into `entries`. At the ends of the
    /// order, the index is −1.
    var older: Int
    var newer: Int
  }

  /// The outline of a turned glyph without its turn, which the shapes of all directions have in common.
  // A class, because changing a structure in a dictionary allocates memory.
  private final class SharedOutline {
    let path: Path
    let byteCount: Int
    /// The number of entries whose shapes have the outline, and of those that are being made. Without any, it
    /// is removed.
    var useCount = 1

    init(_ path: Path) {
      self.path = path
      byteCount = 160 + path.points.count * MemoryLayout<Point>.stride + path.verbs.count
    }
  }

  /// The largest number of bytes that the shapes may use.
  var byteLimit: Int { didSet { evict() } }
  /// The approximate number of bytes that outlines, masks and entries use.
  private(set) var byteCount = 0
  var count: Int { indices.count }

  private var indices: [GlyphKey: Int] = [:]
  private var entries: [Entry] = []
  /// The shapes of the entries. Apart from them, so that neither is copied for the other.
  private var shapes: [GlyphShape] = []
  private var freeIndices: [Int] = []
  /// The outlines of turned glyphs, by the keys of the upright ones. Their bytes are counted once.
  private var outlines: [GlyphKey: SharedOutline] = [:]
  private var oldest = -1
  private var newest = -1

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  mutating func removeAll() { self = CachedGlyphShapes(byteLimit: byteLimit) }

  /// Returns the shape for a key, which is now the most recently used; nil if there is none.
  mutating func shape(_ key: GlyphKey) -> GlyphShape? {
    guard let index = indices[key] else { return nil }
    if index != newest {
      unlink(index)
      link(index)
    }
    return shapes[index]
  }

  /// Adds a shape, and evicts others if there are too many bytes.
  ///
  /// - Returns: The shape; or the one that another thread has added for the key meanwhile.
  mutating func insert(_ shape: GlyphShape, _ key: GlyphKey) -> GlyphShape {
    // The one who made a turned shape uses its outline. From now on, the entry does.
    let isTurned = key.pose != .upright
    var sharesOutline = isTurned && shape.hasMasks && outlines[key.upright] != nil
    defer { if isTurned, !sharesOutline { removeUse(ofOutline: key) } }
    if let known = self.shape(key) {
      sharesOutline = false
      return known
    }
    // The entry and its slot in the dictionary count too.
    let size = (sharesOutline ? shape.byteCountWithoutOutline : shape.byteCount) + 128
    // A shape larger than the limit would evict everything and still not fit.
    guard size <= byteLimit else {
      sharesOutline = false
      return shape
    }
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
    byteCount += size
    link(index)
    evict()
    return shape
  }

  // MARK: Outlines

  /// Returns the outline of a turned glyph without its turn, for a shape that is made and inserted then.
  mutating func outline(_ key: GlyphKey, make: () -> Path) -> Path {
    let key = key.upright
    if let known = outlines[key] {
      known.useCount += 1
      return known.path
    }
    let made = SharedOutline(make())
    outlines[key] = made
    byteCount += made.byteCount
    return made.path
  }

  /// Counts one use of an outline less, and removes the outline after the last.
  private mutating func removeUse(ofOutline key: GlyphKey) {
    guard let outline = outlines[key.upright] else { return }
    outline.useCount -= 1
    guard outline.useCount <= 0 else { return }
    outlines[key.upright] = nil
    byteCount -= outline.byteCount
  }

  // MARK: The order of use

  private mutating func evict() {
    while byteCount > byteLimit, oldest >= 0 {
      let index = oldest
      unlink(index)
      let entry = entries[index]
      indices[entry.key] = nil
      byteCount -= entry.byteCount
      if entry.sharesOutline { removeUse(ofOutline: entry.key) }
      shapes[index] = Self.emptyShape
      freeIndices.append(index)
    }
  }

  private static let emptyShape = GlyphShape(outline: Path())

  /// Links an entry into the order of last use, as the most recently used entry.
  private mutating func link(_ index: Int) {
    entries[index].older = newest
    entries[index].newer = -1
    if newest >= 0 { entries[newest].newer = index } else { oldest = index }
    newest = index
  }

  private mutating func unlink(_ index: Int) {
    let (older, newer) = (entries[index].older, entries[index].newer)
    if older >= 0 { entries[older].newer = newer } else { oldest = newer }
    if newer >= 0 { entries[newer].older = older } else { newest = older }
  }
}
