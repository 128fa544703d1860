/// Draws display lists: shapes are flattened and binned once, then each block of the screen is composed in ordinary memory and
/// written to the target once.
///
///     prepare items (each on any worker) ▶ bin items to bands ▶ compose blocks (each on any worker) ▶ write
///
/// A block is a band of the screen, ``blockRows`` rows high, as wide as the damage. Keeps its working memory from frame to frame; one renderer
/// draws one frame at a time.
public final class Renderer {
  /// What the last frame took.
  public struct Statistics: Hashable, Sendable {
    /// Blocks drawn.
    public var blocks = 0
    /// Bytes written to the target.
    public var bytesWritten = 0
  }

  /// A longer side, in pixels, is not drawn: on the grid of 1/256 px it would not fit into 32 bits.
  public static var maximumDimension: Int { 1 << 20 }

  /// The parts of a frame's road, in their order.
  package enum Step: Hashable {
    /// Items are flattened, stroked and placed, and their paints made ready.
    case prepared
    /// Each band knows its items.
    case binned
    /// All pixels are covered, painted and written.
    case composed
  }

  /// Is told when a step is done, on the thread that draws: for whoever has a clock.
  package var onStep: ((Step) -> Void)?

  static let blockRowBits = 5
  /// Rows of a block, a power of two; bands begin at its multiples.
  static let blockRows = 1 << blockRowBits

  /// Numbers that all regions of whole pixels may take: 256 MB.
  private static let maximumClipRows = 1 << 26

  private var benches: UnsafeMutablePointer<RenderScratch>
  private var benchCount = 0
  private var width = 0
  private var prepared = GrowingBuffer<PreparedItem>()
  /// For each band, where its items begin in `bandItems`, and where the last band's end.
  private var bandStarts = GrowingBuffer<Int32>()
  /// Item numbers, back to front within each band.
  private var bandItems = GrowingBuffer<Int32>()
  private var clips = GrowingBuffer<PreparedClip>()
  private var clipRows = GrowingBuffer<Int32>()
  private var nesting = GroupResolution()
  private let preparing = PrepareJob()
  private let composing = ComposeJob()
  private var blocks: [PixelRect] = []

  public init() {
    benches = .allocate(capacity: 0)
  }

  deinit { freeBenches() }

