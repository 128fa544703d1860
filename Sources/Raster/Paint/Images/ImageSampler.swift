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

  /// Returns the image's own pixels that `count` pixels of row `y` show from column `x` on.
  ///
  /// - Returns: nil if the pixels are not adjacent in one row of the image.
  @inline(__always)
  func contiguousPixels(x: Int, y: Int, count: Int, map: InverseMapping) -> UnsafePointer<UInt32>? {
    guard filter == .nearest, !isNinePatch, map.isAffine, let pixels else { return nil }
    let line = map.line(y)
    guard line.uStep == 1 << 32, line.vStep == 0 else { return nil }
    let (column, row) = ((line.u &+ line.uStep &* Int64(x)) >> 32, line.v >> 32)
    guard column >= 0, column &+ Int64(count) <= Int64(width), row >= 0, row < Int64(height) else { return nil }
    return pixels + Int(truncatingIfNeeded: row &* Int64(width) &+ column)
  }

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
    if isNinePatch || filter == .nearest {
      map.forEachGroup(x: x, y: y, count: count) { index, lane, count, line, _ in
        write(line, from: lane, count: count, level: 0, plane, table: table, to: colors + index)
      }
    } else if mipLevels == nil {
      map.forEachGroup(x: x, y: y, count: count) { index, lane, count, line, _ in
        writeBilinear(line.moved(to: lane), count: count, plane, to: colors + index)
      }
    } else {
      var levels = MipLevelPair()
      map.forEachGroup(x: x, y: y, count: count) { index, lane, count, line, divisor in
        // A shape's area on screen shrinks with the third power of the divisor, so the length of a side
        // shrinks with the power of 3/2.
        let level = level &- (approximateLog2(divisor) &* 3) / 2
        if level <= 0 {
          writeBilinear(line.moved(to: lane), count: count, plane, to: colors + index)
        } else {
          writeTrilinear(line, from: lane, count: count, level: level, plane, &levels, to: colors + index)
        }
      }
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
      var levels = MipLevelPair()
      writeTrilinear(line, from: from, count: count, level: level, plane, &levels, to: colors)
    }
  }

  /// Writes the colors at `count` samples of a line.
  ///
  /// Most groups in perspective are inside the plane, and need no tiler.
  @inline(__always)
  private func writeBilinear(_ line: SampleLine, count: Int, _ plane: PixelPlane, to colors: UnsafeMutablePointer<UInt32>) {
    if plane.writeInterior(line, count: count, to: colors) { return }
    ImageTiler(plane: plane, across: across, down: down, isNearest: false).write(line, count: count, to: colors)
  }

  // MARK: Mip levels

  /// A mip level, and the ratio of its size to the image's in 1/2^32.
  private struct MipLevel: BitwiseCopyable {
    var plane: PixelPlane
    var across: Int64
    var down: Int64

    /// Returns a line over the image as a line over the level.
    @inline(__always)
    func scaled(_ line: SampleLine) -> SampleLine {
      SampleLine(
        u: fixed32Product(line.u, across), uStep: fixed32Product(line.uStep, across), v: fixed32Product(line.v, down),
        vStep: fixed32Product(line.vStep, down))
    }
  }

  /// The two mip levels between which colors are interpolated. Neighboring groups mostly have the same ones,
  /// and finding them takes divisions.
  private struct MipLevelPair: BitwiseCopyable {
    /// The number of the finer level; −1 before the first use.
    var number = -1
    var levels: (finer: MipLevel, coarser: MipLevel)?
  }

  @inline(__always)
  private func writeTrilinear(
    _ line: SampleLine, from: Int, count: Int, level: Int32, _ plane: PixelPlane, _ pair: inout MipLevelPair,
    to colors: UnsafeMutablePointer<UInt32>
  ) {
    let level = min(level, mipLevelCount << 16)
    let part = Int64(level & 0xffff)
    let number = Int(level >> 16)
    if pair.number != number {
      let finer = mipLevel(number, of: plane)
      pair = MipLevelPair(number: number, levels: (finer, level < mipLevelCount << 16 ? mipLevel(number &+ 1, of: plane) : finer))
    }
    guard let (finer, coarser) = pair.levels else { return }
    // Level 0 is the image itself, whose line is not rounded.
    let fineLine = number == 0 ? line : finer.scaled(line)
    writeBilinear(fineLine.moved(to: from), count: count, finer.plane, to: colors)
    guard part > 0 else { return }
    let coarseLine = coarser.scaled(line)
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { memory in
      guard let others = memory.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
      var index = 0
      while index < count {
        let runLength = min(count &- index, 256)
        writeBilinear(coarseLine.moved(to: from &+ index), count: runLength, coarser.plane, to: others)
        lerp(colors + index, with: others, count: runLength, part: part)
        index &+= runLength
      }
    }
  }

  /// Returns a mip level. Level 0 is the image itself.
  @inline(never)
  private func mipLevel(_ level: Int, of plane: PixelPlane) -> MipLevel {
    guard level > 0, var next = mipLevels else { return MipLevel(plane: plane, across: 1 << 32, down: 1 << 32) }
    var size = PixelSize(width: plane.width, height: plane.height)
    for number in 1...level {
      if number > 1 { next += size.width &* size.height }
      size = size.halved
    }
    return MipLevel(
      plane: PixelPlane(pixels: next, width: size.width, height: size.height),
      across: (Int64(size.width) << 32) / Int64(plane.width), down: (Int64(size.height) << 32) / Int64(plane.height))
  }
}

/// Returns a coordinate or step times `ratio`, which is in 1/2^32, clamped to ±2^62.
@inline(__always)
func fixed32Product(_ value: Int64, _ ratio: Int64) -> Int64 {
  Int64(truncatingIfNeeded: ((Int128(value) &* Int128(ratio)) >> 32).clamped(from: -(1 << 62), to: 1 << 62))
}
