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
  /// The last face, and whether its glyphs are distance fields.
  private var lastFace = (index: Int32.min, hasFields: false)
  /// The direction of the last glyph, which most glyphs share with the one before them.
  private var lastDirection = (SIMD2(1.0, 0.0), UInt8(0))

  private struct Key: Hashable {
    var face: Int32
    var glyph: UInt32
    var size: Int64
    var halo: Int64
    var blur: Int64
    var pose: GlyphPose

    // One word is much faster to hash than six, and few glyphs of a run share it.
    func hash(into hasher: inout Hasher) {
      let glyph = UInt64(glyph) << 32 | UInt64(UInt32(bitPattern: face)) << 24
      let look = UInt64(bitPattern: size &+ halo &* 3 &+ blur &* 5) << 40
      hasher.combine(glyph ^ look ^ UInt64(pose.direction) << 8 ^ UInt64(pose.quarterX) << 2 ^ UInt64(pose.quarterY))
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

  /// The step of sizes, so that a text that grows slowly needs few masks: 1/8 point, and while the map moves
  /// 1/4.
  private static func sizeStep(isMoving: Bool) -> Int64 { isMoving ? 16384 : 8192 }

  /// Adds a glyph.
  ///
  /// - Parameters:
  ///   - origin: The left end of the glyph's baseline, in points.
  ///   - direction: The direction of the baseline, as a vector of length 1.
  ///   - size: The size of the text in points.
  ///   - isMoving: Whether the map is being zoomed or turned, so that fewer sizes and poses will do.
  mutating func add(
    _ glyph: ShapedText.Glyph, at origin: SIMD2<Double>, direction: SIMD2<Double>, size: Double, halo: Scalar, blur: Scalar,
    isMoving: Bool, _ fonts: FontCollection
  ) {
    let sizeStep = Self.sizeStep(isMoving: isMoving)
    let rawSize = ElementaryFunctions.nearest(size * 65536 / Double(sizeStep)) * sizeStep
    let (pose, place) = GlyphPose.placed(
      at: Point(x: Scalar(origin.x), y: Scalar(origin.y)), direction: step(of: direction),
      keepsHeight: hasFields(glyph.face, fonts), isMoving: isMoving)
    let key = Key(
      face: glyph.face, glyph: glyph.glyph, size: rawSize, halo: halo.rawValue, blur: blur.rawValue, pose: pose)
    var index = indices[key] ?? -1
    if index < 0 {
      index = Int32(clamping: run.shapes.count)
      indices[key] = index
      let shape = fonts.shape(
        face: glyph.face, glyph: glyph.glyph, size: Scalar(rawValue: rawSize), halo: halo, blur: blur, pose: pose)
      if !shape.hasMasks { hasLargeGlyphs = true }
      run.shapes.append(shape)
    }
    run.placements.append(GlyphRun.Placement(shape: index, origin: place))
  }

  private mutating func hasFields(_ face: Int32, _ fonts: FontCollection) -> Bool {
    if lastFace.index != face { lastFace = (face, fonts.hasFieldGlyphs(face: face)) }
    return lastFace.hasFields
  }

  /// Returns the direction in 256ths of a turn.
  private mutating func step(of direction: SIMD2<Double>) -> UInt8 {
    if lastDirection.0 != direction {
      let turns = ElementaryFunctions.arctangent(y: direction.y, x: direction.x) / (2 * ElementaryFunctions.pi)
      lastDirection = (direction, UInt8(truncatingIfNeeded: ElementaryFunctions.nearest(turns * 256)))
    }
    return lastDirection.1
  }
}
