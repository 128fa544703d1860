import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

@Suite("Circles")
struct CircleStyleTests {
  /// Returns MapLibre's color at a distance from the center, premultiplied, of 255: alpha, red, green, blue.
  private func exact(_ style: CircleStyle, at distance: Double) -> [Double] {
    func smoothStep(_ from: Double, _ to: Double, _ x: Double) -> Double {
      let t = min(max((x - from) / (to - from), 0), 1)
      return t * t * (3 - 2 * t)
    }
    let outer = style.radius.value + style.strokeWidth.value
    let blur = -max(style.blur.value, 1 / outer)
    let opacity = smoothStep(0, blur, distance / outer - 1)
    let mix = style.strokeWidth.value < 0.01 ? 0 : smoothStep(blur, 0, distance / outer - style.radius.value / outer)
    func components(_ color: Color) -> [Double] {
      let alpha = Double(color.alpha)
      return [alpha, Double(color.red) * alpha / 255, Double(color.green) * alpha / 255, Double(color.blue) * alpha / 255]
    }
    return zip(components(style.color), components(style.strokeColor)).map { opacity * ($0 * (1 - mix) + $1 * mix) }
  }

  @Test("every pixel of a circle is within 1 of 255 of MapLibre's formula") func formula() {
    var random = SplitMix64(seed: 101)
    for round in 0..<120 {
      let style = CircleStyle(
        radius: random.scalar(0...30), color: random.color(), strokeWidth: round % 3 == 0 ? 0 : random.scalar(0...8),
        strokeColor: random.color(), blur: round % 2 == 0 ? 0 : random.scalar(0...2))
      let center = Point(x: random.scalar(-50...50), y: random.scalar(-50...50))
      let (image, origin) = style.image(centeredAt: center)
      var worst = 0.0
      for y in -100..<100 {
        for x in -100..<100 {
          let (column, row) = (x - origin.x, y - origin.y)
          let isInside = column >= 0 && row >= 0 && column < image.size.width && row < image.size.height
          let pixel = isInside ? image.storage.pixels[row * image.size.width + column] : 0
          let distance = FloatPoint(Double(x) + 0.5, Double(y) + 0.5).distance(to: FloatPoint(center))
          let expected = style.radius + style.strokeWidth > 0 ? exact(style, at: distance) : [0, 0, 0, 0]
          for (channel, shift) in [UInt32(24), 16, 8, 0].enumerated() {
            worst = max(worst, abs(Double(pixel >> shift & 255) - expected[channel]))
          }
        }
      }
      #expect(worst <= 1, "round \(round)")
    }
  }

  @Test("circles are clipped, and extreme values do not trap") func extremes() {
    let clip = PixelRect(minX: 10, minY: 12, maxX: 20, maxY: 15)
    let style = CircleStyle(radius: 500, color: .red)
    let (image, origin) = style.image(centeredAt: .zero, clippedTo: clip)
    #expect(image.size == PixelSize(width: 10, height: 3) && origin == PixelPoint(x: 10, y: 12))
    #expect((0..<30).allSatisfy { image.storage.pixels[$0] == 0xffff_0000 })
    for value in [Scalar.min, -1, 0, 1, 5000, .max] {
      for center in [Scalar.min, -1, 0, .max] {
        let style = CircleStyle(radius: value, color: .red, strokeWidth: value, strokeColor: .blue, blur: value)
        let clip = PixelRect(minX: .min, minY: -5, maxX: .max, maxY: 5)
        let (image, _) = style.image(centeredAt: Point(x: center, y: 0), clippedTo: clip)
        #expect(image.size.width <= CoverageMask.maximumSide)
      }
    }
  }
}
