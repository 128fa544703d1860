import CartoucheRaster

/// Oracle for image sampling and mipmaps, in floating point.
///
/// Checks the filters of image fills and `Image.withMipmaps()`.
///
/// Positions are in pixels from the top left corner, so that pixel centers are at halves.
struct FloatImage {
  let width: Int
  let height: Int
  /// Premultiplied, 0…255, alpha first.
  var pixels: [[Double]]
  var horizontalTiling = ImageTiling.clamp
  var verticalTiling = ImageTiling.clamp

  init(_ image: Image) {
    (width, height) = (image.size.width, image.size.height)
    pixels = (0..<width * height).map { index in
      [UInt32(24), 16, 8, 0].map { Double(image.storage.pixels[index] >> $0 & 255) }
    }
  }

  /// The next mip level: each pixel is the mean of the pixels it covers, weighted by the covered area.
  var nextMipLevel: FloatImage {
    var half = self
    let (w, h) = (max(width / 2, 1), max(height / 2, 1))
    half = FloatImage(width: w, height: h, pixels: [], horizontalTiling: horizontalTiling, verticalTiling: verticalTiling)
    for y in 0..<h {
      for x in 0..<w {
        var sum = [0.0, 0, 0, 0]
        var area = 0.0
        for row in 0..<height {
          for column in 0..<width {
            func overlap(_ index: Int, _ cell: Int, _ scale: Double) -> Double {
              max(0, min(Double(index) + 1, Double(cell + 1) * scale) - max(Double(index), Double(cell) * scale))
            }
            let part = overlap(column, x, Double(width) / Double(w)) * overlap(row, y, Double(height) / Double(h))
            guard part > 0 else { continue }
            area += part
            sum = zip(sum, pixels[row * width + column]).map { $0 + $1 * part }
          }
        }
        half.pixels.append(sum.map { $0 / area })
      }
    }
    return half
  }

  private init(
    width: Int, height: Int, pixels: [[Double]], horizontalTiling: ImageTiling, verticalTiling: ImageTiling
  ) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
    (self.horizontalTiling, self.verticalTiling) = (horizontalTiling, verticalTiling)
  }

  private func pixel(_ column: Int, _ row: Int) -> [Double] {
    func index(_ position: Int, _ count: Int, _ tiling: ImageTiling) -> Int? {
      switch tiling {
      case .clamp: return min(max(position, 0), count - 1)
      case .none: return position >= 0 && position < count ? position : nil
      case .repeat: return ((position % count) + count) % count
      case .reflect:
        let mirrored = ((position % (2 * count)) + 2 * count) % (2 * count)
        return mirrored < count ? mirrored : 2 * count - 1 - mirrored
      }
    }
    guard let x = index(column, width, horizontalTiling), let y = index(row, height, verticalTiling) else { return [0, 0, 0, 0] }
    return pixels[y * width + x]
  }

  func nearest(_ u: Double, _ v: Double) -> [Double] { pixel(Int(u.rounded(.down)), Int(v.rounded(.down))) }

  func bilinear(_ u: Double, _ v: Double) -> [Double] {
    let (x, y) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
    let (right, lower) = (u - 0.5 - x, v - 0.5 - y)
    var sum = [0.0, 0, 0, 0]
    for (column, xWeight) in [(Int(x), 1 - right), (Int(x) + 1, right)] {
      for (row, yWeight) in [(Int(y), 1 - lower), (Int(y) + 1, lower)] {
        sum = zip(sum, pixel(column, row)).map { $0 + $1 * xWeight * yWeight }
      }
    }
    return sum
  }
}
