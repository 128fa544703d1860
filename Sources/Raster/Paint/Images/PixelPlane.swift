/// The pixels of an image or of one of its mip levels, in rows without gaps.
struct PixelPlane: BitwiseCopyable {
  let pixels: UnsafePointer<UInt32>
  let width: Int
  let height: Int
}

/// Equidistant samples along a line through an image, in 1/2^32 of its pixels.
struct SampleLine: BitwiseCopyable {
  var u: Int64, uStep: Int64
  var v: Int64, vStep: Int64

  @inline(__always)
  mutating func advance(_ count: Int) {
    u &+= uStep &* Int64(count)
    v &+= vStep &* Int64(count)
  }

  /// Returns the line whose sample number 0 is this line's sample number `number`.
  @inline(__always)
  func moved(to number: Int) -> SampleLine {
    var line = self
    line.advance(number)
    return line
  }
}

extension PixelPlane {
  /// Returns the address of the pixel at a position.
  @inline(__always)
  func address(_ u: Int64, _ v: Int64) -> UnsafePointer<UInt32> {
    pixels + (Int(truncatingIfNeeded: v >> 32) &* width &+ Int(truncatingIfNeeded: u >> 32))
  }

  /// Writes the pixels nearest to the samples of a line.
  ///
  /// All samples must be inside the plane. If each screen pixel shows one pixel of the image, rows are
  /// copied.
  func writeNearest(_ line: SampleLine, count: Int, to colors: UnsafeMutablePointer<UInt32>) {
    var line = line
    if line.vStep == 0 {
      if line.uStep == 1 << 32 {
        copyRun(address(line.u, line.v), count: count, to: colors)
        return
      }
      let row = address(0, line.v)
      for index in 0..<count {
        colors[index] = row[Int(truncatingIfNeeded: line.u >> 32)]
        line.u &+= line.uStep
      }
      return
    }
    for index in 0..<count {
      colors[index] = address(line.u, line.v).pointee
      line.advance(1)
    }
  }
}
