/// Follows a line over an image and over the image's continuation beyond its edges.
///
/// The line is divided into runs inside the image, which are sampled without edge checks. Only samples
/// between such runs depend on the tiling.
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
    var index = 0
    var line = line
    while index < count {
      var folded = line
      Self.fold(&folded.u, &folded.uStep, width, across)
      Self.fold(&folded.v, &folded.vStep, height, down)
      folded.u &-= half
      folded.v &-= half
      var runLength = count &- index
      if folded.u >= 0 && folded.u < width &- margin && folded.v >= 0 && folded.v < height &- margin {
        runLength = min(runLength, Self.samplesInside(folded.u, folded.uStep, width &- margin, runLength))
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
