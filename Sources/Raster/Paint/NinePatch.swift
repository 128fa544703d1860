/// How places of a rectangle become those of a picture whose corners keep their size.
///
/// Along each axis three pieces, each a straight line, that meet: what stretches reaches from the middle of the first pixel between the corners to the
/// middle of the last, so that no colour of a corner is drawn out with it, and places have no jump where pieces meet.
struct NinePatch: BitwiseCopyable {
  /// One axis, in 1/2^32 of a unit and of a pixel.
  struct Axis: BitwiseCopyable {
    /// Where the middle piece begins and where it ends.
    var begin: Int64 = 0, end: Int64 = 0
    /// For each piece a place of the rectangle, the one of the picture, and pixels for a unit.
    var from: (Int64, Int64, Int64) = (0, 0, 0)
    var to: (Int64, Int64, Int64) = (0, 0, 0)
    var ratio: (Int64, Int64, Int64) = (0, 0, 0)
  }

  var across = Axis()
  var down = Axis()

  /// - Returns: nil where the rectangle is empty.
  init?(size: PixelSize, insets: EdgeInsets, rect: Rect) {
    func clamped(_ value: Scalar, _ limit: Int64) -> Int64 { min(max(value.rawValue, 0), limit) }
    let (width, height) = (Int64(size.width) << 16, Int64(size.height) << 16)
    let (left, top) = (clamped(insets.left, width), clamped(insets.top, height))
    let (right, bottom) = (clamped(insets.right, width - left), clamped(insets.bottom, height - top))
    let limit: Int64 = 1 << 45
    let (spanX, spanY) = (min(rect.size.width.rawValue, limit), min(rect.size.height.rawValue, limit))
    guard spanX > 0 && spanY > 0 else { return nil }
    // Corners that do not fit become smaller together: units for a pixel, in 1/2^32.
    var scale: Int64 = 1 << 32
    if left + right > spanX { scale = min(scale, Int64((Int128(spanX) << 32) / Int128(left + right))) }
    if top + bottom > spanY { scale = min(scale, Int64((Int128(spanY) << 32) / Int128(top + bottom))) }
    scale = max(scale, 1)
    func origin(_ value: Scalar) -> Int64 { min(max(value.rawValue, -limit), limit) << 16 }
    across = Self.axis(
      origin(rect.origin.x), spanX << 16, length: width << 16, first: left << 16, last: right << 16, scale: scale)
    down = Self.axis(
      origin(rect.origin.y), spanY << 16, length: height << 16, first: top << 16, last: bottom << 16, scale: scale)
  }

  private static func axis(_ origin: Int64, _ span: Int64, length: Int64, first: Int64, last: Int64, scale: Int64) -> Axis {
    let inverse = Int64(clamping: (Int128(1) << 64) / Int128(scale))
    let end = origin &+ span
    let middle = length &- first &- last
    // Half a pixel, or half of what is between the corners.
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

  /// Calls `body` with stretches of a line that lie in one piece of each axis, as they lie in the picture.
  @inline(__always)
  func forEachPiece(_ line: SampleLine, from: Int, count: Int, _ body: (_ index: Int, _ count: Int, _ line: SampleLine) -> Void) {
    var index = 0
    while index < count {
      let here = line.moved(to: from &+ index)
      let column = across.piece(here.u)
      let row = down.piece(here.v)
      var stretch = count &- index
      stretch = across.stay(here.u, line.uStep, in: column, stretch)
      stretch = down.stay(here.v, line.vStep, in: row, stretch)
      var there = line
      (there.u, there.uStep) = across.place(line.u, line.uStep, in: column)
      (there.v, there.vStep) = down.place(line.v, line.vStep, in: row)
      body(index, stretch, there)
      index &+= stretch
    }
  }
}

extension NinePatch.Axis {
  @inline(__always)
  fileprivate func piece(_ place: Int64) -> Int { place < begin ? 0 : place < end ? 1 : 2 }

  /// A line's beginning and step as they are in the picture, by one piece's ratio.
  @inline(__always)
  fileprivate func place(_ place: Int64, _ step: Int64, in piece: Int) -> (Int64, Int64) {
    let (from, to, ratio) =
      piece == 0 ? (from.0, to.0, ratio.0) : piece == 1 ? (from.1, to.1, ratio.1) : (from.2, to.2, ratio.2)
    return (to &+ fixed32Product(place &- from, ratio), fixed32Product(step, ratio))
  }

  /// How many places from `place` on stay in a piece, of `count` at most.
  @inline(__always)
  fileprivate func stay(_ place: Int64, _ step: Int64, in piece: Int, _ count: Int) -> Int {
    if self.piece(place &+ step &* Int64(count &- 1)) == piece { return count }
    // Where the line leaves it: upwards the next piece's begin, downwards the place before its own.
    let room = step > 0 ? (piece == 0 ? begin : end) &- 1 &- place : place &- (piece == 1 ? begin : end)
    return Int(truncatingIfNeeded: min(max(room, 0) / max(abs(step), 1), Int64(count &- 1))) &+ 1
  }
}
