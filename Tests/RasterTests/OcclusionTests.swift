import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Parts hidden by later opaque shapes are not drawn")
struct OcclusionTests {
  static let size = PixelSize(width: 230, height: 150)

  /// Inside a group no shape hides another, so every item is drawn whole.
  private func bytesWithoutOcclusion(_ list: DisplayList) -> [UInt8] {
    var grouped = DisplayList()
    grouped.group(opacity: 255) {
      $0.fill(Path(rect: Rect(x: -9, y: -9, width: 999, height: 999)), with: .color(.white))
      $0.append(list, transform: .identity)
    }
    let canvas = Canvas(width: Self.size.width, height: Self.size.height)
    canvas.draw(grouped)
    return canvas.bytes
  }

  /// Returns a path whose corners often have the same y or x, so that it has level and upright edges.
  private func path(_ random: inout SplitMix64) -> Path {
    var path = Path()
    let beyond: Double = [10, 400, 90_000].randomElement(using: &random) ?? 10
    let raster = [1, 4, 16, 37].randomElement(using: &random) ?? 1
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      for corner in 0..<Int.random(in: 3...9, using: &random) {
        var point = random.point(width: Self.size.width, height: Self.size.height, beyond: beyond)
        if Int.random(in: 0...3, using: &random) > 0 { point.y = Scalar(point.y.rounded / raster * raster) }
        if Bool.random(using: &random) { point.x = Scalar(point.x.rounded / raster * raster) }
        if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      path.closeSubpath()
    }
    return path
  }

