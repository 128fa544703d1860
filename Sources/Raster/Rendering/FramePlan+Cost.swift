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
    return width > 0 && height > 0 ? cost &+ width &* height &* pixelCost(of: item) : cost
  }

  private func pixelCost(of item: UnsafePointer<PreparedItem>) -> Int {
    // Hue, saturation and luminosity take about 25 ns a pixel, and paints other than colors up to 5.
    if item.pointee.blend != .normal { return 80 }
    let isPlain = item.pointee.isColor && item.pointee.role == .shape && item.pointee.kind != .mask
    return isPlain ? 1 : 16
  }
}
