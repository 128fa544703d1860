import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Laws of the renderer")
struct LawTests {
  static let seeds: [UInt64] = Array(1...12)

  @Test("D1: one worker and three workers draw the same bits", arguments: seeds)
  func workers(seed: UInt64) {
    let list = DisplayList.random(seed: seed, width: 131, height: 77)
    let one = Canvas(width: 131, height: 77)
    let three = Canvas(width: 131, height: 77)
    one.draw(list)
    three.draw(list, workers: ConcurrentWorkerPool())
    #expect(one.bytes == three.bytes)
  }

  @Test("a list drawn in pieces equals the list drawn whole", arguments: seeds)
  func pieces(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let list = DisplayList.random(seed: seed, width: 131, height: 77)
    let whole = Canvas(width: 131, height: 77)
    let pieces = Canvas(width: 131, height: 77)
    whole.draw(list)
    let renderer = Renderer()
    var y = 0
    while y < 77 {
      let endY = min(77, y + Int.random(in: 1...30, using: &generator))
      var x = 0
      while x < 131 {
        let endX = min(131, x + Int.random(in: 1...60, using: &generator))
        pieces.draw(list, damage: [PixelRect(minX: x, minY: y, maxX: endX, maxY: endY)], renderer: renderer)
        x = endX
      }
      y = endY
    }
    #expect(whole.bytes == pieces.bytes)
  }

  /// Returns a path of many contours, on a screen of 240 × 160 pixels and around it.
  private func scatteredLines(_ generator: inout SplitMix64) -> Path {
    func coordinate(_ range: ClosedRange<Int64>) -> Scalar { Scalar(rawValue: Int64.random(in: range, using: &generator)) }
    var path = Path()
    for index in 0..<150 {
      let (x, y) = (coordinate(-(40 << 16)...(280 << 16)), coordinate(-(40 << 16)...(200 << 16)))
      func corner() -> Point { Point(x: x + coordinate(0...(24 << 16)), y: y + coordinate(0...(24 << 16))) }
      path.move(to: corner())
      for _ in 0..<(2 + index % 4) {
        if index % 5 == 0 { path.addQuadCurve(to: corner(), control: corner()) } else { path.addLine(to: corner()) }
      }
      if index % 3 == 0 { path.closeSubpath() }
    }
    // A rectangle of whole pixels, which is alone in some parts of the screen.
    path.addRect(Rect(x: 20, y: 30, width: 90, height: 60))
    return path
  }

  /// Returns a list that fills and strokes a path with colors, gradients and an image, under every kind of
  /// transform. Most items are translucent, so that those below them are seen.
  private func everyPaint(_ path: Path, _ generator: inout SplitMix64) -> DisplayList {
    func coordinate(_ range: ClosedRange<Int64>) -> Scalar { Scalar(rawValue: Int64.random(in: range, using: &generator)) }
    var list = DisplayList()
    let turned = Homography(AffineTransform.rotation(by: .degrees(30)))
    list.fill(path, with: .color(Color(hex: 0x80c0ff)))
    list.fill(path, rule: .evenOdd, with: .color(Color(hex: 0x40a040)), transform: turned)
    list.fill(path, with: .color(Color(hex: 0x60ff_00ff)), transform: turned, blend: .sourceIn)
    let stops = [GradientStop(location: 0, color: .red), GradientStop(location: 1, color: Color(hex: 0x2040_ffc0))]
    let image = Image(size: PixelSize(width: 9, height: 7)) { pixels in
      for index in pixels.indices { pixels[index] = UInt32(index * 4_000_037) | 0xff00_0000 }
    }
    let paints: [Paint] = [
      .linearGradient(LinearGradient(stops: stops, start: Point(x: 3, y: 2), end: Point(x: 190, y: 77))),
      .radialGradient(RadialGradient(stops: stops, center: Point(x: 90, y: 70), radius: 130)),
      .image(ImagePattern(image, transform: .scale(x: 3.3, y: 2.6), filter: .bilinear)),
    ]
    var tilted = Transform3D.identity
    tilted.m34 = -1.0 / 800
    let transforms = [
      Homography.identity, turned, Homography(AffineTransform.scale(x: 1.4, y: 0.6)),
      Homography(tilted.rotated(by: .degrees(25), axis: .y)),
      .translation(x: 7.3, y: -20),
    ]
    let joins: [(LineJoin, LineCap)] = [(.miter, .square), (.round, .round), (.bevel, .butt)]
    for (index, transform) in transforms.enumerated() {
      let (join, cap) = joins[index % 3]
      var style = StrokeStyle(width: coordinate((1 << 12)...(4 << 16)), cap: cap, join: join, miterLimit: index == 3 ? 1000 : 20)
      list.stroke(path, style: style, with: .color(Color(hex: 0xc04020)), transform: transform, opacity: 90)
      style.dashes = [5, 3, 1, 4]
      list.stroke(path, style: style, with: .color(.black), transform: transform, opacity: 40)
    }
    for paint in paints {
      list.fill(path, with: paint, opacity: 150)
      list.stroke(path, style: StrokeStyle(width: 5, dashes: [9, 7]), with: paint, transform: turned)
    }
    let run = GlyphTests.randomRun(&generator, x: -10...250, y: -10...170)
    list.draw(run, with: .color(.white), transform: Homography(AffineTransform.scale(x: 2, y: 2)))
    list.draw(run, with: paints[1], transform: Homography(AffineTransform.scale(x: 3, y: 2)))
    return list
  }

