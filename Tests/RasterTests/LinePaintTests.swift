import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Gradients and patterns along lines")
struct LinePaintTests {
  private static let rainbow = [
    GradientStop(location: 0, color: .red), GradientStop(location: 0.5, color: .green), GradientStop(location: 1, color: .blue),
  ]

  private func pixels(_ list: DisplayList, side: Int = 120) -> Canvas {
    let canvas = Canvas(width: side, height: side, format: .argb8888)
    Renderer().draw(
      list, over: .clear, into: canvas.buffer, damage: [PixelRect(PixelSize(width: side, height: side))],
      workers: SerialWorkerPool())
    return canvas
  }

  private func components(_ pixel: UInt32) -> [Int] { [24, 16, 8, 0].map { Int(pixel >> UInt32($0) & 255) } }

  private func bend(_ count: Int) -> [Point] {
    (0...count).map { step in
      let (sine, cosine) = Angle.degrees(WideFixed<32>(step * 270) / count).sineAndCosine
      return Point(x: 60 + Scalar(rounding: sine) * 40, y: 60 - Scalar(rounding: cosine) * 40)
    }
  }

  @Test("a straight line's color is the gradient's at its location, for a piece of a longer line too") func straight() {
    for (first, last) in [(0 as Scalar, 1 as Scalar), (0.25, 0.4), (0.9, 0.1)] {
      var list = DisplayList()
      let line = [Point(x: 10, y: 60), Point(x: 40, y: 60), Point(x: 110, y: 60)]
      list.stroke(
        line, style: StrokeStyle(width: 20), gradient: Self.rainbow, locations: [first, first + (last - first) * 3 / 10, last])
      let canvas = pixels(list)
      for x in 10..<110 {
        let location = first.value + (last.value - first.value) * (Double(x) - 9.5) / 100
        let exact = [
          255, max(0, 255 - location * 510), (1 - abs(location - 0.5) * 2) * 255, max(0, location * 510 - 255),
        ]
        for y in 50..<70 {
          for (value, exact) in zip(components(canvas[x, y]), exact) { #expect(abs(Double(value) - exact) <= 4.2) }
        }
      }
      #expect(canvas[60, 49] == 0 && canvas[60, 70] == 0 && canvas[9, 60] == 0 && canvas[110, 60] == 0)
    }
  }

  @Test(
    "a gradient of one color is the plain stroke, opaque and translucent, with every join",
    arguments: [LineJoin.miter, .round, .bevel])
  func seams(join: LineJoin) {
    let zigzag = [(10, 20), (100, 25), (20, 50), (100, 60), (90, 100), (15, 95)].map { Point(x: Scalar($0.0), y: Scalar($0.1)) }
    for color in [Color.red, Color(red: 20, green: 180, blue: 40, alpha: 120)] {
      for line in [zigzag, bend(40), bend(400)] {
        for cap in [LineCap.butt, .round, .square] {
          let style = StrokeStyle(width: 14, cap: cap, join: join)
          let stops = [GradientStop(location: 0, color: color), GradientStop(location: 1, color: color)]
          var (painted, patterned, plain) = (DisplayList(), DisplayList(), DisplayList())
          painted.stroke(line, style: style, gradient: stops, locations: line.indices.map { Scalar($0) / line.count })
          let image = Image(size: PixelSize(width: 5, height: 3)) { $0.update(repeating: color.premultiplied) }
          patterned.stroke(line, style: style, pattern: image)
          var path = Path()
          path.move(to: line[0])
          for point in line.dropFirst() { path.addLine(to: point) }
          plain.stroke(path, style: style, with: .color(color))
          let (a, b, c) = (pixels(painted), pixels(patterned), pixels(plain))
          var worst = 0
          for y in 0..<120 {
            for x in 0..<120 {
              for (value, exact) in zip(components(a[x, y]) + components(b[x, y]), components(c[x, y]) + components(c[x, y])) {
                worst = max(worst, abs(value - exact))
              }
            }
          }
          #expect(worst <= 1)
        }
      }
    }
  }

  @Test("a pattern repeats along the line, as high as the line is wide, with its top on the right side") func pattern() {
    let image = Image(size: PixelSize(width: 4, height: 2)) { pixels in
      for (index, color) in [0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0xffff_ffff].enumerated() {
        pixels[index] = UInt32(color)
        pixels[4 + index] = 0xff00_0000
      }
    }
    var list = DisplayList()
    // Each image pixel becomes 10 × 10 px, and 5 px of the line are already gone.
    let line = [Point(x: 0, y: 60), Point(x: 33, y: 60), Point(x: 120, y: 60)]
    list.stroke(line, style: StrokeStyle(width: 20), pattern: image, start: 5)
    let canvas = pixels(list)
    // The centers of image pixels, where nothing is interpolated.
    for (index, x) in stride(from: 10, to: 118, by: 10).enumerated() {
      let color = [0xff00_ff00, 0xff00_00ff, 0xffff_ffff, 0xffff_0000][index % 4]
      let above = components(canvas[x, 55])
      let below = components(canvas[x, 65])
      #expect(above == [255, 0, 0, 0] || above.dropFirst().allSatisfy { $0 < 16 })
      for (value, exact) in zip(below, components(UInt32(color))) { #expect(abs(value - exact) < 32) }
    }
  }

  @Test("bad input draws nothing or a line, and does not trap") func extremes() {
    var list = DisplayList()
    let image = Image(size: PixelSize(width: 3, height: 3)) { $0.update(repeating: .max) }
    let values: [Scalar] = [.min, -1, 0, 1, 7, .max]
    for value in values {
      let line = [Point(x: value, y: 0), Point(x: value, y: 0), Point(x: 3, y: value), Point(x: .max, y: .min)]
      for width in values {
        list.stroke(line, style: StrokeStyle(width: width), gradient: Self.rainbow, locations: [value, .max, .min])
        list.stroke(line, style: StrokeStyle(width: width, miterLimit: value), pattern: image, start: value)
      }
      list.stroke(line, style: StrokeStyle(width: 3), gradient: [], locations: [])
      list.stroke([], style: StrokeStyle(width: 3), gradient: Self.rainbow, locations: [])
      list.stroke([.zero], style: StrokeStyle(width: 3), pattern: image)
      list.stroke(line, style: StrokeStyle(width: 3), gradient: Self.rainbow, locations: [])
    }
    _ = pixels(list, side: 30)
  }
}
