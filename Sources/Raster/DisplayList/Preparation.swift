/// One worker's buffers: everything that preparing items and drawing blocks needs, kept from frame to frame.
///
/// A struct behind a pointer and not a class: every look at a class's variable would be checked for exclusive access at run time.
struct Workbench: ~Copyable {
  var flattening = Flattening()
  var stroking = Stroking()
  var contours = Contours()
  /// A picture's edge.
  var rectangle = Path()
  /// How much of the paint a hairline leaves, of 256.
  private var fading: UInt32 = 256
  /// Where the edges of the item being prepared begin.
  private var firstEdge = 0
  var builder = EdgeBuilder()
  /// Edges of `banded` items, each copied to every band it crosses.
  var sorted = GrowingBuffer<Edge>(capacity: 1024)
  /// For each `banded` item, where each of its bands begins in `sorted`, and where the last ends.
  var bandStarts = GrowingBuffer<Int>(capacity: 256)
  /// Gradient tables.
  var tables = GrowingBuffer<UInt32>(capacity: 1024)
  /// Shadows and glyphs.
  var masks: MaskBuffers
  let coverage: CoverageBuffer
  /// The block being composed, and above it those of the groups and clips that are open.
  private(set) var levels: UnsafeMutablePointer<BlockLevel>
  private var levelCount = 0
  private let blockSize: Int
  /// A row's coverage and colours, for paints that are not one colour.
  let rowCoverage: UnsafeMutablePointer<UInt8>
  let rowColors: UnsafeMutablePointer<UInt32>

  init(width: Int) {
    masks = MaskBuffers(width: width)
    coverage = CoverageBuffer(width: width, rows: Renderer.blockRows)
    blockSize = width &* Renderer.blockRows
    levels = .allocate(capacity: Nesting.limit + 1)
    rowCoverage = .allocate(capacity: width)
    rowCoverage.initialize(repeating: 0, count: width)
    rowColors = .allocate(capacity: width)
    rowColors.initialize(repeating: 0, count: width)
  }

  deinit {
    for index in 0..<levelCount { levels[index].deallocate() }
    levels.deallocate()
    rowCoverage.deallocate()
    rowColors.deallocate()
  }

  /// Makes memory for so many groups and clips in each other.
  mutating func prepareLevels(_ count: Int) {
    while levelCount <= min(count, Nesting.limit) {
      (levels + levelCount).initialize(to: BlockLevel(count: blockSize))
      levelCount += 1
    }
  }

  /// Forgets the last frame.
  mutating func beginFrame() {
    builder.edges.count = 0
    sorted.count = 0
    bandStarts.count = 0
    tables.count = 0
    masks.removeAll()
  }

  /// Makes `item` ready for a screen of `size`.
  mutating func prepare(_ item: DisplayList.Item, size: PixelSize, worker: Int) -> PreparedItem {
    var prepared = PreparedItem()
    prepared.worker = Int32(truncatingIfNeeded: worker)
    prepared.clip = item.clip
    prepared.blend = item.blend
    switch item.shape {
    case .beginGroup, .endGroup:
      prepared.role = if case .endGroup = item.shape { .endGroup } else { .beginGroup }
      prepared.alpha = UInt32(item.opacity)
    case .beginMask(let kind):
      (prepared.role, prepared.maskKind) = (.beginMask, kind)
    case .endMask:
      prepared.role = .endMask
    case .endClip:
      prepared.role = .endClip
    case .beginClip(let path, let rule):
      (prepared.role, prepared.rule, prepared.clip) = (.beginClip, rule, -1)
      beginOutline(size: size)
      flattening.flatten(path, transform: item.transform, closing: true, into: &contours)
      endOutline(&prepared, size: size)
    case .shadow, .glyphs:
      guard item.opacity > 0 || !item.blend.keepsWhatIsUncovered, preparePaint(of: item, in: &prepared) else { break }
      if prepareMask(of: item, in: &prepared, size: size) { prepared.kind = .mask }
    case .fill, .stroke, .picture, .ninePatch:
      guard item.opacity > 0 || !item.blend.keepsWhatIsUncovered else { break }
      beginOutline(size: size)
      outline(item, in: &prepared)
      endOutline(&prepared, size: size)
      guard prepared.kind != .nothing else { break }
      guard preparePaint(of: item, in: &prepared) else {
        prepared.kind = .nothing
        break
      }
      prepared.alpha = (prepared.alpha &* fading &+ 128) >> 8
      prepared.hidesAll =
        prepared.kind == .rectangle && prepared.blend == .normal && prepared.clip < 0 && prepared.alpha == 255
        && prepared.source.isOpaque
    }
    return prepared
  }

