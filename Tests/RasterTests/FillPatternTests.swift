import CartoucheRaster
import CartoucheTestSupport
import Testing

/// What a map's fill patterns need of ``ImagePattern``.
@Suite("Fill patterns")
struct FillPatternTests {
  private let image = Image(size: PixelSize(width: 6, height: 4)) { pixels in
    for index in pixels.indices { pixels[index] = 0xff00_0000 | UInt32(truncatingIfNeeded: index &* 9_173_111) & 0xff_ffff }
  }

  private func canvas(_ list: DisplayList, over background: Color = .clear) -> Canvas {
    let canvas = Canvas(width: 60, height: 60, format: .argb8888)
    Renderer().draw(
      list, over: background, into: canvas.buffer, damage: [PixelRect(PixelSize(width: 60, height: 60))],
      workers: SerialWorkerPool())
    return canvas
  }

  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Path {
    Path(rect: Rect(x: Scalar(x), y: Scalar(y), width: Scalar(width), height: Scalar(height)))
  }

  @Test("copies begin at the anchor, in both directions, whatever is filled") func anchors() {
    for anchor in [(0, 0), (7, 3), (-1_000_003, 2_000_005)] {
      let pattern = ImagePattern(
        image, transform: .translation(x: WideFixed<32>(anchor.0), y: WideFixed<32>(anchor.1)), filter: .nearest)
      var list = DisplayList()
      list.fill(rect(0, 0, 60, 60), with: .image(pattern))
      let pixels = canvas(list)
      for y in 0..<60 {
        for x in 0..<60 {
          let (column, row) = (((x - anchor.0) % 6 + 6) % 6, ((y - anchor.1) % 4 + 4) % 4)
          #expect(pixels[x, y] == image.storage.pixels[row * 6 + column])
        }
      }
    }
  }

  @Test("two neighboring tiles with the same anchor show one pattern, scaled and turned too") func tiles() {
    for filter in [ImageFilter.nearest, .bilinear, .trilinear] {
      let pattern = ImagePattern(
        image.withMipmaps(),
        transform: AffineTransform.translation(x: 3.3, y: 8.7).rotated(by: .degrees(20)).scaled(x: 0.5, y: 0.5),
        filter: filter)
      var (whole, parts) = (DisplayList(), DisplayList())
      whole.fill(rect(0, 0, 60, 60), with: .image(pattern))
      parts.fill(rect(0, 0, 31, 60), with: .image(pattern))
      parts.fill(rect(31, 0, 29, 60), with: .image(pattern))
      let (a, b) = (canvas(whole), canvas(parts))
      for y in 0..<60 {
        for x in 0..<60 { #expect(a[x, y] == b[x, y]) }
      }
    }
  }

  @Test("an image of twice the density has copies of half the size") func density() {
    // Pixels in squares of four, so that a half-size copy is exact.
    let large = Image(size: PixelSize(width: 12, height: 8)) { pixels in
      for index in pixels.indices { pixels[index] = image.storage.pixels[index / 24 * 6 + index % 12 / 2] }
    }
    let pattern = ImagePattern(large.withMipmaps(), transform: .scale(x: 0.5, y: 0.5), filter: .trilinear)
    var list = DisplayList()
    list.fill(rect(0, 0, 60, 60), with: .image(pattern))
    let pixels = canvas(list)
    for y in 0..<60 {
      for x in 0..<60 { #expect(pixels[x, y] == image.storage.pixels[y % 4 * 6 + x % 6]) }
    }
  }

  @Test("the opacity of a fill applies to its pattern") func opacity() {
    var list = DisplayList()
    list.fill(rect(0, 0, 60, 60), with: .image(ImagePattern(image, filter: .nearest)), opacity: 100)
    let pixels = canvas(list, over: .black)
    for y in 0..<60 {
      for x in 0..<60 {
        let source = image.storage.pixels[y % 4 * 6 + x % 6]
        for shift in [UInt32(16), 8, 0] {
          let exact = Double(source >> shift & 255) * 100 / 255
          #expect(abs(Double(pixels[x, y] >> shift & 255) - exact) <= 1)
        }
      }
    }
  }
}
