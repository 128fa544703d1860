/// A frame that is ready to be composed. Every worker reads this data, and no worker writes it.
struct FramePlan {
  /// The color of pixels that no item covers, premultiplied by alpha.
  let background: UInt32
  let items: UnsafePointer<PreparedItem>
  /// For each band of the screen, its span of `bandItems`.
  let bands: UnsafePointer<IndexSpan>
  /// Indices of items, back to front within each band.
  let bandItems: UnsafePointer<Int32>
  /// The columns of pixel clips, row by row: see ``PixelClipPreparation/rows``.
  let clipRows: UnsafePointer<Int32>
  /// The distance from one clip to the next in `clipRows`.
  let clipStride: Int
  /// The scratch memory of the workers that prepared the items.
  let prepareScratch: UnsafePointer<PrepareScratch>

  /// Returns the scratch memory of the worker that prepared an item.
  @inline(__always)
  func owner(of item: UnsafePointer<PreparedItem>) -> UnsafePointer<PrepareScratch> {
    prepareScratch + Int(item.pointee.worker)
  }

  /// Returns the first and last columns of an item's pixel clip, row by row; nil for an item without a pixel
  /// clip.
  @inline(__always)
  func clip(of item: UnsafePointer<PreparedItem>) -> UnsafePointer<Int32>? {
    item.pointee.clip < 0 ? nil : clipRows + Int(item.pointee.clip) * clipStride
  }

  /// Returns the edges of an item that may touch the rows of a band.
  func edges(of item: UnsafePointer<PreparedItem>, band: Int) -> BandEdges {
    owner(of: item).pointee.edges(of: item, kind: item.pointee.kind, band: band)
  }
}
