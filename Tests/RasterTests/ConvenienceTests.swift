import CartoucheRaster
import Testing

@Suite("Conveniences")
struct ConvenienceTests {
  @Test("products and quotients of literals are fixed-point numbers")
  func literals() {
    let rect = Rect(x: 3 * 20, y: 10 / 4, width: 2 * 1.5, height: 7)
    #expect(rect == Rect(x: 60, y: 2.5, width: 3, height: 7))
    #expect(Angle.degrees(72 * 2) == .degrees(144))
    let count = 3
    #expect(Scalar(0.5) * count == 1.5)
    #expect(Scalar(3) / count == 1)
  }

  @Test("fixed-point numbers are described as decimals")
  func descriptions() {
    #expect("\(Scalar(2.5))" == "2.5")
    #expect("\(Scalar(-7))" == "-7")
    #expect("\(Scalar(rawValue: -1))" == "-0.000015")
    #expect("\(Scalar.zero)" == "0")
    #expect("\(Scalar.max)" == "140737488355327.999985")
    #expect("\(WideFixed<32>(0.1))" == "0.1")
    #expect("\(WideFixed<0>(rawValue: .min))" == "-9223372036854775808")
    #expect("\(Point(x: 1, y: 0.25))".contains("0.25"))
  }

  @Test("rectangles have intersections and unions")
  func rectangles() {
    let a = Rect(x: 0, y: 0, width: 10, height: 10)
    let b = Rect(x: 5, y: -5, width: 10, height: 8)
    #expect(a.intersection(b) == Rect(x: 5, y: 0, width: 5, height: 3))
    #expect(a.union(b) == Rect(x: 0, y: -5, width: 15, height: 15))
    #expect(a.intersects(b) && !a.intersects(Rect(x: 10, y: 0, width: 3, height: 3)))
    #expect(a.union(.zero) == a && a.intersection(.zero).isEmpty)
  }

  @Test("an initializer for a shape gives the same path as adding that shape")
  func paths() {
    let rect = Rect(x: 1, y: 2, width: 30, height: 20)
    var ellipse = Path()
    ellipse.addEllipse(in: rect)
    var rounded = Path()
    rounded.addRoundedRect(rect, radius: 4)
    #expect(Path(ellipseIn: rect) == ellipse)
    #expect(Path(roundedRect: rect, cornerRadius: 4) == rounded)
  }

  @Test("a circle larger than the largest radius stays symmetric around its center")
  func largeCircle() throws {
    var path = Path()
    path.addCircle(center: .zero, radius: Scalar(1 << 33))
    let bounds = try #require(path.bounds)
    #expect(bounds.width == bounds.height && bounds.minX == -bounds.maxX)
  }

  @Test("an image made from a mask has the mask's coverage in one color")
  func maskAsImage() {
    let mask = CoverageMask(Path(rect: Rect(x: 2, y: 3, width: 4.5, height: 2)))
    let image = Image(mask, color: Color(red: 255, green: 0, blue: 0, alpha: 128))
    #expect(image.size == PixelSize(width: 5, height: 2))
    var list = DisplayList()
    list.draw(image, transform: .translation(x: 2, y: 3))
    let canvas = Canvas(width: 10, height: 10)
    canvas.draw(list)
    #expect(canvas[3, 3] == 0xffff_7f7f)
    #expect(canvas[6, 3] == 0xffff_bfbf || canvas[6, 3] == 0xffff_bebe)
    #expect(canvas[7, 3] & 0xffffff == 0xff_ffff)
  }
}
