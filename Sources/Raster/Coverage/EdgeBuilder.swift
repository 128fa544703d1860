/// A straight piece of an outline in 1/256 px: never horizontal, and at least partly on the screen.
///
/// An edge keeps the direction of the outline. Downward, the edge counts +1 for the winding number, and
/// upward −1.
struct Edge: BitwiseCopyable {
  var x0: Int32, y0: Int32
  var x1: Int32, y1: Int32

  /// 1 if the edge descends, −1 if it ascends.
  ///
  /// Not a choice of two numbers: the compiler would turn each product with it into a comparison.
  @inline(__always)
  var sign: Int32 { ((y1 &- y0) >> 31) | 1 }
}

/// Turns closed contours into edges on the screen, and records which bands the edges touch.
///
/// Points are rounded to 1/256 px here, once. Segments above, below and to the right of the screen are
/// dropped. A segment wholly to the left is moved onto the left edge, because it counts for the winding
/// number of the pixels to its right.
///
/// A segment that is partly on the screen stays whole up to ``maximumExtent``, because cutting a segment
/// would rotate it slightly. So shapes that move by whole pixels keep the same bits wherever the screen's
/// edge is. A longer segment is cut by the screen's size alone, never by the damage. So a repainted part has
/// the same bits as the whole frame.
///
/// With a damage, whole contours and runs of edges outside of it are left out. The coverage inside is the
/// same without them. But the bounding box and the other properties are those of the remaining contours.
struct EdgeBuilder: ~Copyable {
  var edges = GrowingBuffer<Edge>(capacity: 1024)
  /// The shape's runs, in order; after ``endRuns()`` every edge that is left is in one.
  private(set) var runs = GrowingBuffer<EdgeRun>(capacity: 256)
  /// The greatest distance from the screen's upper left corner at which an edge stays whole, in 1/256 px:
  /// 65,536 px.
  private static var maximumExtent: Int64 { 1 << 24 }

  /// The greatest length of horizontal edges, one after the other, that are not recorded: 4 px.
  ///
  /// A chain is measured from the last edge, or from the outline's first point. So a chain around the
  /// first point is at most twice as long, which is a cell of ``Occlusion``.
  private static var longestChain: Int64 { 4 << 8 }

  private var right: Int64 = 0
  private var bottom: Int64 = 0
  /// The index of the shape's first edge.
  private(set) var firstEdge = 0
  /// The bands of the current run.
  private var band = EdgeRun.BandRange.none
  /// The index of the current run's first edge.
  private var firstOfRun = 0
  /// The bounding box of the shape's edges, in 1/256 px; empty where `minX > maxX`.
  private(set) var minX: Int32 = .max, minY: Int32 = .max, maxX: Int32 = .min, maxY: Int32 = .min

  /// Whether a segment to the right of the screen was dropped, so that the shape is open at the right edge.
  private(set) var isOpenAtRightEdge = false
  /// Whether a vertical edge passes through more than one band, so that looking for identical rows pays.
  private(set) var hasVerticalEdges = false
  /// Whether edges were dropped because they are horizontal, other than chains of them of up to 8 px between
  /// points on the screen.
  private(set) var hasHorizontalEdges = false
  /// Whether an edge crosses the left or right side of the screen.
  private(set) var crossesScreenSides = false

  /// The part of the screen outside of which outlines are left out; nil if all are needed.
  private var damage: DamageBounds?

  init() {}

  /// Starts a shape on a screen of `size`.
  ///
  /// - Parameter damage: The part of the screen outside of which outlines are left out; nil if all are
  ///   needed.
  mutating func begin(size: PixelSize, damage: DamageBounds?) {
    self.damage = damage
    right = Int64(size.width) << 8
    bottom = Int64(size.height) << 8
    firstEdge = edges.count
    (band, firstOfRun, runs.count) = (.none, edges.count, 0)
    (minX, minY, maxX, maxY) = (.max, .max, .min, .min)
    isOpenAtRightEdge = false
    hasVerticalEdges = false
    hasHorizontalEdges = false
    crossesScreenSides = false
  }

