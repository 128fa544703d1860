/// One worker's buffers: everything that preparing items and drawing blocks needs, kept from frame to frame.
///
/// A struct behind a pointer and not a class: every look at a class's variable would be checked for exclusive access at run time.
struct RenderScratch: ~Copyable {
  var flattening = Flattening()
  var stroking = Stroking()
  var contours = Contours()
  /// A picture's edge.
  var rectangle = Path()
  /// How much of a hairline is drawn, of 256.
  private var fading: UInt32 = 256
  var builder = EdgeBuilder()
  var banded = BandedEdgeStore()
  /// Gradient tables.
  var tables = GrowingBuffer<UInt32>(capacity: 1024)
  /// Shadows, glyphs and masks.
  var masks: MaskBuffers
  let coverage: CoverageBuffer
  /// The block being composed, and above it those of the groups and clips that are open.
  private(set) var levels: UnsafeMutablePointer<StackLevel>
  private var levelCount = 0
  private let blockSize: Int
  /// A row's coverage and colours, for paints that are not one colour.
  let rowCoverage: UnsafeMutablePointer<UInt8>
  let rowColors: UnsafeMutablePointer<UInt32>
  /// Rows of enlarged pictures.
  let rowCache: UnsafeMutablePointer<RowCache>

  init(width: Int) {
    masks = MaskBuffers(width: width)
    coverage = CoverageBuffer(width: width, rows: Renderer.blockRows)
    blockSize = width &* Renderer.blockRows
    levels = .allocate(capacity: GroupResolution.maximumDepth + 1)
    rowCoverage = .allocate(capacity: width)
    rowCoverage.initialize(repeating: 0, count: width)
    rowColors = .allocate(capacity: width)
    rowColors.initialize(repeating: 0, count: width)
    rowCache = .allocate(capacity: 1)
    rowCache.initialize(to: RowCache(width: width))
  }

  deinit {
    for index in 0..<levelCount { levels[index].deallocate() }
    levels.deallocate()
    rowCoverage.deallocate()
    rowColors.deallocate()
    rowCache.pointee.deallocate()
    rowCache.deallocate()
  }

  /// Makes memory for so many groups and clips in each other.
  mutating func prepareLevels(_ count: Int) {
    while levelCount <= min(count, GroupResolution.maximumDepth) {
      (levels + levelCount).initialize(to: StackLevel(count: blockSize))
      levelCount += 1
    }
  }