  /// Draws `list` over `background` into the pixels of `damage`, and leaves the others alone.
  ///
  /// - Parameters:
  ///   - background: what nothing covers; where it is translucent, formats without alpha show it over black.
  ///   - target: the memory to write; the list's space is `target.size` turned back by `rotation`. One with a side beyond ``maximumDimension`` is left alone.
  ///   - damage: what to draw anew, in the list's space; the pixels are the same as if all was drawn. Pixels in two
  ///     of its rectangles are drawn twice.
  ///   - rotation: how far the picture is turned clockwise on its way into `target`.
  ///   - mirroring: whether it is mirrored before that.
  ///   - workers: who draws; the bits do not depend on them.
  /// - Complexity: allocates only while a frame is larger than all before it.
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
    prepareBenches(width: size.width, count: workers.count)
    prepare(list, size: size, workers: workers)
    onStep?(.prepared)
    let depth = nesting.resolve(prepared.base, count: prepared.count, screen: PixelBounds(size), clips: clips.base)
    writeClipRows(of: list, size: size)
    for index in 0..<benchCount { benches[index].prepareLevels(depth) }
    bin(size: size)
    onStep?(.binned)
    let writer = TargetWriter(target: target, orientation: Orientation(rotation: rotation, mirroring: mirroring))
    let plan = FramePlan(
      background: background.premultiplied, items: prepared.base, bandStarts: bandStarts.base,
      bandItems: bandItems.base, clipRows: clipRows.base, clipStride: size.height * 2, benches: benches)
    blocks.withUnsafeBufferPointer { blocks in
      guard let base = blocks.baseAddress else { return }
      composing.parameters = ComposeJob.Parameters(plan: plan, writer: writer, blocks: base)
      workers.perform(parts: blocks.count, of: composing)
      composing.parameters = nil
    }
    onStep?(.composed)
    let pixels = blocks.reduce(0) { $0 + $1.width * $1.height }
    return Statistics(blocks: blocks.count, bytesWritten: pixels * target.format.bytesPerPixel)
  }

  private func planBlocks(damage: [PixelRect], size: PixelSize) {
    blocks.removeAll(keepingCapacity: true)
    for rect in damage {
      let rect = rect.intersection(PixelRect(size))
      guard !rect.isEmpty else { continue }
      var y = rect.minY
      while y < rect.maxY {
        let end = min((y & ~(Self.blockRows - 1)) + Self.blockRows, rect.maxY)
        blocks.append(PixelRect(minX: rect.minX, minY: y, maxX: rect.maxX, maxY: end))
        y = end
      }
    }
  }

  /// A bench for each worker, those of the widest frame and the most workers there were: frames of several sizes may take turns.
  private func prepareBenches(width wanted: Int, count: Int) {
    if wanted > width || count > benchCount {
      let count = max(count, benchCount)
      freeBenches()
      width = max(width, wanted)
      benchCount = count
      benches = .allocate(capacity: count)
      for index in 0..<count { (benches + index).initialize(to: RenderScratch(width: width)) }
    }
    for index in 0..<benchCount { benches[index].beginFrame() }
  }

  private func freeBenches() {
    benches.deinitialize(count: benchCount)
    benches.deallocate()
    benchCount = 0
  }

  private func prepare(_ list: DisplayList, size: PixelSize, workers: any WorkerPool) {
    let count = list.items.count
    // Regions beyond those that there is room for are the last one, which owns nothing.
    let clipStride = size.height * 2
    let clipCount = min(list.clips.count, Self.maximumClipRows / clipStride)
    prepared.count = 0
    prepared.reserve(count)
    prepared.count = count
    // Contiguous runs of items, enough of them that workers finish together.
    let chunk = max(1, min(64, count / (workers.count * 4) + 1))
    list.items.withUnsafeBufferPointer { items in
      guard let first = items.baseAddress else { return }
      preparing.parameters = PrepareJob.Parameters(
        items: first, count: count, lastClip: Int32(truncatingIfNeeded: clipCount), chunk: chunk, prepared: prepared.base,
        benches: benches,
        size: size)
      workers.perform(parts: (count + chunk - 1) / chunk, of: preparing)
      preparing.parameters = nil
    }
    clips.count = 0
    clips.reserve(clipCount + 1)
    for clip in list.clips.prefix(clipCount) { clips.append(PreparedClip(rect: clip.pixelRect(on: size))) }
    clips.append(PreparedClip())
  }

  /// Writes the rows of regions that an item is still limited to.
  private func writeClipRows(of list: DisplayList, size: PixelSize) {
    let clipStride = size.height * 2
    // First what they take together, so that the memory is no larger than that.
    var count: Int32 = 0
    for index in 0..<prepared.count where prepared.base[index].clip >= 0 {
      let item = prepared.base + index
      guard item.pointee.role == .shape || item.pointee.role == .endGroup else {
        item.pointee.clip = -1
        continue
      }
      let clip = clips.base + Int(item.pointee.clip)
      if clip.pointee.rows < 0 {
        clip.pointee.rows = count
        count += 1
      }
      item.pointee.clip = clip.pointee.rows
    }
    clipRows.count = 0
    clipRows.reserve(Int(count) * clipStride)
    for clip in 0..<clips.count where clips.base[clip].rows >= 0 {
      let rows = clipRows.base + Int(clips.base[clip].rows) * clipStride
      if clip < clips.count - 1 {
        list.clips[clip].write(rowsOf: size, to: rows)
      } else {
        rows.update(repeating: 0, count: clipStride)
      }
    }
  }

  /// Lists for each band the items that touch it, in the list's order.
  private func bin(size: PixelSize) {
    let bands = (size.height + Self.blockRows - 1) >> Self.blockRowBits
    bandStarts.count = 0
    bandStarts.reserve(bands + 2)
    let starts = bandStarts.base
    starts.update(repeating: 0, count: bands + 2)
    func span(_ item: PreparedItem) -> Range<Int> {
      guard !item.visible.isEmpty else { return 0..<0 }
      return Int(item.visible.minY) >> Self.blockRowBits..<(Int(item.visible.maxY) - 1) >> Self.blockRowBits + 1
    }
    let items = prepared.base
    let count = prepared.count
    for index in 0..<count {
      for band in span(items[index]) { starts[band + 2] &+= 1 }
    }
    for band in 2..<(bands + 2) { starts[band] &+= starts[band - 1] }
    bandItems.count = 0
    bandItems.reserve(Int(starts[bands + 1]))
    // starts[band + 1] is where the next item of `band` goes; afterwards starts[band] is where the band begins.
    let bandItems = bandItems.base
    for index in 0..<count {
      for band in span(items[index]) {
        bandItems[Int(starts[band + 1])] = Int32(truncatingIfNeeded: index)
        starts[band + 1] &+= 1
      }
    }
  }
}
