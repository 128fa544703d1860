import CartoucheRaster
import CartoucheText

/// Glyphs of many labels that have one color, collected for drawing.
///
/// The shapes are kept from one recording to the next, since most of them are drawn again.
struct LabelGlyphs {
  private(set) var run = GlyphRun(shapes: [], placements: [])
  /// The key of each shape of ``run``.
  private var keys: [Key] = []
  /// The indices of shapes, at places that follow from their keys; −1 where there is none. A dictionary
  /// hashes with more care: with thousands of glyphs, a frame of a motion takes a twentieth longer.
  private var slots: [Int32] = []
  /// Whether a glyph is too large for masks. In a run with such a shape, no glyph is drawn with masks.
  private var hasLargeGlyphs = false

  private struct Key: Equatable {
    var face: Int32
    var glyph: UInt32
    var size: Int64
    var halo: Int64
    var blur: Int64
    var pose: GlyphPose

    /// A number whose upper bits differ for most keys.
    var hash: UInt64 { pose.mixed(face: face, glyph: glyph, size: size, halo: halo, blur: blur) &* 0x9e37_79b9_7f4a_7c15 }
  }

  /// Removes all glyphs, and keeps their storage. Their shapes are removed too if most were not drawn.
  mutating func removeAll() {
    if hasLargeGlyphs || run.shapes.count > run.placements.count * 2 + Self.spareShapes {
      run.shapes.removeAll(keepingCapacity: true)
      keys.removeAll(keepingCapacity: true)
      for slot in slots.indices { slots[slot] = -1 }
      hasLargeGlyphs = false
    }
    run.placements.removeAll(keepingCapacity: true)
  }

  /// The number of shapes that may be kept without being drawn, on top of two for each glyph.
  private static let spareShapes = 64

  /// Adds some of the glyphs of a text.
  ///
  /// - Parameters:
  ///   - range: The indices of the glyphs.
  ///   - halo: The width of the glyphs' halos in points; 0 for the glyphs themselves.
  ///   - blur: The softness of the glyphs' edges in points.
  mutating func add(_ glyphs: [PlacedGlyphs.Glyph], _ range: Range<Int>, halo: Scalar, blur: Scalar, _ fonts: FontCollection) {
    for number in range {
      let glyph = glyphs[number]
      let key = Key(
        face: glyph.face, glyph: glyph.glyph, size: glyph.size, halo: halo.rawValue, blur: blur.rawValue, pose: glyph.pose)
      let index = index(of: key) ?? addShape(key, fonts)
      run.placements.append(GlyphRun.Placement(shape: index, origin: glyph.origin))
    }
  }

  private func index(of key: Key) -> Int32? {
    guard !slots.isEmpty else { return nil }
    let index = slots[slot(of: key)]
    return index < 0 ? nil : index
  }

  /// Returns the slot of a key, or the empty one where it would be.
  private func slot(of key: Key) -> Int {
    // At least half of the slots are empty.
    var slot = Int(truncatingIfNeeded: key.hash >> 40) & (slots.count - 1)
    while slots[slot] >= 0, keys[Int(slots[slot])] != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func addShape(_ key: Key, _ fonts: FontCollection) -> Int32 {
    let index = Int32(clamping: run.shapes.count)
    keys.append(key)
    if keys.count * 2 > slots.count {
      slots = Array(repeating: -1, count: max(slots.count * 2, 256))
      for (index, key) in keys.enumerated() { slots[slot(of: key)] = Int32(clamping: index) }
    } else {
      slots[slot(of: key)] = index
    }
    let shape = fonts.shape(
      face: key.face, glyph: key.glyph, size: Scalar(rawValue: key.size), halo: Scalar(rawValue: key.halo),
      blur: Scalar(rawValue: key.blur), pose: key.pose)
    if !shape.hasMasks { hasLargeGlyphs = true }
    run.shapes.append(shape)
    return index
  }
}
