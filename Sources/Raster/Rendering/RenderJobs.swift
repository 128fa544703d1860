// The renderer's two kinds of work, kept from frame to frame: pointers that are set for the length of one call.

/// Makes items ready, a run of them in each piece.
final class PrepareJob: Job {
  struct Parameters: BitwiseCopyable {
    let items: UnsafePointer<DisplayList.Item>
    let count: Int
    /// The highest number that a region may have.
    let lastClip: Int32
    /// Items of a piece.
    let chunk: Int
    let prepared: UnsafeMutablePointer<PreparedItem>
    let benches: UnsafeMutablePointer<RenderScratch>
    let size: PixelSize
  }

  var parameters: Parameters?

  func perform(_ index: Int, worker: Int) {
    guard let parameters else { return }
    for item in (index * parameters.chunk)..<min((index + 1) * parameters.chunk, parameters.count) {
      (parameters.prepared + item).initialize(
        to: parameters.benches[worker].prepare(parameters.items[item], size: parameters.size, worker: worker))
      parameters.prepared[item].clip = min(parameters.prepared[item].clip, parameters.lastClip)
    }
  }
}

/// Composes blocks and writes them, one in each piece.
final class ComposeJob: Job {
  struct Parameters {
    let plan: FramePlan
    let writer: TargetWriter
    let blocks: UnsafePointer<PixelRect>
  }

  var parameters: Parameters?

  func perform(_ index: Int, worker: Int) {
    guard let parameters else { return }
    let rect = parameters.blocks[index]
    let bench = parameters.plan.benches + worker
    let stride = parameters.plan.compose(rect, on: bench)
    parameters.writer.write(bench.pointee.levels[0].pixels, stride: stride, rect: rect)
  }
}
