/// Draws display lists into pixel buffers.
///
/// Shapes are flattened and binned once a frame. Then each block of the screen is composed in ordinary memory
/// and written to the target once:
///
///     prepare items (on any worker) ▶ bin items by band ▶ compose blocks (on any worker) ▶ write
///
/// A block is a band of the screen, 32 rows high and as wide as the damage. The renderer reuses its working
/// memory from frame to frame; it draws one frame at a time.
public final class Renderer {
  /// What a frame drew.
  public struct Statistics: Hashable, Sendable {
    /// The number of blocks drawn.
    public var blocks = 0
    /// The number of bytes written to the target.
    public var bytesWritten = 0
  }

  /// The longest side of a target, in pixels; larger targets are not drawn.
  ///
  /// A longer side would not fit 32 bits on the grid of 1/256 pixel.
  public static var maximumDimension: Int { 1 << 20 }

  /// The stages of a frame, in their order.
  package enum Step: Hashable {
    /// Items are flattened, stroked and positioned, and their paints are prepared.
    case prepared
    /// Each band has the list of its items.
    case binned
    /// All pixels are composed and written.
    case composed
  }

  /// Called after each stage, on the thread that draws, for callers that measure time.
  package var onStep: ((Step) -> Void)?

  private var scratch = ScratchPool()
  private var prepared = GrowingBuffer<PreparedItem>()
  private var clips = ClipPreparation()
  private var groups = GroupResolution()
  private var binning = Binning()
  private let prepareJob = PrepareJob()
  private let composeJob = ComposeJob()
  private var blocks: [PixelRect] = []

  public init() {}

  /// Draws `list` over `background` into the pixels of `damage`; other pixels stay as they are.
  ///
  /// - Parameters:
  ///   - background: The color that nothing covers. Where it is translucent, formats without alpha show it
  ///     over black.
  ///   - target: The memory to write. The list's space is `target.size` before `rotation`. A target with a
  ///     side beyond ``maximumDimension`` is not drawn.
  ///   - damage: The rectangles to draw, in the list's space; their pixels are the same as if everything were
  ///     drawn. Pixels in two of the rectangles are drawn twice.
  ///   - rotation: The clockwise rotation of the frame on its way into `target`.
  ///   - mirroring: The mirroring of the frame before the rotation.
  ///   - workers: The workers that draw; the result does not depend on them.
  /// - Complexity: Allocates only while a frame is larger than all before it.
  @discardableResult
  public func draw(
    _ list: DisplayList, over background: Color = .white, into target: PixelBuffer, damage: [PixelRect],
    rotation: Rotation = .none, mirroring: Mirroring = .none, workers: any WorkerPool
  ) -> Statistics {
    let size = rotation.logicalSize(for: target.size)
    guard max(size.width, size.height) <= Self.maximumDimension else { return Statistics() }
    let list = list.balanced
    planBlocks(damage: damage, size: size)
    guard !blocks.isEmpty else { return Statistics() }
    scratch.beginFrame(width: size.width, workers: workers.count)
    prepare(list, size: size, workers: workers)
    onStep?(.prepared)
    let depth = groups.resolve(prepared.base, count: prepared.count, screen: PixelBounds(size), clips: clips.clips.base)
    clips.writeRows(of: list, for: prepared.base, count: prepared.count, size: size)
    scratch.prepareLevels(depth)
    binning.bin(prepared.base, count: prepared.count, height: size.height)
    onStep?(.binned)
    let writer = TargetWriter(target: target, orientation: Orientation(rotation: rotation, mirroring: mirroring))
    let plan = FramePlan(
      background: background.premultiplied, items: prepared.base, bands: binning.bands.base, bandItems: binning.items.base,
      clipRows: clips.rows.base, clipStride: clips.stride, prepareScratch: scratch.prepare)
    blocks.withUnsafeBufferPointer { blocks in
      guard let base = blocks.baseAddress else { return }
      composeJob.parameters = ComposeJob.Parameters(plan: plan, writer: writer, blocks: base, scratch: scratch.compose)
      workers.perform(parts: blocks.count, of: composeJob)
      composeJob.parameters = nil
    }
    onStep?(.composed)
    let pixels = blocks.reduce(0) { $0 + $1.width * $1.height }
    return Statistics(blocks: blocks.count, bytesWritten: pixels * target.format.bytesPerPixel)
  }

  /// Divides the damage into blocks.
  private func planBlocks(damage: [PixelRect], size: PixelSize) {
    blocks.removeAll(keepingCapacity: true)
    for rect in damage {
      let rect = rect.intersection(PixelRect(size))
      guard !rect.isEmpty else { continue }
      var y = rect.minY
      while y < rect.maxY {
        let end = min((y & ~(BlockHeight.rows - 1)) + BlockHeight.rows, rect.maxY)
        blocks.append(PixelRect(minX: rect.minX, minY: y, maxX: rect.maxX, maxY: end))
        y = end
      }
    }
  }

  /// Prepares the items of a list on all workers.
  private func prepare(_ list: DisplayList, size: PixelSize, workers: any WorkerPool) {
    let count = list.items.count
    // Clips beyond those that fit become the last one, which is empty.
    let lastClip = Int32(truncatingIfNeeded: ClipPreparation.usableCount(of: list, size: size))
    prepared.count = 0
    prepared.reserve(count)
    prepared.count = count
    // Contiguous runs of items, enough of them that the workers finish together.
    let chunk = max(1, min(64, count / (workers.count * 4) + 1))
    list.items.withUnsafeBufferPointer { items in
      guard let first = items.baseAddress else { return }
      prepareJob.parameters = PrepareJob.Parameters(
        items: first, count: count, lastClip: lastClip, chunk: chunk, prepared: prepared.base, scratch: scratch.prepare,
        size: size)
      workers.perform(parts: (count + chunk - 1) / chunk, of: prepareJob)
      prepareJob.parameters = nil
    }
    clips.prepare(list, size: size)
  }
}