  /// Adds every contour, closing those that are open.
  mutating func add(_ contours: borrowing Contours) {
    var first = 0
    contours.points.withUnsafeBufferPointer { points in
      for end in contours.ends {
        add(contour: UnsafeBufferPointer(rebasing: points[first..<end]))
        first = end
      }
    }
  }

  /// Adds one contour by its corners, closing it.
  @inline(never)
  mutating func add(contour points: UnsafeBufferPointer<Point>) {
    guard points.count > 1, let base = points.baseAddress else { return }
    if let damage, !damage.mayTouch(points) { return }
    var (x, y) = Self.rounded(base[points.count &- 1])
    var index = 0
    if isInside(x, y) {
      include(x, y)
      index = addInside(base, from: 0, to: points.count, &x, &y)
    }
    while index < points.count {
      let next = Self.rounded(base[index])
      index &+= 1
      addOutside(x, y, next.x, next.y)
      (x, y) = next
      if isInside(x, y) {
        include(x, y)
        index = addInside(base, from: index, to: points.count, &x, &y)
      }
    }
  }

  /// Adds the segments from (`x`, `y`), which is on the screen, through the following points that are on the
  /// screen.
  ///
  /// This is the fast path of most outlines.
  ///
  /// - Parameters:
  ///   - from: The index of the first of those points.
  ///   - x, y: Becomes the last point reached.
  /// - Returns: The index of the first point that is off-screen, or `end`.
  @inline(__always)
  private mutating func addInside(
    _ points: UnsafePointer<Point>, from: Int, to end: Int, _ x: inout Int64, _ y: inout Int64
  ) -> Int {
    edges.reserve(end &- from)
    // In local variables: the compiler cannot know that writing an edge does not change this structure.
    let first = edges.base
    let firstOfCall = first + edges.count
    var edge = firstOfCall
    let (right, bottom) = (UInt64(bitPattern: right), UInt64(bitPattern: bottom))
    var (minX, minY, maxX, maxY) = (Int64(minX), Int64(minY), Int64(maxX), Int64(maxY))
    var (x0, y0, band) = (x, y, band)
    let firstX = x
    // The top of the run's band, while the run touches one band and the last point is in that band.
    var top = Int64.min
    var point = points + from
    let endPoint = points + end
    while point < endPoint {
      // To nearest as in `rounded`; what overflows here is far off every screen.
      let x1 = (point.pointee.x.rawValue &+ 128) >> 8
      let y1 = (point.pointee.y.rawValue &+ 128) >> 8
      guard UInt64(bitPattern: x1) <= right && UInt64(bitPattern: y1) <= bottom else { break }
      point += 1
      if y0 != y1 {
        if UInt64(bitPattern: y1 &- top) > UInt64(EdgeRun.BandRange.height) {
          let bands = EdgeRun.BandRange(min(y0, y1), max(y0, y1))
          if bands != band {
            beginRun(bands, isVertical: x0 == x1, before: edge - first)
            band = bands
          }
          top = bands.spansSeveralBands ? .min : bands.top
        }
        edge.pointee = Edge(
          x0: Int32(truncatingIfNeeded: x0), y0: Int32(truncatingIfNeeded: y0), x1: Int32(truncatingIfNeeded: x1),
          y1: Int32(truncatingIfNeeded: y1))
        edge += 1
      } else {
        let chainBegin = edge > firstOfCall ? Int64(edge[-1].x1) : firstX
        if (x1 &- chainBegin).magnitude > Self.longestChain { hasHorizontalEdges = true }
      }
      minX = min(minX, x1)
      maxX = max(maxX, x1)
      minY = min(minY, y1)
      maxY = max(maxY, y1)
      (x0, y0) = (x1, y1)
    }
    edges.count = edge - first
    (self.minX, self.minY) = (Int32(truncatingIfNeeded: minX), Int32(truncatingIfNeeded: minY))
    (self.maxX, self.maxY) = (Int32(truncatingIfNeeded: maxX), Int32(truncatingIfNeeded: maxY))
    (x, y) = (x0, y0)
    return point - points
  }

