import CartoucheRaster
import CartoucheText

/// The shapes of the glyphs that labels are drawn with.
///
/// They are kept from one recording to the next, since most of them are drawn again.
struct LabelShapes {
  /// What identifies a shape, as in ``GlyphKey``. It is compared and hashed without calls into another
  /// module.
  struct Key: Equatable, BitwiseCopyable {
    var face: Int32
    var glyph: UInt32
    /// The size, the width of the halo and the softness of the edge, in 1/65536 points.
    var size: Int64
    var halo: Int64
    var blur: Int64
    var pose: GlyphPose

    static func == (a: Key, b: Key) -> Bool {
      a.glyph == b.glyph && a.size == b.size && a.halo == b.halo && a.face == b.face && a.blur == b.blur
        && a.pose.direction == b.pose.direction && a.pose.quarterX == b.pose.quarterX && a.pose.quarterY == b.pose.quarterY
    }

    /// A number whose upper bits differ for most keys.
    fileprivate var hash: UInt64 {
      let glyph = UInt64(glyph) << 32 | UInt64(UInt32(bitPattern: face)) << 24
      let look = UInt64(bitPattern: size &+ halo &* 3 &+ blur &* 5) << 40
      let place = UInt64(pose.direction) << 8 ^ UInt64(pose.quarterX) << 2 ^ UInt64(pose.quarterY)
      return (glyph ^ look ^ place) &* 0x9e37_79b9_7f4a_7c15
    }
  }

  /// Finds shapes by their keys, on any thread, while no shape is added.
  struct Lookup {
    /// See ``LabelShapes/number``.
    let number: Int
    fileprivate let slots: UnsafeBufferPointer<Int32>
    fileprivate let keys: UnsafePointer<Key>?

    /// Returns the index of a shape; nil if there is none.
    func index(of key: Key) -> Int32? {
      guard let keys else { return nil }
      let index = slots[slot(of: key, keys)]
      return index < 0 ? nil : index
    }

    /// Returns the slot of a key, or the empty one where it would be.
    fileprivate func slot(of key: Key, _ keys: UnsafePointer<Key>) -> Int {
      // At least half of the slots are empty.
      var slot = Int(truncatingIfNeeded: key.hash >> 40) & (slots.count - 1)
      while slots[slot] >= 0, keys[Int(slots[slot])] != key { slot = (slot + 1) & (slots.count - 1) }
      return slot
    }
  }

  /// The shapes with masks, of which runs of glyphs have indices. A shape that is too large for masks is
  /// empty here: in a run with such a shape, no glyph is drawn with masks.
  private(set) var shapes: [GlyphShape] = []
  /// The shapes that are too large for masks, by their indices.
  private(set) var largeShapes: [Int32: GlyphShape] = [:]
  private var keys: [Key] = []
  /// The indices of shapes, at places that follow from their keys; −1 where there is none. A dictionary
  /// hashes with more care: with thousands of glyphs, a frame of a motion takes a twentieth longer.
  private var slots: [Int32] = []
  /// Memory for the keys of missing shapes.
  private var wanted: [GlyphKey] = []
  /// The number of times that all shapes were removed. Indices are those of other shapes afterwards.
  private(set) var number = 0
  /// The first shape that has not been found.
  private var firstMissing = 0

  /// The number of shapes that may be kept without being drawn, on top of two for each glyph.
  private static let spareShapes = 128
  private static let emptyShape = GlyphShape(outline: Path())

  /// Removes all shapes if most were not drawn.
  mutating func removeUnused(drawnCount: Int) {
    guard shapes.count > drawnCount * 2 + Self.spareShapes else { return }
    shapes.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = -1 }
    largeShapes = [:]
    firstMissing = 0
    number += 1
  }

  /// Passes the lookup of shapes to a closure. No shape is added meanwhile.
  func withLookup<Result>(_ body: (Lookup) -> Result) -> Result {
    slots.withUnsafeBufferPointer { slots in
      keys.withUnsafeBufferPointer { body(Lookup(number: number, slots: slots, keys: slots.isEmpty ? nil : $0.baseAddress)) }
    }
  }

  /// Returns the index of a shape, which is yet to be found if it is new.
  mutating func index(of key: Key) -> Int32 {
    if let known = withLookup({ $0.index(of: key) }) { return known }
    let index = Int32(clamping: keys.count)
    keys.append(key)
    shapes.append(Self.emptyShape)
    if keys.count * 2 > slots.count {
      slots = Array(repeating: -1, count: max(slots.count * 2, 256))
      for (index, key) in keys.enumerated() { setSlot(of: key, Int32(clamping: index)) }
    } else {
      setSlot(of: key, index)
    }
    return index
  }

  /// Gives the shapes of glyphs that were missing their indices.
  ///
  /// - Parameter missing: See ``PlacedGlyphs/Glyph/shape``.
  mutating func addMissing(_ missing: [Key], to glyphs: UnsafeMutableBufferPointer<PlacedGlyphs.Glyph>, _ text: LabelPlan.Text) {
    for index in glyphs.indices where glyphs[index].shape < 0 {
      glyphs[index].shape = self.index(of: missing[Int(-1 - glyphs[index].shape)])
    }
    guard text.hasHalo else { return }
    for index in glyphs.indices where glyphs[index].haloShape < 0 {
      glyphs[index].haloShape = self.index(of: missing[Int(-1 - glyphs[index].haloShape)])
    }
  }

  private mutating func setSlot(of key: Key, _ index: Int32) {
    let slot = keys.withUnsafeBufferPointer { keys in
      slots.withUnsafeBufferPointer { slots in
        keys.baseAddress.map { Lookup(number: 0, slots: slots, keys: keys.baseAddress).slot(of: key, $0) } ?? 0
      }
    }
    slots[slot] = index
  }

  /// Finds the shapes that are missing.
  mutating func findMissing(_ fonts: FontCollection, _ workers: any WorkerPool) {
    let (first, end) = (firstMissing, shapes.count)
    guard first < end else { return }
    firstMissing = end
    wanted.removeAll(keepingCapacity: true)
    for key in keys[first..<end] {
      wanted.append(
        GlyphKey(face: key.face, glyph: key.glyph, size: key.size, halo: key.halo, blur: key.blur, pose: key.pose))
    }
    shapes.withUnsafeMutableBufferPointer { shapes in
      fonts.findShapes(&wanted, into: UnsafeMutableBufferPointer(rebasing: shapes[first..<end]), workers)
    }
    for index in first..<end where !shapes[index].hasMasks {
      largeShapes[Int32(clamping: index)] = shapes[index]
      shapes[index] = Self.emptyShape
    }
  }
}