  @Test("of paths with many lines, a part of the frame has the bits of the whole frame", arguments: seeds)
  func manyLines(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let list = everyPaint(scatteredLines(&generator), &generator)
    let (whole, parts) = (Canvas(width: 240, height: 160), Canvas(width: 240, height: 160))
    whole.draw(list)
    let colors = Set((0..<160).flatMap { y in (0..<240).map { whole[$0, y] } })
    #expect(colors.count > 1000)
    parts.draw(list)
    for _ in 0..<12 {
      let damage = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
        let (x, y) = (Int.random(in: 0..<235, using: &generator), Int.random(in: 0..<155, using: &generator))
        return PixelRect(minX: x, minY: y, maxX: min(x + 40, 240), maxY: min(y + 25, 160))
      }
      parts.draw(DisplayList(), damage: damage)
      let isErased = whole.bytes != parts.bytes
      #expect(isErased)
      parts.draw(list, damage: damage)
      let isSame = whole.bytes == parts.bytes
      #expect(isSame)
    }
  }

  @Test("sloped edges have the same bits whole and cut at any column", arguments: seeds)
  func cutEdges(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func corner(around x: Int, _ y: Int) -> Point {
      func coordinate(_ middle: Int) -> Scalar {
        Scalar(rawValue: Int64(middle << 16) + Int64.random(in: 0...(12 << 16), using: &generator))
      }
      return Point(x: coordinate(x), y: coordinate(y))
    }
    var list = DisplayList()
    for _ in 0..<800 {
      let (x, y) = (Int.random(in: 0...119, using: &generator), Int.random(in: 0...65, using: &generator))
      var triangle = Path()
      triangle.move(to: corner(around: x, y))
      for _ in 0..<2 { triangle.addLine(to: corner(around: x, y)) }
      list.fill(triangle, with: .color(Color(red: UInt8.random(in: 0...255, using: &generator), green: 90, blue: 200)))
    }
    let (whole, pieces) = (Canvas(width: 131, height: 77), Canvas(width: 131, height: 77))
    whole.draw(list)
    pieces.draw(
      list, damage: stride(from: 0, to: 131, by: 5).map { PixelRect(minX: $0, minY: 0, maxX: min($0 + 5, 131), maxY: 77) })
    #expect(whole.bytes == pieces.bytes)
  }

  @Test("a redrawn region equals the full frame, and nothing outside of it is written", arguments: seeds)
  func poison(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let list = DisplayList.random(seed: seed, width: 90, height: 60)
    let whole = Canvas(width: 90, height: 60)
    let poisoned = Canvas(width: 90, height: 60, poison: 0x5a)
    whole.draw(list)
    let x = Int.random(in: 0..<80, using: &generator)
    let y = Int.random(in: 0..<50, using: &generator)
    let damage = PixelRect(minX: x, minY: y, maxX: x + 10, maxY: y + 9)
    poisoned.draw(list, damage: [damage])
    for row in 0..<60 {
      for column in 0..<90 {
        let inside = column >= damage.minX && column < damage.maxX && row >= damage.minY && row < damage.maxY
        #expect(poisoned[column, row] == (inside ? whole[column, row] : 0x5a5a_5a5a))
      }
    }
  }

  @Test("outlines moved by whole pixels have the same bits, wherever the screen clips them", arguments: seeds)
  func translation(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var list = DisplayList()
    for index in 0..<24 {
      var path = Path()
      // Some extend far beyond the screen, also with long and nearly level lines.
      let beyond = [4.0, 90, 4000, 30_000][index % 4]
      path.move(to: generator.point(width: 131, height: 77, beyond: beyond))
      for _ in 0..<Int.random(in: 2...9, using: &generator) {
        path.addLine(to: generator.point(width: 131, height: 77, beyond: index % 8 < 4 ? beyond : 4))
      }
      let color = generator.color()
      if index % 3 == 0 {
        list.stroke(path, style: StrokeStyle(width: generator.scalar(0.4...9), join: .round), with: .color(color))
      } else {
        list.fill(path, rule: index % 2 == 0 ? .nonZero : .evenOdd, with: .color(color))
      }
    }
    let whole = Canvas(width: 131, height: 77)
    whole.draw(list)
    for (dx, dy, width, height) in [
      (8, 4, 131, 77), (-37, 11, 131, 77), (3, -60, 90, 33), (200, 150, 400, 300), (1000, 0, 1100, 77),
    ] {
      let moved = Canvas(width: width, height: height)
      var other = DisplayList()
      other.append(list, transform: .translation(x: Scalar(dx), y: Scalar(dy)))
      moved.draw(other)
      var differing = 0
      for y in max(dy, 0)..<min(77 + dy, height) {
        for x in max(dx, 0)..<min(131 + dx, width) where moved[x, y] != whole[x - dx, y - dy] { differing += 1 }
      }
      #expect(differing == 0, "moved by \(dx), \(dy)")
    }
  }

  @Test("the padding after a row is never written")
  func padding() {
    let canvas = Canvas(width: 33, height: 20, padding: 28, poison: 0x77)
    canvas.draw(DisplayList.random(seed: 3, width: 33, height: 20))
    let bytes = canvas.bytes
    for y in 0..<20 {
      #expect(bytes[(y * canvas.bytesPerRow + 33 * 4)..<((y + 1) * canvas.bytesPerRow)].allSatisfy { $0 == 0x77 })
    }
  }

  @Test("a frame does not depend on frames that its renderer drew before")
  func repeatedFrame() {
    let renderer = Renderer()
    let first = Canvas(width: 131, height: 77)
    let second = Canvas(width: 131, height: 77)
    first.draw(.random(seed: 9, width: 131, height: 77), renderer: renderer)
    second.draw(.random(seed: 10, width: 131, height: 77), renderer: renderer)
    second.draw(.random(seed: 9, width: 131, height: 77), renderer: renderer)
    #expect(first.bytes == second.bytes)
  }

  @Test("empty or off-screen damage writes nothing")
  func noDamage() {
    let canvas = Canvas(width: 10, height: 10, poison: 1)
    let off = PixelRect(minX: 50, minY: -9, maxX: 60, maxY: -1)
    #expect(canvas.draw(.random(seed: 1, width: 10, height: 10), damage: []).blocks == 0)
    #expect(canvas.draw(.random(seed: 1, width: 10, height: 10), damage: [off]).bytesWritten == 0)
    #expect(canvas.bytes.allSatisfy { $0 == 1 })
  }
}
