/// Draws glyphs from their masks.
enum GlyphComposition {
  /// Fills the glyphs of a run that touch `rect`, one after the other.
  ///
  /// - Parameter owner: The scratch memory of the worker that prepared the run.
  static func compose(
    _ item: UnsafePointer<PreparedItem>, in rect: PixelRect, owner: UnsafePointer<PrepareScratch>, into filler: inout SpanFiller
  ) {
    var next = owner.pointee.masks.firstGlyphRange(of: item, at: rect.minY)
    let isPlain = filler.isPlain && filler.clip == nil
    while next >= 0 {
      let range = owner.pointee.masks.glyphRanges.base[next]
      next = Int(range.next)
      for index in Int(range.start)..<Int(range.end) {
        draw(owner.pointee.masks.glyphs.base[index], of: item, in: rect, isPlain: isPlain, into: &filler)
      }
    }
  }

  /// Draws the part of a glyph in `rect`, if it touches it.
  @inline(__always)
  private static func draw(
    _ glyph: PlacedGlyph, of item: UnsafePointer<PreparedItem>, in rect: PixelRect, isPlain: Bool, into filler: inout SpanFiller
  ) {
    let width = Int(glyph.width)
    let stride = (width &+ 3) & ~3
    let (x, y) = (Int(glyph.x), Int(glyph.y))
    let from = max(y, rect.minY)
    let to = min(y &+ Int(glyph.height), rect.maxY)
    guard from < to else { return }
    var row = glyph.bytes + (from &- y) &* stride
    if isPlain && x >= rect.minX && x &+ stride <= rect.maxX {
      return lerpChunks4(
        filler.origin + (from &* filler.stride &+ x), stride: filler.stride, with: item.pointee.color, alpha: item.pointee.alpha,
        coverages: row, width: stride, height: to &- from)
    }
    for line in from..<to {
      filler.begin(row: line)
      filler.fillSpan(x: x, count: width, coverages: row)
      row += stride
    }
  }
}
