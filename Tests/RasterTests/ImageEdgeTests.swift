import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Edges of upright images")
struct ImageEdgeTests {
  private func drawn(_ list: DisplayList) -> Canvas {
    let canvas = Canvas(width: 150, height: 40, format: .argb8888)
    let damage = [PixelRect(PixelSize(width: 150, height: 40))]
    Renderer().draw(list, over: .clear, into: canvas.buffer, damage: damage, workers: SerialWorkerPool())
    return canvas
  }

  private func part(_ columns: Range<Int>) -> Path {
    Path(rect: Rect(x: Scalar(columns.lowerBound), y: 0, width: Scalar(columns.count), height: 40))
  }

  @Test(
    "a row that crosses the edges of an image and of its repetitions has the same pixels whole and in parts",
    arguments: Array(1...60) as [UInt64])
  func parts(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let size = PixelSize(width: Int.random(in: 1...70, using: &generator), height: Int.random(in: 1...12, using: &generator))
    let image = Image(size: size) { pixels in
      for index in pixels.indices { pixels[index] = generator.color(opaque: false).premultiplied }
    }
    let scale = try #require(([1, 1, 0.5, 0.75, 1.4, 3] as [WideFixed<32>]).randomElement(using: &generator))
    let own = AffineTransform.translation(
      x: WideFixed<32>(rounding: generator.scalar(-40...80)), y: WideFixed<32>(rounding: generator.scalar(-20...30))
    ).scaled(x: scale, y: scale)
    for across in ImageTiling.allCases {
      for down in ImageTiling.allCases {
        let pattern = ImagePattern(image, transform: own, horizontalTiling: across, verticalTiling: down)
        var (whole, parts, columns) = (DisplayList(), DisplayList(), DisplayList())
        whole.fill(part(0..<150), with: .image(pattern))
        for x in 0..<150 { columns.fill(part(x..<x + 1), with: .image(pattern)) }
        var start = 0
        while start < 150 {
          let width = try #require([1, 2, 3, 5, 8, 15, 40].randomElement(using: &generator))
          parts.fill(part(start..<min(start + width, 150)), with: .image(pattern))
          start += width
        }
        // A column is too narrow for a run, so each of its samples is computed by itself.
        let (canvas, single) = (drawn(whole), drawn(columns))
        for other in [single, drawn(parts)] {
          let differences = (0..<40 * 150).count { canvas[$0 % 150, $0 / 150] != other[$0 % 150, $0 / 150] }
          #expect(differences == 0, "\(across), \(down)")
        }
      }
    }
  }
}
