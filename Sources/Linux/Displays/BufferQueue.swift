/// The buffers of a display: the buffer that is acquired next, and the age of each buffer's content.
///
///     free ──acquire──▶ acquired ──present──▶ free, with a known age
///       ▲                  └──release──▶ free, content unknown: it may be half drawn
struct BufferQueue {
  private struct Buffer {
    var isAcquired = false
    /// The number of the presented frame that the buffer holds, counted from 1; 0 if the content is unknown.
    var frame = 0
  }

  private var buffers: [Buffer]
  private var presentedCount = 0
  private var next = 0

  init(count: Int) {
    buffers = Array(repeating: Buffer(), count: count)
  }

  /// Acquires the next buffer in turn that is not acquired already.
  ///
  /// - Returns: The index of the buffer, and the age of its content in frames (0 if the content is unknown).
  ///   nil if every buffer is acquired.
  mutating func acquire() -> (index: Int, age: Int)? {
    for step in 0..<buffers.count {
      let index = (next + step) % buffers.count
      guard !buffers[index].isAcquired else { continue }
      buffers[index].isAcquired = true
      return (index, buffers[index].frame == 0 ? 0 : presentedCount - buffers[index].frame + 1)
    }
    return nil
  }

  /// Frees the buffer at `index`, which now holds the newest frame.
  mutating func present(_ index: Int) {
    presentedCount += 1
    buffers[index].frame = presentedCount
    buffers[index].isAcquired = false
    next = (index + 1) % buffers.count
  }

  /// Frees the buffer at `index`, whose frame was not presented. The buffer's content then counts as unknown.
  mutating func release(_ index: Int) {
    guard buffers.indices.contains(index) else { return }
    buffers[index].isAcquired = false
    buffers[index].frame = 0
  }
}
