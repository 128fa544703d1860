import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Testing

/// Creates a drawing with `content` in its outermost element.
func svg(_ content: String, _ attributes: String = "width=\"20\" height=\"20\"") throws -> SVG {
  try SVG(
    Array(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(attributes)>\(content)</svg>".utf8))
}

/// The pixel colors of a drawing at its natural size on white.
struct RenderedDrawing {
  let image: Image

  init(_ drawing: SVG, scale: Int = 1) {
    let size = PixelSize(width: drawing.size.width.ceiling * scale, height: drawing.size.height.ceiling * scale)
    var list = DisplayList()
    var paper = Path()
    paper.addRect(Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height)))
    list.fill(paper, with: .color(.white))
    list.draw(drawing, in: Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height)))
    image = Image(rendering: list, size: size)
  }

  init(_ content: String, _ attributes: String = "width=\"20\" height=\"20\"") throws {
    self.init(try svg(content, attributes))
  }

  /// The pixel as `0xRRGGBB`.
  subscript(x: Int, y: Int) -> UInt32 { image.storage.pixels[y * image.size.width + x] & 0xff_ffff }
}
