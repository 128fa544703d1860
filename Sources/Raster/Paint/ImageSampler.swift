/// An image prepared for one shape: its pixels, and the way in which rows of the screen sample them.
///
/// An ``ImageTiler`` follows the line of a screen row through the image. With `trilinear`, the color is
/// interpolated between the two mip levels nearest in area. The mip level is one number for the whole shape.
/// In perspective, the mip level is one number for each eight pixels. Compared with floating-point results,
/// colors are within 1 of 255 for noise, and within 2 in perspective.
struct ImageSampler: BitwiseCopyable {
  var pixels: UnsafePointer<UInt32>?
  var width: Int32 = 0, height: Int32 = 0
  var filter = ImageFilter.bilinear
  var across = ImageTiling.clamp
  var down = ImageTiling.clamp
  /// Whether the table holds a ``NinePatch`` that maps positions.
  var isNinePatch = false
  /// Whether interpolated rows of the image are cached from one row of the screen to the next.
  var usesRowCache = false
  /// The image's mip levels, one after the other; for `trilinear` only.
  var mipLevels: UnsafePointer<UInt32>?
  /// The number of mip levels.
  var mipLevelCount: Int32 = 0
  /// The mip level to show, in 1/65536. In perspective, this is the level for a divisor of 1.
  var level: Int32 = 0

  /// Writes the colors of `count` pixels of row `y`, starting at column `x`.
  func write(
    x: Int, y: Int, count: Int, map: InverseMapping, table: UnsafePointer<UInt32>, rowCache: UnsafeMutablePointer<ImageRowCache>,
    to colors: UnsafeMutablePointer<UInt32>
  ) {
    guard let pixels else { return }
    let plane = PixelPlane(pixels: pixels, width: Int(width), height: Int(height))
    if map.isAffine {
      let start = map.line(y)
      let line = SampleLine(u: start.u, uStep: start.uStep, v: start.v, vStep: start.vStep)
      if usesRowCache {
        ImageTiler(plane: plane, across: across, down: down, isNearest: false, rowCache: rowCache)
          .write(line.moved(to: x), count: count, to: colors)
      } else {
        write(line, from: x, count: count, level: level, plane, table: table, to: colors)
      }
      return
    }
    map.forEachGroup(x: x, y: y, count: count) { index, lane, count, line, divisor in
      // A shape's area on screen shrinks with the third power of the divisor, so the length of a side shrinks
      // with the power of 3/2.
      let level = mipLevels == nil ? 0 : level &- (approximateLog2(divisor) &* 3) / 2
      write(line, from: lane, count: count, level: level, plane, table: table, to: colors + index)
    }
  }

  /// Writes the colors at `count` samples of a line, starting at sample number `from`.
  @inline(__always)
  private func write(
    _ line: SampleLine, from: Int, count: Int, level: Int32, _ plane: PixelPlane, table: UnsafePointer<UInt32>,
    to colors: UnsafeMutablePointer<UInt32>
  ) {
    if isNinePatch {
      UnsafeRawPointer(table).loadUnaligned(as: NinePatch.self).forEachPiece(line, from: from, count: count) { index, count, line in
        ImageTiler(plane: plane, across: .clamp, down: .clamp, isNearest: false)
          .write(line.moved(to: from &+ index), count: count, to: colors + index)
      }
    } else if mipLevels == nil || level <= 0 {
      ImageTiler(plane: plane, across: across, down: down, isNearest: filter == .nearest)
        .write(line.moved(to: from), count: count, to: colors)
    } else {
      writeTrilinear(line, from: from, count: count, level: level, plane, to: colors)
    }
  }

  private func writeTrilinear(
    _ line: SampleLine, from: Int, count: Int, level: Int32, _ plane: PixelPlane, to colors: UnsafeMutablePointer<UInt32>
  ) {
    let level = min(level, mipLevelCount << 16)
    let part = Int64(level & 0xffff)
    tiler(Int(level >> 16), plane, line) { tiler, line in
      tiler.write(line.moved(to: from), count: count, to: colors)
    }
    guard part > 0 else { return }
    tiler(Int(level >> 16) + 1, plane, line) { tiler, line in
      withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { memory in
        guard let others = memory.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
        var index = 0
        while index < count {
          let runLength = min(count &- index, 256)
          tiler.write(line.moved(to: from &+ index), count: runLength, to: others)
          lerp(colors + index, with: others, count: runLength, part: part)
          index &+= runLength
        }
      }
    }
  }

  /// Calls `body` with the pixels of a mip level and with the line scaled to that level. Level 0 is the image
  /// itself.
  @inline(__always)
  private func tiler(_ level: Int, _ plane: PixelPlane, _ line: SampleLine, _ body: (ImageTiler, SampleLine) -> Void) {
    var (levelPlane, line) = (plane, line)
    if level > 0, var next = mipLevels {
      var size = PixelSize(width: plane.width, height: plane.height)
      for number in 1...level {
        if number > 1 { next += size.width &* size.height }
        size = size.halved
      }
      levelPlane = PixelPlane(pixels: next, width: size.width, height: size.height)
      let across = (Int64(size.width) << 32) / Int64(plane.width)
      let down = (Int64(size.height) << 32) / Int64(plane.height)
      line = SampleLine(
        u: fixed32Product(line.u, across), uStep: fixed32Product(line.uStep, across), v: fixed32Product(line.v, down),
        vStep: fixed32Product(line.vStep, down))
    }
    body(ImageTiler(plane: levelPlane, across: self.across, down: self.down, isNearest: false), line)
  }
}

/// Returns a coordinate or step times `ratio`, which is in 1/2^32, clamped to ±2^62.
@inline(__always)
func fixed32Product(_ value: Int64, _ ratio: Int64) -> Int64 {
  Int64(truncatingIfNeeded: ((Int128(value) &* Int128(ratio)) >> 32).clamped(from: -(1 << 62), to: 1 << 62))
}

extension SampleLine {
  /// Returns the line whose sample number 0 is this line's sample number `number`.
  @inline(__always)
  func moved(to number: Int) -> SampleLine {
    var line = self
    line.advance(number)
    return line
  }
}
