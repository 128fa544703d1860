import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Glyphs")
struct GlyphTests {
  /// A ring, an arrow and a space.
  static let shapes: [GlyphShape] = {
    var ring = Path()
    ring.addEllipse(in: Rect(x: 1, y: -9, width: 8, height: 9))
    var hole = Path()
    hole.addEllipse(in: Rect(x: 3, y: -7, width: 4, height: 5))
    ring.addPath(hole.reversed)
    var arrow = Path()
    for (index, (x, y)) in [(0.0, 0.0), (3.3, -10.0), (6.5, 0.4), (3.2, -2.9)].enumerated() {
      let point = Point(FloatPoint(x, y))
      if index == 0 { arrow.move(to: point) } else { arrow.addLine(to: point) }
    }
    arrow.closeSubpath()
    return [GlyphShape(outline: ring), GlyphShape(outline: arrow), GlyphShape(outline: Path())]
  }()

  static func randomRun(
    _ generator: inout SplitMix64, count: Int = 40, x: ClosedRange<Double> = -12...130, y: ClosedRange<Double> = -4...100
  ) -> GlyphRun {
    let placements = (0..<count).map { _ in
      GlyphRun.Placement(
        shape: .random(in: -1...3, using: &generator), origin: Point(x: generator.scalar(x), y: generator.scalar(y)))
    }
    return GlyphRun(shapes: shapes, placements: placements)
  }

  /// Returns a list that fills every glyph's outline separately, at the origin that `snap` returns.
  private func outlines(_ run: GlyphRun, _ paint: Paint, _ blend: BlendMode, snap: (Point) -> Point) -> DisplayList {
    var list = DisplayList()
    for placement in run.placements where run.shapes.indices.contains(Int(placement.shape)) {
      let origin = snap(placement.origin)
      list.fill(
        run.shapes[Int(placement.shape)].outline, with: paint, transform: .translation(x: origin.x, y: origin.y), opacity: 200,
        blend: blend)
    }
    return list
  }

  @Test("an upright glyph shows a gradient as its outline does", arguments: [Point(x: 0, y: 1), Point(x: 1, y: 0)])
  func gradient(direction: Point) {
    let stops = [GradientStop(location: 0, color: .black), GradientStop(location: 1, color: Color(hex: 0x20c0f0))]
    let paint = Paint.linearGradient(
      LinearGradient(stops: stops, start: .zero, end: Point(x: direction.x * 24, y: direction.y * 24)))
    let outline = Path(ellipseIn: Rect(x: 2, y: 2, width: 20, height: 20))
    let run = GlyphRun(shapes: [GlyphShape(outline: outline)], placements: [GlyphRun.Placement(shape: 0, origin: .zero)])
    var (glyph, shape) = (DisplayList(), DisplayList())
    glyph.draw(run, with: paint)
    shape.fill(outline, with: paint)
    let canvases = [glyph, shape].map { list in
      let canvas = Canvas(width: 32, height: 32)
      canvas.draw(list)
      return canvas.bytes
    }
    let isEqual = canvases[0] == canvases[1]
    #expect(isEqual)
  }

  @Test(
    "upright glyphs equal their outlines filled at the nearest quarter pixel horizontally and whole pixel vertically",
    arguments: [Color.black, Color(red: 200, green: 90, blue: 30, alpha: 130)], [BlendMode.normal, .multiply])
  func upright(color: Color, blend: BlendMode) {
    var generator = SplitMix64(seed: 5)
    for round in 0..<12 {
      // Only glyphs within the screen, because clipping rounds outlines to 1/256 px but not masks.
      let run = Self.randomRun(&generator, x: 4...106, y: 14...85)
      let offset = Point(x: generator.scalar(-3...3), y: generator.scalar(-3...3))
      var paint = Paint.color(color)
      if round % 4 == 3 {
        // The same color everywhere, so that the gradient's position does not matter.
        let stops = [GradientStop(location: 0, color: color), GradientStop(location: 1, color: color)]
        paint = .linearGradient(LinearGradient(stops: stops, start: .zero, end: Point(x: 120, y: 90)))
      }
      var list = DisplayList()
      list.draw(run, with: paint, transform: .translation(x: offset.x, y: offset.y), opacity: 200, blend: blend)
      let expected = outlines(run, paint, blend) { origin in
        let position = origin + offset
        return Point(
          x: Scalar((position.x * 4 + Scalar(rawValue: 32768)).floor) / 4, y: Scalar((position.y + Scalar(rawValue: 32768)).floor))
      }
      let (glyphs, paths) = (Canvas(width: 120, height: 90), Canvas(width: 120, height: 90))
      glyphs.draw(list)
      paths.draw(expected)
      #expect(glyphs.bytes == paths.bytes)
    }
  }

  @Test("glyphs clipped by the screen look the same as on a larger screen")
  func clipped() {
    var generator = SplitMix64(seed: 9)
    let run = Self.randomRun(&generator, count: 90)
    let (small, large) = (Canvas(width: 120, height: 90), Canvas(width: 200, height: 170))
    var list = DisplayList()
    list.draw(run, with: .color(.black))
    small.draw(list)
    list.removeAll()
    list.draw(run, with: .color(.black), transform: .translation(x: 40, y: 40))
    large.draw(list)
    #expect((0..<90).allSatisfy { y in (0..<120).allSatisfy { x in small[x, y] == large[x + 40, y + 40] } })
  }

