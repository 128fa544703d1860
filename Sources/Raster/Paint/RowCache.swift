/// Two rows of an enlarged picture with what lies between its columns worked out, kept from one row of the screen to the next.
///
/// Where a picture is upright and enlarged, the same two of its rows are seen in row after row of the screen, each time with other parts of the one and
/// the other. Columns are mixed first then, once for each row of the picture.
struct RowCache: BitwiseCopyable {
  /// What a row was made of: the address of its first pixel, and the places.
  private struct Origin: BitwiseCopyable, Equatable {
    var row: UnsafePointer<UInt32>
    var u: Int64, uStep: Int64
    var count: Int
  }

  private typealias Row = (origin: Origin?, pixels: UnsafeMutableRawPointer)

  /// Four channels of 16 bits a pixel, a level 256.
  private var first: Row
  private var second: Row
  private let capacity: Int

  /// - Parameter width: the pixels of a row at most.
  init(width: Int) {
    func row() -> Row { (nil, .allocate(byteCount: max(width, 1) &* 8, alignment: 16)) }
    (first, second, capacity) = (row(), row(), width)
  }

  func deallocate() {
    first.pixels.deallocate()
    second.pixels.deallocate()
  }

  /// Forgets the rows: pictures are the same for one frame only.
  mutating func removeAll() { (first.origin, second.origin) = (nil, nil) }

  /// Writes what lies between the pixels of `plane` whose centres are whole numbers, along a line of one row; all places are between inside ones.
  mutating func write(_ line: SampleLine, count: Int, of plane: PixelPlane, to colors: UnsafeMutablePointer<UInt32>) {
    var done = 0
    while done < count {
      let stretch = min(count &- done, capacity)
      let line = line.moved(to: done)
      let row = plane.pixels + Int(truncatingIfNeeded: line.v >> 32) &* plane.width
      let upper = Origin(row: row, u: line.u, uStep: line.uStep, count: stretch)
      let lower = Origin(row: row + plane.width, u: line.u, uStep: line.uStep, count: stretch)
      // Of the two that are there the one that is not wanted makes room.
      if second.origin == upper || first.origin == lower { swap(&first, &second) }
      if first.origin != upper { Self.make(&first, upper) }
      if second.origin != lower { Self.make(&second, lower) }
      lerpVertically(first.pixels, second.pixels, part: line.v, count: stretch, to: colors + done)
      done &+= stretch
    }
  }

  private static func make(_ row: inout Row, _ origin: Origin) {
    row.origin = origin
    lerpHorizontally(origin.row, u: origin.u, uStep: origin.uStep, count: origin.count, to: row.pixels)
  }
}
