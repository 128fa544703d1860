import CartoucheRaster
import CartoucheTestSupport
import Testing

/// Golden frames that show every blend mode, join and cap. The README shows them too.
@Suite("Golden frames of blend modes and strokes")
struct SheetTests {
  private static let ink = Color(hex: 0x1d3557)
  private static let paper = Color(hex: 0xf7f5f0)

  private func panel(_ list: DisplayList, width: Int, height: Int) -> TestPanel {
    let panel = TestPanel(size: PixelSize(width: width, height: height), format: .xrgb8888)
    Renderer().draw(
      list, over: Self.paper, into: panel.buffer, damage: [PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)],
      workers: SerialWorkerPool())
    return panel
  }

  private func rect(_ x: Scalar, _ y: Scalar, _ width: Scalar, _ height: Scalar) -> Path {
    Path(rect: Rect(x: x, y: y, width: width, height: height))
  }

  private func stops(_ colors: UInt32...) -> [GradientStop] {
    colors.enumerated().map { GradientStop(location: Scalar($0) / (colors.count - 1), color: Color(hex: $1)) }
  }

  @Test("every blend mode in the order of BlendMode: a disc blended onto a card")
  func blendModes() throws {
    var list = DisplayList()
    let cell = 96
    let columns = 9
    for (index, mode) in BlendMode.allCases.enumerated() {
      let (x, y) = (Scalar(index % columns * cell), Scalar(index / columns * cell))
      let transform = Homography.translation(x: x, y: y)
      var card = Path()
      card.addRoundedRect(Rect(x: 8, y: 8, width: 60, height: 60), radius: 8)
      var disc = Path()
      disc.addCircle(center: Point(x: 57, y: 57), radius: 31)
      // A checkerboard background that shows transparency.
      for square in 0..<16 where (square % 4 + square / 4) % 2 == 0 {
        list.fill(
          rect(8 + Scalar(square % 4 * 20), 8 + Scalar(square / 4 * 20), 20, 20), with: .color(Color(hex: 0xe4e0d8)),
          transform: transform)
      }
      list.group {
        $0.fill(
          card,
          with: .linearGradient(
            LinearGradient(
              stops: stops(0xe63946, 0xf4a261, 0xe9c46a, 0x2a9d8f, 0x264653), start: Point(x: 8, y: 0), end: Point(x: 68, y: 0))),
          transform: transform)
        $0.fill(
          disc,
          with: .linearGradient(
            LinearGradient(stops: stops(0xffffff, 0x3a86ff, 0x10002b), start: Point(x: 0, y: 26), end: Point(x: 0, y: 88))),
          transform: transform, opacity: 230, blend: mode)
      }
    }
    try expectFrame(panel(list, width: columns * cell, height: (BlendMode.allCases.count / columns) * cell), matches: "blend-modes")
    #expect(BlendMode.allCases.count % columns == 0)
  }

  @Test("every join with every cap, solid and dashed, and lines thinner than a pixel")
  func joinsAndCaps() throws {
    var list = DisplayList()
    let (width, height) = (150, 110)
    for (row, cap) in [LineCap.butt, .round, .square].enumerated() {
      for (column, join) in [LineJoin.miter, .round, .bevel].enumerated() {
        var path = Path()
        path.move(to: Point(x: 24, y: 84))
        path.addLine(to: Point(x: 56, y: 28))
        path.addLine(to: Point(x: 78, y: 84))
        path.addCurve(to: Point(x: 126, y: 40), control1: Point(x: 98, y: 92), control2: Point(x: 96, y: 30))
        let transform = Homography.translation(x: Scalar(column * width), y: Scalar(row * height))
        list.stroke(
          path, style: StrokeStyle(width: 18, cap: cap, join: join), with: .color(Color(hex: 0xa8c5da)), transform: transform)
        list.stroke(
          path, style: StrokeStyle(width: 5, cap: cap, join: join, dashes: [14, 11], dashPhase: 4),
          with: .color(Self.ink), transform: transform)
        list.stroke(path, style: StrokeStyle(width: 0.4), with: .color(.white), transform: transform)
      }
    }
    try expectFrame(panel(list, width: 3 * width, height: 3 * height), matches: "joins-and-caps")
  }
}
