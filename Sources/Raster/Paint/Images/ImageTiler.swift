/// Follows a line over an image and over the image's continuation beyond its edges.
///
/// The line is divided into runs inside the image, which are sampled without edge checks. Only samples
/// between such runs depend on the tiling. In an upright row, they are sampled together with their
/// neighbors, from a copy of the pixels.
struct ImageTiler: BitwiseCopyable {
  let plane: PixelPlane
  let across: ImageTiling
  let down: ImageTiling
  let isNearest: Bool
  /// The cache for interpolated rows, for an upright enlarged image.
  var rowCache: UnsafeMutablePointer<ImageRowCache>?

  /// Writes the colors of `count` samples of a line. The color of a sample depends on the sample's position
  /// alone.
  ///
  /// - Parameter line: The line, measured from the image's corner: the center of the first pixel is at 1/2.
  func write(_ line: SampleLine, count: Int, to colors: UnsafeMutablePointer<UInt32>) {
    // Bilinear sampling interpolates between centers; nearest sampling chooses between corners.
    let half: Int64 = isNearest ? 0 : 1 << 31
    let (width, height) = (Int64(plane.width) << 32, Int64(plane.height) << 32)
    let margin: Int64 = isNearest ? 0 : 1 << 32
    // A narrow pattern has an edge every few pixels, so runs between its edges are short.
    let isNarrow = across == .repeat && plane.width <= Self.narrowWidth && line.vStep == 0 && rowCache == nil
    var index = 0
    var line = line
    while index < count {
      var folded = line
      Self.fold(&folded.u, &folded.uStep, width, across)
      Self.fold(&folded.v, &folded.vStep, height, down)
      folded.u &-= half
      folded.v &-= half
      let isInside = folded.u >= 0 && folded.u < width &- margin && folded.v >= 0 && folded.v < height &- margin
      var runLength = isInside && !isNarrow ? 0 : edgeRunLength(folded, count &- index, height &- margin)
      if runLength > 0 {
        writeEdge(folded, count: runLength, to: colors + index)
      } else if isInside {
        runLength = Self.samplesInside(folded.u, folded.uStep, width &- margin, count &- index)
        runLength = min(runLength, Self.samplesInside(folded.v, folded.vStep, height &- margin, runLength))
        if isNearest {
          plane.writeNearest(folded, count: runLength, to: colors + index)
        } else if let rowCache {
          rowCache.pointee.write(folded, count: runLength, of: plane, to: colors + index)
        } else {
          plane.writeBilinear(folded, count: runLength, to: colors + index)
        }
      } else {
        runLength = 1
        colors[index] = isNearest ? nearest(folded) : bilinear(folded)
      }
      line.advance(runLength)
      index &+= runLength
    }
  }

  /// Moves a coordinate outside the image to the coordinate inside the image that is shown there.
  @inline(__always)
  private static func fold(_ coordinate: inout Int64, _ step: inout Int64, _ length: Int64, _ tiling: ImageTiling) {
    guard tiling == .repeat || tiling == .reflect, coordinate < 0 || coordinate >= length else { return }
    let period = tiling == .reflect ? length &* 2 : length
    coordinate %= period
    if coordinate < 0 { coordinate &+= period }
    if coordinate >= length {
      // The last coordinate before the end is the first of the mirrored image.
      coordinate = period &- 1 &- coordinate
      step = 0 &- step
    }
  }

  /// Returns how many of the next `count` coordinates from `coordinate` on are in 0..<`length`.
  @inline(__always)
  private static func samplesInside(_ coordinate: Int64, _ step: Int64, _ length: Int64, _ count: Int) -> Int {
    let last = coordinate &+ step &* Int64(count &- 1)
    if last >= 0 && last < length { return count }
    // Steps are below 2^47, so the coordinates cannot overflow before they leave.
    let distance = step > 0 ? length &- 1 &- coordinate : coordinate
    return Int(truncatingIfNeeded: min(distance / max(abs(step), 1), Int64(count &- 1))) &+ 1
  }

