/// A glyph's coverage at its place on the screen.
struct PlacedGlyph: BitwiseCopyable {
  /// Rows of whole fours, zeros at their ends.
  let bytes: UnsafePointer<UInt8>
  /// The mask's first pixel, which may lie off the screen.
  let x: Int32, y: Int32
  let width: Int32, height: Int32
}

extension RenderScratch {
  /// Finds every glyph's mask and pixels, and lists them by the bands they touch.
  mutating func prepareGlyphMasks(
    of run: GlyphRun, transform: Homography, in prepared: inout PreparedItem, size: PixelSize
  ) -> Bool {
    let offset = AffineTransform(normalizing: transform)
    let (dx, dy) = (Scalar(rounding: offset.tx), Scalar(rounding: offset.ty))
    let screen = PixelBounds(size)
    var bounds = PixelBounds.empty
    masks.glyphs.count = 0
    masks.glyphs.reserve(run.placements.count)
    run.shapes.withUnsafeBufferPointer { shapes in
      run.placements.withUnsafeBufferPointer { placements in
        for placement in placements {
          guard placement.shape >= 0, Int(placement.shape) < shapes.count else { continue }
          guard let subpixelMasks = shapes[Int(placement.shape)].masks?.subpixelMasks else { continue }
          // To a quarter of a pixel across and a whole one down, to nearest; held to ±2^29 pixels.
          let limit = Int64(1) << 45
          let place = (min(max((placement.origin.x + dx).rawValue, -limit), limit) &+ 8192) >> 14
          let line = (min(max((placement.origin.y + dy).rawValue, -limit), limit) &+ 32768) >> 16
          let mask = subpixelMasks[Int(place & 3)]
          let glyph = PlacedGlyph(
            bytes: mask.bytes, x: Int32(truncatingIfNeeded: place >> 2) &+ mask.x, y: Int32(truncatingIfNeeded: line) &+ mask.y,
            width: mask.width, height: mask.height)  // the pen's place and the outline's: ≤ 2^31
          let touched = glyph.bounds.intersection(screen)
          if touched.isEmpty { continue }
          bounds = bounds.union(touched)
          masks.glyphs.append(glyph)
        }
      }
    }
    if bounds.isEmpty { return false }
    prepared.bounds = bounds
    prepared.mask.kind = .glyphs
    prepared.mask.index = Int32(truncatingIfNeeded: masks.bandStarts.count)
    masks.binGlyphs(touching: bounds)
    return true
  }

  /// Fills the outlines of glyphs that are turned, scaled or too large, as one path.
  mutating func prepareGlyphOutlines(of run: GlyphRun, transform: Homography, in prepared: inout PreparedItem, size: PixelSize) {
    beginOutline(size: size)
    for placement in run.placements where placement.shape >= 0 && Int(placement.shape) < run.shapes.count {
      let moved = Homography.translation(x: placement.origin.x, y: placement.origin.y).concatenating(transform)
      flattening.flatten(run.shapes[Int(placement.shape)].outline, transform: moved, closing: true, into: &contours)
    }
    endOutline(&prepared, size: size)
  }

  /// Lays down the glyphs that touch `rect`, one after the other.
  func composeGlyphs(
    _ item: UnsafePointer<PreparedItem>, in rect: PixelRect, owner: UnsafePointer<RenderScratch>, into filler: inout SpanFiller
  ) {
    let band = rect.minY >> Renderer.blockRowBits &- Int(item.pointee.bounds.minY) >> Renderer.blockRowBits
    let starts = owner.pointee.masks.bandStarts.base + (Int(item.pointee.mask.index) &+ band)
    let glyphs = owner.pointee.masks.bandGlyphs.base
    let isPlain = filler.isPlain && filler.clip == nil
    for index in Int(starts[0])..<Int(starts[1]) {
      let glyph = glyphs[index]
      let width = Int(glyph.width)
      let stride = (width &+ 3) & ~3
      let (x, y) = (Int(glyph.x), Int(glyph.y))
      let from = max(y, rect.minY)
      let to = min(y &+ Int(glyph.height), rect.maxY)
      guard from < to else { continue }
      var row = glyph.bytes + (from &- y) &* stride
      if isPlain && x >= rect.minX && x &+ stride <= rect.maxX {
        lerpChunks4(
          filler.origin + (from &* filler.stride &+ x), stride: filler.stride, with: item.pointee.color, alpha: item.pointee.alpha,
          coverages: row, width: stride, height: to &- from)
        continue
      }
      for line in from..<to {
        filler.begin(row: line)
        filler.fillSpan(x: x, count: width, coverages: row)
        row += stride
      }
    }
  }
}

extension PlacedGlyph {
  var bounds: PixelBounds {
    PixelBounds(minX: x, minY: y, maxX: x &+ width, maxY: y &+ height)  // ≤ 2^31
  }
}

extension MaskBuffers {
  /// Lists the glyphs once for each band of `bounds` that they touch, in their order.
  fileprivate mutating func binGlyphs(touching bounds: PixelBounds) {
    let shift = Int32(Renderer.blockRowBits)
    let firstBand = bounds.minY >> shift
    let bands = Int((bounds.maxY &- 1) >> shift &- firstBand) &+ 1
    bandStarts.reserve(bands &+ 2)
    let starts = bandStarts.base + bandStarts.count
    starts.update(repeating: 0, count: bands &+ 2)
    let count = glyphs.count
    let placed = glyphs.base
    @inline(__always)
    func span(_ glyph: PlacedGlyph) -> (Int, Int) {
      let from = max(glyph.y, bounds.minY)
      let to = min(glyph.y &+ glyph.height, bounds.maxY) &- 1
      return (Int(from >> shift &- firstBand), Int(to >> shift &- firstBand))
    }
    for index in 0..<count {
      let (from, to) = span(placed[index])
      for band in from...to { starts[band &+ 2] &+= 1 }
    }
    starts[0] = Int32(truncatingIfNeeded: bandGlyphs.count)
    starts[1] = starts[0]
    for band in 2..<(bands &+ 2) { starts[band] &+= starts[band &- 1] }
    let total = Int(starts[bands &+ 1]) &- bandGlyphs.count
    bandGlyphs.reserve(total)
    for index in 0..<count {
      let (from, to) = span(placed[index])
      for band in from...to {
        bandGlyphs.base[Int(starts[band &+ 1])] = placed[index]
        starts[band &+ 1] &+= 1
      }
    }
    bandGlyphs.count &+= total
    // starts[band] is where the band begins by now, and the one behind the last where it ends.
    bandStarts.count &+= bands &+ 1
  }
}
