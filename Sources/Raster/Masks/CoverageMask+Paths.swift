extension CoverageMask {
  /// The maximum width and height, in pixels, of a mask that is made from a path or from given coverages.
  ///
  /// A blurred mask may exceed this limit by the extent of the blur.
  public static var maximumSide: Int { 4096 }

  /// Creates a mask by filling a path.
  ///
  /// The coverage of each pixel is the same as if the path were drawn on a screen. The mask begins at the
  /// path's leftmost column and topmost row. The mask is at most ``maximumSide`` pixels wide and high, and
  /// the rest of the path is cut off. Parts beyond ±2^30 pixels are cut off too.
  ///
  /// - Parameters:
  ///   - path: The path to fill.
  ///   - rule: The rule that decides which points are inside the path.
  ///   - transform: The transform from the path's space to the mask's space, in which one unit is one pixel.
  public init(_ path: Path, rule: FillRule = .nonZero, transform: AffineTransform = .identity) {
    var contours = Contours()
    var flattening = Flattening()
    flattening.flatten(path, transform: Homography(transform), closing: true, into: &contours)
    self.init(contours, rule: rule)
  }

  /// Creates a mask by stroking a path.
  ///
  /// The coverage of each pixel is the same as if the stroke were drawn on a screen. The mask begins at the
  /// stroke's leftmost column and topmost row. The mask is at most ``maximumSide`` pixels wide and high, and
  /// the rest of the stroke is cut off. Parts beyond ±2^30 pixels are cut off too.
  ///
  /// - Parameters:
  ///   - path: The path to stroke.
  ///   - style: The style of the stroke, such as its width, in the path's space.
  ///   - transform: The transform from the path's space to the mask's space, in which one unit is one pixel.
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
    scratch.builder.begin(size: PixelSize(width: bounds.width, height: bounds.height), damage: nil)
    scratch.builder.add(moved)
    scratch.reserve(width: bounds.width)
    let (edges, count) = (UnsafePointer(scratch.builder.edges.base), scratch.builder.edges.count)
    withUnsafePointer(to: IndexSpan(start: 0, count: Int32(truncatingIfNeeded: count))) { all in
      let edges = BandEdges(edges: edges, spans: UnsafeBufferPointer(start: all, count: 1))
      for top in stride(from: 0, to: bounds.height, by: RenderBlockHeight.rows) {
        let rows = top..<min(top + RenderBlockHeight.rows, bounds.height)
        let sweep = scratch.buffer.accumulate(edges, from: 0, to: bounds.width, rows: rows)
        for row in rows {
          var sink = CoverageRowWriter(row: storage.bytes + row * bounds.width)
          sweep.sweep(row: row - top, columns: ColumnRange(lower: 0, upper: bounds.width), rule: rule, into: &sink)
        }
      }
    }
  }

  /// Returns the pixels that the contours touch once their points are rounded to 1/256.
  private static func bounds(of contours: Contours) -> PixelRect {
    var box = BoundingBox()
    for point in contours.points { box.add(point) }
    if box.isEmpty { return .empty }
    let half = Scalar(rawValue: 128)
    func pixel(_ value: Scalar) -> Int { Int(value.rawValue.clamped(from: -(1 << 46), to: 1 << 46) >> 16) }
    func lower(_ value: Scalar) -> Int { pixel(value + half) }
    func upper(_ value: Scalar) -> Int { pixel(value + half + Scalar(rawValue: 65535 - 255)) }
    let (x, y) = (lower(box.minX), lower(box.minY))
    return PixelRect(minX: x, minY: y, maxX: min(upper(box.maxX), x + maximumSide), maxY: min(upper(box.maxY), y + maximumSide))
  }
}

/// Scratch memory for making masks, reused from one mask to the next, so that a small mask costs little more
/// than its edges.
package final class MaskScratch {
  var flattening = Flattening()
  var contours = Contours()
  fileprivate var builder = EdgeBuilder()
  fileprivate var buffer: CoverageAccumulationBuffer
  private var width: Int

  package init() {
    width = 64
    buffer = CoverageAccumulationBuffer(width: width, rows: RenderBlockHeight.rows)
  }

  fileprivate func reserve(width minimumWidth: Int) {
    guard minimumWidth > width else { return }
    width = minimumWidth
    buffer = CoverageAccumulationBuffer(width: width, rows: RenderBlockHeight.rows)
  }
}
