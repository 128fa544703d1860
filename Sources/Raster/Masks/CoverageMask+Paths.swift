extension CoverageMask {
  /// A mask is at most so many pixels wide and high.
  public static var maximumSide: Int { 4096 }

  /// What a filled path covers: the same coverages as it has on a screen.
  ///
  /// - Parameter transform: from the path's space to the mask's pixels. What lies more than ``maximumSide`` to the right of the path's leftmost
  ///   point or below its uppermost one is cut off, and so is everything beyond ±2^30 pixels.
  public init(_ path: Path, rule: FillRule = .nonZero, transform: AffineTransform = .identity) {
    var contours = Contours()
    var flattening = Flattening()
    flattening.flatten(path, transform: Homography(transform), closing: true, into: &contours)
    self.init(contours, rule: rule)
  }

  /// What the stroke of a path covers; limits as for a fill.
  public init(stroking path: Path, style: StrokeStyle, transform: AffineTransform = .identity) {
    var contours = Contours()
    var stroking = Stroking()
    stroking.stroke(path, style: style, transform: Homography(transform), into: &contours)
    self.init(contours, rule: .nonZero)
  }

  init(_ contours: Contours, rule: FillRule) {
    self.init(contours, rule: rule, scratch: MaskScratch())
  }

  init(_ contours: Contours, rule: FillRule, scratch: MaskScratch) {
    let bounds = Self.bounds(of: contours)
    let storage = Storage(count: bounds.isEmpty ? 0 : bounds.width * bounds.height)
    self.init(bounds: bounds.isEmpty ? .empty : bounds, storage: storage)
    guard !bounds.isEmpty else { return }
    var moved = contours
    let origin = Point(x: Scalar(bounds.minX), y: Scalar(bounds.minY))
    for index in moved.points.indices { moved.points[index] = moved.points[index] - origin }
    scratch.builder.edges.count = 0
    scratch.builder.begin(size: PixelSize(width: bounds.width, height: bounds.height))
    scratch.builder.add(moved)
    scratch.reserve(width: bounds.width)
    let (edges, count) = (UnsafePointer(scratch.builder.edges.base), scratch.builder.edges.count)
    withUnsafePointer(to: EdgeSpan(start: 0, count: Int32(truncatingIfNeeded: count))) { all in
      let edges = BandEdges(edges: edges, spans: UnsafeBufferPointer(start: all, count: 1))
      for top in stride(from: 0, to: bounds.height, by: Renderer.blockRows) {
        let rows = top..<min(top + Renderer.blockRows, bounds.height)
        let sweep = scratch.buffer.accumulate(edges, from: 0, to: bounds.width, rows: rows)
        for row in rows {
          var sink = CoverageRowSink(row: storage.bytes + row * bounds.width)
          sweep.sweep(row: row - top, columns: ColumnRange(lower: 0, upper: bounds.width), rule: rule, into: &sink)
        }
      }
    }
  }

  /// The pixels that the contours touch, once their points are rounded to 1/256.
  private static func bounds(of contours: Contours) -> PixelRect {
    guard let first = contours.points.first else { return .empty }
    var (minX, minY, maxX, maxY) = (first.x, first.y, first.x, first.y)
    for point in contours.points {
      (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
      (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
    }
    let half = Scalar(rawValue: 128)
    func clamped(_ value: Scalar) -> Int { Int(min(max(value.rawValue, -(1 << 46)), 1 << 46) >> 16) }
    func lower(_ value: Scalar) -> Int { clamped(value + half) }
    func upper(_ value: Scalar) -> Int { clamped(value + half + Scalar(rawValue: 65535 - 255)) }
    let (x, y) = (lower(minX), lower(minY))
    return PixelRect(minX: x, minY: y, maxX: min(upper(maxX), x + maximumSide), maxY: min(upper(maxY), y + maximumSide))
  }
}

/// What making masks needs, kept from one to the next: many small ones cost little more than their edges then.
package final class MaskScratch {
  var flattening = Flattening()
  var contours = Contours()
  fileprivate var builder = EdgeBuilder()
  fileprivate var buffer: CoverageBuffer
  private var width: Int

  package init() {
    width = 64
    buffer = CoverageBuffer(width: width, rows: Renderer.blockRows)
  }

  fileprivate func reserve(width wanted: Int) {
    guard wanted > width else { return }
    width = wanted
    buffer = CoverageBuffer(width: width, rows: Renderer.blockRows)
  }
}