  /// Forgets the last frame.
  mutating func beginFrame() {
    builder.edges.count = 0
    banded.removeAll()
    tables.count = 0
    masks.removeAll()
    rowCache.pointee.removeAll()
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
    case .shadow, .glyphs, .mask:
      guard item.opacity > 0 || !item.blend.preservesUncoveredPixels, preparePaint(of: item, in: &prepared) else { break }
      if prepareMask(of: item, in: &prepared, size: size) { prepared.kind = .mask }
    case .fill, .stroke, .image, .ninePatch:
      guard item.opacity > 0 || !item.blend.preservesUncoveredPixels else { break }
      beginOutline(size: size)
      outline(item, in: &prepared)
      endOutline(&prepared, size: size)
      guard prepared.kind != .nothing else { break }
      guard preparePaint(of: item, in: &prepared) else {
        prepared.kind = .nothing
        break
      }
      if item.blend.isLinearInAlpha {
        prepared.alpha = (prepared.alpha &* fading &+ 128) >> 8
      } else {
        prepared.fading = fading
      }
      prepared.isOccluder = prepared.clip < 0 && prepared.isOpaqueRectangle
    }
    return prepared
  }

  mutating func beginOutline(size: PixelSize) {
    fading = 256
    builder.begin(size: size)
    contours.removeAll()
  }

  private mutating func outline(_ item: DisplayList.Item, in prepared: inout PreparedItem) {
    switch item.shape {
    case .fill(let path, let rule):
      prepared.rule = rule
      if item.transform.isIdentity && !path.hasCurves {
        addPolygons(of: path)
      } else {
        flattening.flatten(path, transform: item.transform, closing: true, into: &contours)
      }
    case .stroke(let path, let style):
      fading = stroking.stroke(path, style: style, transform: item.transform, into: &contours)
    case .image(let image, _):
      rectangle.removeAll()
      rectangle.addRect(Rect(x: 0, y: 0, width: Scalar(image.size.width), height: Scalar(image.size.height)))
      flattening.flatten(rectangle, transform: item.transform, closing: true, into: &contours)
    case .ninePatch(_, _, let rect):
      rectangle.removeAll()
      rectangle.addRect(rect)
      flattening.flatten(rectangle, transform: item.transform, closing: true, into: &contours)
    default: break
    }
  }

  /// Polygons that stay where they are need not be copied first.
  private mutating func addPolygons(of path: Path) {
    path.points.withUnsafeBufferPointer { points in
      var begin = 0
      forEachPolygon(path.verbs) { corners, _ in
        if corners > 2 { builder.add(contour: UnsafeBufferPointer(rebasing: points[begin..<(begin &+ corners)])) }
        begin &+= corners
      }
    }
  }

  /// Makes edges of the contours, unless the builder has them already, and finds their bounds.
  mutating func endOutline(_ prepared: inout PreparedItem, size: PixelSize) {
    builder.add(contours)
    guard builder.minX <= builder.maxX else { return }
    prepared.bounds = PixelBounds(
      minX: builder.minX >> 8, minY: builder.minY >> 8,
      maxX: min((builder.maxX &+ 255) >> 8, Int32(truncatingIfNeeded: size.width)),
      maxY: min((builder.maxY &+ 255) >> 8, Int32(truncatingIfNeeded: size.height)))
    // Edges to the right of the screen were dropped: what is open there reaches to the screen's edge.
    if builder.isOpenAtRightEdge { prepared.bounds.maxX = Int32(truncatingIfNeeded: size.width) }
    guard !prepared.bounds.isEmpty else {
      builder.discardEdges()
      return
    }
    if isWholePixels() {
      prepared.kind = .rectangle
      builder.discardEdges()
    } else {
      sortByBand(&prepared)
      prepared.hasVerticalEdges = builder.hasVerticalEdges
      prepared.crossesScreenSides = builder.crossesScreenSides
    }
  }

  /// Whether the shape is one rectangle whose corners are corners of pixels, as far as it is on the screen.
  private func isWholePixels() -> Bool {
    let edges = builder.edges.base + builder.firstEdge
    // The right side may be beyond the screen.
    guard builder.edges.count - builder.firstEdge == (builder.isOpenAtRightEdge ? 1 : 2) else { return false }
    let (one, other) = (edges[0], builder.isOpenAtRightEdge ? edges[0] : edges[1])
    let isUpright = one.x0 == one.x1 && other.x0 == other.x1
    let isAlike = min(one.y0, one.y1) == min(other.y0, other.y1) && max(one.y0, one.y1) == max(other.y0, other.y1)
    return isUpright && isAlike && (one.x0 | other.x0 | one.y0 | one.y1) & 255 == 0
  }

  /// Gives each band its own edges where that saves looking through too many.
  private mutating func sortByBand(_ prepared: inout PreparedItem) {
    let first = builder.firstEdge
    let count = builder.edges.count - first
    let firstBand = Int(prepared.bounds.minY) >> Renderer.blockRowBits
    let bands = (Int(prepared.bounds.maxY) - 1) >> Renderer.blockRowBits - firstBand + 1
    if count > 12 && bands > 2 {
      builder.endRuns()
      prepared.kind = .banded
      prepared.edges = banded.add(
        UnsafeBufferPointer(start: builder.runs.base, count: builder.runs.count), of: builder.edges.base, first: firstBand,
        count: bands)
    } else {
      prepared.kind = .edges
      prepared.edges = banded.add(EdgeSpan(start: Int32(truncatingIfNeeded: first), count: Int32(truncatingIfNeeded: count)))
    }
  }

  /// The edges of `item`, whose outline is kept as `kind`, that may touch the rows of `band`.
  func edges(of item: UnsafePointer<PreparedItem>, kind: PreparedItem.Kind, band: Int) -> BandEdges {
    let number = item.pointee.edges
    switch kind {
    case .edges: return banded.edges(number, in: builder.edges.base)
    case .banded:
      return banded.edges(number &+ band &- Int(item.pointee.bounds.minY) >> Renderer.blockRowBits, in: builder.edges.base)
    case .nothing, .rectangle, .mask: return BandEdges(edges: builder.edges.base, spans: UnsafeBufferPointer(start: nil, count: 0))
    }
  }
}
