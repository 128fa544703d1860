/// One worker's buffers: everything that preparing items and drawing blocks needs, kept from frame to frame.
///
/// A struct behind a pointer and not a class: every look at a class's variable would be checked for exclusive access at run time.
struct Workbench: ~Copyable {
  var flattening = Flattening()
  var stroking = Stroking()
  var contours = Contours()
  /// A picture's edge.
  private var outline = Path()
  var builder = EdgeBuilder()
  /// Edges of `banded` items, each copied to every band it crosses.
  var sorted = GrowingBuffer<Edge>(capacity: 1024)
  /// For each `banded` item, where each of its bands begins in `sorted`, and where the last ends.
  var bandStarts = GrowingBuffer<Int>(capacity: 256)
  /// Gradient tables.
  var tables = GrowingBuffer<UInt32>(capacity: 1024)
  let coverage: CoverageBuffer
  /// The block being composed.
  let block: UnsafeMutablePointer<UInt32>
  /// A row's coverage and colours, for paints that are not one colour.
  let rowCoverage: UnsafeMutablePointer<UInt8>
  let rowColors: UnsafeMutablePointer<UInt32>

  init(width: Int) {
    coverage = CoverageBuffer(width: width, rows: Renderer.blockRows)
    block = .allocate(capacity: width &* Renderer.blockRows)
    block.initialize(repeating: 0, count: width &* Renderer.blockRows)
    rowCoverage = .allocate(capacity: width)
    rowCoverage.initialize(repeating: 0, count: width)
    rowColors = .allocate(capacity: width)
    rowColors.initialize(repeating: 0, count: width)
  }

  deinit {
    block.deallocate()
    rowCoverage.deallocate()
    rowColors.deallocate()
  }

  /// Forgets the last frame.
  mutating func beginFrame() {
    builder.edges.count = 0
    sorted.count = 0
    bandStarts.count = 0
    tables.count = 0
  }

  /// Makes `item` ready for a screen of `size`.
  mutating func prepare(_ item: DisplayList.Item, size: PixelSize, worker: Int) -> PreparedItem {
    var prepared = PreparedItem()
    prepared.worker = Int32(truncatingIfNeeded: worker)
    prepared.clip = item.clip
    guard item.opacity > 0 else { return prepared }
    let firstEdge = builder.edges.count
    builder.begin(size: size)
    contours.removeAll()
    switch item.shape {
    case .fill(let path, let rule):
      prepared.rule = rule
      flattening.flatten(path, transform: item.transform, closing: true, into: &contours)
    case .stroke(let path, let style):
      stroking.stroke(path, style: style, transform: item.transform, into: &contours)
    case .picture(let picture):
      outline.removeAll()
      outline.addRect(Rect(x: 0, y: 0, width: Scalar(picture.size.width), height: Scalar(picture.size.height)))
      flattening.flatten(outline, transform: item.transform, closing: true, into: &contours)
    }
    builder.add(contours)
    guard builder.minX <= builder.maxX else { return prepared }
    prepared.minX = builder.minX >> 8
    prepared.minY = builder.minY >> 8
    prepared.maxX = min((builder.maxX &+ 255) >> 8, Int32(truncatingIfNeeded: size.width))
    prepared.maxY = min((builder.maxY &+ 255) >> 8, Int32(truncatingIfNeeded: size.height))
    // Edges to the right of the screen were dropped: what is open there reaches to the screen's edge.
    if builder.reachesRight { prepared.maxX = Int32(truncatingIfNeeded: size.width) }
    guard prepared.minX < prepared.maxX, prepared.minY < prepared.maxY, setPaint(of: item, in: &prepared) else {
      builder.edges.count = firstEdge
      return prepared
    }
    if isWholePixels() {
      prepared.kind = .rectangle
      builder.edges.count = firstEdge
    } else {
      sortByBand(&prepared, from: firstEdge)
    }
    return prepared
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

  private mutating func setPaint(of item: DisplayList.Item, in prepared: inout PreparedItem) -> Bool {
    prepared.alpha = UInt32(item.opacity)
    if case .picture(let picture) = item.shape {
      guard let inverse = item.transform.inverse else { return false }
      func row(_ x: Int64, _ y: Int64, _ one: Int64, _ bits: Int128) -> (Int128, Int128, Int128) {
        (Int128(x) << bits, Int128(y) << bits, Int128(one) << bits)
      }
      prepared.filling = .picture
      prepared.map = PlaneMap(
        u: row(inverse.xx, inverse.xy, inverse.x0, 16), v: row(inverse.yx, inverse.yy, inverse.y0, 16),
        w: row(inverse.wx, inverse.wy, inverse.w0, 0))
      prepared.pixels = UnsafePointer(picture.storage.pixels)
      prepared.pictureWidth = Int32(truncatingIfNeeded: picture.size.width)
      prepared.pictureHeight = Int32(truncatingIfNeeded: picture.size.height)
      prepared.isOpaque = picture.isOpaque && item.opacity == 255
      return prepared.map != nil
    }
    switch item.paint {
    case .color(let color):
      prepared.color = 0xff00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
      prepared.alpha = product255(UInt32(color.alpha), UInt32(item.opacity))
      prepared.isOpaque = prepared.alpha == 255
      return prepared.alpha > 0
    case .linearGradient(let gradient):
      guard !gradient.stops.isEmpty, let map = GradientTable.map(gradient, transform: item.transform) else { return false }
      tables.reserve(GradientTable.size)
      prepared.table = tables.count
      prepared.isOpaque = GradientTable.write(gradient, opacity: item.opacity, to: tables.base + tables.count)
      tables.count += GradientTable.size
      prepared.filling = .gradient
      prepared.map = map
      return true
    }
  }

  /// Gives each band its own run of edges where that saves looking through too many.
  private mutating func sortByBand(_ prepared: inout PreparedItem, from first: Int) {
    let count = builder.edges.count - first
    let shift = Renderer.blockRowBits
    let firstBand = Int(prepared.minY) >> shift
    let bands = (Int(prepared.maxY) - 1) >> shift - firstBand + 1
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
