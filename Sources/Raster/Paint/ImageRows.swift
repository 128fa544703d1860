/// A picture made ready for one shape: where its pixels are, and how they become those of the screen.
struct ImageRows: BitwiseCopyable {
  var pixels: UnsafePointer<UInt32>?
  var width: Int32 = 0, height: Int32 = 0
  var filter = ImageFilter.bilinear
  var across = ImageTiling.clamp
  var down = ImageTiling.clamp
  /// Whether the table holds a ``NinePatch`` through which places go.
  var isNinePatch = false
  /// Whether rows of the picture are kept from one row of the screen to the next.
  var usesRowCache = false
  /// The picture's mip levels, one after the other, and how many; for `trilinear` only.
  var mipLevels: UnsafePointer<UInt32>?
  var mipLevelCount: Int32 = 0
  /// The halving that is wanted, in 1/65536; in perspective of a divisor of 1.
  var level: Int32 = 0

  /// Writes the colours of `count` pixels of row `y` from column `x`.
  func write(
    x: Int, y: Int, count: Int, map: InverseMapping, table: UnsafePointer<UInt32>, rowCache: UnsafeMutablePointer<RowCache>,
    to colors: UnsafeMutablePointer<UInt32>
  ) {
    guard let pixels else { return }
    let plane = PixelPlane(pixels: pixels, width: Int(width), height: Int(height))
    if map.isAffine {
      let places = map.line(y)
      let line = SampleLine(u: places.u, uStep: places.uStep, v: places.v, vStep: places.vStep)
      if usesRowCache {
        ImageTiler(plane: plane, across: across, down: down, isNearest: false, rowCache: rowCache)
          .write(line.moved(to: x), count: count, to: colors)
      } else {
        write(line, from: x, count: count, level: level, plane, table: table, to: colors)
      }
      return
    }
    map.forEachGroup(x: x, y: y, count: count) { index, lane, count, line, divisor in
      // A shape's area on the screen goes with the third power of the divisor: what a halving halves, with the power of one and a half.
      let level = mipLevels == nil ? 0 : level &- (approximateLog2(divisor) &* 3) / 2
      write(line, from: lane, count: count, level: level, plane, table: table, to: colors + index)
    }
  }

  /// Writes the colours at `count` places of a line from number `from` on.
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
          let stretch = min(count &- index, 256)
          tiler.write(line.moved(to: from &+ index), count: stretch, to: others)
          lerp(colors + index, with: others, count: stretch, part: part)
          index &+= stretch
        }
      }
    }
  }

  /// Calls `body` with the halving of number `level`, 0 being the picture, and with the line as it passes there.
  @inline(__always)
  private func tiler(_ level: Int, _ plane: PixelPlane, _ line: SampleLine, _ body: (ImageTiler, SampleLine) -> Void) {
    var (here, line) = (plane, line)
    if level > 0, var next = mipLevels {
      var size = PixelSize(width: plane.width, height: plane.height)
      for number in 1...level {
        if number > 1 { next += size.width &* size.height }
        size = size.halved
      }
      here = PixelPlane(pixels: next, width: size.width, height: size.height)
      let across = (Int64(size.width) << 32) / Int64(plane.width)
      let down = (Int64(size.height) << 32) / Int64(plane.height)
      line = SampleLine(
        u: fixed32Product(line.u, across), uStep: fixed32Product(line.uStep, across), v: fixed32Product(line.v, down),
        vStep: fixed32Product(line.vStep, down))
    }
    body(ImageTiler(plane: here, across: self.across, down: self.down, isNearest: false), line)
  }
}

/// A place or a step, times `ratio` in 1/2^32.
@inline(__always)
func fixed32Product(_ value: Int64, _ ratio: Int64) -> Int64 {
  Int64(truncatingIfNeeded: min(max((Int128(value) &* Int128(ratio)) >> 32, -(1 << 62)), 1 << 62))
}

extension SampleLine {
  @inline(__always)
  func moved(to number: Int) -> SampleLine {
    var line = self
    line.advance(number)
    return line
  }
}
