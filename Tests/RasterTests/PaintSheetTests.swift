import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Golden frames of paints")
struct PaintSheetTests {
  private func panel(_ list: DisplayList, width: Int, height: Int) -> TestPanel {
    let panel = TestPanel(size: PixelSize(width: width, height: height), format: .xrgb8888)
    let damage = [PixelRect(PixelSize(width: width, height: height))]
    Renderer().draw(list, over: Color(hex: 0xe8e8e8), into: panel.buffer, damage: damage, workers: SerialWorkerPool())
    return panel
  }

  @Test(
    "linear, radial, focal and conic gradients, also in perspective: padded, repeated and reflected")
  func gradients() throws {
    let stops = [
      GradientStop(location: 0, color: Color(hex: 0x2040a0)), GradientStop(location: 0.4, color: Color(hex: 0xf0c020)),
      GradientStop(location: 0.4, color: Color(hex: 0xb02030)),
      GradientStop(location: 1, color: Color(hex: 0xffffff).withAlpha(0.25)),
    ]
    var tilt = Transform3D.identity
    tilt.m34 = -1.0 / 200
    let turned = AffineTransform.translation(x: 60, y: 45).rotated(by: .degrees(20)).scaled(x: 1, y: 0.6).translated(x: -60, y: -45)
    var list = DisplayList()
    for (row, spread) in GradientSpread.allCases.enumerated() {
      let linear = LinearGradient(stops: stops, start: Point(x: 40, y: 30), end: Point(x: 80, y: 50), spread: spread)
      let radial = RadialGradient(stops: stops, center: Point(x: 60, y: 45), radius: 25, spread: spread)
      var focal = radial
      (focal.radius, focal.focalPoint, focal.transform) = (30, Point(x: 45, y: 40), turned)
      let conic = ConicGradient(
        stops: stops.map { GradientStop(location: $0.location / (row == 0 ? 1 : 3), color: $0.color) }, center: Point(x: 60, y: 45),
        startAngle: .degrees(-90), spread: spread)
      let paints: [Paint] = [.linearGradient(linear), .radialGradient(radial), .radialGradient(focal), .conicGradient(conic)]
      for (column, paint) in paints.enumerated() {
        let (x, y) = (Scalar(column * 128 + 8), Scalar(row * 98 + 8))
        list.fill(Path(rect: Rect(x: 0, y: 0, width: 120, height: 90)), with: paint, transform: .translation(x: x, y: y))
      }
      let transform = Homography(
        tilt.rotated(by: .degrees(50), axis: .y).scaled(x: 0.8, y: 0.8, z: 1).translated(x: -60, y: -45, z: 0)
      )
      .concatenating(.translation(x: 580, y: Scalar(row * 98 + 53)))
      list.fill(Path(rect: Rect(x: 0, y: 0, width: 120, height: 90)), with: paints[row + 1], transform: transform)
    }
    try expectFrame(panel(list, width: 650, height: 302), matches: "gradients")
  }

  @Test("images with each filter, rotated, in perspective, tiled, and as nine-patches")
  func images() throws {
    let tile = Image(size: PixelSize(width: 8, height: 6)) { pixels in
      for index in pixels.indices {
        let (x, y) = (index % 8, index / 8)
        let border = x == 0 || y == 0 || x == 7 || y == 5
        pixels[index] = border ? 0xff20_3060 : (x + y) % 2 == 0 ? 0xfff0_c020 : 0xffc0_3030
      }
    }
    let board = Image(size: PixelSize(width: 240, height: 180)) { pixels in
      for index in pixels.indices {
        let (x, y) = (index % 240, index / 240)
        let light = (x / 6 + y / 6) % 2 == 0
        pixels[index] = 0xff00_0000 | (light ? 0xf0f0f0 : UInt32(x) << 16 | 0x4000 | UInt32(y))
      }
    }.withMipmaps()
    var tilt = Transform3D.identity
    tilt.m34 = -1.0 / 200
    var list = DisplayList()
    for (row, filter) in ImageFilter.allCases.enumerated() {
      let y = WideFixed<32>(row * 98 + 8)
      list.draw(tile, transform: Homography(AffineTransform.translation(x: 8, y: y).scaled(x: 15, y: 15)), filter: filter)
      let small = AffineTransform.translation(x: 196, y: y + 45).rotated(by: .degrees(15)).scaled(x: 0.3, y: 0.3).translated(
        x: -120, y: -90)
      list.draw(board, transform: Homography(small), filter: filter)
      let transform = Homography(
        tilt.rotated(by: .degrees(62), axis: .y).scaled(x: 0.38, y: 0.38, z: 1).translated(x: -120, y: -90, z: 0)
      )
      .concatenating(.translation(x: 320, y: Scalar(row * 98 + 53)))
      list.draw(board, transform: transform, filter: filter)
      let tiling: [ImageTiling] = [.repeat, .reflect, .none]
      let pattern = ImagePattern(
        tile, transform: AffineTransform.translation(x: 40, y: 30).rotated(by: .degrees(25)).scaled(x: 4, y: 4),
        tiling: tiling[row],
        filter: filter)
      list.fill(
        Path(rect: Rect(x: 0, y: 0, width: 120, height: 90)), with: .image(pattern),
        transform: .translation(x: 400, y: Scalar(row * 98 + 8)))
    }
    let insets = EdgeInsets(top: 2, left: 2, bottom: 2, right: 3)
    list.draw(tile, insets: insets, over: Rect(x: 530, y: 8, width: 100, height: 40))
    list.draw(
      tile, insets: insets, over: Rect(x: 0, y: 0, width: 30, height: 12),
      transform: Homography(
        AffineTransform.translation(x: 545, y: 70).rotated(by: .degrees(12)).scaled(x: 3, y: 3)))
    let transform = Homography(tilt.rotated(by: .degrees(55), axis: .y).scaled(x: 5, y: 5, z: 1))
      .concatenating(.translation(x: 585, y: 220))
    list.draw(tile, insets: insets, over: Rect(x: -12, y: -8, width: 24, height: 16), transform: transform)
    try expectFrame(panel(list, width: 650, height: 302), matches: "pictures")
  }
}
