import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

/// Oracle for ``ImageAdjustment``: MapLibre's formulas in floating point, step by step.
private struct FloatAdjustment {
  let adjustment: ImageAdjustment

  /// Returns premultiplied red, green and blue of 0…255, not rounded.
  func components(of pixel: UInt32) -> [Double] {
    let alpha = Double(pixel >> 24) / 255
    if alpha == 0 { return [0, 0, 0] }
    let color = [16, 8, 0].map { Double(pixel >> UInt32($0) & 255) / 255 / alpha }
    let angle = Double(adjustment.hueRotation.degrees.rawValue) / 4_294_967_296 * .pi / 180
    let (s, c) = (sin(angle), cos(angle))
    let w = [(2 * c + 1) / 3, (-3.0.squareRoot() * s - c + 1) / 3, (3.0.squareRoot() * s - c + 1) / 3]
    var rgb = [
      color[0] * w[0] + color[1] * w[1] + color[2] * w[2], color[0] * w[2] + color[1] * w[0] + color[2] * w[1],
      color[0] * w[1] + color[1] * w[2] + color[2] * w[0],
    ]
    let average = (color[0] + color[1] + color[2]) / 3
    let saturation = adjustment.saturation.value
    rgb = rgb.map { $0 + (average - $0) * (saturation > 0 ? 1 - 1 / (1.001 - saturation) : -saturation) }
    let contrast = adjustment.contrast.value
    rgb = rgb.map { ($0 - 0.5) * (contrast > 0 ? min(1 / (1 - contrast), 4096) : 1 + contrast) + 0.5 }
    let (low, high) = (adjustment.minimumBrightness.value, adjustment.maximumBrightness.value)
    return rgb.map { min(max((low + (high - low) * $0) * alpha, 0), alpha) * 255 }
  }
}

@Suite("Image adjustments")
struct ImageAdjustmentTests {
  private func image(_ random: inout SplitMix64, side: Int) -> Image {
    Image(size: PixelSize(width: side, height: side)) { pixels in
      for index in pixels.indices { pixels[index] = random.color(opaque: index % 2 == 0).premultiplied }
    }
  }

  /// Returns the largest difference from the oracle, of 255, with alpha compared exactly.
  private func worstError(_ adjustment: ImageAdjustment, of image: Image) -> Double {
    let adjusted = image.adjusted(by: adjustment)
    var worst = 0.0
    for index in 0..<image.storage.count {
      let (before, after) = (image.storage.pixels[index], adjusted.storage.pixels[index])
      if before >> 24 != after >> 24 { return 255 }
      let exact = FloatAdjustment(adjustment: adjustment).components(of: before)
      for (channel, shift) in [UInt32(16), 8, 0].enumerated() {
        worst = max(worst, abs(Double(after >> shift & 255) - exact[channel]))
      }
    }
    return worst
  }

  @Test("every component is rounded from MapLibre's formulas in floating point") func formulas() {
    var random = SplitMix64(seed: 71)
    let image = image(&random, side: 24)
    for round in 0..<300 {
      var adjustment = ImageAdjustment()
      if round % 2 == 0 { adjustment.hueRotation = .degrees(WideFixed<32>(rounding: random.scalar(-400...400))) }
      if round % 3 != 0 { adjustment.saturation = random.scalar(-1...1) }
      if round % 5 != 0 { adjustment.contrast = random.scalar(-1...1) }
      if round % 7 < 4 {
        adjustment.minimumBrightness = random.scalar(0...1)
        adjustment.maximumBrightness = random.scalar(0...1)
      }
      #expect(worstError(adjustment, of: image) <= 0.52, "round \(round)")
    }
  }

  @Test("extreme values are clamped, and their pixels stay premultiplied") func extremes() {
    var random = SplitMix64(seed: 72)
    let image = image(&random, side: 16)
    for value in [Scalar.min, -2, -1, 1, 2, .max] {
      for adjustment in [
        ImageAdjustment(saturation: value), ImageAdjustment(contrast: value),
        ImageAdjustment(hueRotation: Angle(degrees: .max), saturation: value, contrast: value),
        ImageAdjustment(minimumBrightness: value, maximumBrightness: -value),
      ] {
        let adjusted = image.adjusted(by: adjustment)
        for index in 0..<adjusted.storage.count {
          let pixel = adjusted.storage.pixels[index]
          #expect(max(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255) <= pixel >> 24)
        }
      }
    }
    let gray = image.adjusted(by: ImageAdjustment(saturation: -1))
    for index in 0..<gray.storage.count {
      let pixel = gray.storage.pixels[index]
      #expect(pixel >> 16 & 255 == pixel & 255 && pixel >> 8 & 255 == pixel & 255)
    }
  }

  @Test("an adjustment that changes nothing returns the same image, and mip levels are kept") func identity() {
    var random = SplitMix64(seed: 73)
    let image = image(&random, side: 8).withMipmaps()
    #expect(image.adjusted(by: ImageAdjustment()) == image)
    #expect(image.adjusted(by: ImageAdjustment(hueRotation: .degrees(720))) == image)
    #expect(image.adjusted(by: ImageAdjustment(contrast: 0.5)).hasMipmaps)
    let opaque = Image(size: PixelSize(width: 2, height: 2)) { $0.update(repeating: 0xff33_6699) }
    #expect(opaque.adjusted(by: ImageAdjustment(hueRotation: .degrees(90))).isOpaque)
    #expect(Image(size: PixelSize(width: 0, height: 0)) { _ in }.adjusted(by: ImageAdjustment(contrast: 1)).isEmpty)
  }
}
