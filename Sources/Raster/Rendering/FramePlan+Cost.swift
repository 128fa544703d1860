extension FramePlan {
  /// Whether composing blocks is a short job, of at most about 30 µs: a marker that moves, or a second hand.
  ///
  /// The estimate is in units of about 0.3 ns, measured on x86-64. Every edge of an item in a band counts,
  /// since each block looks at all of them.
  func isQuicklyComposed(_ blocks: UnsafeBufferPointer<PixelRect>) -> Bool {
    var rest = 100_000
    for block in blocks {
      let band = block.minY >> RenderBlockHeight.bits
      rest &-= block.width &* block.height &+ 256
      for slot in Int(bands[band].start)..<bands[band].end {
        if rest < 0 { return false }
        rest &-= cost(of: items + Int(bandItems[slot]), in: block, band: band, atMost: rest)
      }
    }
    return rest >= 0
  }

  /// Returns the estimate for an item in a block. One that is greater than `limit` may be too low.
  private func cost(of item: UnsafePointer<PreparedItem>, in block: PixelRect, band: Int, atMost limit: Int) -> Int {
    var cost = 300
    for span in owner(of: item).pointee.edges(of: item, kind: item.pointee.kind, band: band).spans where cost <= limit {
      cost &+= 20 &+ 15 &* Int(span.count)
    }
    let visible = item.pointee.visible
    let width = min(Int(visible.maxX), block.maxX) &- max(Int(visible.minX), block.minX)
    let height = min(Int(visible.maxY), block.maxY) &- max(Int(visible.minY), block.minY)
    guard width > 0, height > 0 else { return cost }
    if item.pointee.kind == .mask, item.pointee.mask.kind == .glyphs {
      return cost &+ glyphCost(of: item, in: block, atMost: limit)
    }
    if isCopied(item, in: block, count: width) { return cost &+ width &* height }
    return cost &+ width &* height &* pixelCost(of: item)
  }

  /// Returns the estimate for the glyphs of a run. A small one in one color takes about 30 ns.
  private func glyphCost(of item: UnsafePointer<PreparedItem>, in block: PixelRect, atMost limit: Int) -> Int {
    let owner = owner(of: item)
    var next = owner.pointee.masks.firstGlyphRange(of: item, at: block.minY)
    let perPixel = item.pointee.isColor && item.pointee.blend == .normal ? 1 : pixelCost(of: item)
    var cost = 0
    while next >= 0, cost <= limit {
      let range = owner.pointee.masks.glyphRanges.base[next]
      next = Int(range.next)
      for index in Int(range.start)..<Int(range.end) where cost <= limit {
        let glyph = owner.pointee.masks.glyphs.base[index]
        let (x, y) = (Int(glyph.x), Int(glyph.y))
        let rows = min(y &+ Int(glyph.height), block.maxY) &- max(y, block.minY)
        let columns = min(x &+ Int(glyph.width), block.maxX) &- max(x, block.minX)
        cost &+= rows <= 0 ? 5 : 60 &+ rows &* max(columns, 0) &* perPixel
      }
    }
    return cost
  }

  /// Whether an item is an image whose pixels are copied as they are.
  private func isCopied(_ item: UnsafePointer<PreparedItem>, in block: PixelRect, count: Int) -> Bool {
    guard item.pointee.source >= 0, item.pointee.blend == .normal else { return false }
    let source = owner(of: item).pointee.sources.base + Int(item.pointee.source)
    guard source.pointee.kind == .image else { return false }
    let (x, y) = (max(Int(item.pointee.visible.minX), block.minX), max(Int(item.pointee.visible.minY), block.minY))
    return source.pointee.image.contiguousPixels(x: x, y: y, count: count, map: source.pointee.map) != nil
  }

  private func pixelCost(of item: UnsafePointer<PreparedItem>) -> Int {
    // Hue, saturation and luminosity take about 25 ns a pixel, and paints other than colors up to 5.
    if item.pointee.blend != .normal { return 80 }
    let isPlain = item.pointee.isColor && item.pointee.role == .shape && item.pointee.kind != .mask
    return isPlain ? 1 : 16
  }
}
