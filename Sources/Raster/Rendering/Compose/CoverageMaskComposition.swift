/// Draws items whose coverage is a mask: shadows, glyphs and coverage masks.
enum CoverageMaskComposition {
  /// Fills an item's mask in `rect`, row by row.
  ///
  /// - Parameter owner: The scratch memory of the worker that prepared the item.
  static func compose(
    _ item: UnsafePointer<PreparedItem>, in rect: PixelRect, owner: UnsafePointer<PrepareScratch>,
    scratch: UnsafePointer<ComposeScratch>, into filler: inout SpanFiller
  ) {
    let mask = item.pointee.mask
    if mask.kind == .glyphs {
      GlyphComposition.compose(item, in: rect, owner: owner, into: &filler)
      return
    }
    let shadow = owner.pointee.masks.shadows.base + Int(mask.index)
    if mask.kind == .pixelAlignedMask {
      composePixelAligned(shadow, in: rect, into: &filler)
      return
    }
    let composition = ShadowComposition(item: item, shadow: shadow, owner: owner, scratch: scratch)
    if mask.outline != .nothing {
      composition.composeInnerShadow(in: rect, into: &filler)
    } else if mask.kind == .ninePatchShadow {
      composition.composeNinePatch(in: rect, into: &filler)
    } else if mask.kind == .translatedShadow {
      composition.composeTranslated(in: rect, into: &filler)
    } else {
      composition.composeTransformed(in: rect, into: &filler)
    }
  }

  /// Fills a mask whose pixels are the screen's pixels.
  ///
  /// Where the mask has chunks, it is filled by chunks. Elsewhere, it is filled row by row.
  private static func composePixelAligned(
    _ mask: UnsafePointer<PlacedShadow>, in rect: PixelRect, into filler: inout SpanFiller
  ) {
    let left = Int(mask.pointee.left)
    if let chunks = mask.pointee.chunks, filler.fillChunks(chunks, left: left, top: Int(mask.pointee.top), in: rect) {
      let (from, to) = (left &+ chunks.columns.lower, left &+ chunks.columns.upper)
      composeRows(of: mask, from: rect.minX, to: min(from, rect.maxX), rect, into: &filler)
      composeRows(of: mask, from: max(to, rect.minX), to: rect.maxX, rect, into: &filler)
    } else {
      composeRows(of: mask, from: rect.minX, to: rect.maxX, rect, into: &filler)
    }
  }

  /// Fills the columns `from..<to` of a mask's rows.
  private static func composeRows(
    of mask: UnsafePointer<PlacedShadow>, from: Int, to: Int, _ rect: PixelRect, into filler: inout SpanFiller
  ) {
    guard let bytes = mask.pointee.mask, from < to else { return }
    let width = Int(mask.pointee.maskWidth)
    var row = bytes + ((rect.minY &- Int(mask.pointee.top)) &* width &+ from &- Int(mask.pointee.left))
    for y in rect.minY..<rect.maxY {
      filler.begin(row: y)
      filler.fillSpan(x: from, count: to &- from, coverages: row)
      row += width
    }
  }
}
