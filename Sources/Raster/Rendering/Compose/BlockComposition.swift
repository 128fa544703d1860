/// Composes one block: draws all items that touch it, back to front, into ordinary memory.
struct BlockComposition {
  let plan: FramePlan
  let scratch: UnsafeMutablePointer<ComposeScratch>
  /// The block's pixels on the screen: rows of one band.
  let rect: PixelRect

  /// Composes the block into the lowest level of the scratch memory.
  ///
  /// - Parameter uniformCount: The number of pixels to write if the whole block has one color.
  /// - Returns: The distance from one row of the block to the next, in pixels; 0 if the whole block has one
  ///   color.
  func compose(uniformCount: Int) -> Int {
    let band = rect.minY >> RenderBlockHeight.bits
    let begin = Int(plan.bands[band].start)
    let end = plan.bands[band].end
    let occlusion = scratch.pointee.occlusion.resolve(plan, items: begin..<end, band: band, rect: rect)
    var first = occlusion.first
    var stack = LayerStack(scratch: scratch, rect: rect)
    // Rectangles over the whole block give it one color, which is only written once another item follows.
    var uniform = plan.background
    while first < end, let color = uniformColor(of: item(first), over: uniform) {
      uniform = color
      first += 1
    }
    guard first < end else {
      fillRun(stack.pixels, count: uniformCount, with: uniform)
      return 0
    }
    // Where opaque items hide the block, they write every pixel.
    if !occlusion.isComplete || first > occlusion.first {
      fillBlock(stack.pixels, count: rect.width * rect.height, with: uniform)
    }
    for index in first..<end {
      let item = item(index)
      var part = item.pointee.visible.part(in: rect)
      if index < occlusion.firstWhole {
        part = scratch.pointee.occlusion.visiblePart(index &- begin).part(in: rect)
      }
      if !part.isEmpty { compose(item, part, band: band, on: &stack) }
    }
    return rect.width
  }

  /// The item at a position of the frame's band lists.
  @inline(__always)
  private func item(_ index: Int) -> UnsafePointer<PreparedItem> { plan.items + Int(plan.bandItems[index]) }

  /// Draws the part of an item that is visible in the block.
  @inline(__always)
  private func compose(_ item: UnsafePointer<PreparedItem>, _ part: PixelRect, band: Int, on stack: inout LayerStack) {
    let clip = plan.clip(of: item)
    switch item.pointee.role {
    case .shape:
      let owner = plan.owner(of: item)
      var filler = SpanFiller(
        item, owner: owner, clip: clip, scratch: scratch, rect: part, block: rect, pixels: stack.pixels)
      if item.pointee.kind == .mask {
        CoverageMaskComposition.compose(item, in: part, owner: owner, scratch: scratch, into: &filler)
      } else {
        ShapeComposition.compose(&filler, edges: plan.edges(of: item, band: band), scratch: scratch)
      }
    case .beginGroup, .beginMask:
      stack.push(clearing: part)
    case .endGroup:
      stack.endGroup(item, part, clip: clip)
    case .endMask:
      stack.endMask(item.pointee.maskKind, part)
    case .beginClip:
      let mask = stack.pushClip(part)
      ShapeComposition.writeCoverage(of: item, edges: plan.edges(of: item, band: band), rect: part, scratch: scratch, to: mask)
    case .endClip:
      stack.endClip(part)
    }
  }

  /// Returns the color of a one-color block after an item that covers the block evenly is drawn; nil for any
  /// other item.
  private func uniformColor(of item: UnsafePointer<PreparedItem>, over below: UInt32) -> UInt32? {
    guard item.pointee.role == .shape, item.pointee.kind == .rectangle, item.pointee.isColor,
      item.pointee.blend == .normal, item.pointee.clip < 0, item.pointee.visible.part(in: rect) == rect
    else { return nil }
    return lerp(below, item.pointee.color, item.pointee.alpha)
  }
}
