import Cartouche

extension TramStop {
  /// Draws an image of hills at one of four times of day.
  func image(size: PixelSize) -> Image {
    let (width, height) = (Scalar(size.width), Scalar(size.height))
    let whole = Path(rect: Rect(x: 0, y: 0, width: width, height: height))
    let sky = Self.skies[number % Self.skies.count]
    var list = DisplayList()
    let stops = [GradientStop(location: 0, color: Color(hex: sky.top)), GradientStop(location: 1, color: Color(hex: sky.horizon))]
    list.fill(whole, with: .linearGradient(LinearGradient(stops: stops, start: .zero, end: Point(x: 0, y: height * 2 / 3))))
    let sun = Rect(
      x: width * Scalar(20 + number * 37 % 60) / 100, y: height * Scalar(15 + number * 23 % 25) / 100, width: 44, height: 44)
    list.fill(Path(ellipseIn: sun), with: .color(Color(hex: sky.sun)))
    for layer in 0..<3 {
      list.fill(hills(layer, width: width, height: height), with: .color(Color(hex: sky.hills[layer])))
    }
    return Image(rendering: list, size: size)
  }

  /// Returns the outline of a range of hills as a sum of two sine waves; 0 is the farthest range.
  private func hills(_ layer: Int, width: Scalar, height: Scalar) -> Path {
    var path = Path()
    path.move(to: Point(x: 0, y: height))
    for index in 0...32 {
      let first = (Angle.degrees(9) * (index + 1) * (layer + 1) + .degrees(71) * number).sine
      let second = (Angle.degrees(31) * index + .degrees(113) * number).sine
      let rise = Scalar(rounding: first) * 26 + Scalar(rounding: second) * 7
      path.addLine(to: Point(x: width * index / 32, y: height * (11 + layer * 3) / 20 - rise / (layer + 1)))
    }
    path.addLine(to: Point(x: width, y: height))
    path.closeSubpath()
    return path
  }

  private struct Sky {
    var top: UInt32
    var horizon: UInt32
    var sun: UInt32
    /// Farthest first.
    var hills: [UInt32]
  }

  private static let skies = [
    Sky(top: 0x3a7bd5, horizon: 0xd6ecff, sun: 0xfff6d0, hills: [0x8fb1b8, 0x5d8f6b, 0x2f5d3a]),
    Sky(top: 0x2b2d5b, horizon: 0xff9a62, sun: 0xffd9a0, hills: [0x8a5a6f, 0x553a57, 0x2b2138]),
    Sky(top: 0x6fb3c9, horizon: 0xf4e3c1, sun: 0xffffff, hills: [0xa9b89a, 0x7f9a5a, 0x4c6b2d]),
    Sky(top: 0x060b24, horizon: 0x32406e, sun: 0xe8ecf5, hills: [0x26325a, 0x182145, 0x0b1230]),
  ]
}
