internal import CartoucheRaster

/// A builder of a glyph run in which each glyph shape occurs once.
struct GlyphRunBuilder {
  let fonts: FontCollection
  let halo: Scalar
  /// The turn of the text; nil for upright text.
  let turn: TextTurn?
  var run = GlyphRun(shapes: [], placements: [])
  private var indices: [GlyphKey: Int32] = [:]
  /// The bounds of each shape's outline; nil for a shape without ink.
  private var extents: [Rect?] = []

  init(fonts: FontCollection, halo: Scalar, turn: TextTurn?) {
    (self.fonts, self.halo, self.turn) = (fonts, halo, turn)
  }

  /// Makes room for a number of glyphs. Few texts have more than 48 different ones.
  mutating func reserveCapacity(_ count: Int) {
    let shapeCount = min(count, 48)
    run.placements.reserveCapacity(count)
    run.shapes.reserveCapacity(shapeCount)
    indices.reserveCapacity(shapeCount)
    extents.reserveCapacity(shapeCount)
  }

  /// Whether the nearest of the directions with masks moves no ink by more than 5/8 pixel.
  var isTurnable: Bool {
    extents.allSatisfy { extent in
      guard let extent else { return true }
      let farthest: Scalar = 36
      return extent.minX >= -farthest && extent.minY >= -farthest && extent.maxX <= farthest && extent.maxY <= farthest
    }
  }

  mutating func add(_ glyph: TextLayout.Glyph, size: Scalar, ink: inout BoundingBox) {
    if glyph.face == PlaceholderGlyph.face && glyph.glyph == PlaceholderGlyph.blank { return }
    let (pose, position) =
      turn.map { GlyphPose.placed(at: $0.transform.apply(glyph.origin), direction: $0.direction) } ?? (.upright, glyph.origin)
    let key = GlyphKey(
      face: glyph.face, glyph: glyph.face < 0 ? 0 : glyph.glyph, size: size.rawValue, halo: halo.rawValue, pose: pose)
    let index: Int32
    if let existing = indices[key] {
      index = existing
    } else {
      index = Int32(clamping: run.shapes.count)
      indices[key] = index
      let shape = fonts.shape(key)
      run.shapes.append(shape)
      extents.append(shape.controlBounds)
    }
    guard let extent = extents[Int(index)] else { return }
    run.placements.append(GlyphRun.Placement(shape: index, origin: position))
    ink.add(extent.origin + position)
    ink.add(Point(x: extent.maxX, y: extent.maxY) + position)
  }
}
