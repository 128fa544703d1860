/// The buffers of a display: which one is acquired next, and how old each one's content is.
///
///     free ──acquire──▶ acquired ──present──▶ free, with a known age
///       ▲                  └──release──▶ free, content unknown: it may be half drawn
struct BufferQueue {
  private struct Buffer {
    var isAcquired = false
    /// The number of the presented frame that the buffer holds, counted from 1; 0 if unknown.
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
  /// - Returns: The buffer's index and the age of its content in frames (0: unknown); nil if every buffer is
  ///   acquired.
  mutating func acquire() -> (index: Int, age: Int)? {
    for step in 0..<buffers.count {
      let index = (next + step) % buffers.count
      guard !buffers[index].isAcquired else { continue }
      buffers[index].isAcquired = true
      return (index, buffers[index].frame == 0 ? 0 : presentedCount - buffers[index].frame + 1)
    }
    return nil
  }

  /// Frees buffer `index`, which now holds the newest frame.
  mutating func present(_ index: Int) {
    presentedCount += 1
    buffers[index].frame = presentedCount
    buffers[index].isAcquired = false
    next = (index + 1) % buffers.count
  }

  /// Frees a buffer whose frame was not presented.
  mutating func release(_ index: Int) {
    guard buffers.indices.contains(index) else { return }
    buffers[index].isAcquired = false
    buffers[index].frame = 0
  }
}
