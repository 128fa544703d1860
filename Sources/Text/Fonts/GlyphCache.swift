internal import CartoucheRaster

/// What glyphs look like at the sizes they were drawn in, as many of them as a number of bytes holds; those go first that were not asked
/// for the longest.
///
/// What a ``TextLayer`` shows it holds by itself: the limit is on what is kept beside it for the next text.
public final class GlyphCache {
  struct Key: Hashable {
    /// The face's number; below zero, what is drawn for a character that no font has.
    var face: Int32
    var glyph: UInt32
    /// 1/65536 points an em.
    var size: Int64
    /// The halo's width to each side in 1/65536 points; 0, the glyph itself.
    var halo: Int64
  }

  private struct Entry {
    var key: Key
    var shape: GlyphShape
    var byteCount: Int
    /// Places in `entries`; −1 at the ends.
    var older: Int
    var newer: Int
  }

  /// How many bytes of outlines and coverages are kept at most.
  public var byteLimit: Int { didSet { evict() } }
  /// How many bytes are kept.
  public private(set) var byteCount = 0
  /// How many glyphs are kept.
  public var count: Int { places.count }
  /// How often a glyph was made and not found.
  public private(set) var missCount = 0

  let maskScratch = MaskScratch()

  private var places: [Key: Int] = [:]
  private var entries: [Entry] = []
  private var vacant: [Int] = []
  private var oldest = -1
  private var newest = -1

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Forgets everything.
  public func removeAll() {
    places.removeAll()
    entries.removeAll()
    vacant.removeAll()
    (oldest, newest, byteCount) = (-1, -1, 0)
  }

  /// The shape that was kept under `key`, or else what `make` makes of it.
  ///
  /// - Complexity: one look into a dictionary.
  func shape(_ key: Key, make: () -> GlyphShape) -> GlyphShape {
    if let place = places[key] {
      if place != newest {
        unlink(place)
        link(place)
      }
      return entries[place].shape
    }
    missCount += 1
    let shape = make()
    // The entry and its place in the dictionary count too.
    let size = shape.byteCount + 128
    // What would push out everything and not fit even then is not kept.
    guard size <= byteLimit else { return shape }
    let entry = Entry(key: key, shape: shape, byteCount: size, older: -1, newer: -1)
    let place: Int
    if let free = vacant.popLast() {
      place = free
      entries[place] = entry
    } else {
      place = entries.count
      entries.append(entry)
    }
    places[key] = place
    byteCount += size
    link(place)
    evict()
    return shape
  }

  private func evict() {
    while byteCount > byteLimit, oldest >= 0 {
      let place = oldest
      unlink(place)
      places[entries[place].key] = nil
      byteCount -= entries[place].byteCount
      entries[place].shape = Self.nothing
      vacant.append(place)
    }
  }

  private static let nothing = GlyphShape(outline: Path())

  /// Puts the entry at the newest end.
  private func link(_ place: Int) {
    entries[place].older = newest
    entries[place].newer = -1
    if newest >= 0 { entries[newest].newer = place } else { oldest = place }
    newest = place
  }

  private func unlink(_ place: Int) {
    let (older, newer) = (entries[place].older, entries[place].newer)
    if older >= 0 { entries[older].newer = newer } else { oldest = newer }
    if newer >= 0 { entries[newer].older = older } else { newest = older }
  }
}
