import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Golden frames of shadows and glyphs")
struct MaskFrameTests {
  private func star(_ center: Point, _ radius: Int) -> Path {
    var path = Path()
    for corner in 0..<5 {
      let (sine, cosine) = Angle.degrees(WideFixed(corner * 144 - 90)).sineAndCosine
      let point = Point(
        x: center.x + Scalar(rounding: cosine * radius), y: center.y + Scalar(rounding: sine * radius))
      if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    return path
  }

  private func tilted(_ angle: Angle, at center: Point) -> Homography {
    var view = Transform3D.identity
    view.m34 = WideFixed(rawValue: -(1 << 32) / 300)
    let (x, y) = (WideFixed<32>(rounding: center.x), WideFixed<32>(rounding: center.y))
    return Homography(view.rotated(by: angle, axis: .y).concatenating(.identity.translated(x: x, y: y)))
  }

  @Test("outer and inner shadows of rounded rectangles and paths, also in perspective")
  func shadows() throws {
    let panel = TestPanel(size: PixelSize(width: 480, height: 320), format: .xrgb8888)
    var list = DisplayList()
    func card(_ rect: Rect, _ radii: CornerRadii, _ color: Color, transform: Homography = .identity) {
      var path = Path()
      path.addRoundedRect(rect, radii: radii)
      list.fill(path, with: .color(color), transform: transform)
    }
    let ink = Color(red: 20, green: 30, blue: 60, alpha: 160)
    let paper = Color(red: 250, green: 246, blue: 235)
    for (index, sigma) in [Scalar(0), 2, 6, 12].enumerated() {
      let rect = Rect(x: Scalar(20 + index * 115), y: 20, width: 90, height: 60)
      let radii = CornerRadii(topLeft: 4, topRight: 24, bottomRight: 12, bottomLeft: 0)
      list.drawShadow(
        ShadowMask(roundedRect: radii, sigma: sigma), of: Rect(x: rect.minX + 5, y: rect.minY + 9, width: 90, height: 60),
        color: ink)
      if index < 3 { card(rect, radii, paper) }
    }
    for (index, sigma) in [Scalar(1), 5, 14].enumerated() {
      let rect = Rect(x: Scalar(20 + index * 115), y: 120, width: 90, height: 70)
      card(rect, CornerRadii(16), paper)
      list.drawShadow(ShadowMask(roundedRect: CornerRadii(16), sigma: sigma, side: .inner), of: rect, color: ink)
    }
    let path = star(Point(x: 410, y: 155), 42)
    list.drawShadow(ShadowMask(of: path, sigma: 5), of: Rect(x: 4, y: 6, width: 0, height: 0), color: ink)
    list.fill(path, with: .color(Color(red: 240, green: 180, blue: 40)))
    list.drawShadow(ShadowMask(of: path, sigma: 3, side: .inner), of: .zero, color: .black, opacity: 150)
    for (index, degrees) in [-60, 35, 80].enumerated() {
      let map = tilted(.degrees(WideFixed(degrees)), at: Point(x: Scalar(80 + index * 150), y: 255))
      let rect = Rect(x: -60, y: -35, width: 120, height: 70)
      list.drawShadow(ShadowMask(roundedRect: CornerRadii(10), sigma: 8), of: rect, color: .black, transform: map)
      card(rect, CornerRadii(10), Color(red: 150, green: 60, blue: 200), transform: map)
    }
    Renderer().draw(list, into: panel.buffer, damage: [PixelRect(panel.buffer.size)], workers: SerialWorkerPool())
    try expectFrame(panel, matches: "shadows")
  }

  @Test("glyphs at each quarter pixel, rotated, scaled and tilted, in one color and in a gradient")
  func glyphs() throws {
    let panel = TestPanel(size: PixelSize(width: 240, height: 160), format: .xrgb8888)
    var list = DisplayList()
    func run(_ x: Scalar, _ y: Scalar, count: Int = 10) -> GlyphRun {
      GlyphRun(
        shapes: GlyphTests.shapes,
        placements: (0..<count).map {
          GlyphRun.Placement(shape: Int32($0 % 2), origin: Point(x: x + Scalar($0 * 41) / 4, y: y))
        })
    }
    list.draw(run(8, 20), with: .color(.black))
    list.draw(run(8, 36), with: .color(Color(red: 200, green: 30, blue: 30, alpha: 120)))
    let stops = [GradientStop(location: 0, color: .red), GradientStop(location: 1, color: .blue)]
    list.draw(run(8, 52), with: .linearGradient(LinearGradient(stops: stops, start: .zero, end: Point(x: 110, y: 0))))
    list.draw(
      run(0, 0), with: .color(.black), transform: Homography(AffineTransform.translation(x: 130, y: 20).rotated(by: .degrees(25))))
    list.draw(run(0, 0), with: .color(.black), transform: Homography(AffineTransform.translation(x: 8, y: 100).scaled(x: 2, y: 3)))
    list.draw(run(-50, 0), with: .color(.black), transform: tilted(.degrees(60), at: Point(x: 120, y: 135)))
    Renderer().draw(list, into: panel.buffer, damage: [PixelRect(panel.buffer.size)], workers: SerialWorkerPool())
    try expectFrame(panel, matches: "glyphs")
  }
}
