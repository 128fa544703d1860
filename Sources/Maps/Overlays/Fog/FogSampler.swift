/// Samples a ``FogBitmap`` at the pixels of a rotated and scaled view. Each pixel is interpolated between
/// four texels.
struct FogSampler {
  /// The content of a square of pixels: covered, clear or mixed.
  enum Content {
    case covered
    case clear
    /// A part of the square is clear. The caller's `clearness` array has been filled.
    case mixed
  }

  /// The position of the first pixel, in 2^-32ths of a texel. Whole numbers are the centers of texels.
  let start: SIMD2<Int64>
  let acrossStep: SIMD2<Int64>
  let downStep: SIMD2<Int64>
  let level: Int
  private let base: SIMD2<Int64>

  /// Creates a sampler for a square of pixels.
  ///
  /// - Parameters:
  ///   - offset: The center of the first pixel, in map units.
  ///   - across: The offset of 4096 pixels to the right, in map units.
  ///   - down: The offset of 4096 pixels down, in map units.
  init(_ bitmap: FogBitmap, level: Int, first offset: MapPoint, across: MapPoint, down: MapPoint) {
    let bits = Int128(bitmap.texelBits(ofLevel: level))
    func texels(_ units: Int64, _ shift: Int128) -> Int128 { (Int128(units) << shift) >> bits }
    let (x, y) = (texels(offset.x, 32) - (1 << 31), texels(offset.y, 32) - (1 << 31))
    base = SIMD2(Int64(clamping: x >> 32), Int64(clamping: y >> 32))
    start = SIMD2(Int64(truncatingIfNeeded: x & 0xffff_ffff), Int64(truncatingIfNeeded: y & 0xffff_ffff))
    acrossStep = SIMD2(Int64(clamping: texels(across.x, 20)), Int64(clamping: texels(across.y, 20)))
    downStep = SIMD2(Int64(clamping: texels(down.x, 20)), Int64(clamping: texels(down.y, 20)))
    self.level = level
  }

  /// Samples `side` × `side` pixels and returns whether they are covered, clear or mixed.
  ///
  /// If the pixels are mixed, `clearness` receives the clearness of each pixel. `patch` is scratch memory.
  func read(_ bitmap: FogBitmap, side: Int, patch: inout [UInt8], clearness: inout [UInt8]) -> Content {
    let last = Int64(side - 1)
    var (low, high) = (SIMD2<Int64>(repeating: .max), SIMD2<Int64>(repeating: .min))
    for (x, y) in [(0, 0), (last, 0), (0, last), (last, last)] {
      let corner = SIMD2(
        (start.x &+ acrossStep.x &* x &+ downStep.x &* y) >> 32, (start.y &+ acrossStep.y &* x &+ downStep.y &* y) >> 32)
      low = SIMD2(min(low.x, corner.x), min(low.y, corner.y))
      high = SIMD2(max(high.x, corner.x), max(high.y, corner.y))
    }
    let (width, height) = (Int(high.x - low.x) + 2, Int(high.y - low.y) + 2)
    // Texels are at least half a pixel wide.
    guard width <= 4 * side, height <= 4 * side else { return .covered }
    let content = gather(bitmap, left: base.x &+ low.x, top: base.y &+ low.y, width, height, &patch)
    guard case .mixed = content else { return content }
    var (minimum, maximum) = (UInt8.max, UInt8.min)
    patch.withUnsafeBufferPointer { patch in
      clearness.withUnsafeMutableBufferPointer { clearness in
        for row in 0..<side {
          var u = start.x &+ downStep.x &* Int64(row) &- low.x << 32
          var v = start.y &+ downStep.y &* Int64(row) &- low.y << 32
          for column in 0..<side {
            let index = Int(v >> 32) &* width &+ Int(u >> 32)
            let (right, lower) = (UInt32(truncatingIfNeeded: u >> 24) & 255, UInt32(truncatingIfNeeded: v >> 24) & 255)
            let upperRow = UInt32(patch[index]) &* (256 &- right) &+ UInt32(patch[index &+ 1]) &* right
            let lowerRow = UInt32(patch[index &+ width]) &* (256 &- right) &+ UInt32(patch[index &+ width &+ 1]) &* right
            // ≤ 255 · 2^16
            let value = UInt8(truncatingIfNeeded: (upperRow &* (256 &- lower) &+ lowerRow &* lower &+ 32768) >> 16)
            (minimum, maximum) = (min(minimum, value), max(maximum, value))
            clearness[row &* side &+ column] = value
            u &+= acrossStep.x
            v &+= acrossStep.y
          }
        }
      }
    }
    return maximum == 0 ? .covered : minimum == 255 ? .clear : .mixed
  }

  /// Copies the texels of a rectangle into `patch`, from all tiles that intersect the rectangle.
  private func gather(
    _ bitmap: FogBitmap, left: Int64, top: Int64, _ width: Int, _ height: Int, _ patch: inout [UInt8]
  ) -> Content {
    let bits = Int64(FogTile.sideBits)
    let side: Int64 = 1 << Int64(bitmap.columnBits(ofLevel: level))
    let (right, bottom) = (left + Int64(width), top + Int64(height))
    var (covered, clear) = (true, true)
    if patch.count < width * height { patch = [UInt8](repeating: 0, count: width * height) }
    for row in (top >> bits)...((bottom - 1) >> bits) {
      for column in (left >> bits)...((right - 1) >> bits) {
        let exists = row >= 0 && row < side
        let tile = exists ? bitmap.tile(FogTileIndex(column: Int32(column & (side - 1)), row: Int32(row)), level: level) : nil
        covered = covered && tile == nil
        clear = clear && tile?.isClear == true
        let (fromX, toX) = (max(column << bits, left), min((column + 1) << bits, right))
        let (fromY, toY) = (max(row << bits, top), min((row + 1) << bits, bottom))
        let count = Int(toX - fromX)
        patch.withUnsafeMutableBufferPointer { patch in
          guard let start = patch.baseAddress else { return }
          for y in fromY..<toY {
            let target = start + Int(y - top) * width + Int(fromX - left)
            if let texels = tile?.texels {
              target.update(from: texels + Int(y & 63) << FogTile.sideBits + Int(fromX & 63), count: count)
            } else {
              target.update(repeating: tile == nil ? 0 : 255, count: count)
            }
          }
        }
      }
    }
    return covered ? .covered : clear ? .clear : .mixed
  }
}
