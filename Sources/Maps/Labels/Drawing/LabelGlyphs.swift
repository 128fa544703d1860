import CartoucheRaster
import CartoucheText

/// Glyphs of many labels that have one color, collected for drawing.
///
/// The shapes are kept from one recording to the next, since most of them are drawn again.
struct LabelGlyphs {
  private(set) var run = GlyphRun(shapes: [], placements: [])
  /// The index of each shape of ``run``.
  private var indices: [Key: Int32] = [:]
  /// Whether a glyph is too large for masks. In a run with such a shape, no glyph is drawn with masks.
  private var hasLargeGlyphs = false

  private struct Key: Hashable {
    var face: Int32
    var glyph: UInt32
    var size: Int64
    var halo: Int64
    var blur: Int64
    var pose: GlyphPose

    func hash(into hasher: inout Hasher) {
      hasher.combine(pose.mixed(face: face, glyph: glyph, size: size, halo: halo, blur: blur))
    }
  }

  /// Removes all glyphs, and keeps their storage. Their shapes are removed too if most were not drawn.
  mutating func removeAll() {
    if hasLargeGlyphs || run.shapes.count > run.placements.count * 2 + Self.spareShapes {
      run.shapes.removeAll(keepingCapacity: true)
      indices.removeAll(keepingCapacity: true)
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
      let index = indices[key] ?? addShape(key, fonts)
      run.placements.append(GlyphRun.Placement(shape: index, origin: glyph.origin))
    }
  }

  private mutating func addShape(_ key: Key, _ fonts: FontCollection) -> Int32 {
    let index = Int32(clamping: run.shapes.count)
    indices[key] = index
    let shape = fonts.shape(
      face: key.face, glyph: key.glyph, size: Scalar(rawValue: key.size), halo: Scalar(rawValue: key.halo),
      blur: Scalar(rawValue: key.blur), pose: key.pose)
    if !shape.hasMasks { hasLargeGlyphs = true }
    run.shapes.append(shape)
    return index
  }
}
