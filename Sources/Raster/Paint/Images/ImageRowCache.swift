/// Caches two horizontally interpolated rows of an enlarged image from one row of the screen to the next.
///
/// An upright enlarged image shows the same two image rows in many rows of the screen, with different
/// weights. So columns are interpolated first, once for each row of the image.
struct ImageRowCache: BitwiseCopyable {
  /// The source of a cached row: the address of its first pixel, and the samples.
  private struct Origin: BitwiseCopyable, Equatable {
    var row: UnsafePointer<UInt32>
    var u: Int64, uStep: Int64
    var count: Int
  }

  private typealias Row = (origin: Origin?, pixels: UnsafeMutableRawPointer)

  /// The rows, with four channels of 16 bits a pixel, where a level is 256.
  private var first: Row
  private var second: Row
  private let capacity: Int

  /// Allocates the rows.
  ///
  /// - Parameter width: The maximum number of pixels of a row.
  init(width: Int) {
    func row() -> Row { (nil, .allocate(byteCount: max(width, 1) &* 8, alignment: 16)) }
    (first, second, capacity) = (row(), row(), width)
  }

  /// Frees the rows. The cache must not be used afterward.
  func deallocate() {
    first.pixels.deallocate()
    second.pixels.deallocate()
  }

  /// Forgets the rows. The renderer calls this for every frame, because images are only valid during one
  /// frame.
  mutating func removeAll() { (first.origin, second.origin) = (nil, nil) }

  /// Writes the colors of `count` samples along a line of one row.
  ///
  /// The colors are interpolated between pixels whose centers are at whole numbers. All samples must be
  /// between pixels of the plane.
  mutating func write(_ line: SampleLine, count: Int, of plane: PixelPlane, to colors: UnsafeMutablePointer<UInt32>) {
    var written = 0
    while written < count {
      let runLength = min(count &- written, capacity)
      let line = line.moved(to: written)
      let row = plane.pixels + Int(truncatingIfNeeded: line.v >> 32) &* plane.width
      let upper = Origin(row: row, u: line.u, uStep: line.uStep, count: runLength)
      let lower = Origin(row: row + plane.width, u: line.u, uStep: line.uStep, count: runLength)
      // Keep the cached row that is needed and replace the other one.
      if second.origin == upper || first.origin == lower { swap(&first, &second) }
      if first.origin != upper { Self.fill(&first, upper) }
      if second.origin != lower { Self.fill(&second, lower) }
      lerpVertically(first.pixels, second.pixels, part: line.v, count: runLength, to: colors + written)
      written &+= runLength
    }
  }

  private static func fill(_ row: inout Row, _ origin: Origin) {
    row.origin = origin
    lerpHorizontally(origin.row, u: origin.u, uStep: origin.uStep, count: origin.count, to: row.pixels)
  }
}
