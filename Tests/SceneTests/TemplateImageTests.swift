import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Template images")
struct TemplateImageTests {
  private let stage = Stage(size: PixelSize(width: 8, height: 8))
  private let layer = ImageLayer(frame: Rect(x: 0, y: 0, width: 8, height: 8))
  private let image = Image(size: PixelSize(width: 8, height: 8)) { pixels in
    for index in pixels.indices { pixels[index] = 0xff00_00ff }
  }

  private func pixel() -> [UInt8] {
    _ = stage.commit(at: .zero)
    let panel = TestPanel(size: stage.size, format: .xrgb8888)
    Renderer().draw(
      stage.displayList, over: .white, into: panel.buffer, damage: [PixelRect(stage.size)], workers: SerialWorkerPool())
    return Array(panel.pixelBytes[0..<3])
  }

  @Test("the tint color applies to templates only, and a change of it damages the layer")
  func tint() {
    stage.root.addSublayer(layer)
    layer.contents = image
    layer.tintColor = Color(hex: 0x00ff00)
    #expect(pixel() == [255, 0, 0])
    layer.contents = image.withRenderingMode(.alwaysTemplate)
    #expect(pixel() == [0, 255, 0])
    layer.tintColor = Color(hex: 0xff0000)
    #expect(!stage.commit(at: .zero).isEmpty)
    #expect(pixel() == [0, 0, 255])
    layer.tintColor = nil
    #expect(pixel() == [255, 0, 0])
    layer.contents = image.withRenderingMode(.alwaysOriginal)
    layer.tintColor = .red
    #expect(pixel() == [255, 0, 0])
    #expect(stage.commit(at: .zero).isEmpty == true)
  }
}