  @Test("a run equals runs of one glyph each, with glyphs line by line, by columns and in random order", arguments: 0..<3)
  func order(of arrangement: Int) {
    var generator = SplitMix64(seed: 12)
    let placements = (0..<240).map { index in
      let origin =
        switch arrangement {
        case 0: Point(x: Scalar(index % 12 * 9), y: Scalar(index / 12 * 20 + 10))
        case 1: Point(x: Scalar(index / 20 * 9), y: Scalar(index % 20 * 20 + 10))
        default: Point(x: generator.scalar(-12...120), y: generator.scalar(-4...412))
        }
      return GlyphRun.Placement(shape: Int32(index % 3), origin: origin)
    }
    let paint = Paint.color(Color(red: 200, green: 90, blue: 30, alpha: 130))
    var (list, expected) = (DisplayList(), DisplayList())
    // The second run's glyphs follow the first one's in the renderer's memory.
    for half in [placements[..<90], placements[90...]] {
      list.draw(GlyphRun(shapes: Self.shapes, placements: Array(half)), with: paint)
      for placement in half { expected.draw(GlyphRun(shapes: Self.shapes, placements: [placement]), with: paint) }
    }
    let (together, alone) = (Canvas(width: 120, height: 400), Canvas(width: 120, height: 400))
    together.draw(list)
    alone.draw(expected)
    #expect(together.bytes == alone.bytes)
    let blank = Canvas(width: 120, height: 400)
    blank.draw(DisplayList())
    let isBlank = together.bytes == blank.bytes
    #expect(!isBlank)
  }

  @Test("rotated, scaled and tilted glyphs equal one path of their outlines, within 2 of 255")
  func transformed() {
    var generator = SplitMix64(seed: 6)
    var tilted = Transform3D.identity
    tilted.m34 = WideFixed(rawValue: -(1 << 32) / 400)
    let maps = [
      Homography(AffineTransform.rotation(by: .degrees(12))), Homography(AffineTransform.scale(x: 2, y: 1)),
      Homography(tilted.rotated(by: .degrees(30), axis: .y)),
    ]
    for map in maps {
      let run = Self.randomRun(&generator)
      var list = DisplayList()
      list.draw(run, with: .color(.black), transform: map)
      var path = Path()
      for placement in run.placements where run.shapes.indices.contains(Int(placement.shape)) {
        let (x, y) = (WideFixed<32>(rounding: placement.origin.x), WideFixed<32>(rounding: placement.origin.y))
        path.addPath(run.shapes[Int(placement.shape)].outline.transformed(by: .translation(x: x, y: y)))
      }
      var expected = DisplayList()
      expected.fill(path, with: .color(.black), transform: map)
      let (glyphs, paths) = (Canvas(width: 120, height: 90), Canvas(width: 120, height: 90))
      glyphs.draw(list)
      paths.draw(expected)
      var worst = 0
      for y in 0..<90 {
        for x in 0..<120 { worst = max(worst, abs(Int(glyphs[x, y] & 255) - Int(paths[x, y] & 255))) }
      }
      #expect(worst <= 2)
    }
  }

  @Test("a run with an outline too large for a mask is filled as paths")
  func large() {
    var path = Path()
    path.addEllipse(in: Rect(x: 0, y: -300, width: 300, height: 300))
    let run = GlyphRun(
      shapes: [GlyphShape(outline: path)], placements: [GlyphRun.Placement(shape: 0, origin: Point(x: -90, y: 190))])
    var (list, expected) = (DisplayList(), DisplayList())
    list.draw(run, with: .color(.black))
    expected.fill(path, with: .color(.black), transform: .translation(x: -90, y: 190))
    let (glyphs, paths) = (Canvas(width: 120, height: 90), Canvas(width: 120, height: 90))
    glyphs.draw(list)
    paths.draw(expected)
    #expect(glyphs.bytes == paths.bytes)
  }

  @Test("runs without glyphs, with indices out of range, or at the ends of the number range draw nothing")
  func extremes() {
    let canvas = Canvas(width: 40, height: 30)
    var list = DisplayList()
    list.draw(GlyphRun(shapes: [], placements: [GlyphRun.Placement(shape: 0, origin: .zero)]), with: .color(.black))
    list.draw(GlyphRun(shapes: Self.shapes, placements: []), with: .color(.black))
    for shape in [Int32.min, -1, 2, 3, .max] {
      let placement = GlyphRun.Placement(shape: shape, origin: Point(x: 9, y: 20))
      list.draw(GlyphRun(shapes: Self.shapes, placements: [placement]), with: .color(.black))
    }
    for x in [Scalar.min, .max] {
      for y in [Scalar.min, 9, .max] {
        let run = GlyphRun(shapes: Self.shapes, placements: [GlyphRun.Placement(shape: 0, origin: Point(x: x, y: y))])
        list.draw(run, with: .color(.black))
        list.draw(run, with: .color(.black), transform: .translation(x: .max, y: .min))
        list.draw(run, with: .color(.black), transform: Homography(AffineTransform.rotation(by: .degrees(9))))
      }
    }
    canvas.draw(list)
    #expect(canvas.bytes.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 255 })
  }
}