  /// Returns a list of which about half is hidden.
  private func list(seed: UInt64) -> DisplayList {
    var random = SplitMix64(seed: seed)
    var list = DisplayList()
    for _ in 0..<24 {
      let color = random.color(opaque: Int.random(in: 0...3, using: &random) > 0)
      let origin = random.point(width: Self.size.width, height: Self.size.height, beyond: 60)
      let rect = Rect(x: origin.x, y: origin.y, width: random.scalar(1...200), height: random.scalar(1...120))
      let outline = path(&random)
      switch Int.random(in: 0...11, using: &random) {
      case 0...2: list.fill(outline, rule: Bool.random(using: &random) ? .nonZero : .evenOdd, with: .color(color))
      case 3: list.fill(Path(roundedRect: rect, cornerRadius: random.scalar(0...20)), with: .color(color))
      case 4: list.stroke(outline, style: StrokeStyle(width: random.scalar(0.3...60), join: .round), with: .color(color))
      case 5: list.fill(Path(rect: rect), with: .color(color))
      case 6:
        let clip = PixelClip(rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY), origin)
        list.clipped(to: clip) { $0.fill(outline, with: .color(color)) }
      case 7:
        list.clipped(to: Path(roundedRect: rect, cornerRadius: 5)) { $0.fill(outline, with: .color(color)) }
      case 8:
        list.masked {
          $0.fill(Path(ellipseIn: rect), with: .color(.white))
        } _: { list in
          list.fill(outline, with: .color(color))
          list.group(opacity: 200) { $0.fill(Path(rect: rect), with: .color(color)) }
        }
      case 9:
        let stops = [GradientStop(location: 0, color: color), GradientStop(location: 1, color: .white)]
        let gradient = RadialGradient(stops: stops, center: origin, radius: random.scalar(5...90))
        list.fill(outline, with: .radialGradient(gradient))
      case 10:
        // A clip to whole pixels, as of a list: shapes inside it hide others, unless a group is around them.
        list.clipped(to: Path(rect: rect.roundedToPixels)) { list in
          list.fill(outline, with: .color(color))
          list.fill(Path(rect: rect), with: .color(random.color(opaque: true)))
          list.group(opacity: 200) { $0.fill(Path(rect: rect.roundedToPixels), with: .color(.red)) }
          list.fill(path(&random), with: .color(random.color(opaque: true)))
        }
      default:
        list.group(opacity: .random(in: 100...255, using: &random)) { $0.fill(outline, with: .color(color)) }
      }
    }
    return list
  }

  /// A triangle that makes an outline larger, without a level edge. One long level edge would be enough for
  /// the renderer to be careful.
  private var slantedTriangle: Path {
    var path = Path()
    path.move(to: Point(x: 60, y: -5))
    path.addLine(to: Point(x: 100, y: 40))
    path.addLine(to: Point(x: 58, y: 45))
    path.closeSubpath()
    return path
  }

  @Test("the frame has the bits of one in which everything is drawn", arguments: [UInt64](1...60))
  func sameBits(seed: UInt64) {
    let list = list(seed: seed)
    let canvas = Canvas(width: Self.size.width, height: Self.size.height)
    canvas.draw(list)
    #expect(canvas.bytes == bytesWithoutOcclusion(list))
  }

  @Test("also if it is drawn in pieces", arguments: [UInt64](1...20))
  func pieces(seed: UInt64) {
    let list = list(seed: seed)
    let canvas = Canvas(width: Self.size.width, height: Self.size.height)
    let renderer = Renderer()
    for y in stride(from: 0, to: Self.size.height, by: 13) {
      for x in stride(from: 0, to: Self.size.width, by: 27) {
        canvas.draw(list, damage: [PixelRect(minX: x, minY: y, maxX: x + 27, maxY: y + 13)], renderer: renderer)
      }
    }
    #expect(canvas.bytes == bytesWithoutOcclusion(list))
  }

  /// Expects that a small rectangle is seen which an opaque outline, drawn later, does not cover.
  private func expectToSee(_ small: Rect, below path: Path, sourceLocation: SourceLocation = #_sourceLocation) {
    var list = DisplayList()
    list.fill(Path(rect: small), with: .color(.red))
    list.fill(Path(rect: small), with: .color(.green))
    list.fill(path, with: .color(.blue))
    let canvas = Canvas(width: Self.size.width, height: Self.size.height)
    canvas.draw(list)
    let seen = canvas[Int(small.minX.rounded) + 2, Int(small.minY.rounded)] & 0xff_ffff
    #expect(seen == Color.green.premultiplied & 0xff_ffff, sourceLocation: sourceLocation)
  }

  @Test("a short level edge hides nothing of a cell that the outline does not cover", arguments: [12, 15] as [Scalar])
  func shortLevelEdge(width: Scalar) {
    // In the cell from (8, 24) to (16, 32), the outline winds twice around the upper half. It does not wind
    // around the lower half, in which the small rectangle is.
    var path = slantedTriangle
    let middle = 12 as Scalar
    for _ in 0..<2 {
      // The last point is in the middle of the level edge.
      path.move(to: Point(x: middle - width / 2, y: 28))
      path.addLine(to: Point(x: middle - width / 2, y: -10))
      path.addLine(to: Point(x: middle + width / 2, y: -20))
      path.addLine(to: Point(x: middle + width / 2, y: 28))
      path.addLine(to: Point(x: middle, y: 28))
      path.closeSubpath()
    }
    expectToSee(Rect(x: 9.5, y: 29.5, width: 5, height: 2), below: path)
  }

  @Test("an outline that leaves the screen at the end of a level edge hides nothing that it does not cover")
  func levelEdgeAtTheSide() {
    var path = slantedTriangle
    for _ in 0..<2 {
      path.move(to: Point(x: 230, y: 28))
      path.addLine(to: Point(x: 100_000, y: -50))
      path.addLine(to: Point(x: 223.9, y: -60))
      path.addLine(to: Point(x: 223.9, y: 28))
      path.addLine(to: Point(x: 227, y: 28))
      path.closeSubpath()
    }
    expectToSee(Rect(x: 224.5, y: 29.5, width: 5, height: 2), below: path)
  }

  @Test("an outline with a level edge in the middle of the rows hides only its own part")
  func levelEdge() {
    var list = DisplayList()
    list.fill(Path(rect: Rect(x: 0, y: 0, width: 230, height: 150)), with: .color(.black))
    // Twice around above the level edge and not at all below: the mean winding number of the rows is 1.
    var path = Path()
    for _ in 0..<2 {
      path.move(to: Point(x: 3.5, y: 0))
      path.addLine(to: Point(x: 200, y: 0))
      path.addLine(to: Point(x: 200, y: 16))
      path.addLine(to: Point(x: 3.5, y: 16))
      path.closeSubpath()
    }
    list.fill(path, with: .color(.white))
    let canvas = Canvas(width: 230, height: 150)
    canvas.draw(list)
    #expect(canvas[100, 8] & 0xff_ffff == 0xff_ffff)
    #expect(canvas[100, 24] & 0xff_ffff == 0)
  }
}

extension Rect {
  fileprivate var roundedToPixels: Rect {
    Rect(x: Scalar(minX.rounded), y: Scalar(minY.rounded), width: Scalar(width.rounded), height: Scalar(height.rounded))
  }
}
