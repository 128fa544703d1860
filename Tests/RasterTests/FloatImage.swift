import CartoucheRaster

/// Slow and obvious filtering of a picture in floats, for tests to compare with; places are from corners, in pixels.
struct FloatImage {
  let width: Int
  let height: Int
  /// Premultiplied, 0…255, alpha first.
  var pixels: [[Double]]
  var across = ImageTiling.clamp
  var down = ImageTiling.clamp

  init(_ image: Image) {
    (width, height) = (image.size.width, image.size.height)
    pixels = (0..<width * height).map { index in
      [UInt32(24), 16, 8, 0].map { Double(image.storage.pixels[index] >> $0 & 255) }
    }
  }

  /// The mean of what each pixel of a picture of half the size covers, pixel by pixel in `steps` × `steps` samples that divide evenly.
  var halved: FloatImage {
    var half = self
    let (w, h) = (max(width / 2, 1), max(height / 2, 1))
    half = FloatImage(width: w, height: h, pixels: [], across: across, down: down)
    for y in 0..<h {
      for x in 0..<w {
        var sum = [0.0, 0, 0, 0]
        var area = 0.0
        for row in 0..<height {
          for column in 0..<width {
            func overlap(_ index: Int, _ place: Int, _ scale: Double) -> Double {
              max(0, min(Double(index) + 1, Double(place + 1) * scale) - max(Double(index), Double(place) * scale))
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

  private init(width: Int, height: Int, pixels: [[Double]], across: ImageTiling, down: ImageTiling) {
    (self.width, self.height, self.pixels, self.across, self.down) = (width, height, pixels, across, down)
  }

  private func pixel(_ column: Int, _ row: Int) -> [Double] {
    func index(_ place: Int, _ count: Int, _ tiling: ImageTiling) -> Int? {
      switch tiling {
      case .clamp: return min(max(place, 0), count - 1)
      case .none: return place >= 0 && place < count ? place : nil
      case .repeat: return ((place % count) + count) % count
      case .reflect:
        let there = ((place % (2 * count)) + 2 * count) % (2 * count)
        return there < count ? there : 2 * count - 1 - there
      }
    }
    guard let x = index(column, width, across), let y = index(row, height, down) else { return [0, 0, 0, 0] }
    return pixels[y * width + x]
  }

  func nearest(_ u: Double, _ v: Double) -> [Double] { pixel(Int(u.rounded(.down)), Int(v.rounded(.down))) }

  func bilinear(_ u: Double, _ v: Double) -> [Double] {
    let (x, y) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
    let (right, lower) = (u - 0.5 - x, v - 0.5 - y)
    var sum = [0.0, 0, 0, 0]
    for (column, across) in [(Int(x), 1 - right), (Int(x) + 1, right)] {
      for (row, down) in [(Int(y), 1 - lower), (Int(y) + 1, lower)] {
        sum = zip(sum, pixel(column, row)).map { $0 + $1 * across * down }
      }
    }
    return sum
  }
}
