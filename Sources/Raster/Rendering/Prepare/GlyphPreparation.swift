/// Positions the masks of glyphs and bins them by band, or fills their outlines.
enum GlyphPreparation {
  /// Finds the mask and the pixels of every glyph, and lists the glyphs by the bands that they touch.
  ///
  /// - Parameter transform: A translation.
  /// - Returns: False if nothing is visible.
  static func prepareMasks(
    of run: GlyphRun, transform: Homography, in prepared: inout PreparedItem, size: PixelSize, scratch: inout PrepareScratch
  ) -> Bool {
    let offset = AffineTransform(normalizing: transform)
    let (dx, dy) = (Scalar(rounding: offset.tx), Scalar(rounding: offset.ty))
    let screen = PixelRect32(size)
    var bounds = PixelRect32.empty
    let start = scratch.masks.glyphs.count
    scratch.masks.glyphs.reserve(run.placements.count)
    run.shapes.withUnsafeBufferPointer { shapes in
      run.placements.withUnsafeBufferPointer { placements in
        for placement in placements {
          guard placement.shape >= 0, Int(placement.shape) < shapes.count else { continue }
          guard let subpixelMasks = shapes[Int(placement.shape)].subpixelMasks else { continue }
          // To the nearest quarter of a pixel horizontally and whole pixel vertically; clamped to ±2^29
          // pixels.
          let limit = Int64(1) << 45
          let quarters = ((placement.origin.x + dx).rawValue.clamped(from: -limit, to: limit) &+ 8192) >> 14
          let line = ((placement.origin.y + dy).rawValue.clamped(from: -limit, to: limit) &+ 32768) >> 16
          let mask = subpixelMasks[Int(quarters & 3)]
          let glyph = PlacedGlyph(
            bytes: mask.bytes, x: Int32(truncatingIfNeeded: quarters >> 2) &+ mask.x,
            y: Int32(truncatingIfNeeded: line) &+ mask.y, width: mask.width, height: mask.height)  // ≤ 2^31
          let touched = glyph.bounds.intersection(screen)
          if touched.isEmpty { continue }
          bounds = bounds.union(touched)
          scratch.masks.glyphs.append(glyph)
        }
      }
    }
    if bounds.isEmpty { return false }
    prepared.bounds = bounds
    prepared.mask.kind = .glyphs
    prepared.mask.index = Int32(truncatingIfNeeded: scratch.masks.glyphBands.count)
    binGlyphs(from: start, touching: bounds, in: &scratch.masks)
    return true
  }

  /// Fills the outlines of glyphs that are rotated, scaled or too large for masks, as one path.
  ///
  /// - Parameter damage: The part of the screen outside of which outlines may be left out; nil if all are
  ///   needed.
  static func prepareOutlines(
    of run: GlyphRun, transform: Homography, within damage: DamageBounds?, in prepared: inout PreparedItem, size: PixelSize,
    scratch: inout PrepareScratch
  ) {
    OutlinePreparation.begin(size: size, within: damage, scratch: &scratch)
    for placement in run.placements where placement.shape >= 0 && Int(placement.shape) < run.shapes.count {
      let moved = Homography.translation(x: placement.origin.x, y: placement.origin.y).concatenating(transform)
      scratch.flattening.flatten(
        run.shapes[Int(placement.shape)].outline, transform: moved, closing: true, into: &scratch.contours)
    }
    OutlinePreparation.end(&prepared, size: size, scratch: &scratch)
  }

  /// Finds for each band of `bounds` which of the run's glyphs touch it.
  ///
  /// Text goes line by line, so glyphs that touch the same band are mostly next to each other. A band has a
  /// few ranges of them, in the order of drawing.
  ///
  /// - Parameter start: The index of the run's first glyph, after those of the runs before.
  private static func binGlyphs(from start: Int, touching bounds: PixelRect32, in masks: inout PreparedMasks) {
    let shift = Int32(RenderBlockHeight.bits)
    let firstBand = bounds.minY >> shift
    let bandCount = Int((bounds.maxY &- 1) >> shift &- firstBand) &+ 1
    masks.glyphBands.reserve(bandCount)
    let bands = masks.glyphBands.base + masks.glyphBands.count
    masks.glyphBands.count &+= bandCount
    for band in 0..<bandCount { bands[band] = GlyphBand() }
    let glyphs = masks.glyphs.base
    func bandRange(_ glyph: PlacedGlyph) -> (first: Int, last: Int) {
      let top = max(glyph.y, bounds.minY)
      let bottom = min(glyph.y &+ glyph.height, bounds.maxY) &- 1
      return (Int(top >> shift &- firstBand), Int(bottom >> shift &- firstBand))
    }
    // The glyphs from `first` on touch the same bands.
    var first = start
    var range = bandRange(glyphs[first])
    for index in start &+ 1...masks.glyphs.count {
      let next = index < masks.glyphs.count ? bandRange(glyphs[index]) : (-1, -1)
      if next == range { continue }
      for band in range.first...range.last { masks.add(first..<index, to: bands + band) }
      (first, range) = (index, next)
    }
  }
}
