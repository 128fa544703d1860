/// The items of a frame by the bands that they touch.
struct Binning: ~Copyable {
  /// For each band of the screen, its span of ``items``.
  private(set) var bands = GrowingBuffer<IndexSpan>()
  /// Indices of items, back to front within each band.
  private(set) var items = GrowingBuffer<Int32>()

  /// Lists for each band the items that are visible in it, in the list's order.
  ///
  /// - Parameter height: The rows of the screen.
  mutating func bin(_ prepared: UnsafePointer<PreparedItem>, count: Int, height: Int) {
    let bandCount = (height + RenderBlockHeight.rows - 1) >> RenderBlockHeight.bits
    bands.count = 0
    bands.reserve(bandCount)
    bands.count = bandCount
    items.count = 0
    countingSort(
      count, into: bands.base, count: bandCount, from: 0,
      binRange: { index in
        let visible = prepared[index].visible
        if visible.isEmpty { return (0, -1) }
        return (Int(visible.minY) >> RenderBlockHeight.bits, (Int(visible.maxY) - 1) >> RenderBlockHeight.bits)
      },
      size: { _ in 1 },
      reserve: { total in
        items.reserve(total)
        items.count = total
        return items.base
      },
      insert: { index, slots, band in
        slots[band.pointee.end] = Int32(truncatingIfNeeded: index)
        band.pointee.count &+= 1
      })
  }
}
