/// A renderer that draws display lists into pixel buffers.
///
/// A frame is drawn in bands, which are 32 rows high. The damage is a list of rectangles: the parts of the
/// frame that must be drawn again. A block is the part of one such rectangle that lies inside one band.
///
/// In each frame, the curves of every shape are converted to straight edges once, and the edges are sorted by
/// band. Each block is then composed in ordinary memory and written to the render target once, or composed in
/// the target if that is ordinary memory:
///
///     prepare items (on any worker) ▶ bin items by band ▶ compose blocks (on any worker) ▶ write
///
/// The renderer draws one frame at a time. Each frame reuses the working memory of earlier frames.
public final class Renderer {
  /// Counts of the work that was done to draw one frame.
  public struct Statistics: Hashable, Sendable {
    /// The number of blocks that were drawn. Each damaged rectangle of the frame is divided into blocks of at
    /// most 32 rows.
    public var blocks = 0
    /// The number of bytes that were written to the render target.
    public var bytesWritten = 0
  }

  /// The maximum width and height of a render target, in pixels. If a side of the target is longer, nothing
  /// is drawn.
  ///
  /// The limit exists because a coordinate in units of 1/256 pixel must fit into 32 bits.
  public static var maximumDimension: Int { 1 << 20 }

  /// The stages of a frame, in their order.
  package enum Step: Hashable {
    /// The step before all others, if something is drawn.
    case began
    /// The step after which all items are flattened, stroked and positioned, and their paints are prepared.
    case prepared
    /// The step after which each band has the list of its items.
    case binned
    /// The step after which all pixels are composed and written.
    case composed
  }

  /// Called at the beginning and after each stage, on the thread that draws, for callers that measure time.
  package var onStep: ((Step) -> Void)?

  private var scratch = ScratchPool()
  private var prepared = GrowingBuffer<PreparedItem>()
  private var clips = PixelClipPreparation()
  private var groups = VisibleBoundsResolution()
  private var binning = Binning()
  private let prepareJob = PrepareJob()
  private let composeJob = ComposeJob()
  private var blocks: [PixelRect] = []

  /// Creates a renderer.
  public init() {}

  /// Draws a display list over a background color into a render target.
  ///
  /// Only the pixels inside the rectangles of `damage` change.
  ///
  /// - Parameters:
  ///   - list: The display list to draw. Its coordinates are pixels of the frame before mirroring and
  ///     rotation.
  ///   - background: The color that is drawn below all items. If the color is translucent and the target's
  ///     format has no alpha, the color is shown over black.
  ///   - target: The memory to which the pixels are written. If a side exceeds ``maximumDimension``, nothing
  ///     is drawn.
  ///   - damage: The parts of the frame that must be drawn, as rectangles in the display list's coordinates.
  ///     The pixels in these rectangles become the same as if the whole frame were drawn. Pixels that are in
  ///     two rectangles are drawn twice.
  ///   - rotation: The clockwise rotation that is applied to the frame when it is written to `target`.
  ///   - mirroring: The mirroring that is applied to the frame before the rotation.
  ///   - workers: The workers that draw in parallel. The number of workers has no effect on the pixels.
  /// - Returns: The amount of work that the frame took.
  /// - Complexity: Allocates memory only if the frame needs more working memory than the frames before it.
  ///   Memory for edges that hundreds of frames in a row do not need is given back.
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
    onStep?(.began)
    scratch.beginFrame(width: size.width, workers: workers.count, damage: DamageBounds(of: blocks, size: size))
    prepare(list, size: size, workers: workers)
    onStep?(.prepared)
    let depth = groups.resolve(prepared.base, count: prepared.count, screen: PixelRect32(size), clips: clips.clips.base)
    clips.writeRows(of: list, for: prepared.base, count: prepared.count, size: size)
    scratch.prepareLevels(depth)
    binning.bin(prepared.base, count: prepared.count, height: size.height)
    onStep?(.binned)
    let writer = TargetWriter(target: target, orientation: PanelOrientation(rotation: rotation, mirroring: mirroring))
    let plan = FramePlan(
      background: background.premultiplied, items: prepared.base, bands: binning.bands.base, bandItems: binning.items.base,
      clipRows: clips.rows.base, clipStride: clips.stride, prepareScratch: scratch.prepare)
    blocks.withUnsafeBufferPointer { blocks in
      guard let base = blocks.baseAddress else { return }
      composeJob.parameters = ComposeJob.Parameters(
        plan: plan, writer: writer, blocks: base, scratch: scratch.compose, composesInPlace: damage.isDisjoint)
      workers.perform(parts: blocks.count, of: composeJob, isShort: plan.isQuicklyComposed(blocks))
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
        let end = min((y & ~(RenderBlockHeight.rows - 1)) + RenderBlockHeight.rows, rect.maxY)
        blocks.append(PixelRect(minX: rect.minX, minY: y, maxX: rect.maxX, maxY: end))
        y = end
      }
    }
  }

  /// Prepares the items of a list on all workers.
  private func prepare(_ list: DisplayList, size: PixelSize, workers: any WorkerPool) {
    let count = list.count
    // Clips beyond those that fit become the last one, which is empty.
    let lastClip = Int32(truncatingIfNeeded: PixelClipPreparation.usableCount(of: list, size: size))
    prepared.count = 0
    prepared.reserve(count)
    prepared.count = count
    // Contiguous runs of items, enough of them that the workers finish together.
    let chunk = max(1, min(64, count / (workers.count * 4) + 1))
    list.packedItems.withUnsafeBufferPointer { items in
      list.tables.withPointers { tables in
        guard let first = items.baseAddress else { return }
        prepareJob.parameters = PrepareJob.Parameters(
          items: first, count: count, tables: tables, lastClip: lastClip, chunk: chunk, prepared: prepared.base,
          scratch: scratch.prepare, size: size)
        workers.perform(
          parts: (count + chunk - 1) / chunk, of: prepareJob, isShort: tables.areQuicklyPrepared(items))
        prepareJob.parameters = nil
      }
    }
    clips.prepare(list, size: size)
  }
}

extension [PixelRect] {
  /// Whether no pixel is in two of the rectangles, of which there are few.
  ///
  /// A pixel in two rectangles is drawn twice, perhaps by two workers at once. That is harmless only if each
  /// writes nothing but the finished pixel.
  package var isDisjoint: Bool {
    guard count <= 16 else { return false }
    for second in indices {
      for first in 0..<second where !self[first].intersection(self[second]).isEmpty { return false }
    }
    return true
  }
}
