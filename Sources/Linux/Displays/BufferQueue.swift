/// Whose turn it is among a display's buffers, and how old each one's content is.
///
///     free ──lend──▶ lent ──present──▶ free, with a known age
///       ▲              └──takeBack──▶ free, content unknown: it may be half drawn
struct BufferQueue {
  private struct Buffer {
    var isLent = false
    /// Which presented frame it holds, counted from 1; 0, unknown.
    var frame = 0
  }

  private var buffers: [Buffer]
  private var presented = 0
  private var next = 0

  init(count: Int) {
    buffers = Array(repeating: Buffer(), count: count)
  }

  /// Lends the buffer whose turn it is, passing over those that are lent or that `isFree` says the panel still reads.
  ///
  /// - Returns: the buffer and the age of its content; nil if there is none to lend.
  mutating func acquire(where isFree: (Int) -> Bool = { _ in true }) -> (index: Int, age: Int)? {
    for step in 0..<buffers.count {
      let index = (next + step) % buffers.count
      guard !buffers[index].isLent, isFree(index) else { continue }
      buffers[index].isLent = true
      return (index, buffers[index].frame == 0 ? 0 : presented - buffers[index].frame + 1)
    }
    return nil
  }

  /// Notes that buffer `index` now holds the newest frame.
  mutating func present(_ index: Int) {
    presented += 1
    buffers[index].frame = presented
    buffers[index].isLent = false
    next = (index + 1) % buffers.count
  }

  /// Ends a loan whose frame was not presented.
  mutating func release(_ index: Int) {
    guard buffers.indices.contains(index) else { return }
    buffers[index].isLent = false
    buffers[index].frame = 0
  }

  /// Forgets what every buffer holds: after a mode set, or when the console was another's.
  mutating func invalidateContent() {
    for index in buffers.indices { buffers[index].frame = 0 }
  }
}
