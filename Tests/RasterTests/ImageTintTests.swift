import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Tinted images")
struct ImageTintTests {
  @Test("a tinted image has the color's red, green and blue, and the product of both alphas")
  func oracle() {
    var random = SplitMix64(seed: 1)
    let image = Image(size: PixelSize(width: 64, height: 64)) { pixels in
      for index in pixels.indices { pixels[index] = random.color().premultiplied }
    }.withMipmaps()
    for _ in 0..<20 {
      let color = random.color()
      let tinted = image.tinted(with: color)
      #expect(tinted.size == image.size && tinted.hasMipmaps && tinted.renderingMode == .alwaysOriginal)
      for index in 0..<image.storage.count {
        let alpha = (Double(image.storage.pixels[index] >> 24) * Double(color.alpha) / 255).rounded()
        let expected = [Double(color.red), Double(color.green), Double(color.blue)].map { ($0 * alpha / 255).rounded() }
        let pixel = tinted.storage.pixels[index]
        let actual = [16, 8, 0].map { Double(pixel >> $0 & 255) }
        guard Double(pixel >> 24) == alpha, actual == expected else {
          Issue.record("pixel \(index): \(pixel)")
          return
        }
      }
    }
    #expect(Image(size: PixelSize(width: 0, height: 4)) { _ in }.tinted(with: .red).isEmpty)
  }

  @Test("images with the same pixels and different rendering modes are not equal")
  func renderingMode() {
    let image = Image(size: PixelSize(width: 2, height: 2)) { _ in }
    let template = image.withRenderingMode(.alwaysTemplate)
    #expect(image.renderingMode == .automatic && template.renderingMode == .alwaysTemplate)
    #expect(template != image && template.storage === image.storage)
    #expect(template.withRenderingMode(.automatic) == image)
    #expect(template.withMipmaps().renderingMode == .alwaysTemplate)
  }
}
