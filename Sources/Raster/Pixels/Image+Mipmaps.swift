extension PixelSize {
  /// Half of each side, rounded down, but at least one.
  var halved: PixelSize { PixelSize(width: max(width / 2, 1), height: max(height / 2, 1)) }

  /// The number of times the size can be halved until one pixel is left.
  package var mipLevelCount: Int {
    let longer = max(width, height)
    return longer < 1 ? 0 : Int.bitWidth - 1 - longer.leadingZeroBitCount
  }
}

extension Image {
  /// Returns all mip levels, one after the other.
  func makeMipLevels() -> Storage {
    var (size, count) = (size, 0)
    for _ in 0..<size.mipLevelCount {
      size = size.halved
      count += size.width * size.height
    }
    let mipLevels = Storage(count: count)
    writeMipLevels(into: mipLevels)
    return mipLevels
  }

  /// Writes all mip levels into existing storage.
  func writeMipLevels(into mipLevels: Storage) {
    var (from, to) = (UnsafePointer(storage.pixels), mipLevels.pixels)
    var size = self.size
    for _ in 0..<size.mipLevelCount {
      let half = size.halved
      downsample(from, size, to: to, half)
      from = UnsafePointer(to)
      to += half.width * half.height
      size = half
    }
  }
}

/// Writes to each pixel of the smaller image the mean of the pixels it covers, rounded to nearest.
private func downsample(_ from: UnsafePointer<UInt32>, _ size: PixelSize, to: UnsafeMutablePointer<UInt32>, _ half: PixelSize) {
  let whole = UInt64(size.width) * UInt64(size.height)
  for y in 0..<half.height {
    let rows = covered(y, size.height, half.height)
    for x in 0..<half.width {
      let columns = covered(x, size.width, half.width)
      var sums = SIMD4<UInt64>()
      for row in 0..<rows.count {
        for column in 0..<columns.count {
          let pixel = from[(rows.first + row) * size.width + columns.first + column]
          let weight = UInt64(rows.weight(row)) * UInt64(columns.weight(column))
          sums &+= SIMD4(UInt64(pixel >> 24), UInt64(pixel >> 16 & 255), UInt64(pixel >> 8 & 255), UInt64(pixel & 255)) &* weight
        }
      }
      // The weights sum to `whole`: a pixel covers whole / half of them, each weighted by half.
      func mean(_ sum: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: (sum &+ whole / 2) / whole) }
      to[y * half.width + x] = mean(sums[0]) << 24 | mean(sums[1]) << 16 | mean(sums[2]) << 8 | mean(sums[3])
    }
  }
}

/// The pixels of a line that one pixel of half as many covers, with weights that sum to the line's length.
private struct BoxFilterTaps {
  var first: Int, count: Int
  var weights: (Int, Int, Int)

  func weight(_ index: Int) -> Int { index == 0 ? weights.0 : index == 1 ? weights.1 : weights.2 }
}

/// Returns the pixels that pixel `index` of a line of `half` pixels covers in the line of `whole` pixels.
private func covered(_ index: Int, _ whole: Int, _ half: Int) -> BoxFilterTaps {
  if whole == half { return BoxFilterTaps(first: index, count: 1, weights: (whole, 0, 0)) }
  if whole == half * 2 { return BoxFilterTaps(first: index * 2, count: 2, weights: (half, half, 0)) }
  // The pixel begins at index · whole / half, which is 2 · index + index / half.
  return BoxFilterTaps(first: index * 2, count: 3, weights: (half - index, half, index + 1))
}
