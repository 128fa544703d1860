/// Follows a line over a picture and what goes on around it: finds the stretches inside, and looks at edges only between them.
struct ImageTiler: BitwiseCopyable {
  let plane: PixelPlane
  let across: ImageTiling
  let down: ImageTiling
  let isNearest: Bool
  /// For an upright enlarged picture.
  var rowCache: UnsafeMutablePointer<RowCache>?

  /// Writes the colours of `count` places; each depends on the place alone.
  ///
  /// - Parameter line: from corners: the first pixel's centre is at 1/2.
  func write(_ line: SampleLine, count: Int, to colors: UnsafeMutablePointer<UInt32>) {
    // Between centres; what is nearest lies between corners.
    let half: Int64 = isNearest ? 0 : 1 << 31
    let (width, height) = (Int64(plane.width) << 32, Int64(plane.height) << 32)
    let rim: Int64 = isNearest ? 0 : 1 << 32
    var index = 0
    var line = line
    while index < count {
      var here = line
      Self.fold(&here.u, &here.uStep, width, across)
      Self.fold(&here.v, &here.vStep, height, down)
      here.u &-= half
      here.v &-= half
      var stretch = count &- index
      if here.u >= 0 && here.u < width &- rim && here.v >= 0 && here.v < height &- rim {
        stretch = min(stretch, Self.stay(here.u, here.uStep, width &- rim, stretch))
        stretch = min(stretch, Self.stay(here.v, here.vStep, height &- rim, stretch))
        if isNearest {
          plane.writeNearest(here, count: stretch, to: colors + index)
        } else if let rowCache {
          rowCache.pointee.write(here, count: stretch, of: plane, to: colors + index)
        } else {
          plane.writeBilinear(here, count: stretch, to: colors + index)
        }
      } else {
        stretch = 1
        colors[index] = isNearest ? nearest(here) : bilinear(here)
      }
      line.advance(stretch)
      index &+= stretch
    }
  }

  /// Brings a place into the picture where it goes on.
  @inline(__always)
  private static func fold(_ place: inout Int64, _ step: inout Int64, _ length: Int64, _ tiling: ImageTiling) {
    guard tiling == .repeat || tiling == .reflect, place < 0 || place >= length else { return }
    let period = tiling == .reflect ? length &* 2 : length
    place %= period
    if place < 0 { place &+= period }
    if place >= length {
      // The last place before the end is the first of the way back.
      place = period &- 1 &- place
      step = 0 &- step
    }
  }

  /// How many places from `place` on stay in 0..<`length`, of `count` at most.
  @inline(__always)
  private static func stay(_ place: Int64, _ step: Int64, _ length: Int64, _ count: Int) -> Int {
    let last = place &+ step &* Int64(count &- 1)
    if last >= 0 && last < length { return count }
    // The steps do not go round 2^63 before they leave: they are below 2^47.
    let room = step > 0 ? length &- 1 &- place : place
    return Int(truncatingIfNeeded: min(room / max(abs(step), 1), Int64(count &- 1))) &+ 1
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

  private func column(_ index: Int64) -> Int { Self.clamped(index, plane.width, across) }
  private func row(_ index: Int64) -> Int { Self.clamped(index, plane.height, down) }

  /// The number of a column or row that is there; −1 for none.
  private static func clamped(_ index: Int64, _ count: Int, _ tiling: ImageTiling) -> Int {
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
