// The renderer's two jobs are reused from frame to frame. Their parameters, which have pointers, are set for
// the duration of one call.

/// Prepares a display list's items; each part is a run of items.
final class PrepareJob: Job {
  struct Parameters: BitwiseCopyable {
    let items: UnsafePointer<DisplayList.PackedItem>
    let count: Int
    let tables: DisplayList.Tables.Pointers
    /// The highest index that an item's pixel clip may have.
    let lastClip: Int32
    /// Items of a part.
    let chunk: Int
    let prepared: UnsafeMutablePointer<PreparedItem>
    /// The memory of every worker.
    let scratch: UnsafeMutablePointer<PrepareScratch>
    let size: PixelSize
  }

  var parameters: Parameters?

  func perform(_ index: Int, worker: Int) {
    guard let parameters else { return }
    for item in (index * parameters.chunk)..<min((index + 1) * parameters.chunk, parameters.count) {
      (parameters.prepared + item).initialize(to: PreparedItem())
      ItemPreparation.prepare(
        parameters.items[item], parameters.tables, in: &parameters.prepared[item], size: parameters.size, worker: worker,
        scratch: &parameters.scratch[worker])
      parameters.prepared[item].clip = min(parameters.prepared[item].clip, parameters.lastClip)
    }
  }
}

/// Composes blocks and writes them to the target; each part is one block.
final class ComposeJob: Job {
  struct Parameters {
    let plan: FramePlan
    let writer: TargetWriter
    let blocks: UnsafePointer<PixelRect>
    /// The memory of every worker.
    let scratch: UnsafeMutablePointer<ComposeScratch>
    /// Whether blocks may be composed in the target, because no two of them have pixels in common.
    let composesInPlace: Bool
  }

  var parameters: Parameters?

  func perform(_ index: Int, worker: Int) {
    guard let parameters else { return }
    let rect = parameters.blocks[index]
    let scratch = parameters.scratch + worker
    let block = BlockComposition(plan: parameters.plan, scratch: scratch, rect: rect)
    guard parameters.composesInPlace, let pixels = parameters.writer.pixelsInPlace(of: rect) else {
      let stride = block.compose(uniformCount: rect.width &* min(rect.height, 2))
      return parameters.writer.write(scratch.pointee.levels[0].pixels, stride: stride, rect: rect)
    }
    let own = scratch.pointee.beginBlock(in: pixels, count: rect.width &* rect.height)
    let isUniform = block.compose(uniformCount: 1) == 0
    scratch.pointee.endBlock(own)
    if isUniform { fillBlock(pixels, count: rect.width &* rect.height, with: pixels[0]) }
  }
}
