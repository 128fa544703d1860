/// Maps positions of a rectangle to positions of an image whose corners keep their size.
///
/// The mapping of each axis consists of three straight pieces that meet. The piece that stretches runs from
/// the center of the first pixel between the corners to the center of the last. So no corner's color is
/// stretched, and positions have no jump where pieces meet. Only positions are mapped. The image itself is
/// sampled unchanged.
struct NinePatch: BitwiseCopyable {
  /// The mapping along one axis, in 1/2^32 of a unit and of a pixel.
  struct Axis: BitwiseCopyable {
    /// The start and end of the middle piece.
    var begin: Int64 = 0, end: Int64 = 0
    /// For each piece: a position in the rectangle, the matching position in the image, and the image pixels
    /// for a unit of the rectangle.
    var from: (Int64, Int64, Int64) = (0, 0, 0)
    var to: (Int64, Int64, Int64) = (0, 0, 0)
    var ratio: (Int64, Int64, Int64) = (0, 0, 0)
  }

  var across = Axis()
  var down = Axis()

  /// Creates the mapping of `rect` to an image of `size`.
  ///
  /// - Returns: nil if the rectangle is empty.
  init?(size: PixelSize, insets: EdgeInsets, rect: Rect) {
    let (width, height) = (Int64(size.width) << 16, Int64(size.height) << 16)
    let left = insets.left.rawValue.clamped(from: 0, to: width)
    let top = insets.top.rawValue.clamped(from: 0, to: height)
    let right = insets.right.rawValue.clamped(from: 0, to: width - left)
    let bottom = insets.bottom.rawValue.clamped(from: 0, to: height - top)
    let limit: Int64 = 1 << 45
    let (spanX, spanY) = (min(rect.size.width.rawValue, limit), min(rect.size.height.rawValue, limit))
    guard spanX > 0 && spanY > 0 else { return nil }
    // Corners that do not fit shrink together: units for a pixel, in 1/2^32.
    var scale: Int64 = 1 << 32
    if left + right > spanX { scale = min(scale, Int64((Int128(spanX) << 32) / Int128(left + right))) }
    if top + bottom > spanY { scale = min(scale, Int64((Int128(spanY) << 32) / Int128(top + bottom))) }
    scale = max(scale, 1)
    func origin(_ value: Scalar) -> Int64 { value.rawValue.clamped(from: -limit, to: limit) << 16 }
    across = Self.axis(
      origin(rect.origin.x), spanX << 16, length: width << 16, first: left << 16, last: right << 16, scale: scale)
    down = Self.axis(
      origin(rect.origin.y), spanY << 16, length: height << 16, first: top << 16, last: bottom << 16, scale: scale)
  }

  private static func axis(_ origin: Int64, _ span: Int64, length: Int64, first: Int64, last: Int64, scale: Int64) -> Axis {
    let inverse = Int64(clamping: (Int128(1) << 64) / Int128(scale))
    let end = origin &+ span
    let middle = length &- first &- last
    // Half a pixel, or half of the distance between the corners.
    let half = min(1 << 31, middle / 2)
    var axis = Axis()
    axis.begin = origin &+ fixed32Product(first &+ half, scale)
    axis.end = end &- fixed32Product(last &+ half, scale)
    if axis.begin > axis.end {
      axis.begin = (axis.begin &+ axis.end) / 2
      axis.end = axis.begin
    }
    axis.from = (origin, axis.begin, end)
    axis.to = (0, first &+ half, length)
    let stretched = axis.end &- axis.begin
    let ratio = stretched > 0 ? Int64(truncatingIfNeeded: (Int128(middle &- 2 &* half) << 32) / Int128(stretched)) : 0
    axis.ratio = (inverse, ratio, inverse)
    return axis
  }

  /// Calls `body` with each run of a line's samples that lies in one piece of each axis, as a line through
  /// the image.
  @inline(__always)
  func forEachPiece(_ line: SampleLine, from: Int, count: Int, _ body: (_ index: Int, _ count: Int, _ line: SampleLine) -> Void) {
    var index = 0
    while index < count {
      let current = line.moved(to: from &+ index)
      let column = across.piece(at: current.u)
      let row = down.piece(at: current.v)
      var runLength = count &- index
      runLength = across.samplesInside(current.u, line.uStep, piece: column, runLength)
      runLength = down.samplesInside(current.v, line.vStep, piece: row, runLength)
      var mapped = line
      (mapped.u, mapped.uStep) = across.mapped(line.u, line.uStep, piece: column)
      (mapped.v, mapped.vStep) = down.mapped(line.v, line.vStep, piece: row)
      body(index, runLength, mapped)
      index &+= runLength
    }
  }
}

extension NinePatch.Axis {
  @inline(__always)
  fileprivate func piece(at position: Int64) -> Int { position < begin ? 0 : position < end ? 1 : 2 }

  /// Returns a line's start and step in the image, by one piece's ratio.
  @inline(__always)
  fileprivate func mapped(_ position: Int64, _ step: Int64, piece: Int) -> (Int64, Int64) {
    let (from, to, ratio) =
      piece == 0 ? (from.0, to.0, ratio.0) : piece == 1 ? (from.1, to.1, ratio.1) : (from.2, to.2, ratio.2)
    return (to &+ fixed32Product(position &- from, ratio), fixed32Product(step, ratio))
  }

  /// Returns how many of the next `count` coordinates, from `position` on, are in a piece.
  @inline(__always)
  fileprivate func samplesInside(_ position: Int64, _ step: Int64, piece: Int, _ count: Int) -> Int {
    if self.piece(at: position &+ step &* Int64(count &- 1)) == piece { return count }
    // The line leaves the piece upward at the next piece's start, and downward before its own.
    let distance = step > 0 ? (piece == 0 ? begin : end) &- 1 &- position : position &- (piece == 1 ? begin : end)
    return Int(truncatingIfNeeded: min(max(distance, 0) / max(abs(step), 1), Int64(count &- 1))) &+ 1
  }
}
