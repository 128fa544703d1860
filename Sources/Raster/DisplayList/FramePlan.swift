/// A frame ready to be composed: what every worker reads and none writes.
struct FramePlan {
  /// What nothing covers.
  let background: UInt32
  let items: UnsafePointer<PreparedItem>
  /// For each band, where its items begin in `bandItems`, and where the last band's end.
  let bandStarts: UnsafePointer<Int32>
  let bandItems: UnsafePointer<Int32>
  let clipRows: UnsafePointer<Int32>
  /// Numbers a clip: two for every row of the screen.
  let clipStride: Int
  let benches: UnsafeMutablePointer<Workbench>

  /// Composes the block at `rect` in `bench`'s block.
  func compose(_ rect: PixelRect, on bench: UnsafeMutablePointer<Workbench>) {
    let band = rect.minY >> Renderer.blockRowBits
    let begin = Int(bandStarts[band])
    let end = Int(bandStarts[band + 1])
    // What an opaque rectangle hides need not be drawn.
    var first = end
    var isHidden = false
    while first > begin && !isHidden {
      first -= 1
      isHidden = hides(items[Int(bandItems[first])], rect)
    }
    if !isHidden { fill(bench.pointee.block, count: rect.width * rect.height, with: background) }
    for place in first..<end {
      let item = items + Int(bandItems[place])
      guard item.pointee.minX < rect.maxX, item.pointee.maxX > rect.minX else { continue }
      let owner = benches + Int(item.pointee.worker)
      let edges: UnsafeBufferPointer<Edge>
      switch item.pointee.kind {
      case .nothing, .rectangle:
        edges = UnsafeBufferPointer(start: nil, count: 0)
      case .edges:
        edges = UnsafeBufferPointer(start: owner.pointee.builder.edges.base + item.pointee.start, count: item.pointee.count)
      case .banded:
        let starts = owner.pointee.bandStarts.base + (item.pointee.start + band - Int(item.pointee.minY) >> Renderer.blockRowBits)
        edges = UnsafeBufferPointer(start: owner.pointee.sorted.base + starts[0], count: starts[1] - starts[0])
      }
      let clip = item.pointee.clip < 0 ? nil : clipRows + Int(item.pointee.clip) * clipStride
      bench.pointee.compose(item.pointee, edges: edges, tables: owner.pointee.tables.base, clip: clip, in: rect)
    }
  }

  private func hides(_ item: PreparedItem, _ rect: PixelRect) -> Bool {
    item.kind == .rectangle && item.isOpaque && item.clip < 0 && Int(item.minX) <= rect.minX && Int(item.maxX) >= rect.maxX
      && Int(item.minY) <= rect.minY && Int(item.maxY) >= rect.maxY
  }
}
