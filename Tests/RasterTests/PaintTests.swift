import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Paint")
struct PaintTests {
  @Test("source-over of a color is the weighted mean rounded to nearest, for every alpha")
  func sourceOver() {
    for alpha in 0...255 {
      var list = DisplayList()
      var path = Path()
      path.addRect(Rect(x: 0, y: 0, width: 11, height: 1))
      list.fill(path, with: .color(Color(hex: 0x205080)))
      list.fill(path, with: .color(Color(red: 200, green: 10, blue: 255, alpha: UInt8(alpha))))
      let canvas = Canvas(width: 11, height: 1)
      canvas.draw(list)
      func lerp(_ below: Int, _ above: Int) -> UInt32 { UInt32((above * alpha + below * (255 - alpha) + 127) / 255) }
      let expected = 0xff00_0000 | lerp(0x20, 200) << 16 | lerp(0x50, 10) << 8 | lerp(0x80, 255)
      for x in 0..<11 { #expect(canvas[x, 0] == expected) }
    }
  }

  @Test("a translucent color is the same weighted mean in runs of every length, over any pixels, and nothing beside them changes")
  func runs() {
    var generator = SplitMix64(seed: 22)
    for length in 1...70 {
      let alpha = Int.random(in: 1...254, using: &generator)
      let above = [
        Int.random(in: 0...255, using: &generator), Int.random(in: 0...255, using: &generator),
        Int.random(in: 0...255, using: &generator),
      ]
      let below = (0..<80).map { _ in generator.color(opaque: true) }
      var list = DisplayList()
      for (x, color) in below.enumerated() {
        list.fill(Path(rect: Rect(x: Scalar(x), y: 0, width: 1, height: 8)), with: .color(color))
      }
      // Slanted at its lower end, so that its rows are swept.
      var path = Path()
      path.move(to: Point(x: 3, y: 0))
      for corner in [Point(x: Scalar(3 + length), y: 0), Point(x: Scalar(3 + length), y: 5), Point(x: 3, y: 7)] {
        path.addLine(to: corner)
      }
      path.closeSubpath()
      let color = Color(red: UInt8(above[0]), green: UInt8(above[1]), blue: UInt8(above[2]), alpha: UInt8(alpha))
      list.fill(path, with: .color(color))
      let canvas = Canvas(width: 80, height: 8)
      canvas.draw(list)
      func mean(_ below: UInt8, _ above: Int) -> UInt32 { UInt32((above * alpha + Int(below) * (255 - alpha) + 127) / 255) }
      for y in 0..<5 {
        for (x, color) in below.enumerated() {
          let isInside = x >= 3 && x < 3 + length
          let expected: [UInt32] =
            isInside
            ? [mean(color.red, above[0]), mean(color.green, above[1]), mean(color.blue, above[2])]
            : [UInt32(color.red), UInt32(color.green), UInt32(color.blue)]
          #expect(canvas[x, y] & 0xff_ffff == expected[0] << 16 | expected[1] << 8 | expected[2])
        }
      }
    }
  }

  @Test("a linear gradient is within 1 of 255 and one table step of the exact ramp, at any slope")
  func gradient() {
    var generator = SplitMix64(seed: 21)
    for _ in 0..<30 {
      let start = generator.point(width: 50, height: 50)
      let end = generator.point(width: 50, height: 50)
      let colors = [generator.color(opaque: true), generator.color(opaque: true), generator.color(opaque: true)]
      let middle = generator.scalar(0.1...0.9)
      let stops = zip([0, middle, 1], colors).map { GradientStop(location: $0, color: $1) }
      var path = Path()
      path.addRect(Rect(x: 0, y: 0, width: 50, height: 50))
      var list = DisplayList()
      list.fill(path, with: .linearGradient(LinearGradient(stops: stops, start: start, end: end)))
      let canvas = Canvas(width: 50, height: 50)
      canvas.draw(list)
      let (sx, sy, ex, ey) = (double(start.x), double(start.y), double(end.x), double(end.y))
      let length = (ex - sx) * (ex - sx) + (ey - sy) * (ey - sy)
      guard length > 100 else { continue }
      for y in 0..<50 {
        for x in 0..<50 {
          let parameter = ((Double(x) + 0.5 - sx) * (ex - sx) + (Double(y) + 0.5 - sy) * (ey - sy)) / length
          let t = min(max(parameter, 0), 1)
          let m = double(middle)
          let (a, b, part) = t < m ? (colors[0], colors[1], t / m) : (colors[1], colors[2], (t - m) / (1 - m))
          // At most one of the table's 1024 steps, and a rounding.
          let slack = 1 + 255 / 1024 / min(m, 1 - m)
          let red = Double(a.red) + (Double(b.red) - Double(a.red)) * part
          #expect(abs(Double(canvas[x, y] >> 16 & 255) - red) <= slack)
        }
      }
    }
  }

  @Test("a gradient with no stops draws nothing, with one stop its color, with equal ends its last color")
  func degenerate() {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 4, height: 4))
    let canvas = Canvas(width: 4, height: 4)
    func drawn(_ stops: [GradientStop], end: Point) -> UInt32 {
      var list = DisplayList()
      list.fill(path, with: .linearGradient(LinearGradient(stops: stops, start: .zero, end: end)))
      canvas.draw(list)
      return canvas[2, 2]
    }
    let far = Point(x: 4, y: 0)
    #expect(drawn([], end: far) == 0xffff_ffff)
    #expect(drawn([GradientStop(location: 0.5, color: .red)], end: far) == 0xffff_0000)
    #expect(drawn([GradientStop(location: 0, color: .red), GradientStop(location: 1, color: .blue)], end: .zero) == 0xff00_00ff)
  }

  @Test("an image drawn at whole pixels is copied exactly")
  func identity() {
    var generator = SplitMix64(seed: 2)
    let pixels = (0..<63).map { _ in generator.color(opaque: true).premultiplied }
    let image = Image(size: PixelSize(width: 9, height: 7)) { for index in $0.indices { $0[index] = pixels[index] } }
    var list = DisplayList()
    list.draw(image, transform: .translation(x: 3, y: 2))
    let canvas = Canvas(width: 20, height: 12)
    canvas.draw(list)
    for y in 0..<7 { for x in 0..<9 { #expect(canvas[x + 3, y + 2] == pixels[y * 9 + x]) } }
    #expect(canvas[2, 2] == 0xffff_ffff)
    #expect(canvas[12, 8] == 0xffff_ffff)
  }

  @Test("an image in perspective is within 3.5 of 255 of bilinear filtering in floating point")
  func perspective() throws {
    let width = 64
    let height = 48
    // A smooth image, so that the filter is measured and not the pattern.
    let image = Image(size: PixelSize(width: width, height: height)) { pixels in
      for index in pixels.indices {
        let x = index % width
        let y = index / width
        pixels[index] = 0xff00_0000 | UInt32(x * 255 / (width - 1)) << 16 | UInt32(y * 255 / (height - 1)) << 8 | 128
      }
    }
    var transform = Transform3D.identity
    transform.m34 = -1.0 / 300
    transform = transform.translated(x: 60, y: 60, z: 0).rotated(by: .degrees(48), axis: .y).rotated(by: .degrees(20), axis: .x)
      .scaled(x: 1.5, y: 1.5, z: 1).translated(x: -32, y: -24, z: 0)
    let map = Homography(transform)
    let inverse = try #require(map.inverse)
    var list = DisplayList()
    list.draw(image, transform: map)
    let canvas = Canvas(width: 120, height: 120)
    canvas.draw(list)
    var inside = 0
    for y in 0..<120 {
      for x in 0..<120 {
        let point = try #require(inverse.project(Point(x: Scalar(x) + 0.5, y: Scalar(y) + 0.5)))
        let (u, v) = (double(point.x), double(point.y))
        guard u > 2, u < Double(width) - 2, v > 2, v < Double(height) - 2 else { continue }
        inside += 1
        #expect(abs(Double(canvas[x, y] >> 16 & 255) - (u - 0.5) * 255 / Double(width - 1)) <= 3)
        #expect(abs(Double(canvas[x, y] >> 8 & 255) - (v - 0.5) * 255 / Double(height - 1)) <= 3.5)
      }
    }
    #expect(inside > 2000)
  }

  private func double(_ value: Scalar) -> Double { Double(value.rawValue) / 65536 }
}
