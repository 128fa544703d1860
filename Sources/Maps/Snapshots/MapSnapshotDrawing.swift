import CartoucheRaster
import CartoucheScene
import Glibc

/// Draws a snapshot on the calling thread, with a map view and a stage of its own.
///
///     map ▶ frame ▶ work: tiles, labels ▶ frame ▶ … ▶ at rest ▶ image, block by block
///
/// Nothing of it is shared with other threads, except fonts, sources and styles, which any thread may use.
package struct MapSnapshotDrawing {
  private let options: MapSnapshotOptions
  private let isCancelled: () -> Bool
  private let work = SnapshotWork()

  /// Creates a drawing.
  ///
  /// - Parameter isCancelled: Asked between slices: before each tile, frame, placement of labels, and block
  ///   of 32 rows.
  package init(_ options: MapSnapshotOptions, isCancelled: @escaping () -> Bool = { false }) {
    (self.options, self.isCancelled) = (options, isCancelled)
  }

  /// Draws the snapshot.
  ///
  /// - Throws: ``MapSnapshotError``.
  package func draw() throws(MapSnapshotError) -> MapSnapshot {
    try checkCancellation()
    guard let byteCount = options.byteCount else {
      throw .unsupportedSize(options.size, byteLimit: options.byteLimit)
    }
    try checkMemory(byteCount)
    let stage = Stage(size: options.size)
    // No frame follows for which pixels were worth caching.
    stage.usesScrollCache = false
    stage.backgroundQueue = work
    let map = try options.makeMap()
    stage.root.addSublayer(map)
    try settle(stage)
    let image = try image(of: stage)
    return MapSnapshot(image, of: map, listsLabels: options.listsLabels)
  }

  private func checkCancellation() throws(MapSnapshotError) {
    if isCancelled() { throw .cancelled }
  }

  /// Checks that an image can be allocated, because a failed allocation would end the program.
  ///
  /// The memory is mapped, because the compiler removes an allocation that is freed without a use.
  private func checkMemory(_ byteCount: Int) throws(MapSnapshotError) {
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard memory != MAP_FAILED else { throw .outOfMemory(byteCount: byteCount) }
    munmap(memory, byteCount)
  }

  /// The time between two frames until the map is at rest. They are not shown, so they need not be smooth.
  private static let interval: Int64 = 250_000_000
  /// The time in seconds after which a map that still moves is given up.
  private static let maximumDuration = 60

  /// Commits frames until all work is done and nothing moves.
  private func settle(_ stage: Stage) throws(MapSnapshotError) {
    var now: Int64 = 0
    while now <= Int64(Self.maximumDuration) * 1_000_000_000 {
      try checkCancellation()
      _ = stage.commit(at: Timestamp(nanoseconds: now))
      work.performAll(unless: isCancelled)
      try checkCancellation()
      now += Self.interval
      guard !stage.needsCommit else { continue }
      switch stage.nextFrame {
      case .never: return
      case .nextRefresh: break
      case .at(let time): now = max(now, time.nanoseconds)
      }
    }
    throw .neverSettled(seconds: Self.maximumDuration)
  }

  private func image(of stage: Stage) throws(MapSnapshotError) -> Image {
    let (renderer, workers) = (Renderer(), CancellableWorkerPool(isCancelled))
    // The items of the list are prepared completely, because blocks read them.
    renderer.onStep = { step in
      if step == .binned { workers.isComposing = true }
    }
    let image = Image(size: stage.size) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      guard let target = PixelBuffer(pixels, size: stage.size) else { return }
      _ = renderer.draw(stage.displayList, into: target, damage: [PixelRect(stage.size)], workers: workers)
    }
    try checkCancellation()
    return image
  }
}

/// A pool of one worker, the calling thread, which leaves out the blocks of an image after a cancellation.
private final class CancellableWorkerPool: WorkerPool {
  private let isCancelled: () -> Bool
  /// Whether the parts are blocks of the image.
  var isComposing = false

  init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

  var count: Int { 1 }

  func perform(parts: Int, of work: any Job) {
    for index in 0..<max(parts, 0) {
      if isComposing, isCancelled() { return }
      work.perform(index, worker: 0)
    }
  }
}
