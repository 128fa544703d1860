// Rows of colours laid over rows of pixels, whatever the blend mode; all premultiplied `0xAARRGGBB`.

/// Lays `count` colours over as many pixels by one coverage of 255.
func blend(
  _ pixels: UnsafeMutablePointer<UInt32>, _ colors: UnsafePointer<UInt32>, coverage: UInt32, count: Int, mode: BlendMode
) {
  guard mode == .normal else {
    for index in 0..<count {
      let below = pixels[index]
      let result = blended(colors[index], below, mode)
      pixels[index] = coverage == 255 ? result : mixed(below, result, coverage)
    }
    return
  }
  for index in 0..<count {
    let color = colors[index]
    if coverage & (color >> 24) == 255 {
      pixels[index] = color
    } else {
      pixels[index] = over(pixels[index], scaled(color, by: coverage))
    }
  }
}

/// Lays `count` colours over as many pixels by a coverage each.
func blend(
  _ pixels: UnsafeMutablePointer<UInt32>, _ colors: UnsafePointer<UInt32>, coverages: UnsafePointer<UInt8>, count: Int,
  mode: BlendMode
) {
  guard mode == .normal else {
    for index in 0..<count where coverages[index] != 0 {
      let below = pixels[index]
      pixels[index] = mixed(below, blended(colors[index], below, mode), UInt32(coverages[index]))
    }
    return
  }
  for index in 0..<count {
    let weight = UInt32(coverages[index])
    guard weight != 0 else { continue }
    let color = colors[index]
    if weight & (color >> 24) == 255 {
      pixels[index] = color
    } else {
      pixels[index] = over(pixels[index], scaled(color, by: weight))
    }
  }
}

/// Mixes one opaque colour into `count` pixels by a coverage each, of which `alpha` ÷ 255 counts.
@inline(__always)
func mix(
  _ pixels: UnsafeMutablePointer<UInt32>, count: Int, with color: UInt32, alpha: UInt32, coverages: UnsafePointer<UInt8>
) {
  for index in 0..<count {
    let coverage = UInt32(coverages[index])
    if coverage == 0 { continue }
    let weight = product255(coverage, alpha)
    pixels[index] = weight == 255 ? color : mixed(pixels[index], color, weight)
  }
}
