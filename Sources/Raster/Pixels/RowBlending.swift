// Composites rows of colors over rows of pixels in any blend mode. All are premultiplied `0xAARRGGBB`.

/// Composites `count` colors over as many pixels, weighted by one coverage of 0…255.
func blend(
  _ pixels: UnsafeMutablePointer<UInt32>, _ colors: UnsafePointer<UInt32>, coverage: UInt32, count: Int, mode: BlendMode
) {
  guard mode == .normal else {
    withBlending(mode) { combine in
      for index in 0..<count {
        let below = pixels[index]
        let result = combine(colors[index], below)
        pixels[index] = coverage == 255 ? result : lerp(below, result, coverage)
      }
    }
    return
  }
  if coverage == 255 { return composite(pixels, colors, count: count) }
  let weights = SIMD4<UInt32>(repeating: coverage)
  var index = 0
  while index &+ 4 <= count {
    over4(pixels + index, colors + index, weights: weights)
    index &+= 4
  }
  while index < count {
    pixels[index] = over(pixels[index], weighted(colors[index], by: coverage))
    index &+= 1
  }
}

/// Composites `count` colors over as many pixels, which they cover in full.
///
/// Most of an icon is opaque or transparent. There, four pixels at a time are copied or left alone.
private func composite(_ pixels: UnsafeMutablePointer<UInt32>, _ colors: UnsafePointer<UInt32>, count: Int) {
  let alphas: UInt64 = 0xff00_0000_ff00_0000
  var index = 0
  while index &+ 4 <= count {
    let pairs = UnsafeRawPointer(colors + index).loadUnaligned(as: SIMD2<UInt64>.self)
    if pairs[0] & pairs[1] & alphas == alphas {
      UnsafeMutableRawPointer(pixels + index).storeBytes(of: pairs, as: SIMD2<UInt64>.self)
    } else if pairs[0] | pairs[1] != 0 {
      over4(pixels + index, colors + index)
    }
    index &+= 4
  }
  while index < count {
    pixels[index] = over(pixels[index], colors[index])
    index &+= 1
  }
}

/// Composites `count` colors over as many pixels, weighted by one coverage each.
func blend(
  _ pixels: UnsafeMutablePointer<UInt32>, _ colors: UnsafePointer<UInt32>, coverages: UnsafePointer<UInt8>, count: Int,
  mode: BlendMode
) {
  guard mode == .normal else {
    withBlending(mode) { combine in
      for index in 0..<count where coverages[index] != 0 {
        let below = pixels[index]
        let coverage = UInt32(coverages[index])
        let result = combine(colors[index], below)
        pixels[index] = coverage == 255 ? result : lerp(below, result, coverage)
      }
    }
    return
  }
  var index = 0
  while index &+ 4 <= count {
    // Built lane by lane, because a vector conversion may become a call.
    let four = coverages + index
    over4(pixels + index, colors + index, weights: SIMD4(UInt32(four[0]), UInt32(four[1]), UInt32(four[2]), UInt32(four[3])))
    index &+= 4
  }
  while index < count {
    pixels[index] = over(pixels[index], weighted(colors[index], by: UInt32(coverages[index])))
    index &+= 1
  }
}

/// Calls `body` with the function that blends a color and the pixel below in `mode`, so that the mode is
/// examined only once per row.
@inline(__always)
private func withBlending(_ mode: BlendMode, _ body: (_ combine: (UInt32, UInt32) -> UInt32) -> Void) {
  switch mode {
  case .multiply: body { separable($0, $1) { $0.multiply } }
  case .screen: body { separable($0, $1) { $0.screen } }
  case .overlay: body { separable($0, $1) { $0.overlay } }
  case .darken: body { separable($0, $1) { $0.darken } }
  case .lighten: body { separable($0, $1) { $0.lighten } }
  case .colorDodge: body { separable($0, $1) { $0.colorDodge } }
  case .colorBurn: body { separable($0, $1) { $0.colorBurn } }
  case .softLight: body { separable($0, $1) { $0.softLight } }
  case .hardLight: body { separable($0, $1) { $0.hardLight } }
  case .difference: body { separable($0, $1) { $0.difference } }
  case .exclusion: body { separable($0, $1) { $0.exclusion } }
  case .hue, .saturation, .color, .luminosity: body { hueBlended($0, $1, mode) }
  case .normal, .clear, .copy, .sourceIn, .sourceOut, .sourceAtop, .destinationOver, .destinationIn, .destinationOut,
    .destinationAtop, .xor, .plusLighter:
    body { composited($0, $1, mode) }
  }
}
