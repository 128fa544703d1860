import CartoucheRaster
import CartoucheText

/// Glyphs of many labels that have one color, collected for drawing.
struct LabelGlyphs {
  private(set) var run = GlyphRun(shapes: [], placements: [])
  private var indices: [Key: Int32] = [:]

  private struct Key: Hashable {
    var face: Int32
    var glyph: UInt32
    var size: Int64
    var halo: Int64
    var blur: Int64
    var pose: GlyphPose
  }

  /// Removes all glyphs, and keeps their storage.
  mutating func removeAll() {
    run.shapes.removeAll(keepingCapacity: true)
    run.placements.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
  }

  /// The step of sizes, so that a text that grows slowly needs few masks: 1/8 point.
  private static let sizeStep: Int64 = 8192

  /// Adds a glyph.
  ///
  /// - Parameters:
  ///   - origin: The left end of the glyph's baseline, in points.
  ///   - direction: The direction of the baseline, as a vector of length 1.
  ///   - size: The size of the text in points.
  mutating func add(
    _ glyph: ShapedText.Glyph, at origin: SIMD2<Double>, direction: SIMD2<Double>, size: Double, halo: Scalar, blur: Scalar,
    _ fonts: FontCollection
  ) {
    let rawSize = ElementaryFunctions.nearest(size * 65536 / Double(Self.sizeStep)) * Self.sizeStep
    let (pose, place) = GlyphPose.placed(
      at: Point(x: Scalar(origin.x), y: Scalar(origin.y)), direction: Self.step(of: direction),
      keepsHeight: fonts.hasFieldGlyphs(face: glyph.face))
    let key = Key(
      face: glyph.face, glyph: glyph.glyph, size: rawSize, halo: halo.rawValue, blur: blur.rawValue, pose: pose)
    var index = indices[key] ?? -1
    if index < 0 {
      index = Int32(clamping: run.shapes.count)
      indices[key] = index
      run.shapes.append(
        fonts.shape(
          face: glyph.face, glyph: glyph.glyph, size: Scalar(rawValue: rawSize), halo: halo, blur: blur, pose: pose))
    }
    run.placements.append(GlyphRun.Placement(shape: index, origin: place))
  }

  /// Returns the direction in 256ths of a turn.
  private static func step(of direction: SIMD2<Double>) -> UInt8 {
    if direction.y == 0, direction.x > 0 { return 0 }
    let turns = ElementaryFunctions.arctangent(y: direction.y, x: direction.x) / (2 * ElementaryFunctions.pi)
    return UInt8(truncatingIfNeeded: ElementaryFunctions.nearest(turns * 256))
  }
}