  /// Returns a point in 1/256 px, to nearest; ≤ 2^55.
  @inline(__always)
  private static func rounded(_ point: Point) -> (x: Int64, y: Int64) {
    func scaled(_ value: Int64) -> Int64 { (value >> 8) &+ ((value >> 7) & 1) }
    return (scaled(point.x.rawValue), scaled(point.y.rawValue))
  }

  @inline(__always)
  private func isInside(_ x: Int64, _ y: Int64) -> Bool {
    x | y >= 0 && x <= right && y <= bottom
  }

  /// Extends the bounding box to a point on the screen.
  private mutating func include(_ x: Int64, _ y: Int64) {
    let (x, y) = (Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y))
    minX = min(minX, x)
    maxX = max(maxX, x)
    minY = min(minY, y)
    maxY = max(maxY, y)
  }

  /// Begins a run of edges that touch `bands` at edge number `count`.
  @inline(never)
  private mutating func beginRun(_ bands: EdgeRun.BandRange, isVertical: Bool, before count: Int) {
    endRun(before: count)
    band = bands
    if isVertical && bands.spansSeveralBands { hasVerticalEdges = true }
  }

  /// Ends the current run before edge number `count`.
  private mutating func endRun(before count: Int) {
    if count > firstOfRun {
      let span = IndexSpan(start: Int32(truncatingIfNeeded: firstOfRun), count: Int32(truncatingIfNeeded: count &- firstOfRun))
      runs.append(EdgeRun(span: span, bands: band))
    }
    firstOfRun = count
  }

  /// Ends the last run, and removes the runs whose bands are not drawn.
  mutating func endRuns() {
    endRun(before: edges.count)
    guard let damage else { return }
    var (keptRuns, keptEdges) = (0, firstEdge)
    for index in 0..<runs.count {
      let run = runs.base[index]
      guard run.bands.first <= damage.lastBand, run.bands.last >= damage.firstBand else { continue }
      let (from, count) = (Int(run.span.start), Int(run.span.count))
      if from > keptEdges { (edges.base + keptEdges).update(from: edges.base + from, count: count) }
      let span = IndexSpan(start: Int32(truncatingIfNeeded: keptEdges), count: run.span.count)
      runs.base[keptRuns] = EdgeRun(span: span, bands: run.bands)
      keptRuns &+= 1
      keptEdges &+= count
    }
    (runs.count, edges.count) = (keptRuns, keptEdges)
  }

  /// Removes the shape's edges.
  mutating func discardEdges() { edges.count = firstEdge }

  /// Adds an on-screen piece of a segment that leaves the screen.
  ///
  /// - Parameter descends: The direction of the outline; the points are given from top to bottom.
  @inline(never)
  private mutating func emit(_ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, _ descends: Bool) {
    guard y0 != y1 else {
      // Even without a length: no edge shows then where the outline left the screen.
      hasHorizontalEdges = true
      return
    }
    include(x0, y0)
    include(x1, y1)
    let bands = EdgeRun.BandRange(y0, y1)
    if bands != band { beginRun(bands, isVertical: x0 == x1, before: edges.count) }
    let upper = (x: Int32(truncatingIfNeeded: x0), y: Int32(truncatingIfNeeded: y0))
    let lower = (x: Int32(truncatingIfNeeded: x1), y: Int32(truncatingIfNeeded: y1))
    let (from, to) = descends ? (upper, lower) : (lower, upper)
    edges.append(Edge(x0: from.x, y0: from.y, x1: to.x, y1: to.y))
  }

  /// Adds a segment that is not wholly on the screen: the slow path.
  @inline(never)
  private mutating func addOutside(_ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64) {
    if y0 < y1 {
      clip(x0, y0, x1, y1, descends: true)
    } else if y0 > y1 {
      clip(x1, y1, x0, y0, descends: false)
    } else if x0 != x1 {
      hasHorizontalEdges = true
    }
  }

  /// Clips a segment given from top to bottom, so that an edge and its reverse are clipped equally.
  private mutating func clip(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, descends: Bool) {
    guard by > 0, ay < bottom else { return }
    if max(ax, bx) > right { isOpenAtRightEdge = true }
    guard min(ax, bx) <= right else { return }
    // A vertical segment is cut exactly, and one wholly to the left only counts for the winding number.
    if ax != bx && max(ax, bx) >= 0, max(ax.magnitude, bx.magnitude, ay.magnitude, by.magnitude) <= UInt64(Self.maximumExtent) {
      return addWhole(ax, ay, bx, by, descends)
    }
    let dx = bx &- ax
    let dy = by &- ay  // ≤ 2^56
    let y0 = max(ay, 0)
    let y1 = min(by, bottom)
    let x0 = y0 == ay ? ax : ax &+ Self.scaled(dx, by: y0 &- ay, over: dy)
    let x1 = y1 == by ? bx : ax &+ Self.scaled(dx, by: y1 &- ay, over: dy)
    func atX(_ x: Int64) -> Int64 {
      (ay &+ Self.scaled(dy, by: x &- ax, over: dx)).clamped(from: y0, to: y1)
    }
    let crossing0 = (x0 < 0) != (x1 < 0) ? atX(0) : y0
    let crossingRight = (x0 > right) != (x1 > right) ? atX(right) : y0
    if x0 < 0 && x1 < 0 {
      emit(0, y0, 0, y1, descends)
    } else if x0 > right && x1 > right {
      return
    } else if x0 < 0 {
      emit(0, y0, 0, crossing0, descends)
      emit(0, crossing0, min(x1, right), x1 > right ? crossingRight : y1, descends)
    } else if x1 < 0 {
      emit(min(x0, right), x0 > right ? crossingRight : y0, 0, crossing0, descends)
      emit(0, crossing0, 0, y1, descends)
    } else if x0 > right {
      emit(right, crossingRight, x1, y1, descends)
    } else if x1 > right {
      emit(x0, y0, right, crossingRight, descends)
    } else {
      emit(x0, y0, x1, y1, descends)
    }
  }

  /// Adds an edge that leaves the screen without cutting it; its bounding box is clamped to the screen.
  private mutating func addWhole(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, _ descends: Bool) {
    if min(ax, bx) < 0 || max(ax, bx) > right { crossesScreenSides = true }
    let (upper, lower) = (max(ay, 0), min(by, bottom))
    include(ax.clamped(from: 0, to: right), upper)
    include(bx.clamped(from: 0, to: right), lower)
    let bands = EdgeRun.BandRange(upper, lower)
    if bands != band { beginRun(bands, isVertical: false, before: edges.count) }
    let first = (x: Int32(truncatingIfNeeded: ax), y: Int32(truncatingIfNeeded: ay))
    let last = (x: Int32(truncatingIfNeeded: bx), y: Int32(truncatingIfNeeded: by))
    let (from, to) = descends ? (first, last) : (last, first)
    edges.append(Edge(x0: from.x, y0: from.y, x1: to.x, y1: to.y))
  }

  /// Returns `length` × `part` ÷ `whole`, rounded towards zero.
  private static func scaled(_ length: Int64, by part: Int64, over whole: Int64) -> Int64 {
    if length.magnitude < 1 << 31 && part.magnitude < 1 << 31 { return length &* part / whole }  // < 2^62
    return Int64(clamping: Int128(length) &* Int128(part) / Int128(whole))  // ≤ 2^112
  }
}