  /// Returns how many of the next `count` samples ``writeEdge(_:count:to:)`` may write; 0 if none.
  @inline(__always)
  private func edgeRunLength(_ line: SampleLine, _ count: Int, _ bottom: Int64) -> Int {
    guard !isNearest, count >= 4, line.vStep == 0, line.uStep > 0, line.uStep <= 1 << 33, across != .reflect else { return 0 }
    // Inside the image, the cache interpolates in another order.
    if rowCache != nil, line.v >= 0 && line.v < bottom { return 0 }
    return min(count, Int(truncatingIfNeeded: (Self.edgeColumns &- 2) << 32 / line.uStep))
  }

  /// The most columns of the image that ``writeEdge(_:count:to:)`` reads.
  private static let edgeColumns: Int64 = 64
  /// The width of a pattern up to which its repetitions are copied and sampled together.
  private static let narrowWidth = 32

  /// Writes samples of an upright row that is partly outside the image.
  ///
  /// The two rows of pixels that are shown are copied with what continues them, and sampled without edge
  /// checks. In an icon or a narrow pattern, many samples are at an edge.
  private func writeEdge(_ line: SampleLine, count: Int, to colors: UnsafeMutablePointer<UInt32>) {
    let first = line.u >> 32
    let columns = Int(truncatingIfNeeded: (line.u &+ line.uStep &* Int64(count &- 1)) >> 32 &- first) &+ 2
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Int(Self.edgeColumns) &* 2) { memory in
      guard let pixels = memory.baseAddress else { return }
      copy(row(line.v >> 32), first, columns, to: pixels)
      copy(row(line.v >> 32 &+ 1), first, columns, to: pixels + columns)
      let copied = SampleLine(u: line.u & 0xffff_ffff, uStep: line.uStep, v: line.v & 0xffff_ffff, vStep: 0)
      PixelPlane(pixels: pixels, width: columns, height: 2).writeBilinear(copied, count: count, to: colors)
    }
  }

  /// Copies columns of a row, and of what continues it.
  private func copy(_ row: Int, _ first: Int64, _ count: Int, to pixels: UnsafeMutablePointer<UInt32>) {
    let width = Int64(plane.width)
    var column = first
    var index = 0
    while index < count {
      if across == .repeat {
        if column >= width { column &-= width } else if column < 0 { column &+= width }
      }
      if row >= 0 && column >= 0 && column < width {
        let length = min(count &- index, Int(truncatingIfNeeded: width &- column))
        copyRun(plane.pixels + (row &* plane.width &+ Int(truncatingIfNeeded: column)), count: length, to: pixels + index)
        index &+= length
        column &+= Int64(length)
      } else {
        pixels[index] = pixel(self.column(column), row)
        index &+= 1
        column &+= 1
      }
    }
  }

  private func nearest(_ line: SampleLine) -> UInt32 {
    pixel(column(line.u >> 32), row(line.v >> 32))
  }

  private func bilinear(_ line: SampleLine) -> UInt32 {
    let (left, right) = (column(line.u >> 32), column(line.u >> 32 &+ 1))
    let (upper, lower) = (row(line.v >> 32), row(line.v >> 32 &+ 1))
    return CartoucheRaster.bilinear(
      pixel(left, upper), pixel(right, upper), pixel(left, lower), pixel(right, lower), line.u, line.v)
  }

  private func column(_ index: Int64) -> Int { Self.tiled(index, plane.width, across) }
  private func row(_ index: Int64) -> Int { Self.tiled(index, plane.height, down) }

  /// Returns the column or row of the image that is shown at `index`, which is at most one beyond the edges.
  ///
  /// If nothing is shown there, −1 is returned.
  private static func tiled(_ index: Int64, _ count: Int, _ tiling: ImageTiling) -> Int {
    let last = Int64(count &- 1)
    if index >= 0 && index <= last { return Int(truncatingIfNeeded: index) }
    switch tiling {
    case .clamp, .reflect: return index < 0 ? 0 : Int(truncatingIfNeeded: last)
    case .repeat: return index < 0 ? Int(truncatingIfNeeded: last) : 0
    case .none: return -1
    }
  }

  private func pixel(_ column: Int, _ row: Int) -> UInt32 {
    column < 0 || row < 0 ? 0 : plane.pixels[row &* plane.width &+ column]
  }
}
