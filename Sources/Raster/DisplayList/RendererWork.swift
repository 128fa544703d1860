// The renderer's two kinds of work, kept from frame to frame: pointers that are set for the length of one call.

/// Makes items ready, a run of them in each piece.
final class PreparingWork: Work {
  struct Job: BitwiseCopyable {
    let items: UnsafePointer<DisplayList.Item>
    let count: Int
    /// The highest number that a region may have.
    let lastClip: Int32
    /// Items of a piece.
    let chunk: Int
    let prepared: UnsafeMutablePointer<PreparedItem>
    let benches: UnsafeMutablePointer<Workbench>
    let size: PixelSize
  }

  var job: Job?

  func perform(_ index: Int, worker: Int) {
    guard let job else { return }
    for item in (index * job.chunk)..<min((index + 1) * job.chunk, job.count) {
      (job.prepared + item).initialize(to: job.benches[worker].prepare(job.items[item], size: job.size, worker: worker))
      job.prepared[item].clip = min(job.prepared[item].clip, job.lastClip)
    }
  }
}

/// Composes blocks and writes them, one in each piece.
final class ComposingWork: Work {
  struct Job {
    let plan: FramePlan
    let writer: ScanoutWriter
    let blocks: UnsafePointer<PixelRect>
  }

  var job: Job?

  func perform(_ index: Int, worker: Int) {
    guard let job else { return }
    let rect = job.blocks[index]
    let bench = job.plan.benches + worker
    let stride = job.plan.compose(rect, on: bench)
    job.writer.write(bench.pointee.levels[0].pixels, stride: stride, rect: rect)
  }
}
