/// A frame ready to be composed: what every worker reads and none writes.
struct FramePlan {
  /// What nothing covers, premultiplied.
  let background: UInt32
  let items: UnsafePointer<PreparedItem>
  /// For each band, where its items begin in `bandItems`, and where the last band's end.
  let bandStarts: UnsafePointer<Int32>
  let bandItems: UnsafePointer<Int32>
  let clipRows: UnsafePointer<Int32>
  /// Numbers a clip: two for every row of the screen.
  let clipStride: Int
  let benches: UnsafeMutablePointer<RenderScratch>

  /// Composes the block at `rect` in `bench`'s lowest block.
  ///
  /// - Returns: from one row of the block to the next, in pixels: 0 where all of it has one colour and so two rows will do.
  func compose(_ rect: PixelRect, on bench: UnsafeMutablePointer<RenderScratch>) -> Int {
    let band = rect.minY >> Renderer.blockRowBits
    let begin = Int(bandStarts[band])
    let end = Int(bandStarts[band + 1])
    // What an opaque rectangle hides need not be drawn.
    var first = end
    var isHidden = false
    while first > begin && !isHidden {
      first -= 1
      isHidden = hides(items + Int(bandItems[first]), rect)
    }
    var stack = LayerStack(bench: bench, rect: rect)
    // Rectangles over the whole block give it one colour, which need not be laid down until something else comes.
    var uniform = background
    while first < end, let color = covered(rect, by: items + Int(bandItems[first]), over: uniform) {
      uniform = color
      first += 1
    }
    guard first < end else {
      fillRun(stack.pixels, count: rect.width * min(rect.height, 2), with: uniform)
      return 0
    }
    // What hides everything writes every pixel itself.
    if !(isHidden && hides(items + Int(bandItems[first]), rect)) {
      fillRun(stack.pixels, count: rect.width * rect.height, with: uniform)
    }
    for place in first..<end {
      let item = items + Int(bandItems[place])
      let part = item.pointee.visible.part(in: rect)
      guard !part.isEmpty else { continue }
      let clip = item.pointee.clip < 0 ? nil : clipRows + Int(item.pointee.clip) * clipStride
      switch item.pointee.role {
      case .shape:
        let owner = benches + Int(item.pointee.worker)
        var filler = SpanFiller(
          item, tables: owner.pointee.tables.base, clip: clip, bench: bench, rect: part,
          origin: stack.pixels - (rect.minY &* rect.width &+ rect.minX), stride: rect.width)
        if item.pointee.kind == .mask {
          bench.pointee.compose(mask: item, in: part, owner: owner, into: &filler)
        } else {
          bench.pointee.compose(filler, edges: edges(of: item, band: band))
        }
      case .beginGroup, .beginMask:
        stack.push(clearing: part)
      case .endGroup:
        stack.endGroup(item, part, clip: clip)
      case .endMask:
        stack.endMask(item.pointee.maskKind, part)
      case .beginClip:
        let mask = stack.pushClip(part)
        bench.pointee.write(item, edges: edges(of: item, band: band), rect: part, to: mask)
      case .endClip:
        stack.endClip(part)
      }
    }
    return rect.width
  }

  /// The colour that a block of one colour gets from an item that covers it evenly; nothing if the item does otherwise.
  private func covered(_ rect: PixelRect, by item: UnsafePointer<PreparedItem>, over below: UInt32) -> UInt32? {
    guard item.pointee.role == .shape, item.pointee.kind == .rectangle, item.pointee.source.kind == .color,
      item.pointee.blend == .normal, item.pointee.clip < 0, item.pointee.visible.part(in: rect) == rect
    else { return nil }
    return lerp(below, item.pointee.color, item.pointee.alpha)
  }

  /// The edges of `item` that may touch the rows of `band`.
  private func edges(of item: UnsafePointer<PreparedItem>, band: Int) -> BandEdges {
    (benches + Int(item.pointee.worker)).pointee.edges(of: item, kind: item.pointee.kind, band: band)
  }

  private func hides(_ item: UnsafePointer<PreparedItem>, _ rect: PixelRect) -> Bool {
    let bounds = item.pointee.visible
    return item.pointee.isOccluder && Int(bounds.minX) <= rect.minX && Int(bounds.maxX) >= rect.maxX
      && Int(bounds.minY) <= rect.minY
      && Int(bounds.maxY) >= rect.maxY
  }
}
