/// The scratch memory of all workers.
///
/// It grows to the widest frame and the most workers so far, so frames of several sizes may alternate.
struct ScratchPool: ~Copyable {
  private(set) var prepare: UnsafeMutablePointer<PrepareScratch>
  private(set) var compose: UnsafeMutablePointer<ComposeScratch>
  private var count = 0
  private var width = 0

  init() {
    prepare = .allocate(capacity: 0)
    compose = .allocate(capacity: 0)
  }

  deinit {
    prepare.deinitialize(count: count)
    prepare.deallocate()
    compose.deinitialize(count: count)
    compose.deallocate()
  }

  /// Makes memory for a number of workers and a width in pixels, and forgets the last frame.
  mutating func beginFrame(width newWidth: Int, workers: Int, damage: DamageBounds?) {
    if newWidth > width || workers > count {
      prepare.deinitialize(count: count)
      prepare.deallocate()
      compose.deinitialize(count: count)
      compose.deallocate()
      (width, count) = (max(width, newWidth), max(count, workers))
      prepare = .allocate(capacity: count)
      compose = .allocate(capacity: count)
      for index in 0..<count {
        (prepare + index).initialize(to: PrepareScratch())
        (compose + index).initialize(to: ComposeScratch(width: width))
      }
    }
    for index in 0..<count {
      prepare[index].beginFrame(damage: damage)
      compose[index].beginFrame()
    }
  }

  /// Allocates the levels for a number of groups and clips inside each other.
  mutating func prepareLevels(_ depth: Int) {
    for index in 0..<count { compose[index].prepareLevels(depth) }
  }
}
