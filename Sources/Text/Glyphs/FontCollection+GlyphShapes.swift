package import CartoucheRaster

extension FontCollection {
  /// Returns the shape of a glyph, or of the glyph's halo, for drawing at one point per pixel. If the cache
  /// has the shape, the cached shape is returned.
  ///
  /// The shape of an upright glyph is drawn at any position, with masks for quarters of a pixel. The shape of
  /// a turned glyph contains the turn and the quarters of its pose, and is drawn at whole pixels.
  ///
  /// - Parameters:
  ///   - face: The index of the face in ``faces``, or a negative number for the box of a missing character.
  ///   - glyph: The index of the glyph in its face.
  ///   - size: The font size in points.
  ///   - halo: The width of the halo on each side of the glyph, in points, clamped to 0…64. For 0, the shape
  ///     is the glyph's own.
  ///   - blur: The distance over which the edge of the shape fades on each side, in points, clamped to 0…64.
  ///     It applies only to masks: a shape that is too large for masks is sharp.
  ///   - pose: The direction of the glyph, and its position in a pixel.
  package func shape(
    face: Int32, glyph: UInt32, size: Scalar, halo: Scalar = 0, blur: Scalar = 0, pose: GlyphPose = .upright
  ) -> GlyphShape {
    shape(
      GlyphKey(face: face, glyph: glyph, size: size.rawValue, halo: halo.rawValue, blur: blur.rawValue, pose: pose).normalized)
  }

  /// Returns the shape for a key, whose numbers are already within their ranges.
  func shape(_ key: GlyphKey) -> GlyphShape { glyphs.shape(key) { makeShape(key, $0) } }

  /// Finds the shapes of many glyphs. Workers make those that are not cached.
  ///
  /// - Parameters:
  ///   - keys: The glyphs. One that comes twice is made twice. Numbers beyond their ranges are clamped in
  ///     place, as by ``shape(face:glyph:size:halo:blur:pose:)``.
  ///   - shapes: The memory for as many shapes, which is initialized.
  package func findShapes(
    _ keys: inout [GlyphKey], into shapes: UnsafeMutableBufferPointer<GlyphShape>, _ workers: any WorkerPool
  ) {
    for index in keys.indices { keys[index] = keys[index].normalized }
    glyphs.findShapes(keys, into: shapes, workers) { makeShape($0, $1) }
  }

  private func makeShape(_ key: GlyphKey, _ scratch: MaskScratch) -> GlyphShape {
    let isUpright = key.pose == .upright
    return GlyphShape(
      outline: isUpright ? outline(of: key) : glyphs.sharedOutline(key) { outline(of: key) },
      turn: isUpright ? nil : key.pose.transform, hasSubpixelPositions: key.pose.direction == 0,
      sigma: max(Self.sigma(blur: Scalar(rawValue: key.blur)), hasFieldGlyphs(face: key.face) ? Self.fieldSigma : 0),
      scratch: scratch)
  }

  /// The standard deviation by which the edges of glyphs made of distance fields are softened, in pixels.
  ///
  /// MapLibre draws them over 1.68 pixels, by a cubic ramp with a standard deviation of 3/8 of a pixel.
  /// The coverage of a pixel has that of a square pixel, 0.29. The rest is a variance of 0.06, which a
  /// Gaussian of this width has at the centers of pixels.
  private static let fieldSigma: Scalar = 0.38

  /// Whether a face's glyphs are distance fields.
  ///
  /// Their edges are soft, so rounding their baseline to whole pixels does not make them sharper.
  package func hasFieldGlyphs(face: Int32) -> Bool {
    lock.withLock { face >= 0 && Int(face) < allFaces.count && allFaces[Int(face)].fieldGlyphs != nil }
  }

  private func outline(of key: GlyphKey) -> Path {
    let (size, halo) = (Scalar(rawValue: key.size), Scalar(rawValue: key.halo))
    return lock.withLock {
      guard key.face >= 0, Int(key.face) < allFaces.count else {
        return key.glyph == PlaceholderGlyph.blank ? Path() : PlaceholderGlyph.outline(size: size, halo: halo)
      }
      let face = allFaces[Int(key.face)]
      return halo > 0 ? face.outline(of: key.glyph, size: size, halo: halo) : face.outline(of: key.glyph, size: size)
    }
  }

  /// Returns the standard deviation of the Gaussian that softens an edge like a blur of MapLibre.
  ///
  /// MapLibre lets the edge fade by a cubic ramp over 1.19 times the blur on each side. The ramp's slope is a
  /// distribution with a standard deviation of 1/√5 of that.
  private static func sigma(blur: Scalar) -> Scalar { blur * 17 / 32 }
}

extension GlyphKey {
  /// The key with all numbers in their ranges. Keys of equal shapes are then equal.
  fileprivate var normalized: GlyphKey {
    let limit = Scalar(64).rawValue
    return GlyphKey(
      face: max(face, PlaceholderGlyph.face),
      // All missing characters have the same box, but for the blanks.
      glyph: face < 0 && glyph != PlaceholderGlyph.blank ? 0 : glyph, size: size, halo: halo.clamped(from: 0, to: limit),
      blur: blur.clamped(from: 0, to: limit), pose: pose.direction == 0 ? GlyphPose(quarterY: pose.quarterY) : pose)
  }
}
