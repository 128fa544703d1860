internal import CartoucheRaster

/// A builder of a glyph run in which each glyph shape occurs once.
struct GlyphRunBuilder {
  let fonts: FontCollection
  let halo: Scalar
  var run = GlyphRun(shapes: [], placements: [])
  private var indices: [GlyphCache.Key: Int32] = [:]
  /// The bounds of each shape's outline; nil for a shape without ink.
  private var extents: [Rect?] = []

  init(fonts: FontCollection, halo: Scalar) {
    (self.fonts, self.halo) = (fonts, halo)
  }

  mutating func add(_ glyph: TextLayout.Glyph, size: Scalar, ink: inout BoundingBox) {
    if glyph.face == PlaceholderGlyph.face && glyph.glyph == PlaceholderGlyph.blank { return }
    let key = GlyphCache.Key(
      face: glyph.face, glyph: glyph.face < 0 ? 0 : glyph.glyph, size: size.rawValue, halo: halo.rawValue)
    let index: Int32
    if let existing = indices[key] {
      index = existing
    } else {
      index = Int32(clamping: run.shapes.count)
      indices[key] = index
      let shape = fonts.shape(key, size: size, halo: halo)
      run.shapes.append(shape)
      extents.append(shape.outline.controlBounds)
    }
    guard let extent = extents[Int(index)] else { return }
    run.placements.append(GlyphRun.Placement(shape: index, origin: glyph.origin))
    ink.add(extent.origin + glyph.origin)
    ink.add(Point(x: extent.maxX, y: extent.maxY) + glyph.origin)
  }
}

extension FontCollection {
  /// Returns the shape of a glyph, or of the glyph's halo, at a font size. If the cache has the shape, the
  /// cached shape is returned.
  fileprivate func shape(_ key: GlyphCache.Key, size: Scalar, halo: Scalar) -> GlyphShape {
    glyphs.shape(key) {
      let outline: Path
      if key.face >= 0, Int(key.face) < faces.count {
        let face = faces[Int(key.face)]
        outline = halo > 0 ? face.outline(of: key.glyph, size: size, halo: halo) : face.outline(of: key.glyph, size: size)
      } else {
        outline = PlaceholderGlyph.outline(size: size, halo: halo)
      }
      return GlyphShape(outline: outline, scratch: glyphs.maskScratch)
    }
  }
}