  mutating func beginOutline(size: PixelSize) {
    firstEdge = builder.edges.count
    fading = 256
    builder.begin(size: size)
    contours.removeAll()
  }

  private mutating func outline(_ item: DisplayList.Item, in prepared: inout PreparedItem) {
    switch item.shape {
    case .fill(let path, let rule):
      prepared.rule = rule
      flattening.flatten(path, transform: item.transform, closing: true, into: &contours)
    case .stroke(let path, let style):
      fading = stroking.stroke(path, style: style, transform: item.transform, into: &contours)
    case .picture(let picture, _):
      rectangle.removeAll()
      rectangle.addRect(Rect(x: 0, y: 0, width: Scalar(picture.size.width), height: Scalar(picture.size.height)))
      flattening.flatten(rectangle, transform: item.transform, closing: true, into: &contours)
    case .ninePatch(_, _, let rect):
      rectangle.removeAll()
      rectangle.addRect(rect)
      flattening.flatten(rectangle, transform: item.transform, closing: true, into: &contours)
    default: break
    }
  }

  /// Makes edges of the contours and finds their bounds.
  mutating func endOutline(_ prepared: inout PreparedItem, size: PixelSize) {
    builder.add(contours)
    guard builder.minX <= builder.maxX else { return }
    prepared.bounds = PixelBounds(
      minX: builder.minX >> 8, minY: builder.minY >> 8,
      maxX: min((builder.maxX &+ 255) >> 8, Int32(truncatingIfNeeded: size.width)),
      maxY: min((builder.maxY &+ 255) >> 8, Int32(truncatingIfNeeded: size.height)))
    // Edges to the right of the screen were dropped: what is open there reaches to the screen's edge.
    if builder.reachesRight { prepared.bounds.maxX = Int32(truncatingIfNeeded: size.width) }
    guard !prepared.bounds.isEmpty else {
      builder.edges.count = firstEdge
      return
    }
    if isWholePixels() {
      prepared.kind = .rectangle
      builder.edges.count = firstEdge
    } else {
      sortByBand(&prepared, from: firstEdge)
    }
  }

  /// Whether the shape is one rectangle whose corners are corners of pixels.
  private func isWholePixels() -> Bool {
    let points = contours.points
    guard contours.ends.count == 1, points.count == 4 || (points.count == 5 && points[0] == points[4]) else { return false }
    for point in points where (point.x.rawValue &+ 128) & 0xff00 != 0 || (point.y.rawValue &+ 128) & 0xff00 != 0 { return false }
    let upright =
      points[0].x == points[1].x && points[1].y == points[2].y && points[2].x == points[3].x && points[3].y == points[0].y
    let level = points[0].y == points[1].y && points[1].x == points[2].x && points[2].y == points[3].y && points[3].x == points[0].x
    return upright || level
  }

  /// Gives each band its own run of edges where that saves looking through too many.
  private mutating func sortByBand(_ prepared: inout PreparedItem, from first: Int) {
    let count = builder.edges.count - first
    let shift = Renderer.blockRowBits
    let firstBand = Int(prepared.bounds.minY) >> shift
    let bands = (Int(prepared.bounds.maxY) - 1) >> shift - firstBand + 1
    guard count > 12 && bands > 2 else {
      prepared.kind = .edges
      prepared.start = first
      prepared.count = count
      return
    }
    bandStarts.reserve(bands + 2)
    let starts = bandStarts.base + bandStarts.count
    starts.update(repeating: 0, count: bands + 2)
    let edges = builder.edges.base + first
    @inline(__always)
    func span(_ edge: Edge) -> (Int, Int) {
      (Int(min(edge.y0, edge.y1) >> 8) >> shift - firstBand, Int((max(edge.y0, edge.y1) &- 1) >> 8) >> shift - firstBand)
    }
    for index in 0..<count {
      let (from, to) = span(edges[index])
      for band in from...to { starts[band + 2] &+= 1 }
    }
    starts[0] = sorted.count
    starts[1] = sorted.count
    for band in 2..<(bands + 2) { starts[band] += starts[band - 1] }
    // starts[band + 1] is where the next edge of `band` goes; afterwards starts[band] is where the band begins.
    let total = starts[bands + 1] - sorted.count
    sorted.reserve(total)
    for index in 0..<count {
      let edge = edges[index]
      let (from, to) = span(edge)
      for band in from...to {
        sorted.base[starts[band + 1]] = edge
        starts[band + 1] &+= 1
      }
    }
    sorted.count += total
    prepared.kind = .banded
    prepared.start = bandStarts.count
    prepared.count = bands
    bandStarts.count += bands + 1
    builder.edges.count = first
  }
}
