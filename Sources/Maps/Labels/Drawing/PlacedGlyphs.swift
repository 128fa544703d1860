import CartoucheRaster
import CartoucheText

/// The glyphs of texts, and how and where each is drawn. A text and its halo have the same sizes and poses.
struct PlacedGlyphs {
  struct Glyph: BitwiseCopyable {
    /// The face in the font collection, and the glyph in the face.
    var face: Int32
    var glyph: UInt32
    /// The size in 1/65536 points, in steps.
    var size: Int64
    var pose: GlyphPose
    /// The section of the text, which may have its own color.
    var section: UInt16
    /// Where the shape is placed, in points.
    var origin: Point
    /// The indices in ``LabelShapes/shapes`` of the glyph's shape and that of its halo. A shape that is
    /// missing there has −1 for the first of ``LabelPlan/Memory/missing``, −2 for the second, and so on.
    var shape: Int32 = 0
    var haloShape: Int32 = 0
  }

  var glyphs: [Glyph] = []
  /// The last face, and whether its glyphs are distance fields.
  private var lastFace = (index: Int32.min, hasFields: false)
  /// The direction of the last glyph, which most glyphs share with the one before them.
  private var lastDirection = (SIMD2(1.0, 0.0), UInt8(0))

  /// Removes all glyphs, and keeps their storage.
  mutating func removeAll() { glyphs.removeAll(keepingCapacity: true) }

  /// The step of sizes, so that a text that grows slowly needs few masks: 1/8 point, and while the map moves
  /// 1/4.
  private static func sizeStep(isMoving: Bool) -> Int64 { isMoving ? 16384 : 8192 }

  /// Adds a glyph.
  ///
  /// - Parameters:
  ///   - origin: The left end of the glyph's baseline, in points from the text's anchor. It is rounded before
  ///     the anchor is added, so that a text whose anchor is moved by whole points has the same glyphs there.
  ///   - anchor: The text's anchor in the view.
  ///   - direction: The direction of the baseline, as a vector of length 1.
  ///   - factor: The points of a 24th of the text's size.
  ///   - isMoving: Whether the map is being zoomed or turned, so that fewer sizes and poses will do.
  mutating func add(
    _ glyph: ShapedText.Glyph, at origin: SIMD2<Double>, from anchor: Point, direction: SIMD2<Double>, _ factor: Double,
    isMoving: Bool, _ fonts: FontCollection
  ) {
    var (origin, direction) = (origin, direction)
    if glyph.isUpright {
      // From the left end of the baseline in the line's direction to the middle of the glyph's square, and
      // from there to the left end of the upright baseline.
      let (along, across) = (direction, SIMD2(-direction.y, direction.x))
      let rise = LabelShaper.baselineDrop * glyph.scale * factor
      let middle = origin + along * (glyph.advance / 2 * factor) - across * rise
      direction = SIMD2(along.y, -along.x)
      origin = middle - direction * (glyph.width / 2 * factor) + along * rise
    }
    let size = factor * LabelShaper.em * glyph.scale
    let sizeStep = Self.sizeStep(isMoving: isMoving)
    let (pose, place) = GlyphPose.placed(
      at: Point(x: Scalar(origin.x), y: Scalar(origin.y)) + anchor, direction: step(of: direction),
      keepsHeight: hasFields(glyph.face, fonts), isMoving: isMoving)
    glyphs.append(
      Glyph(
        face: glyph.face, glyph: glyph.glyph, size: ElementaryFunctions.nearest(size * 65536 / Double(sizeStep)) * sizeStep,
        pose: pose, section: glyph.section, origin: place))
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
